// A connection with the settings that durability rests on: WAL, and a sync at every commit (but see wal-sync.ts).
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy, sqliteError } from './sqlite-error.ts';

export interface SqliteOptions {
  readonly path: string;
  readonly synchronous: 'FULL' | 'NORMAL';
  /** The file never grows beyond so many pages of 4 KiB; no limit but the disk's without it. */
  readonly pagesMax?: number;
}

const busyTimeoutMs = 5_000;
const retryMs = 5;

/** The pages in use stay in memory: with SQLite's own 2 MB a tenth of a commit's time went to reading. */
const cacheKib = 64 * 1024;
/** A page that many commits change is copied to the file once: four times SQLite's own (16 MB). */
export const checkpointPages = 4_000;

/** SQLite does not wait for others when it changes the mode of a new file, so we do. */
function useWal(db: DatabaseSync): void {
  const giveUpMs = performance.now() + busyTimeoutMs;
  const bell = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      db.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpMs) throw error;
      Atomics.wait(bell, 0, 0, retryMs);
    }
  }
}

/**
 * Only their owner reads the data. By name, since closing a handle of our own would drop the locks of
 * every connection in this process; before the first byte, and SQLite gives its other files the same.
 */
function makePrivate(path: string): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      chmodSync(file, 0o600);
    } catch (error) {
      // Not there yet, or another owner's, who has decided who may share it.
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT' && code !== 'EPERM') throw error;
    }
  }
}

export function openWriter({ path, synchronous, pagesMax }: SqliteOptions): DatabaseSync {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
    makePrivate(path);
    useWal(db);
    db.exec(`pragma synchronous = ${synchronous}`);
    db.exec(`pragma fullfsync = 1`);
    db.exec(`pragma checkpoint_fullfsync = 1`);
    db.exec(`pragma secure_delete = on`);
    db.exec(`pragma cache_size = -${cacheKib}`);
    db.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
    if (pagesMax !== undefined) db.exec(`pragma max_page_count = ${Math.trunc(pagesMax)}`);
    return db;
  } catch (error) {
    throw sqliteError(error);
  }
}

export function openReader(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs });
  } catch (error) {
    throw sqliteError(error);
  }
}
