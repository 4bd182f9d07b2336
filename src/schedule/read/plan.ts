// plan.json as a project: phases and tasks become the hierarchy, hours become minutes, and every
// mistake is named by its place in the file. Subtasks have no durations and are not scheduled.
import { PlanwrightError } from '../../base/errors.ts';
import {
  maxScheduledTasks,
  type SchedulablePlan,
  schedulablePlanSchema,
} from '../../contract/plan-schedulable.ts';
import type { PlanLint } from '../../contract/plan-schedule.ts';
import type { StatedCost } from '../money/cost-lines.ts';
import type { Placed, Project, Task } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';
import { isZone } from '../time/zone.ts';
import { type Instants, instantIn } from './instants.ts';
import { badPlace, type Complain, forbid, placeText, quoted, refuse } from './place.ts';
import { baselineOf } from './plan-baseline.ts';
import { calendarsOf, officeCalendar } from './plan-calendars.ts';
import { budgetOf, risksOf, statedOf } from './plan-lines.ts';
import { linksOf } from './plan-links.ts';
import { moneyOf, type PlanMoney } from './plan-money.ts';
import { meansOf } from './plan-roles.ts';
import { taskOf } from './plan-tasks.ts';
import { unknownFields } from './unknown-fields.ts';
import { issueText, nearest, placeOf, type WithinRange, withinRange } from './within-range.ts';

export interface PlanReading {
  readonly project: Project;
  readonly title: string;
  readonly currency: string | null;
  readonly budget: number | null;
  /** The odds at which deadline and budget should hold. */
  readonly confidence: number;
  readonly risks: readonly Risk[];
  /** Of the schedule that the plan carries already, so that it can be computed again. */
  readonly effort: { readonly seed: number; readonly schedules: number } | null;
  /** Money beside the tasks. */
  readonly stated: readonly StatedCost[];
  /** The schedule from before the work began; null when the plan carries none. */
  readonly baseline: readonly Placed[] | null;
  /** What a lenient reading left out. */
  readonly notes: readonly string[];
  /** A reading that is not lenient gives the same. */
  readonly isSound: boolean;
  /** The plan as it was read; a lenient reading brings its numbers into range before. */
  readonly ranged: WithinRange;
  /** Fields that nothing was read from, since nobody knows them. */
  readonly lint: readonly PlanLint[];
}

export interface ReadOptions {
  /** Lets through what a repair can mend: unknown names, twins, figures out of order. */
  readonly lenient?: boolean;
}

const DEFAULT_CONFIDENCE = 0.8;

export function readPlan(raw: unknown, { lenient = false }: ReadOptions = {}): PlanReading {
  refuseTooMany(raw);
  const ranged: WithinRange = lenient ? withinRange(raw) : { plan: raw, changes: [] };
  const plan = ranged.checked ?? parsePlan(ranged.plan);
  const money = moneyOf(plan);
  let isSound = ranged.changes.length === 0;
  // What is wrong is found again, and mended, in the project.
  const readOn: Complain = () => {
    isSound = false;
  };
  const complain = lenient ? readOn : refuse;
  const project = projectOf(plan, money, complain);
  const ids = new Set(project.tasks.map(({ id }) => id));
  const notes: string[] = [];
  const leaveOut: Complain = (place, what) => {
    isSound = false;
    notes.push(`${placeText(place)}: ${what}; it was left out`);
  };
  const lines = { ids, money, complain: lenient ? leaveOut : refuse };
  const [risks, stated] = [risksOf(plan, lines), statedOf(plan, lines)];
  const baseline = baselineOf(plan, project);
  return {
    project,
    title: plan.title ?? plan.plan_id ?? 'Plan',
    currency: money.currency ?? null,
    budget: budgetOf(plan, money),
    confidence: plan.confidence ?? DEFAULT_CONFIDENCE,
    risks,
    effort: plan.schedule?.effort ?? null,
    stated,
    baseline,
    notes,
    isSound,
    ranged,
    // Looked for where somebody wants to know: it takes a quarter of the whole.
    get lint() {
      return unknownFields(raw as object);
    },
  };
}

/** Before a million tasks are checked one by one. */
function refuseTooMany(raw: unknown): void {
  const phases = (raw as { phases?: unknown } | null)?.phases;
  if (!Array.isArray(phases)) return;
  const lists = phases.map((phase) => (phase as { tasks?: unknown } | null)?.tasks);
  const count = lists.reduce<number>(
    (sum, tasks) => sum + (Array.isArray(tasks) ? tasks.length : 0),
    phases.length,
  );
  if (count <= maxScheduledTasks) return;
  const message = `phases: ${count} phases and tasks; at most ${maxScheduledTasks} are scheduled`;
  throw new PlanwrightError('limit_exceeded', message, { place: 'phases' });
}

function parsePlan(raw: unknown): SchedulablePlan {
  const parsed = schedulablePlanSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw badPlace([], 'this is no plan');
  const say = nearest(issue) === undefined ? forbid : refuse;
  say(placeOf(issue), issueText(issue, raw));
  throw parsed.error;
}

function projectOf(plan: SchedulablePlan, money: PlanMoney, complain: Complain): Project {
  const zone = plan.time_zone ?? 'UTC';
  if (!isZone(zone)) throw badPlace(['time_zone'], `there is no time zone ${quoted(zone)}`);
  const calendars = calendarsOf(plan, zone, complain);
  const instants: Instants = { zone, calendars: new Map(calendars.map((one) => [one.id, one])) };
  const means = meansOf(
    plan,
    calendars.map(({ id }) => id),
    money,
    complain,
  );
  const tasks = tasksOf(plan, { means, instants, money, complain });
  const { deadline } = plan;
  return {
    start: instantIn(instants, plan.start_date, 'start', ['start_date']),
    zone,
    tasks,
    links: linksOf(plan, new Set(tasks.map(({ id }) => id)), complain),
    roles: means.roles,
    calendars,
    defaultCalendar: officeCalendar,
    ...(deadline === undefined
      ? {}
      : { deadline: instantIn(instants, deadline, 'end', ['deadline']) }),
  };
}

function tasksOf(plan: SchedulablePlan, context: Parameters<typeof taskOf>[3]): Task[] {
  const tasks: Task[] = [];
  const ids = new Set<string>();
  const add = (task: Task, place: readonly (string | number)[]): void => {
    if (ids.has(task.id)) context.complain(place, `the id ${quoted(task.id)} is there twice`);
    ids.add(task.id);
    tasks.push(task);
  };
  for (const [index, phase] of plan.phases.entries()) {
    const { phase_id: id, name = id } = phase;
    const at = ['phases', index];
    add({ id, name, kind: 'summary', ways: [] }, [...at, 'phase_id']);
    for (const [taskIndex, task] of phase.tasks.entries()) {
      const place = [...at, 'tasks', taskIndex];
      add(taskOf(task, id, place, context), [...place, 'task_id']);
    }
  }
  return tasks;
}
