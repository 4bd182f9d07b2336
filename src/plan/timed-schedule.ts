// The pure scheduler with a clock beside it: a time limit and a wish to stop cap the effort, and
// the answer says whether one of them did.
import type { ScheduleJob, ScheduleOutcome } from '../schedule/run/outcome.ts';
import { scheduleProject } from '../schedule/run/schedule-project.ts';

export const stopReasons = ['time_limit', 'interrupted'] as const;
export type StopReason = (typeof stopReasons)[number];

export interface TimedOutcome {
  readonly outcome: ScheduleOutcome;
  readonly seconds: number;
  /** What ended the work before the effort was spent; null when nothing did. */
  readonly stopped: StopReason | null;
}

export interface Limits {
  readonly timeLimitMs?: number;
  readonly isInterrupted?: () => boolean;
}

export function timedSchedule(job: ScheduleJob, limits: Limits): TimedOutcome {
  const { timeLimitMs = Number.POSITIVE_INFINITY, isInterrupted = () => false } = limits;
  const begun = performance.now();
  let stopped: StopReason | null = null;
  const interrupted = (): boolean => {
    if (isInterrupted()) stopped = 'interrupted';
    return stopped === 'interrupted';
  };
  const solveStop = (): boolean => {
    if (interrupted()) return true;
    if (performance.now() - begun < timeLimitMs) return false;
    stopped = 'time_limit';
    return true;
  };
  // The time limit is for the search; a simulation ends by its number of runs.
  const outcome = scheduleProject(job, { solve: solveStop, simulate: interrupted });
  return { outcome, seconds: (performance.now() - begun) / 1000, stopped };
}
