// The thread in which long scheduling runs, so that whoever asked stays awake.
import { parentPort, workerData } from 'node:worker_threads';
import { toErrorWire } from '../base/errors.ts';
import type { ScheduleJob } from '../schedule/run/outcome.ts';
import { timedSchedule } from './timed-schedule.ts';

export interface ThreadInput {
  readonly job: ScheduleJob;
  readonly timeLimitMs: number;
  /** One number; not 0 asks to stop. */
  readonly flag: SharedArrayBuffer;
}

const { job, timeLimitMs, flag } = workerData as ThreadInput;
const wish = new Int32Array(flag);

try {
  const isInterrupted = (): boolean => Atomics.load(wish, 0) !== 0;
  parentPort?.postMessage({ done: timedSchedule(job, { timeLimitMs, isInterrupted }) });
} catch (error) {
  parentPort?.postMessage({ failed: toErrorWire(error) });
}
