// The account of what models were asked. Each call is one row, committed with its whole prompt, reply
// and reasoning before anything is done with the reply: what was paid for is not lost with the process,
// nor paid for again. The log never sees these texts; the row has their salted digests.
import { PlanwrightError } from '../base/errors.ts';
import type { Ids } from '../base/ids.ts';
import { type NewContent, newContent } from '../engine/content.ts';
import { type RunStatus, runIsOver } from '../engine/state.ts';
import type { ModelAttempt } from '../models/question.ts';
import type { ContentRow, Store, WriteSet } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';

export type UsageRow = Rows['usage'];

/** Where a call belongs. */
export interface CallPlace {
  readonly tenant: string;
  readonly plan: string;
  readonly run: string;
  readonly step: string;
  /** Of the step. */
  readonly attempt: number;
  readonly stage: string;
}

type LedgerStore = Pick<Store, 'run' | 'contentIds' | 'commit' | 'usageOfStep' | 'contents'>;

/** In a row: what nobody knows. */
export const unknownAmount = -1;

const amountOf = (value: number | null): number =>
  value === null ? unknownAmount : Math.max(0, Math.round(value));

interface Kept {
  readonly id: string;
  readonly digest: string;
}

const nothing: Kept = { id: '', digest: '' };

/** Contents of one call. */
class Contents {
  readonly rows: ContentRow[] = [];
  readonly #ids: Ids;
  readonly #place: CallPlace;

  constructor(ids: Ids, place: CallPlace) {
    this.#ids = ids;
    this.#place = place;
  }

  keep(text: string): Kept {
    return text === '' ? nothing : this.add(contentOf(this.#ids, this.#place, text));
  }

  add({ row, ref }: NewContent): Kept {
    this.rows.push(row);
    return ref;
  }
}

const contentOf = (ids: Ids, { tenant, run }: CallPlace, text: string): NewContent =>
  newContent(ids, tenant, run, Buffer.from(text));

function usageRow(
  id: string,
  place: CallPlace,
  attempt: ModelAttempt,
  reuseKey: string,
  kept: { readonly prompt: Kept; readonly reply: Kept; readonly reasoning: Kept },
): UsageRow {
  const { tenant, plan, run, step, stage } = place;
  const { tokens } = attempt;
  return {
    id,
    tenant,
    key: '',
    plan,
    run,
    step,
    step_attempt: place.attempt,
    stage,
    model: attempt.modelKey,
    model_name: attempt.model,
    provider: attempt.provider,
    attempt: attempt.attempt,
    kind: attempt.kind,
    tokens_in: amountOf(tokens.input),
    tokens_out: amountOf(tokens.output),
    tokens_reasoning: amountOf(tokens.reasoning),
    tokens_cached: amountOf(tokens.cached),
    cost_micros: amountOf(attempt.costMicros),
    first_token_ms: amountOf(attempt.firstTokenMs),
    duration_ms: amountOf(attempt.durationMs),
    finish: attempt.finish ?? '',
    error_class: attempt.errorClass ?? '',
    error_id: attempt.errorId ?? '',
    reuse_key: reuseKey,
    prompt_hash: kept.prompt.digest,
    reply_hash: kept.reply.digest,
    reasoning_hash: kept.reasoning.digest,
    prompt: kept.prompt.id,
    reply: kept.reply.id,
    reasoning: kept.reasoning.id,
    at: Math.round(attempt.startedAt),
  };
}

/** What it cost, without what it said. */
const withoutTexts = (row: UsageRow): UsageRow => ({
  ...row,
  ...{ reuse_key: '', prompt: '', reply: '', reasoning: '' },
});

/** Each needs another commit of the run between two calls to the store. */
const triesMax = 1_000;

export class Ledger {
  readonly #store: LedgerStore;
  readonly #ids: Ids;
  readonly #onCall: (row: UsageRow) => void;

  /** `onCall` is told of every call once its row is committed. */
  constructor(store: LedgerStore, ids: Ids, onCall: (row: UsageRow) => void = () => undefined) {
    this.#store = store;
    this.#ids = ids;
    this.#onCall = onCall;
  }

  /** As it will be kept, both parts of what is asked: of long ones the digest takes its time. */
  asked(place: CallPlace, system: string, prompt: string): NewContent {
    return contentOf(this.#ids, place, JSON.stringify({ system, prompt }));
  }

  /** Commits the row and the texts of a call, and gives the row. */
  async record(
    place: CallPlace,
    attempt: ModelAttempt,
    reuseKey = '',
    asked = this.asked(place, attempt.systemText, attempt.promptText),
  ): Promise<UsageRow> {
    const contents = new Contents(this.#ids, place);
    const kept = {
      prompt: contents.add(asked),
      reply: contents.keep(attempt.replyText),
      reasoning: contents.keep(attempt.reasoningText),
    };
    const id = `${place.run}.${this.#ids.part()}`;
    const row = usageRow(id, place, attempt, reuseKey, kept);
    const committed = await this.#commit(row, contents.rows);
    this.#onCall(committed);
    return committed;
  }

  /** What was recorded for a step, in order. */
  ofStep(run: string, step: string): Promise<UsageRow[]> {
    return this.#store.usageOfStep(run, step);
  }

  async texts(rows: readonly UsageRow[]): Promise<ReadonlyMap<string, ContentRow>> {
    return this.#store.contents(rows.flatMap(({ reply, reasoning }) => [reply, reasoning]));
  }

  /** Those calls are not taken for equal ones any more. */
  async forget(rows: readonly UsageRow[]): Promise<void> {
    const known = rows.filter((row) => row.reuse_key !== '');
    if (known.length === 0) return;
    const writes = known.map(
      (row) => ({ table: 'usage', put: { ...row, reuse_key: '' } }) as const,
    );
    await this.#store.commit([{ rows: writes }]);
  }

  /**
   * On the head of the run as it was when we looked whether it is erased: a call that comes back after
   * its plan was erased must not bring the texts back. What it cost counts all the same.
   */
  async #commit(row: UsageRow, content: readonly ContentRow[]): Promise<UsageRow> {
    for (let attempt = 0; attempt < triesMax; attempt += 1) {
      const run = await this.#store.run(row.run);
      const isGone = run === null || (await this.#isErased(run));
      const put = { ...(isGone ? withoutTexts(row) : row), key: run?.created_by ?? '' };
      const set: WriteSet = {
        ...(run ? { run: run.id, expectedSeq: run.head_seq } : {}),
        rows: [{ table: 'usage', put }],
        ...(isGone ? {} : { content }),
      };
      const [result] = await this.#store.commit([set]);
      if (result?.ok) return put;
    }
    throw new PlanwrightError('storage_busy', 'The account of a call could not be written.');
  }

  /** An erase ends a run and leaves it nothing, not even the contracts of its steps. */
  async #isErased({ id, status }: Rows['runs']): Promise<boolean> {
    return runIsOver(status as RunStatus) && (await this.#store.contentIds(id)).length === 0;
  }
}
