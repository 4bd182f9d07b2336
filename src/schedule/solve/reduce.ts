// Where all tasks and lags run on one calendar, time can be counted in worked ticks, and the
// calendar is gone. What is left is divided by the greatest common divisor of all lengths. So a
// plan in days, in minutes or on office hours is one and the same problem for the search.
import { hasOwnDate } from './model.ts';
import type { Problem, ProblemTask, WorkAxis } from './problem.ts';

/** A problem without calendars, or undefined when several are in use. The problem itself when there
 * is nothing to do. */
export function reduceProblem(problem: Problem): Problem | undefined {
  const axis = sharedAxis(problem);
  if (axis === undefined) return undefined;
  const divisor = commonDivisor(problem, axis);
  if (axis.always && divisor === 1 && problem.axes.length === 1) return problem;
  return {
    tasks: problem.tasks.map((task) => reduceTask(task, axis, divisor)),
    links: problem.links.map((link) => ({ ...link, lag: link.lag / divisor, axis: 0 })),
    capacity: problem.capacity,
    axes: [problem.axes[0] as WorkAxis],
  };
}

/** The one axis on which everything with a length is counted. */
function sharedAxis(problem: Problem): WorkAxis | undefined {
  if (problem.tasks.some(({ ways }) => ways.some(hasOwnDate))) return undefined;
  const [always] = problem.axes as [WorkAxis];
  const found = new Set<WorkAxis>();
  const add = (index: number): void => {
    const axis = problem.axes[index] as WorkAxis;
    found.add(axis.always ? always : axis);
  };
  for (const { ways } of problem.tasks) {
    for (const { axis, duration } of ways) if (duration > 0) add(axis);
  }
  for (const { axis, lag, to } of problem.links) {
    if (lag === 0) continue;
    if (axis >= 0) add(axis);
    else for (const way of problem.tasks[to]?.ways ?? []) add(way.axis);
  }
  if (found.size > 1) return undefined;
  return found.values().next().value ?? always;
}

function reduceTask(task: ProblemTask, axis: WorkAxis, divisor: number): ProblemTask {
  return {
    ways: task.ways.map((way) => ({ ...way, duration: way.duration / divisor, axis: 0 })),
    notBefore: toWork(axis, task.notBefore) / divisor,
    fixedStart: task.fixedStart === null ? null : toWork(axis, task.fixedStart) / divisor,
    deadline: task.deadline === null ? null : Math.floor(toWork(axis, task.deadline) / divisor),
  };
}

const toWork = (axis: WorkAxis, tick: number): number => (tick <= 0 ? 0 : axis.workBefore(tick));

function commonDivisor(problem: Problem, axis: WorkAxis): number {
  let divisor = 0;
  for (const { fixedStart, notBefore, ways } of problem.tasks) {
    for (const { duration } of ways) divisor = gcd(divisor, duration);
    divisor = gcd(divisor, toWork(axis, notBefore));
    divisor = gcd(divisor, toWork(axis, fixedStart ?? 0));
  }
  for (const { lag } of problem.links) divisor = gcd(divisor, Math.abs(lag));
  return Math.max(1, divisor);
}

function gcd(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
