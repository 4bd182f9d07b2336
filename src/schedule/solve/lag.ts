// Lags on a working axis. No lag moves nothing; a positive one ends one tick after its last worked
// tick; a negative one goes back to where that many worked ticks begin, at most to tick 0.
import type { AxisTable } from './axis-table.ts';

export function lagForward(axis: AxisTable, from: number, lag: number): number {
  if (lag === 0) return from;
  if (axis.always) return Math.max(0, from + lag);
  if (lag > 0) return axis.tickOf(axis.workBefore(from) + lag - 1) + 1;
  const work = axis.workBefore(from) + lag;
  return work < 0 ? 0 : axis.tickOf(work);
}

/** The last tick from which the lag ends at or before `until`; below 0 when there is none. */
export function lagBack(axis: AxisTable, until: number, lag: number): number {
  if (lag === 0) return until;
  if (axis.always) return until - lag;
  if (lag > 0) {
    const work = axis.workBefore(until) - lag;
    return work < 0 ? -1 : axis.tickOf(work);
  }
  return axis.tickOf(axis.workBefore(until + 1) - 1 - lag);
}
