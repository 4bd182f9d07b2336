// What was spent already, as part of the whole: by month along the work that has been done, and as
// a share beside what is still to come.
import { assignmentsOf, type PlacedWork } from '../money/assignments.ts';
import { cashFlow } from '../money/cash-flow.ts';
import type { CostLine } from '../money/cost-lines.ts';
import { oneCurrency } from '../money/currency.ts';
import type { Minute, Placed, Project, Task } from '../project.ts';
import type { CostOutcome, CostShare } from './outcome.ts';
import type { PastCost, Spent } from './past-costs.ts';

/** The cost of what is to come, joined with what was spent up to now. */
export function withSpent(
  cost: CostOutcome,
  { amount: spent, estimated }: Spent,
  flow: CostOutcome['cashFlow'],
): CostOutcome {
  return {
    ...cost,
    spent,
    spentEstimated: estimated,
    total: sum(cost.total, spent),
    low: sum(cost.low, spent),
    high: sum(cost.high, spent),
    cashFlow: joinFlows(flow, cost.cashFlow),
    shares: joinShares(cost.shares, spent),
  };
}

/** To the cent. */
function sum(one: number, other: number): number {
  const { toAmount, toCents, currency } = oneCurrency();
  return toAmount(toCents(one + other, currency, 'the sum of all costs'));
}

/** `placed` says where everything lies; what runs has been paid up to now. */
export function spentFlow(
  project: Project,
  costs: readonly PastCost[],
  placed: readonly Placed[],
  now: Minute,
): CostOutcome['cashFlow'] {
  const paid = new Set(costs.flatMap(({ task, amount }) => (amount === 0 ? [] : task.id)));
  if (paid.size === 0) return [];
  const past = placed.flatMap((row): PlacedWork[] =>
    paid.has(row.id) && row.start <= now ? [{ ...row, finish: Math.min(row.finish, now) }] : [],
  );
  const assignments = assignmentsOf(project, past);
  const known = new Set(assignments.map(({ task }) => task.id));
  const money = oneCurrency();
  const lines = costs.map(({ task, amount }) => {
    const cents = money.exactCents(amount, money.currency, `task “${task.id}”`);
    return spentLine(task, cents, known.has(task.id) ? null : now);
  });
  const periods = cashFlow(project, assignments, { lines }, 'month');
  return periods.map(({ date, cents }) => ({
    period: date.slice(0, 7),
    amount: money.toAmount(cents),
  }));
}

const spentLine = ({ id, name }: Task, cents: number, at: Minute | null): CostLine => ({
  id: `spent:${id}`,
  name,
  category: 'labor',
  task: id,
  phase: null,
  low: cents,
  base: cents,
  high: cents,
  currency: oneCurrency().currency,
  rate: 1,
  source: 'actual cost',
  at,
});

function joinFlows(
  past: CostOutcome['cashFlow'],
  coming: CostOutcome['cashFlow'],
): CostOutcome['cashFlow'] {
  const { toAmount, toCents, currency } = oneCurrency();
  const cents = new Map<string, number>();
  for (const { period, amount } of [...past, ...coming]) {
    cents.set(period, (cents.get(period) ?? 0) + toCents(amount, currency, period));
  }
  return [...cents]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([period, own]) => ({ period, amount: toAmount(own) }));
}

function joinShares(shares: readonly CostShare[], spent: number): readonly CostShare[] {
  if (spent === 0) return shares;
  const all = [{ category: 'spent' as const, amount: spent }, ...shares];
  const total = all.reduce((whole, { amount }) => whole + amount, 0);
  return all.map(({ category, amount }) => ({
    category,
    amount,
    share: total === 0 ? 0 : amount / total,
  }));
}
