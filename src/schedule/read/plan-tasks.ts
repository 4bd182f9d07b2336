// Tasks of a plan as tasks of a project: hours become minutes, performers become calendars. A task
// without any length is a milestone.
import type { SchedulableTask } from '../../contract/plan-schedulable.ts';
import type { PlanWay } from '../../contract/plan-working.ts';
import type { Actual, Task, ThreePoint, Use, Way } from '../project.ts';
import { type Instants, instantIn } from './instants.ts';
import { badPlace, type Complain, type Place, quoted } from './place.ts';
import { alwaysCalendar, officeCalendar } from './plan-calendars.ts';
import type { PlanMoney } from './plan-money.ts';
import { checkCalendar, type Means } from './plan-roles.ts';

export interface TaskContext {
  readonly means: Means;
  readonly instants: Instants;
  readonly money: PlanMoney;
  readonly complain: Complain;
}

export function taskOf(
  task: SchedulableTask,
  parent: string,
  place: Place,
  context: TaskContext,
): Task {
  const ways = task.milestone ? [] : waysOf(task, place, context);
  if (task.milestone && (task.cost?.high ?? 0) > 0) {
    throw badPlace([...place, 'cost'], 'a milestone costs nothing; give the cost to a task');
  }
  // Nothing to do and nothing to pay.
  const isMilestone = ways.every(
    ({ estimate, fixedCost }) => estimate.high === 0 && (fixedCost?.high ?? 0) === 0,
  );
  const { inputs, outputs, group, optional, value } = task;
  return {
    id: task.task_id,
    name: task.title ?? task.task_id,
    kind: isMilestone ? 'milestone' : 'task',
    parent,
    ways: isMilestone ? [] : ways,
    ...datesOf(task, ways, place, context),
    ...(inputs === undefined ? {} : { inputs }),
    ...(outputs === undefined ? {} : { outputs }),
    ...(group === undefined ? {} : { group }),
    ...(optional === undefined ? {} : { optional }),
    ...(value === undefined ? {} : { value }),
    ...(task.actual === undefined ? {} : { actual: actualOf(task, place, context) }),
  };
}

function waysOf(task: SchedulableTask, place: Place, context: TaskContext): Way[] {
  if (task.ways === undefined) return [singleWay(task, place, context)];
  const names = new Set<string>();
  return task.ways.map((way, index) => {
    const at = [...place, 'ways', index];
    if (names.has(way.way_id)) context.complain(at, `${quoted(way.way_id)} is there twice`);
    names.add(way.way_id);
    // A way that states no cost has that of the task.
    const cost = way.cost ?? task.cost ?? undefined;
    const costAt = way.cost === undefined ? place : at;
    const fixedCost = cost === undefined ? {} : { fixedCost: costOf(cost, costAt, context) };
    return { ...wayOf(task, way, at, context), ...fixedCost };
  });
}

function singleWay(task: SchedulableTask, place: Place, context: TaskContext): Way {
  const { estimate, estimated_hours: single, cost } = task;
  if (estimate === undefined && single === undefined) {
    throw badPlace(place, 'a task needs estimate, estimated_hours, ways, or milestone: true');
  }
  const hours = estimate ?? { low: single ?? 0, likely: single ?? 0, high: single ?? 0 };
  const way = wayOf(task, { way_id: task.performer ?? 'default', estimate: hours }, place, context);
  if (cost === undefined || cost === null) return way;
  return { ...way, fixedCost: costOf(cost, place, context) };
}

function wayOf(task: SchedulableTask, way: PlanWay, place: Place, context: TaskContext): Way {
  const performer = way.performer ?? task.performer;
  const { means, complain } = context;
  const uses = usesOf(task, way, place, context);
  const calendar = way.calendar ?? task.calendar ?? performerCalendar(performer, uses, means);
  if (calendar !== undefined) {
    checkCalendar(calendar, means.calendars, [...place, 'calendar'], complain);
  }
  return {
    id: way.way_id,
    estimate: minutesOf(way.estimate, [...place, 'estimate'], complain),
    uses,
    ...(calendar === undefined ? {} : { calendar }),
  };
}

/** A role that is only named may have tasks of both kinds: then each task has its own hours. */
function performerCalendar(
  performer: SchedulableTask['performer'],
  uses: readonly Use[],
  means: Means,
): string | undefined {
  const isNamedOnly = uses.every((use) => 'role' in use && !means.described.has(use.role));
  if (performer === undefined || !isNamedOnly) return undefined;
  return performer === 'agent' ? alwaysCalendar : officeCalendar;
}

function usesOf(
  task: SchedulableTask,
  way: PlanWay,
  place: Place,
  { means, complain }: TaskContext,
): Use[] {
  const given = way.uses ?? task.uses;
  if (given === undefined) {
    const role = task.assignee_role;
    if (role === undefined) return [];
    checkRole(role, means, [...place, 'assignee_role'], complain);
    return [{ role, units: 1 }];
  }
  const seen = new Set<string>();
  return given.map(({ role, skill, units = 1 }, index): Use => {
    const at = [...place, 'uses', index];
    if (role !== undefined) {
      checkRole(role, means, at, complain);
      if (seen.has(role)) complain(at, `${quoted(role)} is there twice`);
      seen.add(role);
      return { role, units };
    }
    const wanted = skill ?? '';
    if (!means.skills.has(wanted)) complain(at, `no role has the skill ${quoted(wanted)}`);
    return { skill: wanted, units };
  });
}

function checkRole(name: string, means: Means, place: Place, complain: Complain): void {
  if (!means.roleNames.has(name)) complain(place, `there is no role ${quoted(name)}`);
}

const minutes = (hours: number): number => Math.round(hours * 60);

export function minutesOf(hours: ThreePoint, place: Place, complain: Complain): ThreePoint {
  const { low, likely, high } = hours;
  if (low > likely || likely > high) {
    complain(place, `low ≤ likely ≤ high must hold, not ${low}, ${likely}, ${high}`);
  }
  return { low: minutes(low), likely: minutes(likely), high: minutes(high) };
}

export interface GivenCost {
  readonly low: number;
  readonly base: number;
  readonly high: number;
  readonly currency?: string | undefined;
}

/** In the currency of the plan. */
export function costOf(
  cost: GivenCost,
  place: Place,
  { money, complain }: Pick<TaskContext, 'money' | 'complain'>,
): ThreePoint {
  const { low, base, high } = cost;
  if (low > base || base > high) {
    complain([...place, 'cost'], `low ≤ base ≤ high must hold, not ${low}, ${base}, ${high}`);
  }
  const rate = money.rateOf(cost.currency, [...place, 'cost', 'currency']);
  return { low: low * rate, likely: base * rate, high: high * rate };
}

function roleCalendar(way: Way | undefined, { roles }: Means): string | undefined {
  const [use] = way?.uses ?? [];
  if (use === undefined || !('role' in use)) return undefined;
  return roles.find(({ id }) => id === use.role)?.calendar;
}

function datesOf(
  task: SchedulableTask,
  ways: readonly Way[],
  place: Place,
  { instants, means }: TaskContext,
): Pick<Task, 'notBefore' | 'fixedStart' | 'deadline'> {
  const { not_before, fixed_start, deadline } = task;
  const [first] = ways;
  const hours = first?.calendar ?? roleCalendar(first, means);
  const at = (name: string) => [...place, name];
  return {
    ...(not_before === undefined
      ? {}
      : { notBefore: instantIn(instants, not_before, 'start', at('not_before')) }),
    ...(fixed_start === undefined
      ? {}
      : { fixedStart: instantIn(instants, fixed_start, 'work', at('fixed_start'), hours) }),
    ...(deadline === undefined
      ? {}
      : { deadline: instantIn(instants, deadline, 'end', at('deadline')) }),
  };
}

function actualOf(
  task: SchedulableTask,
  place: Place,
  { instants, complain }: TaskContext,
): Actual {
  const { started, finished, progress, remaining_hours, cost, way } = task.actual ?? {};
  const at = (name: string) => [...place, 'actual', name];
  const begin = started && instantIn(instants, started, 'start', at('started'));
  const end = finished && instantIn(instants, finished, 'end', at('finished'));
  if (typeof begin === 'number' && typeof end === 'number' && end < begin) {
    complain(at('finished'), 'it is finished before it is started');
  }
  const known = task.ways?.some(({ way_id }) => way_id === way) ?? true;
  if (way !== undefined && !known) complain(at('way'), `there is no way ${quoted(way)}`);
  return {
    ...(typeof begin === 'number' ? { started: begin } : {}),
    ...(typeof end === 'number' ? { finished: end } : {}),
    ...(progress === undefined ? {} : { progress }),
    ...(remaining_hours === undefined ? {} : { remainingMinutes: minutes(remaining_hours) }),
    ...(cost === undefined ? {} : { cost }),
    ...(way === undefined ? {} : { way }),
  };
}
