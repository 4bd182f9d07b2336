// A scheduling thread that stays for a while: for many small jobs, one after the other, that must not
// hold up whoever asks. Starting a thread costs more than such a job.
import { Worker } from 'node:worker_threads';
import { type ErrorWire, fromErrorWire } from '../base/errors.ts';
import type { ScheduleJob } from '../schedule/run/outcome.ts';
import type { RunOptions } from './run-schedule.ts';
import type { TimedOutcome } from './timed-schedule.ts';

export interface ResidentInput {
  readonly job: ScheduleJob;
  readonly timeLimitMs: number;
  /** One number; not 0 asks to stop. */
  readonly flag: SharedArrayBuffer;
}

export type ResidentWord = { readonly done: TimedOutcome } | { readonly failed: ErrorWire };

const IDLE_MS = 30_000;

export class ResidentScheduler {
  readonly #idleMs: number;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(idleMs = IDLE_MS) {
    this.#idleMs = idleMs;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Jobs wait for one another. */
  run(job: ScheduleJob, options: RunOptions = {}): Promise<TimedOutcome> {
    const answer = this.#last.then(() => this.#one(job, options));
    this.#last = answer.catch(() => undefined);
    return answer;
  }

  /** A job that is under way fails. */
  close(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }

  async #one(job: ScheduleJob, options: RunOptions): Promise<TimedOutcome> {
    const { timeLimitMs = Number.POSITIVE_INFINITY, signal } = options;
    const flag = new SharedArrayBuffer(4);
    const stop = (): void => void Atomics.store(new Int32Array(flag), 0, 1);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    try {
      const input: ResidentInput = { job, timeLimitMs, flag };
      const word = await ask(this.#worker, input);
      if ('failed' in word) throw fromErrorWire(word.failed);
      return word.done;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#idle = setTimeout(() => this.close(), this.#idleMs).unref();
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./resident-thread.ts', import.meta.url));
    // Nobody stays for it.
    worker.unref();
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = null;
    });
    return worker;
  }
}

function ask(worker: Worker, input: ResidentInput): Promise<ResidentWord> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number): void =>
      settle(() => reject(new Error(`the scheduling thread ended with ${code}`)));
    const onError = (error: unknown): void => settle(() => reject(error as Error));
    const onMessage = (word: ResidentWord): void => settle(() => resolve(word));
    const settle = (tell: () => void): void => {
      worker.off('exit', onExit).off('error', onError).off('message', onMessage);
      tell();
    };
    worker.on('exit', onExit).on('error', onError).on('message', onMessage);
    worker.postMessage(input);
  });
}
