// What the solver takes. Everything else is refused at once, with the task, link or role by index.
import { type ErrorFacts, PlanwrightError } from '../../base/errors.ts';
import { type Problem, type ProblemTask, type ProblemWay, successorAxis } from './problem.ts';

export const solveLimits = {
  tasks: 100_000,
  links: 1_000_000,
  waysOfOneTask: 2_000,
  ways: 1_000_000,
  roles: 10_000,
  capacity: 2 ** 20,
  /** Ticks of one duration, lag or date, and of all durations and lags together. */
  ticks: 2 ** 30,
} as const;

const bad = (message: string, facts: ErrorFacts): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message, facts);
const tooMuch = (message: string, facts: ErrorFacts): PlanwrightError =>
  new PlanwrightError('limit_exceeded', message, facts);

export function checkProblem(problem: Problem): void {
  checkCounts(problem);
  problem.capacity.forEach(checkCapacity);
  if (problem.axes[0]?.always !== true) throw bad('Axis 0 must be round the clock', {});
  let total = 0;
  problem.tasks.forEach((task, index) => {
    total += checkTask(problem, task, index);
  });
  problem.links.forEach((_, index) => {
    total += checkLink(problem, index);
  });
  if (total > solveLimits.ticks) {
    throw tooMuch('All durations and lags together are too long for one schedule', {
      ticks: total,
    });
  }
}

function checkCounts(problem: Problem): void {
  const counted = [
    ['tasks', problem.tasks.length],
    ['links', problem.links.length],
    ['roles', problem.capacity.length],
    ['ways', problem.tasks.reduce((sum, { ways }) => sum + ways.length, 0)],
  ] as const;
  for (const [what, count] of counted) {
    if (count <= solveLimits[what]) continue;
    throw tooMuch(`A schedule has at most ${solveLimits[what]} ${what}`, { [what]: count });
  }
}

function checkCapacity(capacity: number, role: number): void {
  if (Number.isInteger(capacity) && capacity >= 0 && capacity <= solveLimits.capacity) return;
  throw bad(`The capacity of role ${role} must be a whole number up to ${solveLimits.capacity}`, {
    role,
  });
}

/** The longest duration of its ways. */
function checkTask(problem: Problem, task: ProblemTask, index: number): number {
  if (task.ways.length > solveLimits.waysOfOneTask) {
    throw tooMuch(`Task ${index} has too many ways`, { task: index, ways: task.ways.length });
  }
  for (const date of [task.notBefore, task.fixedStart ?? 0, task.deadline ?? 0]) {
    if (!isTicks(Math.abs(date)))
      throw bad(`Task ${index} has a date out of range`, { task: index });
  }
  for (const way of task.ways) checkWay(problem, way, index);
  checkFits(problem, task, index);
  return task.ways.reduce((most, way) => Math.max(most, way.duration), 0);
}

function checkWay(problem: Problem, way: ProblemWay, task: number): void {
  if (!isTicks(way.duration)) {
    throw bad(`Task ${task} has a duration that is negative, broken or too long`, { task });
  }
  if (!isTicks(way.notBefore ?? 0) || !isTicks(way.finishNotBefore ?? 0)) {
    throw bad(`Task ${task} has a date out of range`, { task });
  }
  if (problem.axes[way.axis] === undefined) throw bad(`Task ${task} has an unknown axis`, { task });
  if (!Number.isFinite(way.cost)) throw bad(`Task ${task} has a cost that is no number`, { task });
  const seen = new Set<number>();
  for (const [role, units] of way.uses) {
    if (problem.capacity[role] === undefined || seen.has(role)) {
      throw bad(`Task ${task} uses an unknown role, or one role twice`, { task, role });
    }
    if (!Number.isInteger(units) || units < 1) {
      throw bad(`Task ${task} must use whole units, at least 1, of role ${role}`, { task, role });
    }
    seen.add(role);
  }
}

/** At least one way must be possible at all. */
function checkFits(problem: Problem, task: ProblemTask, index: number): void {
  const short = task.ways.map((way) => shortRole(problem, way));
  const role = short[0];
  if (role === undefined || short.includes(-1)) return;
  const units = task.ways[0]?.uses.find(([used]) => used === role)?.[1] ?? 0;
  const capacity = problem.capacity[role] ?? 0;
  throw bad(`Task ${index} needs ${units} of role ${role}, which has ${capacity}`, {
    task: index,
    role,
    units,
    capacity,
  });
}

/** A role of which the way needs more than there is; -1 when it fits. */
export function shortRole(problem: Problem, way: ProblemWay): number {
  if (way.duration === 0) return -1;
  return way.uses.find(([role, units]) => units > (problem.capacity[role] ?? 0))?.[0] ?? -1;
}

function checkLink(problem: Problem, index: number): number {
  const link = problem.links[index] as Problem['links'][number];
  const known = problem.tasks[link.from] !== undefined && problem.tasks[link.to] !== undefined;
  if (!known) throw bad(`Link ${index} names an unknown task`, { link: index });
  if (link.axis !== successorAxis && problem.axes[link.axis] === undefined) {
    throw bad(`Link ${index} has an unknown axis`, { link: index });
  }
  if (!isTicks(Math.abs(link.lag)))
    throw bad(`Link ${index} has a lag out of range`, { link: index });
  return Math.max(0, link.lag);
}

const isTicks = (value: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= solveLimits.ticks;
