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

/** Of the time limit, when a simulation follows. */
const SEARCH_SHARE = 0.5;

export function timedSchedule(job: ScheduleJob, limits: Limits): TimedOutcome {
  const { timeLimitMs = Number.POSITIVE_INFINITY, isInterrupted = () => false } = limits;
  const begun = performance.now();
  let stopped: StopReason | null = null;
  const interrupted = (): boolean => {
    if (isInterrupted()) stopped = 'interrupted';
    return stopped === 'interrupted';
  };
  const stopAfter = (share: number) => (): boolean => {
    if (interrupted()) return true;
    if (performance.now() - begun < timeLimitMs * share) return false;
    stopped = 'time_limit';
    return true;
  };
  // What comes after the search needs time too; what it could not do is seen in its own numbers.
  const isShared = job.simulation !== undefined && job.closeGap !== true;
  const outcome = scheduleProject(job, {
    solve: stopAfter(isShared ? SEARCH_SHARE : 1),
    simulate: stopAfter(1),
  });
  return { outcome, seconds: (performance.now() - begun) / 1000, stopped };
}
