// A project as the solver's problem: leaves by index, instants as ticks from the start. What has
// already happened is not looked at: whoever re-forecasts gives a project of what remains.
import { PlanwrightError } from '../../base/errors.ts';
import { Workforce } from '../graph/chosen-way.ts';
import { buildHierarchy, type Hierarchy } from '../graph/hierarchy.ts';
import { toLeafLinks } from '../graph/leaf-links.ts';
import { requireSize } from '../graph/limits.ts';
import type { Calendar, Link, Minute, Project, Task, Wait, Way } from '../project.ts';
import { AxisBook } from './axis-book.ts';
import { type RealWay, WayMaker } from './compile-ways.ts';
import {
  type Problem,
  type ProblemLink,
  type ProblemTask,
  type ProblemWay,
  successorAxis,
} from './problem.ts';
import { tickMinutes } from './tick.ts';
import { topologicalOrder } from './topological.ts';

export interface CompileOptions {
  /** Default: the likely value of the estimate. */
  readonly minutesOf?: (task: Task, way: Way) => number;
}

export interface Compiled {
  readonly project: Project;
  readonly hierarchy: Hierarchy;
  readonly problem: Problem;
  readonly tickMinutes: number;
  /** Index in the project of each task of the problem. */
  readonly taskOf: readonly number[];
  /** What each way of the problem is: of task t and way w, ways[t][w]. */
  readonly ways: readonly (readonly RealWay[])[];
}

export function compile(project: Project, options: CompileOptions = {}): Compiled {
  requireSize(project);
  const hierarchy = buildHierarchy(project.tasks);
  requireTree(project, hierarchy);
  const taskOf = project.tasks.flatMap((_, index) =>
    hierarchy.isLeaf[index] === 1 ? [index] : [],
  );
  const leaves = taskOf.map((index) => project.tasks[index] as Task);
  const maker = new WayMaker(project, options.minutesOf ?? ((_, way) => way.estimate.likely));
  const made = leaves.map((task) => maker.waysOf(task));
  const tick = tickMinutes({
    start: project.start,
    lengths: lengthsOf(project, made),
    instants: leaves.flatMap(({ fixedStart, notBefore }) =>
      [fixedStart ?? [], notBefore ?? []].flat(),
    ),
    calendars: calendarsInUse(project, made),
  });
  const axes = new AxisBook(new Workforce(project), project.start, tick);
  const ways = made.map((ofTask) => workableOf(ofTask, axes));
  const tasks = leaves.map((task, at) => toProblemTask(project, task, ways[at] ?? [], axes, tick));
  const links = toProblemLinks(project, hierarchy, taskOf, tasks, axes, tick);
  const problem = { tasks, links, capacity: project.roles.map(capacityOf), axes: axes.list };
  topologicalOrder(problem, (index) => leaves[index]?.id ?? '');
  return { project, hierarchy, problem, tickMinutes: tick, taskOf, ways };
}

function requireTree(project: Project, { indexOf, ringed }: Hierarchy): void {
  const ring = project.tasks[ringed[0] ?? -1];
  if (ring !== undefined) throw bad(`task "${ring.id}" is its own parent`, ring.id);
  for (const [index, task] of project.tasks.entries()) {
    if (indexOf.get(task.id) !== index) throw bad(`two tasks have the id "${task.id}"`, task.id);
    if (task.parent === undefined || indexOf.has(task.parent)) continue;
    throw bad(`task "${task.id}" belongs to "${task.parent}", which does not exist`, task.id);
  }
}

const bad = (message: string, task: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message, { task });

function capacityOf({ capacity, id }: Project['roles'][number]): number {
  if (Number.isSafeInteger(capacity) && capacity >= 0 && capacity <= 2 ** 20) return capacity;
  const message = `role "${id}" has a capacity of ${capacity}; whole numbers to 1048576 are taken`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message, { role: id });
}

function* lengthsOf(project: Project, ways: readonly (readonly RealWay[])[]): Generator<number> {
  for (const ofTask of ways) for (const { minutes } of ofTask) yield minutes;
  for (const { lagMinutes } of project.links) yield lagMinutes;
}

/** Without those whose roles never work at the same time, unless all are such. */
function workableOf(ways: readonly RealWay[], axes: AxisBook): readonly RealWay[] {
  if (ways.length < 2) return ways;
  const workable = ways.filter((real) => axes.canWork(real));
  return workable.length > 0 ? workable : ways;
}

/** Only these must fit the ticks. */
function calendarsInUse(
  project: Project,
  ways: readonly (readonly RealWay[])[],
): readonly Calendar[] {
  const workforce = new Workforce(project);
  const ids = new Set<string>(workforce.calendarIds(null));
  for (const ofTask of ways) {
    for (const real of ofTask) for (const id of workforce.calendarIds(real)) ids.add(id);
  }
  return [...ids].map((id) => workforce.calendar(id));
}

function toProblemTask(
  project: Project,
  task: Task,
  ways: readonly RealWay[],
  axes: AxisBook,
  tick: number,
): ProblemTask {
  const ticksUp = (instant: Minute): number => Math.ceil((instant - project.start) / tick);
  const roleIndex = axes.roleIndex;
  return {
    ways: ways.map((real) => ({
      ...ownDates(project, task, real, axes, tick),
      duration: Math.ceil(real.minutes / tick),
      uses: real.uses.map(({ role, units }) => [roleIndex.get(role) ?? -1, units] as const),
      axis: axes.indexFor(real),
      cost: real.cost,
    })),
    notBefore: task.notBefore === undefined ? 0 : Math.max(0, ticksUp(task.notBefore)),
    fixedStart: task.fixedStart === undefined ? null : Math.max(0, ticksUp(task.fixedStart)),
    deadline:
      task.deadline === undefined
        ? null
        : Math.max(0, Math.floor((task.deadline - project.start) / tick)),
  };
}

/** Where the waits of a task end on the calendar of this way. */
function ownDates(
  { start }: Project,
  { waits = [] }: Task,
  real: RealWay,
  axes: AxisBook,
  tick: number,
): Pick<ProblemWay, 'notBefore' | 'finishNotBefore'> {
  if (waits.length === 0) return {};
  const latest = (end: Wait['for']): number =>
    waits.reduce((ticks, wait) => {
      if (wait.for !== end) return ticks;
      const over = axes.lagEnd(real, wait.since, wait.lagMinutes);
      return Math.max(ticks, Math.ceil((over - start) / tick));
    }, 0);
  return { notBefore: latest('start'), finishNotBefore: latest('finish') };
}

function toProblemLinks(
  project: Project,
  hierarchy: Hierarchy,
  taskOf: readonly number[],
  tasks: readonly ProblemTask[],
  axes: AxisBook,
  tick: number,
): ProblemLink[] {
  const { faults, links } = toLeafLinks(hierarchy, project.links);
  const fault = project.links[faults[0]?.origin ?? -1];
  if (fault !== undefined) throw linkError(fault);
  const place = new Map(taskOf.map((index, at) => [index, at]));
  const office = axes.indexFor(null);
  const axisOfLag: Record<Link['lagIn'], (task: ProblemTask | undefined) => number> = {
    working: (task) => lagAxis(task) ?? office,
    elapsed: () => 0,
    office: () => office,
  };
  return links.map(({ from, link, to }) => {
    const target = place.get(to) as number;
    if (!Number.isSafeInteger(link.lagMinutes)) throw linkError(link);
    return {
      from: place.get(from) as number,
      to: target,
      type: link.type,
      lag: Math.ceil(link.lagMinutes / tick),
      axis: axisOfLag[link.lagIn](tasks[target]),
    };
  });
}

/** The axis of all its ways, or of the one that will be chosen; undefined for a milestone. */
function lagAxis(task: ProblemTask | undefined): number | undefined {
  const [first, ...others] = task?.ways ?? [];
  return others.every(({ axis }) => axis === first?.axis) ? first?.axis : successorAxis;
}

function linkError({ from, to }: Project['links'][number]): PlanwrightError {
  const message = `the link "${from}" → "${to}" is not valid: an unknown task, itself, its own summary or a broken lag`;
  return new PlanwrightError('INVALID_ARGUMENTS', message, { from, to });
}
