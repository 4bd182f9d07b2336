// The thread behind ResidentScheduler: one job after the other.
import { parentPort } from 'node:worker_threads';
import { toErrorWire } from '../base/errors.ts';
import type { ResidentInput, ResidentWord } from './resident-scheduler.ts';
import { timedSchedule } from './timed-schedule.ts';

function answer({ job, timeLimitMs, flag }: ResidentInput): ResidentWord {
  const wish = new Int32Array(flag);
  const isInterrupted = (): boolean => Atomics.load(wish, 0) !== 0;
  try {
    return { done: timedSchedule(job, { timeLimitMs, isInterrupted }) };
  } catch (error) {
    return { failed: toErrorWire(error) };
  }
}

parentPort?.on('message', (input: ResidentInput) => parentPort?.postMessage(answer(input)));
