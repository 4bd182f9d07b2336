// Earned value: what should have been done by now, what has been done, and what it cost, in cents.
import { type Assignment, scheduledMinutes, workedBetween } from '../money/assignments.ts';
import type { CostBreakdown } from '../money/cost-lines.ts';
import { type Converter, roundHalfUp } from '../money/currency.ts';
import type { Minute, Placed, Project } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import { remainderOf } from './remainder.ts';
import { statusOf } from './status.ts';

export interface EarnedValue {
  /** Cents. The budget at completion is what tasks and phases were planned to cost. */
  readonly budgetAtCompletion: number;
  readonly plannedValue: number;
  readonly earnedValue: number;
  readonly actualCost: number;
  /** Below 1 is late, or dear; null while nothing was planned or spent yet. */
  readonly schedulePerformance: number | null;
  readonly costPerformance: number | null;
  /** What it will cost if it goes on like this; the budget while nothing was spent. */
  readonly estimateAtCompletion: number;
  readonly varianceAtCompletion: number;
  /** Tasks that have begun and state no cost: what they have cost so far is estimated. */
  readonly withoutCost: readonly string[];
}

/** The baseline: where everything was to lie, and what it was to cost. */
export interface PlannedWork {
  readonly rows: readonly Placed[];
  readonly assignments: readonly Assignment[];
  readonly costs: CostBreakdown;
}

/** `paid` is what each task or phase has cost so far, stated or not. */
export function earnedValue(
  project: Project,
  now: Minute,
  planned: PlannedWork,
  paid: ReadonlyMap<string, number>,
  converter: Converter,
): EarnedValue {
  const shares = sharesOf(project, now, planned);
  let [budget, plannedValue, earned] = [0, 0, 0];
  for (const [id, own] of budgetByTask(planned.costs)) {
    const share = shares(id);
    budget += own;
    plannedValue += own * share.planned;
    earned += own * share.done;
  }
  const spent = centsOf(paid, converter);
  const costPerformance = spent > 0 ? earned / spent : null;
  const hasRatio = costPerformance !== null && costPerformance > 0;
  const atCompletion = hasRatio ? budget / costPerformance : budget + spent;
  const [whole, end] = [Math.round(budget), Math.round(atCompletion)];
  return {
    budgetAtCompletion: whole,
    plannedValue: Math.round(plannedValue),
    earnedValue: Math.round(earned),
    actualCost: spent,
    schedulePerformance: plannedValue > 0 ? earned / plannedValue : null,
    costPerformance,
    estimateAtCompletion: end,
    varianceAtCompletion: whole - end,
    withoutCost: withoutCost(project, now, planned.assignments),
  };
}

function centsOf(paid: ReadonlyMap<string, number>, converter: Converter): number {
  const { currency, exactCents } = converter;
  const cents = [...paid].map(([id, amount]) => exactCents(amount, currency, `task “${id}”`));
  return roundHalfUp(cents.reduce((sum, each) => sum + each, 0));
}

function withoutCost(project: Project, now: Minute, planned: readonly Assignment[]): string[] {
  const ids = new Set(planned.map(({ task }) => task.id));
  return project.tasks
    .filter((task) => ids.has(task.id) && task.actual?.cost === undefined)
    .filter((task) => statusOf(task, now).kind !== 'waiting')
    .map(({ id }) => id);
}

/** Which share of it should be done by now, and which is. What takes no time is done or is not. */
function sharesOf(project: Project, now: Minute, { rows, assignments }: PlannedWork) {
  const tasks = new Map(project.tasks.map((task) => [task.id, task]));
  const works = new Map(assignments.map((each) => [each.task.id, each]));
  const finishes = new Map(rows.map(({ id, finish }) => [id, finish]));
  const open = openIds(project, now);
  return (id: string): { planned: number; done: number } => {
    const work = works.get(id);
    if (work === undefined) {
      const due = finishes.get(id) ?? Number.POSITIVE_INFINITY;
      return { planned: now >= due ? 1 : 0, done: open.has(id) ? 0 : 1 };
    }
    const done = doneShare({ ...work, task: tasks.get(id) ?? work.task }, now);
    return { planned: plannedShare(work, now), done };
  };
}

/** What is not finished, and all that holds such a task. */
function openIds({ tasks }: Project, now: Minute): ReadonlySet<string> {
  const parents = new Map(tasks.map(({ id, parent }) => [id, parent]));
  const open = new Set<string>();
  for (const task of tasks) {
    if (task.kind === 'summary' || statusOf(task, now).kind === 'finished') continue;
    for (let at: string | undefined = task.id; at !== undefined && !open.has(at); ) {
      open.add(at);
      at = parents.get(at);
    }
  }
  return open;
}

function budgetByTask({ lines }: CostBreakdown): ReadonlyMap<string, number> {
  const budgets = new Map<string, number>();
  for (const { task, category, base } of lines) {
    if (task === null || category === 'risk') continue;
    budgets.set(task, (budgets.get(task) ?? 0) + base);
  }
  return budgets;
}

function plannedShare(assignment: Assignment, now: Minute): number {
  const { start, finish } = assignment;
  if (now >= finish) return 1;
  const total = scheduledMinutes(assignment);
  return total > 0 ? workedBetween(assignment, start, now) / total : 0;
}

/** Progress as reported, else the work so far over that and what remains. */
function doneShare(assignment: Assignment, now: Minute): number {
  const { task, way } = assignment;
  const status = statusOf(task, now);
  if (status.kind !== 'running') return status.kind === 'finished' ? 1 : 0;
  const { progress } = task.actual ?? {};
  if (progress !== undefined) return progress;
  const worked = workedBetween(assignment, status.started, now);
  const left = pertMean(remainderOf(way.estimate, task.actual ?? {}, worked).minutes);
  return worked + left > 0 ? worked / (worked + left) : 0;
}
