// What the whole costs, against the budget, in one currency and in one sentence.
import type { CostTotals } from '../../contract/plan.ts';
import type { ScheduleOutcome } from '../../schedule/run/outcome.ts';
import { money } from '../brains/offline/money.ts';
import type { Draft } from './draft.ts';
import type { NetworkInput } from './network-input.ts';

const MOST_MONEY = 1e15;

/** Of all tasks, in whole units. */
function sumsOf({ phases }: NetworkInput['details']): Pick<CostTotals, 'low' | 'base' | 'high'> {
  const lines = phases.flatMap(({ tasks }) => tasks.flatMap(({ costs }) => costs));
  const sum = (of: 'low' | 'base' | 'high'): number =>
    Math.min(MOST_MONEY, Math.round(lines.reduce((all, line) => all + line[of], 0)));
  return { low: sum('low'), base: sum('base'), high: sum('high') };
}

export function totalsOf(
  { cost }: ScheduleOutcome,
  { plan, hasMoney }: Draft,
  { direction, details }: NetworkInput,
): CostTotals {
  const { currency, budget } = plan.costs;
  const figures = { currency, low: cost.low, base: cost.total, high: cost.high, budget };
  if (!hasMoney) {
    const note = 'Too large to be reckoned to the cent: the sum of the tasks, without risks.';
    return { ...figures, ...sumsOf(details), verdict: 'not_checked', note };
  }
  const { budget: wanted } = direction;
  if (wanted !== null && budget === null) {
    const other = money(wanted.amount, wanted.currency);
    const note = `The budget, ${other}, is in another currency and was not compared.`;
    return { ...figures, verdict: 'not_checked', note };
  }
  return { ...figures, verdict: cost.verdict, note: cost.note };
}
