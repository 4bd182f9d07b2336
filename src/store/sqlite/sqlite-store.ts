// SQLite in the thread that opened it.
import { backup, type DatabaseSync } from 'node:sqlite';
import { type Clock, systemClock } from '../../base/clock.ts';
import { PlanwrightError } from '../../base/errors.ts';
import type { Reader, Store } from '../store.ts';
import { Checkpointer } from './checkpointer.ts';
import { watchDataVersion } from './data-version.ts';
import { GroupCommit } from './group-commit.ts';
import { openReader, openWriter, type SqliteOptions } from './open.ts';
import { ensureSchema } from './schema.ts';
import { sqliteError } from './sqlite-error.ts';
import { createSqliteReader } from './sqlite-reader.ts';
import { SyncMark } from './sync-mark.ts';
import { type DiskSync, syncOfLog, WalSync } from './wal-sync.ts';

interface Options extends SqliteOptions {
  readonly clock?: Clock;
  /** Shared with the threads that read beside this one. */
  readonly syncMark?: SyncMark;
  /** For tests; the log's file otherwise. */
  readonly diskSync?: DiskSync;
}

/** Null where no commit is synced in any case. */
function walSyncOf({ path, synchronous, syncMark, diskSync }: Options): WalSync | null {
  if (synchronous !== 'FULL' || path === ':memory:') return null;
  return new WalSync(syncMark ?? new SyncMark(), diskSync ?? syncOfLog(path));
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

/** All pages in one step, so that a busy writer cannot make it start over. */
const allPages = 2 ** 31 - 1;

/** On a connection of its own: a copy from the one that writes fails when both meet. */
async function copyTo(path: string, target: string): Promise<void> {
  const source = openReader(path);
  try {
    await backup(source, target, { rate: allPages });
  } catch (error) {
    throw sqliteError(error);
  } finally {
    source.close();
  }
}

export function openSqliteStore(options: Options): Store {
  const clock = options.clock ?? systemClock;
  const db = openWriter(options);
  let walSync: WalSync | null;
  try {
    ensureSchema(db);
    walSync = walSyncOf(options);
  } catch (error) {
    db.close();
    throw sqliteError(error);
  }
  const checkpointer = new Checkpointer(db, options);
  const group = new GroupCommit(db, clock, (sets) => checkpointer.committed(sets), walSync);
  const watch = watchDataVersion(db);
  return {
    kind: 'sqlite',
    ...createSqliteReader(db),
    now: () => clock.now(),
    commit: (sets, how) => group.commit(sets, how),
    kept: () => walSync?.kept() ?? Promise.resolve(),
    purgeUniques: (now, limit) => group.purgeUniques(now, limit),
    onForeignCommit: watch.listen,
    scrub: async () => {
      group.flush();
      scrub(db);
    },
    rest: () => {
      if (db.isOpen) db.exec('pragma shrink_memory');
    },
    backup: async (target) => {
      await copyTo(options.path, target);
      await walSync?.kept();
    },
    close: async () => {
      watch.stop();
      try {
        group.close();
        walSync?.close();
      } finally {
        await checkpointer.close();
        if (db.isOpen) db.close();
      }
    },
  };
}

/**
 * A read-only connection for the thread that serves; the file must have been opened before. What it
 * reads is on the disk when it is given out, if the mark is that of the writer.
 */
export function openSqliteReader(path: string, mark?: SyncMark): Reader & { close(): void } {
  const db = openReader(path);
  return { ...createSqliteReader(db, mark), close: () => db.close() };
}
