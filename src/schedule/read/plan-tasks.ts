// Tasks of a plan as tasks of a project: hours become minutes, performers become calendars. A task
// without any length is a milestone.
import type { SchedulableTask } from '../../contract/plan-schedulable.ts';
import type { PlanWay } from '../../contract/plan-working.ts';
import { isAble } from '../able.ts';
import type { Actual, SkillUse, Task, ThreePoint, Use, Way } from '../project.ts';
import { type Instants, instantIn } from './instants.ts';
import { badPlace, type Complain, overlook, type Place, quoted } from './place.ts';
import { alwaysCalendar, officeCalendar } from './plan-calendars.ts';
import type { PlanMoney } from './plan-money.ts';
import { checkCalendar, type Means } from './plan-roles.ts';

/** Of the roles that skills may mean, when a date is read. */
const MOST_CHOICES = 64;

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
  // Who would do nothing need not exist.
  const checked = takesNothing(task) ? { ...context, complain: overlook } : context;
  const ways = task.milestone ? [] : waysOf(task, place, checked);
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
    ...(task.actual === undefined ? {} : { actual: actualOf(task, ways, place, context) }),
  };
}

/** No work and no money, in whichever way. */
function takesNothing({ ways, estimate, estimated_hours: single = 0, cost }: SchedulableTask) {
  const own = estimate ?? { low: single, likely: single, high: single };
  const lengths = (ways ?? [{ estimate: own }]).flatMap((way) => Object.values(way.estimate));
  const costs = [cost?.high, ...(ways ?? []).map((way) => way.cost?.high)];
  return [...lengths, ...costs].every((value) => (value ?? 0) === 0);
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
    const wanted = { skill: skill ?? '', units };
    if (!means.skills.has(wanted.skill)) {
      complain(at, `no role has the skill ${quoted(wanted.skill)}`);
    }
    return isForPeople(task, way, wanted, means) ? byPeople(wanted, at, means, complain) : wanted;
  });
}

/** What the task says holds for a way that says nothing, unless only agents have its skill. */
function isForPeople(task: SchedulableTask, way: PlanWay, use: SkillUse, means: Means): boolean {
  const isSaid = way.performer !== undefined || task.ways === undefined;
  const isHuman = (way.performer ?? task.performer) === 'human';
  return isHuman && (isSaid || !isOnlyForAgents(use, means));
}

const notByAgents = (use: SkillUse): SkillUse => ({ ...use, notBy: 'agent' });

const isOnlyForAgents = (use: SkillUse, { roles }: Means): boolean =>
  roles.some((role) => isAble(role, use)) && !roles.some((role) => isAble(role, notByAgents(use)));

/** What is for people goes to no agent, whatever it can do. */
function byPeople(use: SkillUse, place: Place, means: Means, complain: Complain): Use {
  if (isOnlyForAgents(use, means)) {
    const skill = quoted(use.skill);
    complain(place, `only agents have the skill ${skill}, and the task is for people`);
  }
  return notByAgents(use);
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

/** The calendars of those who can do it together, each choice of them once; those of a task that
 * nobody works on are the usual ones. */
function hoursOf(way: Way, { roles }: Means): readonly (readonly string[])[] {
  if (way.calendar !== undefined) return [[way.calendar]];
  if (way.uses.length === 0) return [[officeCalendar]];
  return way.uses.reduce<readonly (readonly string[])[]>(
    (begun, use) => {
      const able = roles.filter((role) =>
        'role' in use ? role.id === use.role : isAble(role, use),
      );
      const calendars = [...new Set(able.map(({ calendar }) => calendar))];
      const all = begun.flatMap((chosen) => calendars.map((one) => [...chosen, one]));
      return all.slice(0, MOST_CHOICES);
    },
    [[]],
  );
}

function datesOf(
  task: SchedulableTask,
  ways: readonly Way[],
  place: Place,
  { instants, means }: TaskContext,
): Pick<Task, 'notBefore' | 'fixedStart' | 'deadline'> {
  const { not_before, fixed_start, deadline } = task;
  const [first] = ways;
  const hours = first === undefined ? [] : hoursOf(first, means);
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
  ways: readonly Way[],
  place: Place,
  { instants, means, complain }: TaskContext,
): Actual {
  const { started, finished, progress, remaining_hours, cost, way } = task.actual ?? {};
  const at = (name: string) => [...place, 'actual', name];
  const taken = ways.find(({ id }) => id === way) ?? ways[0];
  const hours = taken === undefined ? [] : hoursOf(taken, means);
  const begin = started && instantIn(instants, started, 'start', at('started'));
  let end = finished && instantIn(instants, finished, 'worked', at('finished'), hours);
  if (typeof begin === 'number' && typeof end === 'number' && end < begin) {
    // It began after hours of the day it was finished on.
    end = instantIn(instants, finished ?? '', 'end', at('finished'));
    if (end < begin) complain(at('finished'), 'it is finished before it is started');
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
