// SQLite in the thread that opened it. Group commit without a timer: whatever queued while the last
// commit ran is flushed together by setImmediate (a 1 ms timer cut a single writer to a seventh).
import { randomBytes } from 'node:crypto';
import { backup, type DatabaseSync } from 'node:sqlite';
import { type Clock, systemClock } from '../../base/clock.ts';
import { PlanwrightError } from '../../base/errors.ts';
import { checkValues } from '../check-values.ts';
import { migrations as allMigrations } from '../migrations/index.ts';
import type { Migration } from '../migrations/migration.ts';
import type { CommitResult, Reader, Store, WriteSet } from '../store.ts';
import { watchDataVersion } from './data-version.ts';
import { migrateSqlite } from './migrate.ts';
import { openReader, openWriter, type SqliteOptions } from './open.ts';
import { sqliteError } from './sqlite-error.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import { WriteSetWriter } from './write-set.ts';

interface Waiting {
  readonly sets: readonly WriteSet[];
  resolve(results: CommitResult[]): void;
  reject(error: Error): void;
}

interface Options extends SqliteOptions {
  readonly clock?: Clock;
  readonly migrations?: readonly Migration[];
}

class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #clock: Clock;
  readonly #writer: WriteSetWriter;
  #queue: Waiting[] = [];
  #isScheduled = false;
  #isClosed = false;

  constructor(db: DatabaseSync, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
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

  flush(): void {
    this.#isScheduled = false;
    const group = this.#queue;
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
    this.#db.exec('begin immediate');
    try {
      const now = this.#clock.now();
      const results = groups.map((sets) => sets.map((set) => this.#writer.write(set, now)));
      this.#db.exec('commit');
      return results;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      throw error;
    }
  }
}

/** The secret that signs leases and tickets lives with the data, so that all servers share it. */
function ensureSecret(db: DatabaseSync): void {
  const secret = randomBytes(32).toString('hex');
  db.prepare(`insert into meta (key, value) values ('secret', ?) on conflict do nothing`).run(
    secret,
  );
}

/** Rewrites the file without any deleted byte, and empties the write-ahead log. */
function scrub(db: DatabaseSync): void {
  db.exec('vacuum');
  const row = db.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
  if (row.busy === 0) return;
  throw new PlanwrightError(
    'storage_busy',
    'The data is erased, but a reader still holds old pages. Run the erase again to clean the files.',
  );
}

export function openSqliteStore(options: Options): Store {
  const clock = options.clock ?? systemClock;
  const db = openWriter(options);
  try {
    migrateSqlite(db, options.migrations ?? allMigrations, clock.now());
    ensureSecret(db);
  } catch (error) {
    db.close();
    throw sqliteError(error);
  }
  const group = new GroupCommit(db, clock);
  const watch = watchDataVersion(db);
  return {
    kind: 'sqlite',
    ...createSqliteReader(db),
    now: () => clock.now(),
    commit: (sets) => group.commit(sets),
    onForeignCommit: watch.listen,
    scrub: async () => {
      group.flush();
      scrub(db);
    },
    backup: async (target) => {
      await backup(db, target);
    },
    close: async () => {
      watch.stop();
      group.close();
      if (db.isOpen) db.close();
    },
  };
}

/** A read-only connection for the thread that serves; the file must have been opened before. */
export function openSqliteReader(path: string): Reader & { close(): void } {
  const db = openReader(path);
  return { ...createSqliteReader(db), close: () => db.close() };
}
