// Puts a computed schedule into the plan.json it was computed for: dates of tasks, phases and the
// whole, and the schedule itself. Everything else stays as it is, also what we do not know.
import type { PlanSchedule } from '../../contract/plan-schedule.ts';
import type { Project } from '../project.ts';
import type { ScheduleOutcome } from '../run/outcome.ts';
import { dayOfIsoDate } from '../time/civil.ts';
import type { Json } from './json.ts';
import { daysOfTask } from './plan.ts';

interface Dates {
  readonly start_date: string;
  readonly finish_date: string;
}

/** `raw` has been read as a plan, so it has phases with tasks. */
export function intoPlan(
  raw: Json,
  project: Project,
  outcome: ScheduleOutcome,
  schedule: PlanSchedule,
): Json {
  const dates = datesOf(project, outcome);
  const phases = (raw.phases as Json[]).map((phase) => ({
    ...phase,
    ...dates.get(String(phase.phase_id)),
    ...weeksOf(phase, dates.get(String(phase.phase_id))),
    tasks: (phase.tasks as Json[]).map((task) => ({ ...task, ...dates.get(String(task.task_id)) })),
  }));
  return { ...raw, phases, finish_date: schedule.finish_date, schedule };
}

/** Where a phase says how long it is, to a tenth of a week. */
function weeksOf({ duration_weeks: said }: Json, dates: Dates | undefined): Json {
  if (said === undefined || dates === undefined) return {};
  const [first = 0, last = 0] = [dates.start_date, dates.finish_date].map(dayOfIsoDate);
  return { duration_weeks: Math.round(((last ?? 0) - (first ?? 0) + 1) * (10 / 7)) / 10 };
}

function datesOf(project: Project, { tasks }: ScheduleOutcome): ReadonlyMap<string, Dates> {
  return new Map(
    tasks.map((row) => {
      const { start, finish } = daysOfTask(row, project);
      return [row.id, { start_date: start, finish_date: finish }];
    }),
  );
}
