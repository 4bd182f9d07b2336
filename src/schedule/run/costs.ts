// What the schedule costs, and when: rates by hours, fixed costs and the mean of the risks.
import { assignmentsOf } from '../money/assignments.ts';
import { checkBudget, noteOf } from '../money/budget.ts';
import { cashFlow } from '../money/cash-flow.ts';
import { type CostBreakdown, costBreakdown, type StatedCost } from '../money/cost-lines.ts';
import { oneCurrency, roundHalfUp } from '../money/currency.ts';
import type { Placed, Project } from '../project.ts';
import type { Risk } from '../simulate/risk.ts';
import type { CostOutcome, RiskCost, SimulationOutcome } from './outcome.ts';

export interface Costs {
  readonly breakdown: CostBreakdown;
  /** What is to come, by month. */
  readonly flow: CostOutcome['cashFlow'];
}

export function costsOf(
  project: Project,
  placed: readonly Placed[],
  risks: readonly Risk[],
  stated: readonly StatedCost[] = [],
): Costs {
  const money = oneCurrency();
  const assignments = assignmentsOf(project, placed);
  const breakdown = costBreakdown({ project, assignments, stated, risks, converter: money });
  const isFree = breakdown.lines.length === 0;
  const periods = isFree ? [] : cashFlow(project, assignments, breakdown, 'month');
  return {
    breakdown,
    flow: periods.map(({ date, cents }) => ({
      period: date.slice(0, 7),
      amount: money.toAmount(cents),
    })),
  };
}

/** What each task is planned to cost, with its own lines and without risks. */
export function costByTask({ breakdown }: Costs): ReadonlyMap<string, number> {
  const { toAmount } = oneCurrency();
  const costs = new Map<string, number>();
  for (const { task, category, base } of breakdown.lines) {
    if (task === null || category === 'risk') continue;
    costs.set(task, (costs.get(task) ?? 0) + toAmount(base));
  }
  return costs;
}

/** The mean of a rare and dear one can lie above what four of five runs cost: it has to be named. */
function riskCosts({ lines }: CostBreakdown): RiskCost[] {
  const { toAmount } = oneCurrency();
  return lines
    .filter(({ category }) => category === 'risk')
    .map(({ id, base, high }) => ({
      id,
      mean: toAmount(roundHalfUp(base)),
      worst: toAmount(roundHalfUp(high)),
    }))
    .toSorted((a, b) => b.mean - a.mean);
}

/** Nothing to be paid, or nothing left to be done. */
export const freeOfCost: CostOutcome = {
  total: 0,
  low: 0,
  high: 0,
  spent: 0,
  spentEstimated: 0,
  cashFlow: [],
  verdict: 'no_budget_given',
  note: '',
  shares: [],
  riskCosts: [],
};

/** Where there are odds, they decide, as they do everywhere. */
function judged(
  { verdict, note }: Pick<CostOutcome, 'verdict' | 'note'>,
  simulation: SimulationOutcome | null,
): Pick<CostOutcome, 'verdict' | 'note'> {
  const within = { verdict: 'within_budget' as const };
  if (simulation === null) {
    const planned = 'The lines fit into the budget; what to keep back was not simulated.';
    return verdict === 'within_budget' ? { ...within, note: planned } : { verdict, note };
  }
  const { budgetOdds: odds, confidence } = simulation;
  if (odds === null || (odds < confidence && verdict !== 'within_budget')) return { verdict, note };
  if (odds < confidence) return { verdict: 'tight', note: noteOf('tight') };
  return { ...within, note: 'At the asked confidence the cost fits into the budget.' };
}

/** With the verdict on the budget, once the odds have told what to keep back. */
export function costOutcome(
  { breakdown, flow }: Costs,
  budget: number | null,
  simulation: SimulationOutcome | null,
): CostOutcome {
  const { toAmount, toCents, currency } = oneCurrency();
  const cents = (amount: number, place: string): number => toCents(amount, currency, place);
  const contingency = cents(simulation?.contingency ?? 0, 'the contingency');
  const limit = budget === null ? null : cents(budget, 'the budget');
  const { shares, ...checked } = checkBudget(breakdown, contingency, limit);
  const { verdict, note } = judged(checked, simulation);
  return {
    total: toAmount(breakdown.total.base),
    low: toAmount(breakdown.total.low),
    high: toAmount(breakdown.total.high),
    spent: 0,
    spentEstimated: 0,
    cashFlow: flow,
    verdict,
    note,
    shares: shares
      .filter((share) => share.cents !== 0)
      .map(({ category, cents: own, share }) => ({ category, amount: toAmount(own), share })),
    riskCosts: riskCosts(breakdown),
  };
}
