// A project as the solver's problem: leaves by index, instants as ticks from the start. What has
// already happened is not looked at: whoever re-forecasts gives a project of what remains.
import { PlanwrightError } from '../../base/errors.ts';
import { Workforce } from '../graph/chosen-way.ts';
import { buildHierarchy, type Hierarchy } from '../graph/hierarchy.ts';
import { toLeafLinks } from '../graph/leaf-links.ts';
import { requireSize } from '../graph/limits.ts';
import type { Calendar, Minute, Project, Task, Way } from '../project.ts';
import { AxisBook } from './axis-book.ts';
import { type RealWay, WayMaker } from './compile-ways.ts';
import type { Problem, ProblemLink, ProblemTask } from './problem.ts';
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
  const ways = leaves.map((task) => maker.waysOf(task));
  const tick = tickMinutes({
    start: project.start,
    lengths: lengthsOf(project, ways),
    instants: leaves.flatMap(({ fixedStart, notBefore }) =>
      [fixedStart ?? [], notBefore ?? []].flat(),
    ),
    calendars: calendarsInUse(project, ways),
  });
  const axes = new AxisBook(new Workforce(project), project.start, tick);
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
  const milestoneAxis = axes.indexFor(null);
  return links.map(({ from, link, to }) => {
    const target = place.get(to) as number;
    if (!Number.isSafeInteger(link.lagMinutes)) throw linkError(link);
    return {
      from: place.get(from) as number,
      to: target,
      type: link.type,
      lag: Math.ceil(link.lagMinutes / tick),
      axis: link.lagIn === 'elapsed' ? 0 : (tasks[target]?.ways[0]?.axis ?? milestoneAxis),
    };
  });
}

function linkError({ from, to }: Project['links'][number]): PlanwrightError {
  const message = `the link "${from}" → "${to}" is not valid: an unknown task, itself, its own summary or a broken lag`;
  return new PlanwrightError('INVALID_ARGUMENTS', message, { from, to });
}
