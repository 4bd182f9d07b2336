// The stated budget against the sum of the lines, and the contingency that the simulation asks
// for: how much above the base the asked percentile of the cost lies.
import type { SimResult } from '../simulate/monte-carlo.ts';
import { percentile } from '../simulate/percentiles.ts';
import type { CostBreakdown, CostCategory } from './cost-lines.ts';
import { costCategories } from './cost-lines.ts';
import type { Converter } from './currency.ts';

export interface Contingency {
  /** The share of runs that stay within base + contingency, e.g. 0.8. */
  readonly confidence: number;
  /** Cents. */
  readonly base: number;
  readonly atConfidence: number;
  /** Never negative: a base above the percentile needs none. */
  readonly contingency: number;
}

/** `result` is in the project's currency, not in cents. */
export function contingencyFrom(
  breakdown: CostBreakdown,
  result: Pick<SimResult, 'costs'>,
  converter: Converter,
  confidence = 0.8,
): Contingency {
  const amount = percentile(result.costs, confidence);
  const atConfidence = converter.toCents(amount, converter.currency, 'the simulated cost');
  const base = breakdown.total.base;
  return { confidence, base, atConfidence, contingency: Math.max(0, atConfidence - base) };
}

export const budgetVerdicts = ['no_budget_given', 'within_budget', 'tight', 'over_budget'] as const;
export type BudgetVerdict = (typeof budgetVerdicts)[number];

export interface BudgetCheck {
  readonly verdict: BudgetVerdict;
  /** Cents. */
  readonly budget: number | null;
  readonly bottomUp: number;
  readonly withContingency: number;
  /** Budget minus the sum of the lines; negative when it is missed. */
  readonly left: number | null;
  readonly shares: readonly BudgetShare[];
  readonly note: string;
}

export interface BudgetShare {
  readonly category: CostCategory;
  readonly cents: number;
  /** Of the bottom-up total, 0…1. */
  readonly share: number;
  /** Of the budget as it was meant to be divided; null when that is not said. */
  readonly planned: number | null;
}

/** `planned` divides the budget from the top, e.g. {labor: 0.7, purchase: 0.3}. */
export function checkBudget(
  breakdown: CostBreakdown,
  contingency: number,
  budget: number | null,
  planned: Partial<Record<CostCategory, number>> = {},
): BudgetCheck {
  const bottomUp = breakdown.total.base;
  const withContingency = bottomUp + contingency;
  const verdict = verdictOf(bottomUp, withContingency, budget);
  return {
    verdict,
    budget,
    bottomUp,
    withContingency,
    left: budget === null ? null : budget - bottomUp,
    shares: costCategories.map((category) => {
      const cents = breakdown.byCategory[category].base;
      const share = bottomUp === 0 ? 0 : cents / bottomUp;
      return { category, cents, share, planned: planned[category] ?? null };
    }),
    note: noteOf(verdict),
  };
}

function verdictOf(base: number, withContingency: number, budget: number | null): BudgetVerdict {
  if (budget === null) return 'no_budget_given';
  if (base > budget) return 'over_budget';
  return withContingency > budget ? 'tight' : 'within_budget';
}

export function noteOf(verdict: BudgetVerdict): string {
  switch (verdict) {
    case 'no_budget_given':
      return 'No budget was given; the total is the sum of the lines.';
    case 'within_budget':
      return 'The lines and the contingency fit into the budget.';
    case 'tight':
      return 'The lines fit into the budget, the contingency does not.';
    case 'over_budget':
      return 'The lines alone cost more than the budget.';
  }
}
