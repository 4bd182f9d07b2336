// Keeps the write-ahead log short from a thread of its own. It only copies earlier what SQLite would
// copy anyway: should the thread fail, the writer's own limit is what bounds the log.
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { checkpointPages, type SqliteOptions } from './open.ts';

/** Commits are about eight pages. Short-lived processes never come this far. */
const commitsBeforeStart = 200;
const commitsBetween = 128;
/**
 * Where every commit is synced, the thread's own syncs delay those of a writer that waits for each: a
 * run alone is a seventh slower with it. With so many sets to a commit the copying is the larger part.
 */
const setsToACommit = { NORMAL: 0, FULL: 4 } as const;
/**
 * With a helper the writer itself copies only what is left. Where every commit is synced the log is
 * better short: to write over blocks that are there is half as dear as to make a file longer.
 */
const writersPages = { NORMAL: 16_000, FULL: checkpointPages } as const;
const closeMs = 2_000;

export class Checkpointer {
  readonly #db: DatabaseSync;
  readonly #options: SqliteOptions;
  #worker: Worker | null = null;
  #commits = 0;
  #sets = 0;
  #isBusy = false;
  #isOver = false;

  constructor(db: DatabaseSync, options: SqliteOptions) {
    this.#db = db;
    this.#options = options;
  }

  /** A commit of so many sets was made. */
  committed(sets: number): void {
    this.#commits += 1;
    this.#sets += sets;
    if (this.#isBusy || this.#isOver || this.#options.path === ':memory:') return;
    if (this.#commits < (this.#worker ? commitsBetween : commitsBeforeStart)) return;
    const isCrowded = this.#sets >= this.#commits * setsToACommit[this.#options.synchronous];
    this.#commits = 0;
    this.#sets = 0;
    if (!isCrowded) return;
    this.#worker ??= this.#start();
    this.#isBusy = true;
    this.#worker.postMessage('checkpoint');
  }

  /** Before the writer closes, so that it is the last one and leaves no log behind. */
  async close(): Promise<void> {
    this.#isOver = true;
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = null;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, closeMs);
    });
    const gone = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('close');
    await Promise.race([gone, late]);
    clearTimeout(timer);
    await worker.terminate();
  }

  #start(): Worker {
    const { path, synchronous } = this.#options;
    const worker = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: { path, synchronous },
    });
    worker.on('message', () => {
      this.#isBusy = false;
    });
    // Then the writer does it all again, as before; what stopped the thread, such as a full disk, it
    // meets itself and reports.
    worker.on('error', () => this.#giveUp());
    worker.on('exit', () => this.#giveUp());
    worker.unref();
    this.#db.exec(`pragma wal_autocheckpoint = ${writersPages[synchronous]}`);
    return worker;
  }

  #giveUp(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#worker = null;
    if (this.#db.isOpen) this.#db.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
  }
}
