// Lags on an axis, and exactly back: `latestBeforeLag` gives the last instant from which the lag
// still ends in time. Late dates and floats are exact because these two are.
import type { WorkAxis } from '../solve/problem.ts';

/** Where a lag that begins at `tick` ends. */
export function afterLag(axis: WorkAxis, tick: number, lag: number): number {
  if (lag === 0) return tick;
  if (axis.always) return tick + lag;
  const work = axis.workBefore(tick) + lag;
  return lag > 0 ? axis.tickOf(work - 1) + 1 : axis.tickOf(work);
}

/** The greatest tick whose lag ends at `limit` or before. */
export function latestBeforeLag(axis: WorkAxis, limit: number, lag: number): number {
  if (lag === 0) return limit;
  if (axis.always) return limit - lag;
  if (lag > 0) return axis.tickOf(axis.workBefore(limit) - lag);
  return axis.tickOf(axis.workBefore(limit + 1) - lag - 1);
}
