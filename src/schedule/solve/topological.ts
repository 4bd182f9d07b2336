// An order in which every task comes after the ones it waits for; a cycle is named by its tasks.
import { PlanwrightError } from '../../base/errors.ts';
import type { Problem } from './problem.ts';

const namedAtMost = 20;

export function topologicalOrder(
  problem: Problem,
  nameOf: (task: number) => string = String,
): Int32Array {
  const count = problem.tasks.length;
  const { first, to } = successors(problem);
  const waits = new Int32Array(count);
  for (const link of problem.links) waits[link.to] = (waits[link.to] as number) + 1;
  const order = new Int32Array(count);
  let filled = 0;
  for (let task = 0; task < count; task += 1) if (waits[task] === 0) order[filled++] = task;
  for (let at = 0; at < filled; at += 1) {
    const task = order[at] as number;
    for (let edge = first[task] as number; edge < (first[task + 1] as number); edge += 1) {
      const next = to[edge] as number;
      waits[next] = (waits[next] as number) - 1;
      if (waits[next] === 0) order[filled++] = next;
    }
  }
  if (filled < count) throw cycleError(problem, waits, nameOf);
  return order;
}

function successors(problem: Problem): { first: Int32Array; to: Int32Array } {
  const first = new Int32Array(problem.tasks.length + 1);
  for (const link of problem.links) first[link.from + 1] = (first[link.from + 1] as number) + 1;
  for (let at = 1; at < first.length; at += 1) {
    first[at] = (first[at] as number) + (first[at - 1] as number);
  }
  const next = first.slice();
  const to = new Int32Array(problem.links.length);
  for (const link of problem.links) {
    const at = next[link.from] as number;
    to[at] = link.to;
    next[link.from] = at + 1;
  }
  return { first, to };
}

/** Every task that still waits has a predecessor that waits, so walking back must come around. */
function cycleError(
  problem: Problem,
  waits: Int32Array,
  nameOf: (task: number) => string,
): PlanwrightError {
  const before = new Map<number, number>();
  for (const { from, to } of problem.links) {
    if ((waits[from] as number) > 0 && (waits[to] as number) > 0) before.set(to, from);
  }
  const seen = new Map<number, number>();
  const walk: number[] = [];
  let task = waits.findIndex((left) => left > 0);
  while (!seen.has(task)) {
    seen.set(task, walk.length);
    walk.push(task);
    task = before.get(task) as number;
  }
  const cycle = fromLeast(walk.slice(seen.get(task)).reverse());
  const named = cycle.slice(0, namedAtMost).map(nameOf);
  const message = `The tasks wait for each other in a circle: ${named.join(' → ')}`;
  return new PlanwrightError('INVALID_ARGUMENTS', message, { tasks: named, length: cycle.length });
}

/** Begins with its first task, so that the same cycle always has the same name. */
function fromLeast(cycle: readonly number[]): number[] {
  const at = cycle.indexOf(cycle.reduce((least, task) => Math.min(least, task)));
  return [...cycle.slice(at), ...cycle.slice(0, at)];
}
