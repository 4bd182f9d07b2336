// Commits whose sync nobody waits for: a step in this process that has no effects outside goes on when
// the commit before it is written, and one sync serves all that were written meanwhile. Syncing at every
// such commit took two thirds of a chain's time.
import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { notKept, type SyncMark } from './sync-mark.ts';

/** Brings what was written to the write-ahead log onto the disk. */
export interface DiskSync {
  now(): void;
  later(done: (error: Error | null) => void): void;
  close(): void;
}

/**
 * By handles of our own, on the log of a database that was read or written already: it is there as long
 * as the database is open. Closing them drops no lock, since SQLite has its locks on the other two files.
 * Two of them, because the system tells each handle of a failure once.
 */
export function syncOfLog(databasePath: string): DiskSync {
  const handles = [0, 1].map(() => openSync(`${databasePath}-wal`, 'r+')) as [number, number];
  const [first, second] = handles;
  return {
    now: () => fdatasyncSync(first),
    later: (done) => fdatasync(second, done),
    close: () => handles.forEach(closeSync),
  };
}

/** Syncs begin so far apart: those who hear of such a commit later do not mind. */
const apartMs = 3;

export class WalSync {
  readonly #mark: SyncMark;
  readonly #disk: DiskSync;
  #written = 0;
  #keptUpTo = 0;
  #timer: NodeJS.Timeout | undefined;
  #isSyncing = false;
  #isClosed = false;
  #waiting: { readonly upTo: number; resolve(): void; reject(error: Error): void }[] = [];

  constructor(mark: SyncMark, disk: DiskSync) {
    this.#mark = mark;
    this.#disk = disk;
  }

  /** Something was written that is not on the disk yet. */
  get isBehind(): boolean {
    return this.#mark.isBehind;
  }

  get hasFailed(): boolean {
    return this.#mark.hasFailed;
  }

  /** To be called before every commit that does not sync by itself. */
  write(): void {
    this.#written = this.#mark.write();
    this.#schedule();
  }

  /** All that was written so far, at once. */
  syncNow(): void {
    try {
      this.#disk.now();
    } catch (error) {
      this.#fail(error);
      throw notKept(error);
    }
    this.#keep(this.#written);
  }

  kept(): Promise<void> {
    if (!this.isBehind) return Promise.resolve();
    if (this.hasFailed) return Promise.reject(notKept());
    return new Promise((resolve, reject) => {
      this.#waiting.push({ upTo: this.#written, resolve, reject });
    });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    try {
      if (this.isBehind && !this.hasFailed) this.syncNow();
    } finally {
      if (!this.#isSyncing) this.#disk.close();
    }
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#isSyncing || this.#isClosed) return;
    this.#timer = setTimeout(() => this.#begin(), apartMs);
  }

  #begin(): void {
    this.#timer = undefined;
    if (!this.isBehind || this.hasFailed) return;
    const upTo = this.#written;
    this.#isSyncing = true;
    try {
      this.#disk.later((error) => this.#ended(upTo, error));
    } catch (error) {
      this.#ended(upTo, error);
    }
  }

  #ended(upTo: number, error: unknown): void {
    this.#isSyncing = false;
    if (this.#isClosed) this.#disk.close();
    if (error) this.#fail(error);
    // Another sync may have come by meanwhile.
    else if (((upTo - this.#keptUpTo) | 0) > 0) this.#keep(upTo);
    if (this.isBehind && !this.hasFailed) this.#schedule();
  }

  #keep(upTo: number): void {
    this.#keptUpTo = upTo;
    this.#mark.keep(upTo);
    const isKept = (number: number): boolean => ((upTo - number) | 0) >= 0;
    const done = this.#waiting.filter((one) => isKept(one.upTo));
    this.#waiting = this.#waiting.filter((one) => !isKept(one.upTo));
    for (const { resolve } of done) resolve();
  }

  #fail(error: unknown): void {
    this.#mark.fail();
    for (const { reject } of this.#waiting) reject(notKept(error));
    this.#waiting = [];
  }
}
