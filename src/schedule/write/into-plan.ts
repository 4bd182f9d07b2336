// Puts a computed schedule into the plan.json it was computed for: dates of tasks, phases and the
// whole, and the schedule itself. Everything else stays as it is, also what we do not know.
import type { PlanSchedule } from '../../contract/plan-schedule.ts';
import type { Project } from '../project.ts';
import type { ScheduleOutcome } from '../run/outcome.ts';
import { dayOfIsoDate } from '../time/civil.ts';
import type { Json } from './json.ts';
import { daysOfTask, finishDateIn } from './plan.ts';
import { resultsOf } from './results.ts';

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
  const results = resultDates(raw, project, outcome);
  const phases = (raw.phases as Json[]).map((phase) => {
    const tasks = (phase.tasks as Json[]).map(({ result_date: _old, ...task }) => {
      const id = String(task.task_id);
      return { ...task, ...dates.get(id), ...results.get(id) };
    });
    const own = withResults(dates.get(String(phase.phase_id)), tasks);
    return { ...phase, ...own, ...weeksOf(phase, own), tasks };
  });
  return { ...raw, phases, finish_date: schedule.finish_date, schedule };
}

/** A phase is over when its last result is there. */
function withResults(dates: Dates | undefined, tasks: readonly Json[]): Dates | undefined {
  if (dates === undefined) return dates;
  const results = tasks.flatMap(({ result_date: date }) => (typeof date === 'string' ? date : []));
  return { ...dates, finish_date: [dates.finish_date, ...results].toSorted().at(-1) ?? '' };
}

const resultDates = (raw: Json, project: Project, outcome: ScheduleOutcome) =>
  new Map(
    [...resultsOf(raw, project, outcome)].map(([id, minute]) => [
      id,
      { result_date: finishDateIn(project.zone, minute, project.start) },
    ]),
  );

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
