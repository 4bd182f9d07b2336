// A forecast by any scheduler: the past is kept, the rest is scheduled again.
import { finishOf } from '../../src/schedule/finish.ts';
import { type Remaining, remainingProject } from '../../src/schedule/forecast/remaining.ts';
import { type Slip, slipsBetween, withPast } from '../../src/schedule/forecast/with-past.ts';
import type { Scheduler } from '../../src/schedule/money/proposals.ts';
import type { Minute, Placed, Project } from '../../src/schedule/project.ts';

export interface Forecast {
  readonly placed: readonly Placed[];
  readonly finish: Minute;
  /** Against the schedule that was given. */
  readonly slips: readonly Slip[];
  readonly remaining: Remaining;
}

export function reforecast(
  project: Project,
  now: Minute,
  schedule: Scheduler,
  planned: readonly Placed[] = [],
): Forecast {
  const remaining = remainingProject(project, now, planned);
  const isOver = remaining.project.tasks.length === 0;
  const placed = withPast(project, remaining, isOver ? [] : schedule(remaining.project).placed);
  return {
    placed,
    finish: finishOf(project, placed),
    slips: slipsBetween(planned, placed),
    remaining,
  };
}
