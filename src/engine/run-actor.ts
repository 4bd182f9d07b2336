// One actor per run: commands that arrive while a commit is under way are decided together on the
// state in memory and go out as one write set. The store has the last word: if the run moved
// elsewhere, the cached state is dropped and everything is decided again on the fresh one.
import { PlanwrightError } from '../base/errors.ts';
import type { ContentRow, Requirement, RowWrite, Store, WriteSet } from '../store/store.ts';
import { apply } from './apply.ts';
import type { EventDraft, RunEvent } from './event-types.ts';
import { decodeEvent, emptyHead, encodeEvent, type StoredEvent } from './log-header.ts';
import { type Command, decide, type Rejection } from './machine.ts';
import { projectDue, projectRows } from './projection.ts';
import { emptyRun, type RunState } from './state.ts';

/** What a caller takes from the state, computed while nobody else can move it. */
type View<Value> = (state: RunState) => Value;

export interface Submission {
  readonly command: Command;
  readonly content?: readonly ContentRow[];
  readonly rows?: readonly RowWrite[];
  /** With requirements (or an erase) the submission is a write set of its own. */
  readonly require?: readonly Requirement[];
  readonly erase?: WriteSet['erase'];
}

export type Outcome<Value> =
  | { readonly ok: true; readonly events: readonly RunEvent[]; readonly value: Value }
  | { readonly ok: false; readonly rejection: Rejection; readonly takenValue?: string };

interface Pending extends Submission {
  readonly kind: 'command';
  readonly view: View<unknown>;
  resolve(outcome: Outcome<unknown>): void;
  reject(error: unknown): void;
}

/** A look at the newest state takes its turn in the queue like a command. */
interface Look {
  readonly kind: 'look';
  readonly view: View<unknown>;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

interface Decided {
  readonly pending: Pending;
  readonly events: readonly RunEvent[];
}

const pageSize = 1_000;
/** How long commands are decided anew while other servers move the run. */
const patienceMs = 5_000;
const maxPauseMs = 40;

/** Two engines that collide step out of each other's way; the first tries go at once. */
async function pauseBefore(attempt: number): Promise<void> {
  if (attempt < 2) return;
  const pauseMs = Math.random() * Math.min(maxPauseMs, 2 ** attempt);
  await new Promise((resolve) => {
    setTimeout(resolve, pauseMs);
  });
}

export class RunActor {
  readonly id: string;
  readonly #store: Store;
  readonly #onCommitted: (state: RunState, events: readonly RunEvent[]) => void;
  #state: RunState | null = null;
  #queue: (Pending | Look)[] = [];
  #isDraining = false;

  constructor(
    id: string,
    store: Store,
    onCommitted: (state: RunState, events: readonly RunEvent[]) => void,
  ) {
    this.id = id;
    this.#store = store;
    this.#onCommitted = onCommitted;
  }

  get isIdle(): boolean {
    return !this.#isDraining;
  }

  submit(submission: Submission): Promise<Outcome<null>>;
  submit<Value>(submission: Submission, view: View<Value>): Promise<Outcome<Value>>;
  submit(submission: Submission, view: View<unknown> = () => null): Promise<Outcome<never>> {
    return new Promise((resolve, reject) => {
      this.#enqueue({
        ...submission,
        kind: 'command',
        view,
        resolve: resolve as (outcome: Outcome<unknown>) => void,
        reject,
      });
    });
  }

  /** A value of the state as of the newest event in the store. */
  read<Value>(view: View<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#enqueue({ kind: 'look', view, resolve: resolve as (value: unknown) => void, reject });
    });
  }

  #enqueue(item: Pending | Look): void {
    this.#queue.push(item);
    if (!this.#isDraining) void this.#drain();
  }

  /** The cached state brought up to the newest event in the store. */
  async #load(): Promise<RunState> {
    const state = this.#state ?? emptyRun(this.id, emptyHead.hash);
    for (;;) {
      const page = await this.#store.events(this.id, state.seq, pageSize);
      for (const stored of page) apply(state, decodeEvent(stored.header), stored.hash);
      if (page.length < pageSize) break;
    }
    this.#state = state;
    return state;
  }

  async #drain(): Promise<void> {
    this.#isDraining = true;
    for (let item = this.#queue[0]; item; item = this.#queue[0]) {
      if (item.kind === 'look') await this.#answerLook(item);
      else await this.#runBatch(this.#takeBatch());
    }
    this.#isDraining = false;
  }

  async #answerLook(look: Look): Promise<void> {
    this.#queue.shift();
    try {
      look.resolve(look.view(await this.#load()));
    } catch (error) {
      this.#state = null;
      look.reject(error);
    }
  }

  async #runBatch(batch: readonly Pending[]): Promise<void> {
    try {
      await this.#settle(batch);
    } catch (error) {
      this.#state = null;
      await this.#settleAlone(batch, error);
    }
  }

  /** One command that throws must not fail those it happened to share a batch with. */
  async #settleAlone(batch: readonly Pending[], error: unknown): Promise<void> {
    if (batch.length === 1 || error instanceof PlanwrightError) {
      for (const pending of batch) pending.reject(error);
      return;
    }
    for (const pending of batch) {
      try {
        await this.#settle([pending]);
      } catch (own) {
        this.#state = null;
        pending.reject(own);
      }
    }
  }

  /** Commands up to the next look; one with requirements goes alone. */
  #takeBatch(): Pending[] {
    const batch: Pending[] = [];
    for (let item = this.#queue[0]; item && item.kind === 'command'; item = this.#queue[0]) {
      const isAlone = item.require !== undefined || item.erase !== undefined;
      if (isAlone && batch.length > 0) break;
      batch.push(item);
      this.#queue.shift();
      if (isAlone) break;
    }
    return batch;
  }

  async #settle(batch: readonly Pending[]): Promise<void> {
    const givesUpAt = performance.now() + patienceMs;
    for (let attempt = 0; performance.now() < givesUpAt; attempt += 1) {
      await pauseBefore(attempt);
      if (await this.#attempt(batch)) return;
      this.#state = null;
    }
    throw new PlanwrightError('conflict', 'The run changes too fast elsewhere. Try again.', {
      run: this.id,
    });
  }

  async #attempt(batch: readonly Pending[]): Promise<boolean> {
    const state = this.#state ?? (await this.#load());
    const before = state.seq;
    const decided: Decided[] = [];
    const rejected: { pending: Pending; rejection: Rejection }[] = [];
    const stored: StoredEvent[] = [];
    for (const pending of batch) {
      const now = Math.max(this.#store.now(), state.at);
      const decision = decide(state, pending.command, { now });
      if (decision.rejection) rejected.push({ pending, rejection: decision.rejection });
      else decided.push({ pending, events: this.#record(state, decision.events, now, stored) });
    }
    if (decided.length === 0 && !(await this.#isCurrent(before))) return false;
    if (decided.length > 0 && !(await this.#commit(state, before, decided, stored))) return false;
    for (const { pending, rejection } of rejected) pending.resolve({ ok: false, rejection });
    return true;
  }

  /** A rejection from a stale cache would be a lie; the head tells. */
  async #isCurrent(seq: number): Promise<boolean> {
    const row = await this.#store.run(this.id);
    return (row?.head_seq ?? 0) === seq;
  }

  #record(
    state: RunState,
    drafts: readonly EventDraft[],
    at: number,
    stored: StoredEvent[],
  ): RunEvent[] {
    return drafts.map((draft) => {
      const encoded = encodeEvent(state.id, state, at, draft);
      const event = { ...draft, run: state.id, seq: encoded.seq, at } as RunEvent;
      apply(state, event, encoded.hash);
      stored.push(encoded);
      return event;
    });
  }

  async #commit(
    state: RunState,
    before: number,
    decided: readonly Decided[],
    stored: readonly StoredEvent[],
  ): Promise<boolean> {
    const events = decided.flatMap((one) => one.events);
    const [result] = await this.#store.commit([this.#writeSet(state, before, decided, stored)]);
    if (result?.ok) {
      this.#onCommitted(state, events);
      for (const { pending, events: own } of decided) {
        pending.resolve({ ok: true, events: own, value: pending.view(state) });
      }
      return true;
    }
    this.#state = null;
    if (!result || result.conflict === 'seq') return false;
    const message = `Somebody else was first (${result.conflict}).`;
    const taken = result.conflict === 'unique' ? { takenValue: result.value } : {};
    for (const { pending } of decided) {
      pending.resolve({ ok: false, rejection: { code: 'conflict', message }, ...taken });
    }
    return true;
  }

  #writeSet(
    state: RunState,
    before: number,
    decided: readonly Decided[],
    stored: readonly StoredEvent[],
  ): WriteSet {
    const events = decided.flatMap((one) => one.events);
    const pending = decided.map((one) => one.pending);
    const require = pending.flatMap((one) => one.require ?? []);
    const erase = pending.find((one) => one.erase)?.erase;
    return {
      run: this.id,
      expectedSeq: before,
      events: stored,
      content: pending.flatMap((one) => one.content ?? []),
      rows: [...projectRows(state, events), ...pending.flatMap((one) => one.rows ?? [])],
      due: projectDue(state, events),
      ...(require.length > 0 ? { require } : {}),
      ...(erase ? { erase } : {}),
    };
  }
}
