// The solver's answer as a policy: tasks in the order of their starts, but never before what they
// wait for. Everything is renumbered by that order and laid out flat for the run loop.
import { PlanwrightError } from '../../base/errors.ts';
import { AxisTable } from '../solve/axis-table.ts';
import { TaskHeap } from '../solve/heap.ts';
import {
  type Problem,
  type ProblemLink,
  type ProblemWay,
  successorAxis,
  type WorkAxis,
} from '../solve/problem.ts';
import type { SimModel } from './model.ts';

export const linkCodes = { FS: 0, SS: 1, FF: 2, SF: 3 } as const;

export interface Policy {
  /** Task index of each position, and back. */
  readonly order: Int32Array;
  readonly position: Int32Array;
  readonly notBefore: Float64Array;
  readonly leastFinish: Float64Array;
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
  /** 1 for scarce roles whose free units go up and down: their tasks run on different axes, so they do
   * not pause together, or are not in the order of their starts. */
  readonly bySteps: Uint8Array;
  /** The axis of each position with such a role. */
  readonly tables: readonly (AxisTable | null)[];
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
  const axis = Int32Array.from(inOrder, (way) => axisCode(problem, way?.axis ?? 0));
  const uses = flattenUses(problem, inOrder, axis);
  // Marks roles, so it comes before the tables.
  const overtaken = overtakenStarts(
    uses,
    Array.from(order, (task) => answer.starts[task] ?? 0),
  );
  return {
    order,
    position,
    notBefore: Float64Array.from(order, (task, at) =>
      Math.max(earliest(problem, task, inOrder[at]), overtaken[at] as number),
    ),
    leastFinish: Float64Array.from(inOrder, (way) => way?.finishNotBefore ?? 0),
    axis,
    axes: problem.axes,
    ...flattenLinks(problem, position, inOrder),
    ...uses,
    tables: tablesOf(problem, axis, uses),
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

function earliest(problem: Problem, task: number, way: ProblemWay | null | undefined): number {
  const row = problem.tasks[task];
  return Math.max(row?.notBefore ?? 0, row?.fixedStart ?? 0, way?.notBefore ?? 0);
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

function flattenLinks(
  problem: Problem,
  position: Int32Array,
  ways: readonly (ProblemWay | null)[],
) {
  const axisOf = ({ axis, to }: ProblemLink): number =>
    axis === successorAxis ? (ways[position[to] as number]?.axis ?? 0) : axis;
  const incoming = Array.from(position, (): ProblemLink[] => []);
  for (const link of problem.links) incoming[position[link.to] as number]?.push(link);
  const links = incoming.flat();
  return {
    linkStart: offsets(incoming.map((list) => list.length)),
    linkFrom: Int32Array.from(links, (link) => position[link.from] as number),
    linkCode: Int32Array.from(links, (link) => linkCodes[link.type]),
    linkLag: Float64Array.from(links, (link) => link.lag),
    linkAxis: Int32Array.from(links, (link) => axisCode(problem, axisOf(link))),
  };
}

function flattenUses(problem: Problem, ways: readonly (ProblemWay | null)[], axis: Int32Array) {
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
    bySteps: markPausing(problem, scarce, axis),
  };
}

type Uses = readonly (readonly [role: number, units: number])[];

function markPausing(problem: Problem, scarce: readonly Uses[], axis: Int32Array): Uint8Array {
  const marks = new Uint8Array(problem.capacity.length);
  const first = new Int32Array(problem.capacity.length).fill(-1);
  for (const [at, uses] of scarce.entries()) {
    const own = axis[at] as number;
    for (const [role] of uses) {
      if (first[role] === -1) first[role] = own;
      else if (first[role] !== own) marks[role] = 1;
    }
  }
  return marks;
}

/** Links with an overlap can ask for a task before one that starts sooner and needs the same role. It
 * must not take the units from that one, so it begins no sooner than planned; 0 for all others. */
function overtakenStarts(
  { useStart, useRole, bySteps }: Pick<Policy, 'useStart' | 'useRole' | 'bySteps'>,
  starts: readonly number[],
): Float64Array {
  const soonest = new Float64Array(bySteps.length).fill(Number.POSITIVE_INFINITY);
  const overtaken = new Float64Array(starts.length);
  for (let at = starts.length - 1; at >= 0; at -= 1) {
    const start = starts[at] as number;
    for (const role of useRole.subarray(useStart[at], useStart[at + 1])) {
      if ((soonest[role] as number) < start) {
        overtaken[at] = start;
        bySteps[role] = 1;
      }
      soonest[role] = Math.min(soonest[role] as number, start);
    }
  }
  return overtaken;
}

/** One table for each axis that is needed. */
function tablesOf(
  { axes }: Problem,
  axis: Int32Array,
  { useStart, useRole, bySteps }: ReturnType<typeof flattenUses>,
): (AxisTable | null)[] {
  const known = new Map<number, AxisTable>();
  return Array.from(axis, (own, at) => {
    const roles = useRole.subarray(useStart[at], useStart[at + 1]);
    if (!roles.some((role) => bySteps[role] === 1)) return null;
    const table = known.get(own) ?? new AxisTable(axes[own] as WorkAxis);
    known.set(own, table);
    return table;
  });
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
