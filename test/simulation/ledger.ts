// What callers were told. Whatever was acknowledged must be in the log, and a call that was made
// again with its key must be answered as before.
import { canonicalJson } from '../../src/base/canonical-json.ts';
import type { ClaimedStep, Once } from '../../src/engine/engine-api.ts';
import type { Reply } from './network.ts';
import type { World } from './world.ts';

interface Done {
  readonly run: string;
  readonly step: string;
  readonly attempt: number;
  readonly holder: string;
}

type Times = Partial<Pick<ClaimedStep, 'expiresAt' | 'acknowledgeBy' | 'isOver'>>;

export class Ledger {
  readonly #world: World;
  readonly #completed: Done[] = [];
  readonly #answers = new Map<string, string>();
  #keys = 0;

  constructor(world: World) {
    this.#world = world;
  }

  newKey(): Once {
    this.#keys += 1;
    return { key: `${this.#world.tenant}/${this.#keys}`, bodyHash: 'a' };
  }

  completed(done: Done): void {
    this.#completed.push(done);
  }

  /** The same key twice: the same answer, whatever happened in between. */
  answered(once: Once | undefined, reply: Reply<unknown>): void {
    if (!once) return;
    if (!reply.ok) {
      if (!this.#answers.has(once.key) || isSilence(reply.code)) return;
      this.#world.problems.push(`${once.key} was answered, then refused: ${reply.code}`);
      return;
    }
    // A claim that is made again gets the same lease, and its time anew, until that is over.
    const same: Times = { ...(reply.value as object) };
    for (const name of ['expiresAt', 'acknowledgeBy', 'isOver'] as const) delete same[name];
    const text = canonicalJson(same);
    const before = this.#answers.get(once.key);
    if (before !== undefined && before !== text) {
      this.#world.problems.push(`${once.key} was answered ${before}, then ${text}`);
    }
    this.#answers.set(once.key, text);
  }

  /** A key that was answered once is not free for another body. */
  checkMismatch(once: Once, reply: Reply<unknown>): void {
    if (!this.#answers.has(once.key)) return;
    const isRefused = !reply.ok && reply.code === 'idempotency_mismatch';
    const isUnheard = !reply.ok && isSilence(reply.code);
    if (!isRefused && !isUnheard) {
      this.#world.problems.push(`${once.key} took another body: ${JSON.stringify(reply)}`);
    }
  }

  missing(): string[] {
    return this.#completed
      .filter((done) => !this.#isInLog(done))
      .map((done) => {
        return `${done.run}: the completion of ${done.step} ${done.attempt} is not in the log`;
      });
  }

  #isInLog({ run, step, attempt, holder }: Done): boolean {
    const { events } = this.#world.watch(run);
    // A late result is an attempt of its own.
    const isLate = events.some(
      ({ type, data }) =>
        type === 'step.leased' && data.late && data.step === step && data.attempt === attempt + 1,
    );
    return events.some(
      ({ type, data }) =>
        (type === 'step.verified' || type === 'step.done') &&
        data.step === step &&
        (data.attempt === attempt || (isLate && data.attempt === attempt + 1)) &&
        data.by === holder,
    );
  }
}

/** Answers that say nothing about what was done. */
export const isSilence = (code: string): boolean =>
  ['timeout', 'unreachable', 'storage_failed', 'outcome_unknown', 'stopping'].includes(code);
