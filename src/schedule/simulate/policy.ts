// The solver's answer as a policy: tasks in the order of their starts, but never before what they
// wait for. Everything is renumbered by that order and laid out flat for the run loop.
import { PlanwrightError } from '../../base/errors.ts';
import { TaskHeap } from '../solve/heap.ts';
import type { Problem, ProblemLink, ProblemWay, WorkAxis } from '../solve/problem.ts';
import type { SimModel } from './model.ts';

export const linkCodes = { FS: 0, SS: 1, FF: 2, SF: 3 } as const;

export interface Policy {
  /** Task index of each position, and back. */
  readonly order: Int32Array;
  readonly position: Int32Array;
  readonly notBefore: Float64Array;
  /** Index into axes; 0 is round the clock. */
  readonly axis: Int32Array;
  readonly axes: readonly WorkAxis[];
  /** Incoming links of position p: linkStart[p] … linkStart[p + 1]. */
  readonly linkStart: Int32Array;
  readonly linkFrom: Int32Array;
  readonly linkCode: Int32Array;
  readonly linkLag: Float64Array;
  readonly linkAxis: Int32Array;
  /** Uses of position p; only roles that can ever run out. */
  readonly useStart: Int32Array;
  readonly useRole: Int32Array;
  readonly useUnits: Int32Array;
  readonly capacity: Int32Array;
  /** How many tasks use each role. */
  readonly users: Int32Array;
}

export function compilePolicy(model: SimModel): Policy {
  const { problem, answer } = model;
  const order = startOrder(problem, answer.starts);
  const position = new Int32Array(order.length);
  order.forEach((task, at) => {
    position[task] = at;
  });
  const ways = chosenWays(model);
  const inOrder = [...order].map((task) => ways[task] ?? null);
  return {
    order,
    position,
    notBefore: Float64Array.from(order, (task) => earliest(problem, task)),
    axis: Int32Array.from(inOrder, (way) => axisCode(problem, way?.axis ?? 0)),
    axes: problem.axes,
    ...flattenLinks(problem, position),
    ...flattenUses(problem, inOrder),
  };
}

/** The chosen way of each task, by task index; null for a milestone. */
export function chosenWays(model: SimModel): readonly (ProblemWay | null)[] {
  return model.problem.tasks.map((task, index) => {
    if (task.ways.length === 0) return null;
    const way = task.ways[model.answer.ways[index] ?? -1];
    if (way !== undefined) return way;
    throw new PlanwrightError('INVALID_ARGUMENTS', `task ${index} has no such way`, {
      task: index,
    });
  });
}

function earliest(problem: Problem, task: number): number {
  const row = problem.tasks[task];
  return Math.max(row?.notBefore ?? 0, row?.fixedStart ?? 0);
}

function axisCode(problem: Problem, axis: number): number {
  const found = problem.axes[axis];
  if (found !== undefined) return found.always ? 0 : axis;
  throw new PlanwrightError('INVALID_ARGUMENTS', `there is no calendar ${axis}`, { axis });
}

/** A topological order that follows the starts as far as the links allow. */
function startOrder(problem: Problem, starts: readonly number[]): Int32Array {
  const count = problem.tasks.length;
  const waiting = new Int32Array(count);
  const successors = Array.from({ length: count }, (): number[] => []);
  for (const link of problem.links) {
    waiting[link.to] = (waiting[link.to] as number) + 1;
    successors[link.from]?.push(link.to);
  }
  const heap = new TaskHeap(Float64Array.from(waiting, (_, task) => starts[task] ?? 0));
  let ready = 0;
  const release = (task: number) => {
    heap.push(task);
    ready += 1;
  };
  for (let task = 0; task < count; task += 1) if (waiting[task] === 0) release(task);
  const order = new Int32Array(count);
  let placed = 0;
  for (; placed < ready; placed += 1) {
    const task = heap.pop();
    order[placed] = task;
    for (const next of successors[task] ?? []) {
      waiting[next] = (waiting[next] as number) - 1;
      if (waiting[next] === 0) release(next);
    }
  }
  if (placed < count) throw cycle(waiting);
  return order;
}

function cycle(waiting: Int32Array): PlanwrightError {
  const task = waiting.findIndex((left) => left > 0);
  return new PlanwrightError('INVALID_ARGUMENTS', `task ${task} waits for itself in a circle`, {
    task,
  });
}

function flattenLinks(problem: Problem, position: Int32Array) {
  const incoming = Array.from(position, (): ProblemLink[] => []);
  for (const link of problem.links) incoming[position[link.to] as number]?.push(link);
  const links = incoming.flat();
  return {
    linkStart: offsets(incoming.map((list) => list.length)),
    linkFrom: Int32Array.from(links, (link) => position[link.from] as number),
    linkCode: Int32Array.from(links, (link) => linkCodes[link.type]),
    linkLag: Float64Array.from(links, (link) => link.lag),
    linkAxis: Int32Array.from(links, (link) => axisCode(problem, link.axis)),
  };
}

function flattenUses(problem: Problem, ways: readonly (ProblemWay | null)[]) {
  const demand = new Float64Array(problem.capacity.length);
  const users = new Int32Array(problem.capacity.length);
  for (const [at, way] of ways.entries()) {
    for (const [role, units] of mergedUses(way)) {
      if (units > (problem.capacity[role] ?? 0)) throw tooManyUnits(at, role, units);
      demand[role] = (demand[role] as number) + units;
      users[role] = (users[role] as number) + 1;
    }
  }
  const scarce = ways.map((way) =>
    mergedUses(way).filter(([role]) => (demand[role] as number) > (problem.capacity[role] ?? 0)),
  );
  const uses = scarce.flat();
  return {
    useStart: offsets(scarce.map((list) => list.length)),
    useRole: Int32Array.from(uses, ([role]) => role),
    useUnits: Int32Array.from(uses, ([, units]) => units),
    capacity: Int32Array.from(problem.capacity),
    users,
  };
}

/** One entry per role, so that a role named twice needs both its units at once. */
function mergedUses(way: ProblemWay | null): readonly (readonly [number, number])[] {
  const units = new Map<number, number>();
  for (const [role, count] of way?.uses ?? []) units.set(role, (units.get(role) ?? 0) + count);
  return [...units];
}

function tooManyUnits(at: number, role: number, units: number): PlanwrightError {
  const message = `a task asks for ${units} units of role ${role}, more than there are`;
  return new PlanwrightError('INVALID_ARGUMENTS', message, { role, units, place: at });
}

function offsets(lengths: readonly number[]): Int32Array {
  const result = new Int32Array(lengths.length + 1);
  for (const [at, length] of lengths.entries()) {
    result[at + 1] = (result[at] as number) + length;
  }
  return result;
}
