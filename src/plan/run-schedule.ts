// Scheduling for those who must not block: small jobs are done at once, long ones in a thread.
import { Worker } from 'node:worker_threads';
import { type ErrorWire, fromErrorWire } from '../base/errors.ts';
import type { ScheduleJob } from '../schedule/run/outcome.ts';
import type { ThreadInput } from './schedule-thread.ts';
import { type TimedOutcome, timedSchedule } from './timed-schedule.ts';

/** Placements that take a few milliseconds; a thread costs more than that. */
const SMALL_JOB = 100_000;
/** Schedules that closing a gap may try at most, in rounds of changes. */
const CLOSING_SCHEDULES = 16_000;

export interface RunOptions {
  readonly timeLimitMs?: number;
  /** Aborted: the best so far is the answer. */
  readonly signal?: AbortSignal;
}

type Word = { readonly done: TimedOutcome } | { readonly failed: ErrorWire };

export async function runSchedule(
  job: ScheduleJob,
  options: RunOptions = {},
): Promise<TimedOutcome> {
  const closing = job.closeGap === true ? CLOSING_SCHEDULES : 0;
  const runs = job.effort.schedules + (job.simulation?.runs ?? 0) + closing;
  if (job.project.tasks.length * runs <= SMALL_JOB) return timedSchedule(job, options);
  return inThread(job, options);
}

async function inThread(job: ScheduleJob, options: RunOptions): Promise<TimedOutcome> {
  const { timeLimitMs = Number.POSITIVE_INFINITY, signal } = options;
  const flag = new SharedArrayBuffer(4);
  const stop = (): void => void Atomics.store(new Int32Array(flag), 0, 1);
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const input: ThreadInput = { job, timeLimitMs, flag };
  const worker = new Worker(new URL('./schedule-thread.ts', import.meta.url), {
    workerData: input,
  });
  try {
    const word = await wordOf(worker);
    if ('failed' in word) throw fromErrorWire(word.failed);
    return word.done;
  } finally {
    signal?.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

function wordOf(worker: Worker): Promise<Word> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the scheduling thread ended with ${code}`)));
  });
}
