// Group commit without a timer: whatever queued while the last commit ran is flushed together by
// setImmediate (a 1 ms timer cut a single writer to a seventh). A writer that is alone and waits for no
// disk does not wait for that either.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../../base/clock.ts';
import { PlanwrightError } from '../../base/errors.ts';
import { failpoint } from '../../base/failpoints.ts';
import { checkValues } from '../check-values.ts';
import type { CommitHow, CommitResult, WriteSet } from '../store.ts';
import { sqliteError } from './sqlite-error.ts';
import { notKept } from './sync-mark.ts';
import type { WalSync } from './wal-sync.ts';
import { WriteSetWriter } from './write-set.ts';

interface Waiting {
  readonly sets: readonly WriteSet[];
  readonly isEarly: boolean;
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

/** So many commits of a writer that is alone follow each other before anything else has its turn. */
const aloneMax = 8;

export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #writer: WriteSetWriter;
  readonly #onCommit: (sets: number) => void;
  /** Null where no commit is synced by itself. */
  readonly #walSync: WalSync | null;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;
  #queue: Waiting[] = [];
  #isScheduled = false;
  /** So many more may go at once: the last one that waited for company had none. */
  #aloneLeft = 0;
  #isClosed = false;
  /** Commits of this connection sync by themselves, as it was opened. */
  #isSynced = true;

  constructor(
    db: DatabaseSync,
    clock: Clock,
    onCommit: (sets: number) => void,
    walSync: WalSync | null = null,
  ) {
    this.#db = db;
    this.#clock = clock;
    this.#onCommit = onCommit;
    this.#walSync = walSync;
    this.#begin = db.prepare('begin immediate');
    this.#commit = db.prepare('commit');
    this.#writer = new WriteSetWriter(db);
  }

  commit(sets: readonly WriteSet[], { isEarly = false }: CommitHow = {}): Promise<CommitResult[]> {
    if (this.#isClosed) {
      return Promise.reject(new PlanwrightError('stopping', 'The store is closed.'));
    }
    const bad = checkValues(sets);
    if (bad) return Promise.reject(bad);
    return new Promise((resolve, reject) => {
      this.#queue.push({ sets, isEarly, resolve, reject });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      if (this.#isAlone(isEarly)) queueMicrotask(() => this.flush());
      else setImmediate(() => this.#flushAll());
    });
  }

  /** One that is synced by itself is dear, and is better shared. */
  #isAlone(isEarly: boolean): boolean {
    if (this.#aloneLeft === 0 || (this.#walSync && !isEarly)) return false;
    this.#aloneLeft -= 1;
    return true;
  }

  #flushAll(): void {
    this.#aloneLeft = this.#queue.length === 1 ? aloneMax : 0;
    this.flush();
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
      const results = this.#transact(group);
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

  /**
   * Where all in a group may go on before it is on the disk, it is synced later together with others.
   * Behind such commits even one that must be synced is synced by us: SQLite would not do it for one
   * that changes nothing. Gives what to sync afterwards.
   */
  #beforeCommit(walSync: WalSync, group: readonly Waiting[]): WalSync | null {
    if (walSync.hasFailed) throw notKept();
    const isEarly = group.every((waiting) => waiting.isEarly);
    const isOurs = isEarly || walSync.isBehind;
    if (isOurs) walSync.write();
    if (this.#isSynced === isOurs) {
      this.#db.exec(`pragma synchronous = ${isOurs ? 'normal' : 'full'}`);
      this.#isSynced = !isOurs;
    }
    return isOurs && !isEarly ? walSync : null;
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
        waiting.resolve(this.#transact([waiting])[0] ?? []);
      } catch (own) {
        waiting.reject(sqliteError(own));
      }
    }
  }

  #transact(group: readonly Waiting[]): CommitResult[][] {
    const syncAfter = this.#walSync ? this.#beforeCommit(this.#walSync, group) : null;
    failpoint('commit-before-begin');
    this.#begin.run();
    try {
      const now = this.#clock.now();
      const results = group.map(({ sets }) => sets.map((set) => this.#writer.write(set, now)));
      failpoint('commit-before-commit');
      this.#commit.run();
      failpoint('commit-done');
      syncAfter?.syncNow();
      this.#onCommit(group.length);
      return results;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      this.#writer.forget();
      throw error;
    }
  }
}
