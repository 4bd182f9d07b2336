// What the plan may cost: shares of the stated budget, or a rule of thumb that is marked as a guess.
// A budget below the low end of the rule of thumb is said to be too small, never quietly used up.
import type { CostTotals } from '../../../contract/plan.ts';
import { fromUsd, toUsd } from './currencies.ts';
import { formatNumber } from './fill.ts';
import { largestNumber } from './numbers-of.ts';
import type { TypicalCost } from './playbook.ts';

export interface Budget {
  readonly amount: number;
  readonly currency: string;
}

export interface MoneyInput {
  readonly budget: Budget | null;
  readonly currency: string;
  readonly typical: TypicalCost;
  readonly times: number;
  /** Is the rule of thumb about this kind of goal, or only a placeholder? */
  readonly trusted: boolean;
  readonly why: string;
}

const RESERVE = 0.1;

export function roundMoney(value: number): number {
  if (value <= 0) return 0;
  const step = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1);
  return Math.round(value / step) * step;
}

export function money(amount: number, currency: string): string {
  return `${currency} ${formatNumber(Math.round(amount))}`;
}

export function costTotals(input: MoneyInput): CostTotals {
  const { budget, currency } = input;
  // A plan takes no larger number: a wedding for a billion guests is still told, as too dear.
  const local = (usd: number) =>
    Math.min(largestNumber, roundMoney(fromUsd(usd * input.times, currency)));
  const usual = {
    low: local(input.typical.lowUsd),
    base: local(input.typical.baseUsd),
    high: local(input.typical.highUsd),
  };
  if (budget === null)
    return {
      currency,
      ...usual,
      budget: null,
      verdict: 'no_budget_given',
      note: `No budget was given. These figures are a guess: ${input.why}.`,
    };
  if (!input.trusted)
    return {
      ...allotted(budget, 0.7, 1.1),
      verdict: 'not_checked',
      note: `${reserveNote(budget)} Whether it is enough was not checked: there is no rule of thumb for this kind of goal.`,
    };
  if (budget.amount < usual.low)
    return {
      currency,
      ...usual,
      budget: budget.amount,
      verdict: 'over_budget',
      note: shortfallNote(budget, usual, input.why),
    };
  if (toUsd(budget.amount, currency) < input.typical.baseUsd * input.times)
    return {
      ...allotted(budget, 0.85, 1.3),
      verdict: 'tight',
      note: `${reserveNote(budget)} It is below the usual ${money(usual.base, currency)} (${input.why}), so expect to cut scope.`,
    };
  return {
    ...allotted(budget, 0.85, 1.1),
    verdict: 'within_budget',
    note: `${reserveNote(budget)}${plentyNote(budget, usual.high)}`,
  };
}

function allotted(budget: Budget, low: number, high: number): Omit<CostTotals, 'verdict' | 'note'> {
  const base = budget.amount * (1 - RESERVE);
  return {
    currency: budget.currency,
    low: Math.round(base * low),
    base: Math.round(base),
    high: Math.round(base * high),
    budget: budget.amount,
  };
}

function reserveNote(budget: Budget): string {
  return `Costs are shares of the budget of ${money(budget.amount, budget.currency)}; ${money(budget.amount * RESERVE, budget.currency)} is held back as reserve.`;
}

function shortfallNote(budget: Budget, usual: { low: number; base: number }, why: string): string {
  const gap = money(usual.low - budget.amount, budget.currency);
  return `The budget of ${money(budget.amount, budget.currency)} looks too small: the low end is ${money(usual.low, budget.currency)} (${why}). At least ${gap} is missing. Find it, cut the scope, or start with a smaller version.`;
}

function plentyNote(budget: Budget, usualHigh: number): string {
  if (budget.amount < usualHigh * 3) return '';
  return ` The budget is far above the usual high end of ${money(usualHigh, budget.currency)}: either the scope is larger than this playbook knows, or money will be left.`;
}
