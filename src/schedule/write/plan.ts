// A computed schedule as plan.json carries it: instants become text of the plan's zone, minutes
// become hours.
import type { BaselineTask, PlanSchedule, ScheduledTask } from '../../contract/plan-schedule.ts';
import type { Minute, Placed, Project, Task } from '../project.ts';
import { dueOf } from '../run/due.ts';
import type { OutcomeTask, ScheduleOutcome } from '../run/outcome.ts';
import { isoDateIn, isoDateTimeIn } from '../time/local-time.ts';
import { hoursOf } from './hours.ts';
import { planSimulation } from './plan-simulation.ts';

/** As many as the contract takes. */
const MAX_CRITICAL = 200;
const MAX_LINT = 1000;
const MAX_RISKS = 50;

export interface PlanScheduleInput {
  readonly project: Project;
  readonly outcome: ScheduleOutcome;
  readonly effort: { readonly seed: number; readonly schedules: number };
  readonly currency: string | null;
  /** In words, who works when. */
  readonly calendar: string;
  /** The schedule from before the work began; not before it has. */
  readonly baseline?: readonly Placed[];
}

export function planSchedule(input: PlanScheduleInput): PlanSchedule {
  const { project, outcome, effort, currency, calendar, baseline } = input;
  const { zone, start } = project;
  const due = dueOf(project, outcome.tasks);
  const { simulation, cost } = outcome;
  const skilled = new Set(project.tasks.filter(asksForSkill).map(({ id }) => id));
  return {
    finish_date: finishDateIn(zone, outcome.finish, start),
    critical_path: outcome.criticalPath.slice(0, MAX_CRITICAL),
    deadline: due === null ? null : finishDateIn(zone, due.deadline, start),
    meets_deadline: due === null ? null : due.finish <= due.deadline,
    calendar,
    tick_minutes: outcome.tickMinutes,
    makespan_hours: hoursOf(outcome.finish - start),
    start: isoDateTimeIn(zone, start),
    finish: isoDateTimeIn(zone, outcome.finish),
    tasks: outcome.tasks.map((task) => scheduledTask(task, zone, skilled.has(task.id))),
    ...(baseline === undefined ? {} : { baseline: baseline.map((row) => placedRow(row, zone)) }),
    effort: { seed: effort.seed, schedules: effort.schedules },
    ...(simulation === null
      ? {}
      : { simulation: planSimulation(simulation, zone, cost.total, due) }),
    ...(currency === null || cost.total === 0
      ? {}
      : { cost: { total: cost.total, currency }, cash_flow: [...cost.cashFlow] }),
    ...(currency === null || cost.riskCosts.length === 0
      ? {}
      : { risk_costs: cost.riskCosts.slice(0, MAX_RISKS) }),
    lint: outcome.lint.slice(0, MAX_LINT),
  };
}

/** The day on which the last minute lies: midnight still belongs to the day before. */
export const finishDateIn = (zone: string, finish: Minute, start: Minute): string =>
  isoDateIn(zone, finish > start ? finish - 1 : finish);

/** First and last day of a task. A milestone lies on the day that what it waits for ends on. */
export function daysOfTask(
  { start, finish }: Pick<OutcomeTask, 'start' | 'finish'>,
  project: Pick<Project, 'zone' | 'start'>,
): { start: string; finish: string } {
  const { zone } = project;
  const last = finishDateIn(zone, finish, project.start);
  return { start: finish > start ? isoDateIn(zone, start) : last, finish: last };
}

const asksForSkill = ({ ways }: Task): boolean =>
  ways.some(({ uses }) => uses.some((use) => 'skill' in use));

const placedRow = ({ id, way, start, finish, uses }: Placed, zone: string): BaselineTask => ({
  id,
  way,
  start: isoDateTimeIn(zone, start),
  finish: isoDateTimeIn(zone, finish),
  ...(uses === undefined ? {} : { uses: [...uses] }),
});

/** Which roles it takes is told where the plan leaves it open. */
function scheduledTask(task: OutcomeTask, zone: string, isOpen: boolean): ScheduledTask {
  const { uses, ...place } = task;
  return {
    ...placedRow(isOpen && uses.length > 0 ? task : place, zone),
    total_float: hoursOf(task.totalFloatMinutes),
    free_float: hoursOf(task.freeFloatMinutes),
    critical: task.critical,
  };
}
