// Group commit without a timer: whatever queued while the last commit ran is flushed together by
// setImmediate (a 1 ms timer cut a single writer to a seventh).
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../../base/clock.ts';
import { PlanwrightError } from '../../base/errors.ts';
import { failpoint } from '../../base/failpoints.ts';
import { checkValues } from '../check-values.ts';
import type { CommitResult, WriteSet } from '../store.ts';
import { sqliteError } from './sqlite-error.ts';
import { WriteSetWriter } from './write-set.ts';

interface Waiting {
  readonly sets: readonly WriteSet[];
  resolve(results: CommitResult[]): void;
  reject(error: Error): void;
}

/** Builds on the head of a run and leaves it where it is: the account of a call. */
const staysAtHead = ({ run, events = [] }: WriteSet): boolean =>
  run !== undefined && events.length === 0;

/** First what leaves heads where they are: behind a set that moves one it would be a conflict. */
function inOrder(group: readonly Waiting[]): readonly Waiting[] {
  if (group.length === 1) return group;
  const stays = ({ sets }: Waiting): boolean => sets.every(staysAtHead);
  return [...group.filter(stays), ...group.filter((one) => !stays(one))];
}

export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #writer: WriteSetWriter;
  readonly #onCommit: (sets: number) => void;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #queue: Waiting[] = [];
  #isScheduled = false;
  #isClosed = false;

  constructor(db: DatabaseSync, clock: Clock, onCommit: (sets: number) => void) {
    this.#db = db;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#begin = db.prepare('begin immediate');
    this.#commit = db.prepare('commit');
    this.#writer = new WriteSetWriter(db);
  }

  commit(sets: readonly WriteSet[]): Promise<CommitResult[]> {
    if (this.#isClosed) {
      return Promise.reject(new PlanwrightError('stopping', 'The store is closed.'));
    }
    const bad = checkValues(sets);
    if (bad) return Promise.reject(bad);
    return new Promise((resolve, reject) => {
      this.#queue.push({ sets, resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(() => this.flush());
    });
  }

  /** By itself: what is forgotten needs no company. */
  async purgeUniques(now: number, limit: number): Promise<number> {
    try {
      return this.#writer.purgeUniques(now, limit);
    } catch (error) {
      throw sqliteError(error);
    }
  }

  flush(): void {
    this.#isScheduled = false;
    const group = inOrder(this.#queue);
    this.#queue = [];
    if (group.length === 0) return;
    try {
      const results = this.#transact(group.map((waiting) => waiting.sets));
      group.forEach((waiting, index) => {
        waiting.resolve(results[index] ?? []);
      });
    } catch (error) {
      this.#afterFailure(group, error);
    }
  }

  close(): void {
    this.flush();
    this.#isClosed = true;
  }

  /** One caller's bad input must not fail the others: each is tried alone. */
  #afterFailure(group: readonly Waiting[], error: unknown): void {
    const mapped = sqliteError(error);
    if (group.length === 1 || mapped instanceof PlanwrightError) {
      for (const waiting of group) waiting.reject(mapped);
      return;
    }
    for (const waiting of group) {
      try {
        waiting.resolve(this.#transact([waiting.sets])[0] ?? []);
      } catch (own) {
        waiting.reject(sqliteError(own));
      }
    }
  }

  #transact(groups: readonly (readonly WriteSet[])[]): CommitResult[][] {
    failpoint('commit-before-begin');
    this.#begin.run();
    try {
      const now = this.#clock.now();
      const results = groups.map((sets) => sets.map((set) => this.#writer.write(set, now)));
      failpoint('commit-before-commit');
      this.#commit.run();
      failpoint('commit-done');
      this.#onCommit(groups.length);
      return results;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      this.#writer.forget();
      throw error;
    }
  }
}
