// Working time as a continuous line. The solver's axis counts whole ticks; a drawn duration is
// any number, so the simulation walks the same axis between the ticks. For whole numbers the
// answers are those of the solver.
import type { WorkAxis } from '../solve/problem.ts';

/** Sums of fractions that should be whole are; else a rounding error would cost a whole pause. */
function settled(work: number): number {
  const whole = Math.round(work);
  return Math.abs(work - whole) < 1e-6 ? whole : work;
}

/** Working time before the instant t. */
export function workAt(axis: WorkAxis, t: number): number {
  const tick = Math.floor(t);
  const before = axis.workBefore(tick);
  const part = t - tick;
  if (part === 0) return before;
  return axis.workBefore(tick + 1) > before ? before + part : before;
}

/** The first instant at which the work after `work` can go on. */
export function startAt(axis: WorkAxis, work: number): number {
  const exact = settled(work);
  const whole = Math.floor(exact);
  return axis.tickOf(whole) + (exact - whole);
}

/** The instant at which `work` is done; never in a pause. */
export function finishAt(axis: WorkAxis, work: number): number {
  const exact = settled(work);
  const whole = Math.ceil(exact) - 1;
  return axis.tickOf(whole) + (exact - whole);
}

export function addLag(axis: WorkAxis, instant: number, lag: number): number {
  if (lag === 0) return instant;
  if (axis.always) return instant + lag;
  const work = workAt(axis, instant) + lag;
  if (lag > 0) return finishAt(axis, work);
  return work < 0 ? 0 : startAt(axis, work);
}
