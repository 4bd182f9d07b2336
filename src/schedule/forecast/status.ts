// Where a task stands, from its actuals. What cannot be true is refused with the task's name.
import { PlanwrightError } from '../../base/errors.ts';
import type { Assignment } from '../money/assignments.ts';
import type { Actual, Minute, Task } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import { startAt, workAt } from '../simulate/work-time.ts';

export type Status =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly started: Minute }
  | { readonly kind: 'finished'; readonly started: Minute; readonly finished: Minute };

/** The calendar of whoever did it. */
export type WorkedOn = Pick<Assignment, 'axis' | 'origin'>;

export function statusOf(task: Task, now: Minute, workedOn?: WorkedOn): Status {
  const { actual } = task;
  if (actual === undefined) return { kind: 'waiting' };
  check(task, now);
  const { started, finished, progress = 0 } = actual;
  if (finished !== undefined) {
    return { kind: 'finished', started: started ?? usualStart(task, finished, workedOn), finished };
  }
  if (task.kind === 'milestone') {
    const reached = started ?? (isDone(actual) ? now : undefined);
    return reached === undefined
      ? { kind: 'waiting' }
      : { kind: 'finished', started: reached, finished: reached };
  }
  if (isDone(actual)) {
    return { kind: 'finished', started: started ?? usualStart(task, now, workedOn), finished: now };
  }
  if (started !== undefined) return { kind: 'running', started };
  return progress > 0 ? { kind: 'running', started: now } : { kind: 'waiting' };
}

/** Nothing of it is left, though nobody says when it was finished. */
export function isDone({ progress, remainingMinutes, started }: Actual): boolean {
  if (remainingMinutes !== undefined) {
    return remainingMinutes === 0 && (started !== undefined || (progress ?? 0) > 0);
  }
  return progress === 1;
}

/** When only the finish is known, it took as much work as was thought; it began no earlier than the
 * project, unless it was finished before that. */
function usualStart(task: Task, finished: Minute, workedOn: WorkedOn | undefined): Minute {
  const work = usual(task);
  if (workedOn === undefined || finished <= workedOn.origin) return finished - work;
  const { axis, origin } = workedOn;
  const before = Math.max(0, workAt(axis, finished - origin) - work);
  return Math.min(finished, origin + startAt(axis, before));
}

function usual({ ways, actual }: Task): number {
  const way = ways.find(({ id }) => id === actual?.way) ?? ways[0];
  return way === undefined ? 0 : Math.round(pertMean(way.estimate));
}

function check({ id, actual = {}, ways }: Task, now: Minute): void {
  const { started, finished, progress, remainingMinutes, cost, way } = actual;
  const fail = (what: string): never => {
    throw new PlanwrightError('INVALID_ARGUMENTS', `task “${id}” ${what}`, { task: id });
  };
  if (started !== undefined && started > now) fail('has started in the future');
  if (finished !== undefined && finished > now) fail('has finished in the future');
  if (started !== undefined && finished !== undefined && finished < started) {
    fail('has finished before it started');
  }
  if (progress !== undefined && !(progress >= 0 && progress <= 1)) {
    fail('has a progress outside of 0 to 1');
  }
  if (remainingMinutes !== undefined && !(remainingMinutes >= 0 && remainingMinutes < 1e9)) {
    fail('has a remainder that is no number of minutes');
  }
  if (cost !== undefined && !Number.isFinite(cost)) fail('has a cost that is no number');
  if (way !== undefined && !ways.some((each) => each.id === way)) fail(`has no way “${way}”`);
}
