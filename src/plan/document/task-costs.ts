// What each task costs by the plan's own cost lines and rates. It is told beside the task, under a name
// of its own: `cost` is what was stated for a task, and would be counted again.
import type { Plan, PlanTask } from '../../contract/plan.ts';
import type { CostLine } from '../../schedule/money/cost-lines.ts';
import { amountOf, scheduledPlan } from './scheduled-plan.ts';

type TotalCost = NonNullable<PlanTask['total_cost']>;
type Sums = Pick<TotalCost, 'low' | 'base' | 'high'>;

const plus = (sums: Sums | undefined, { low, base, high }: CostLine): Sums => ({
  low: (sums?.low ?? 0) + low,
  base: (sums?.base ?? 0) + base,
  high: (sums?.high ?? 0) + high,
});

/** By task, in cents; what a risk may cost is no cost of a task. */
function sumsByTask(lines: readonly CostLine[]): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const line of lines) {
    if (line.task === null || line.category === 'risk') continue;
    sums.set(line.task, plus(sums.get(line.task), line));
  }
  return sums;
}

/** Of each task that costs something; null where the plan was never scheduled. */
export function taskCosts(plan: Plan): ReadonlyMap<string, TotalCost> | null {
  const dated = scheduledPlan(plan);
  if (!dated) return null;
  const { currency } = plan.costs;
  return new Map(
    [...sumsByTask(dated.lines)].map(([task, { low, base, high }]) => [
      task,
      { low: amountOf(low), base: amountOf(base), high: amountOf(high), currency },
    ]),
  );
}

interface Phased<Task> {
  readonly phases: readonly { readonly tasks: readonly Task[] }[];
}

/** The same phases; what was told of tasks before is gone. */
export function withTaskCosts<Task extends { task_id: string }, Of extends Phased<Task>>(
  told: Of,
  costs: ReadonlyMap<string, TotalCost> | null,
): Of['phases'] {
  return told.phases.map((phase) => {
    const own = phase.tasks.flatMap(({ task_id }) => costs?.get(task_id) ?? []);
    const tasks = phase.tasks.map((task) => withCost(task, costs?.get(task.task_id)));
    return { ...withCost(phase, sumOf(own)), tasks };
  }) as unknown as Of['phases'];
}

function withCost<Told extends object>(told: Told, total_cost: TotalCost | undefined): object {
  const { total_cost: _old, ...rest } = told as Told & { total_cost?: TotalCost };
  return total_cost ? { ...rest, total_cost } : rest;
}

const CENTS = 100;

function sumOf(costs: readonly TotalCost[]): TotalCost | undefined {
  const [first] = costs;
  if (first === undefined) return undefined;
  const sum = (pick: (cost: TotalCost) => number): number =>
    Math.round(costs.reduce((all, cost) => all + pick(cost), 0) * CENTS) / CENTS;
  return {
    low: sum(({ low }) => low),
    base: sum(({ base }) => base),
    high: sum(({ high }) => high),
    currency: first.currency,
  };
}
