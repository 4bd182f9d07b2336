// Sweeps over the ticks each task really works and adds up the units in use.
import type { Problem, WorkAxis } from './problem.ts';
import type { Checked, Violation } from './violation.ts';

interface Change {
  readonly tick: number;
  readonly units: number;
}

export function checkCapacity(problem: Problem, answer: Checked): Violation[] {
  const changes: Change[][] = problem.capacity.map(() => []);
  problem.tasks.forEach((task, index) => {
    const way = task.ways[answer.ways[index] as number];
    if (way === undefined || way.duration === 0 || way.uses.length === 0) return;
    const axis = problem.axes[way.axis] as WorkAxis;
    for (const [from, to] of workedRuns(axis, answer.starts[index] as number, way.duration)) {
      for (const [role, units] of way.uses) {
        changes[role]?.push({ tick: from, units }, { tick: to, units: -units });
      }
    }
  });
  return changes.flatMap((list, role) => overfull(list, role, problem.capacity[role] as number));
}

/** The first tick at which the role has too much to do. */
function overfull(changes: Change[], role: number, capacity: number): Violation[] {
  changes.sort((a, b) => a.tick - b.tick || a.units - b.units);
  let inUse = 0;
  for (const { tick, units } of changes) {
    inUse += units;
    if (inUse <= capacity) continue;
    const message = `Role ${role} has ${capacity} units, at tick ${tick} it needs ${inUse}`;
    return [{ kind: 'capacity', message, role, tick }];
  }
  return [];
}

/** Half-open stretches of ticks without a pause. */
function workedRuns(axis: WorkAxis, start: number, duration: number): [number, number][] {
  if (axis.always) return [[start, start + duration]];
  const runs: [number, number][] = [];
  let work = axis.workBefore(start);
  const end = work + duration;
  while (work < end) {
    const from = axis.tickOf(work);
    const length = unbroken(axis, work, end - work);
    runs.push([from, from + length]);
    work += length;
  }
  return runs;
}

/** How many of the next worked ticks follow each other directly. */
function unbroken(axis: WorkAxis, work: number, most: number): number {
  const from = axis.tickOf(work);
  let low = 1;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (axis.tickOf(work + middle - 1) === from + middle - 1) low = middle;
    else high = middle - 1;
  }
  return low;
}
