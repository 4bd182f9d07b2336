// A model that cannot be used at all (its key, its account, its name) is called once for a run and not
// once for each stage. The first call of a model goes alone: the stages that began together with it wait
// until the provider has accepted it, which takes no longer than its first token. Where that call fails in a
// way that may pass, the next one goes alone. Where it is refused, the whole run leaves the model alone, until
// it is resumed.
import { setTimeout as delay } from 'node:timers/promises';
import { type Model, withCall } from '../../../models/model.ts';
import { isModelError, type ModelError } from '../../../models/model-error.ts';
import { isLasting } from '../../../models/policy.ts';
import type { ModelAttempt, TryNote } from '../../../models/question.ts';

export interface GatePorts {
  now(): number;
  /** The last event of the run so far. */
  headOf(run: string): Promise<number>;
  /** Whether somebody let the run go on after that event. */
  isResumedAfter(run: string, seq: number): Promise<boolean>;
}

/** Nobody waits longer for another's answer: what takes so long is no refusal. */
const longestWaitMs = 10_000;
/** A model that answered so recently is not tried first. */
const recentMs = 5 * 60_000;
/** Runs that are made at the same time; of more, the one not asked about for longest goes. */
const runsMax = 128;

interface Refusal {
  readonly note: TryNote;
  /** The last event of the run then. */
  readonly seq: number;
}

/** Of one model in one run. */
interface Entry {
  /** It has answered. */
  isGood: boolean;
  refusal: Refusal | null;
  /** While the first call is under way. */
  first: PromiseWithResolvers<void> | null;
}

type Entries = Map<string, Entry>;

export class ModelGate {
  readonly #ports: GatePorts;
  readonly #runs = new Map<string, Entries>();
  /** When a model answered last, for any run. */
  readonly #goodAt = new Map<string, number>();

  constructor(ports: GatePorts) {
    this.#ports = ports;
  }

  /** For one question. */
  of(run: string): QuestionGate {
    const entries = this.#runs.get(run) ?? new Map<string, Entry>();
    this.#runs.delete(run);
    this.#runs.set(run, entries);
    if (this.#runs.size > runsMax) this.#runs.delete(this.#runs.keys().next().value ?? '');
    return new QuestionGate(run, entries, this.#goodAt, this.#ports);
  }
}

export class QuestionGate {
  readonly #run: string;
  readonly #entries: Entries;
  readonly #goodAt: Map<string, number>;
  readonly #ports: GatePorts;
  /** The one whose first call is this question's. */
  #own: Entry | null = null;
  /** What came of the call that is not on the account yet; null where none was made. */
  #called: { readonly error: ModelError | null } | null = null;

  constructor(run: string, entries: Entries, goodAt: Map<string, number>, ports: GatePorts) {
    this.#run = run;
    this.#entries = entries;
    this.#goodAt = goodAt;
    this.#ports = ports;
  }

  /** The earlier failure of a model that cannot be used, else null. */
  readonly admit = async ({ key }: Model, signal: AbortSignal): Promise<TryNote | null> => {
    const entry = this.#entryOf(key);
    const until = this.#ports.now() + longestWaitMs;
    for (;;) {
      const note = await this.#refusalOf(entry);
      if (note !== null) return note;
      if (entry === this.#own || this.#isKnownGood(key, entry)) return null;
      if (entry.first === null) {
        this.#begin(entry);
        return null;
      }
      const leftMs = until - this.#ports.now();
      if (leftMs <= 0 || signal.aborted) return null;
      await waitFor(entry.first.promise, leftMs, signal);
    }
  };

  /** The same model, heard. */
  watching(model: Model): Model {
    return withCall(model, async (request, signal) => {
      try {
        const onAnswer = (): void => this.#accepted(model.key);
        const reply = await model.call({ ...request, onAnswer }, signal);
        onAnswer();
        this.#called = { error: null };
        return reply;
      } catch (error) {
        this.#called = { error: isModelError(error) ? error : null };
        throw error;
      }
    });
  }

  /** A call is on the account: from then on others may know what came of it. */
  async recorded(attempt: ModelAttempt): Promise<void> {
    const called = this.#called;
    this.#called = null;
    const entry = this.#entryOf(attempt.modelKey);
    if (called) await this.#learn(entry, attempt, called.error);
    if (entry === this.#own) this.end();
  }

  async #learn(entry: Entry, attempt: ModelAttempt, error: ModelError | null): Promise<void> {
    // A failure that may pass says nothing of the key: the next call goes alone, too.
    if (error === null || !this.#isRefused(error, entry)) return;
    const { modelKey, kind, errorId } = attempt;
    const { errorClass, message } = error;
    const note = { modelKey, kind, errorClass, errorId, message, isCall: false };
    const seq = await this.#ports.headOf(this.#run);
    entry.refusal = { note, seq };
    entry.isGood = false;
    this.#goodAt.delete(modelKey);
  }

  /** The question is over; whoever waits for its call goes on. */
  end(): void {
    if (this.#own === null) return;
    this.#own.first?.resolve();
    this.#own.first = null;
    this.#own = null;
  }

  /** Content filters of some providers say 403 to a prompt: a model that has answered is not refused by it. */
  #isRefused({ errorClass, status }: ModelError, { isGood }: Entry): boolean {
    return isLasting(errorClass) && !(status === 403 && isGood);
  }

  #begin(entry: Entry): void {
    this.end();
    entry.first = Promise.withResolvers();
    this.#own = entry;
  }

  #accepted(key: string): void {
    const entry = this.#entryOf(key);
    entry.isGood = true;
    this.#goodAt.set(key, this.#ports.now());
    if (entry === this.#own) this.end();
  }

  async #refusalOf(entry: Entry): Promise<TryNote | null> {
    const { refusal } = entry;
    if (refusal === null) return null;
    if (!(await this.#ports.isResumedAfter(this.#run, refusal.seq))) return refusal.note;
    // Unless another question has found the same meanwhile, and something newer.
    if (entry.refusal === refusal) entry.refusal = null;
    return entry.refusal?.note ?? null;
  }

  #isKnownGood(key: string, { isGood }: Entry): boolean {
    return (
      isGood || this.#ports.now() - (this.#goodAt.get(key) ?? Number.NEGATIVE_INFINITY) < recentMs
    );
  }

  #entryOf(key: string): Entry {
    const known = this.#entries.get(key);
    if (known) return known;
    const entry = { isGood: false, refusal: null, first: null };
    this.#entries.set(key, entry);
    return entry;
  }
}

async function waitFor(first: Promise<void>, ms: number, outer: AbortSignal): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([outer, over.signal]);
  const late = delay(ms, undefined, { signal, ref: false }).catch(() => undefined);
  await Promise.race([first, late]);
  over.abort();
}
