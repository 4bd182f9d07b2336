// Earned value: what should have been done by now, what has been done, and what it cost, in cents.
import { type Assignment, scheduledMinutes, workedBetween } from '../money/assignments.ts';
import type { CostBreakdown } from '../money/cost-lines.ts';
import type { Converter } from '../money/currency.ts';
import type { Minute, Project } from '../project.ts';
import { pertMean } from '../simulate/beta-pert.ts';
import { remainderOf } from './remainder.ts';
import { statusOf } from './status.ts';

export interface EarnedValue {
  /** Cents. The budget at completion is what the tasks were planned to cost. */
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
  /** Tasks that have begun and state no cost, so the actual cost is too low. */
  readonly withoutCost: readonly string[];
}

/** `planned` is the baseline: where each task was to lie, and what it was to cost. */
export function earnedValue(
  project: Project,
  now: Minute,
  planned: readonly Assignment[],
  baseline: CostBreakdown,
  converter: Converter,
): EarnedValue {
  const budgets = budgetByTask(baseline);
  let [budget, plannedValue, earned, spent] = [0, 0, 0, 0];
  const withoutCost: string[] = [];
  const actuals = new Map(project.tasks.map((task) => [task.id, task]));
  for (const assignment of planned) {
    const { id } = assignment.task;
    const task = actuals.get(id) ?? assignment.task;
    const own = budgets.get(id) ?? 0;
    const done = doneShare({ ...assignment, task }, now);
    budget += own;
    plannedValue += own * plannedShare(assignment, now);
    earned += own * done;
    const { cost } = task.actual ?? {};
    if (cost !== undefined) spent += converter.toCents(cost, converter.currency, `task “${id}”`);
    else if (statusOf(task, now).kind !== 'waiting') withoutCost.push(id);
  }
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
    withoutCost,
  };
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
