// What the whole costs, against the budget, in one currency and in one sentence.
import type { CostTotals } from '../../contract/plan.ts';
import type { ScheduleOutcome } from '../../schedule/run/outcome.ts';
import { money } from '../brains/offline/money.ts';
import type { Draft } from './draft.ts';
import type { NetworkInput } from './network-input.ts';

export function totalsOf(
  { cost }: ScheduleOutcome,
  { plan, hasMoney }: Draft,
  { direction }: NetworkInput,
): CostTotals {
  const { currency, budget } = plan.costs;
  const figures = { currency, low: cost.low, base: cost.total, high: cost.high, budget };
  if (!hasMoney) {
    return { ...figures, verdict: 'not_checked', note: 'Too large to be reckoned to the cent.' };
  }
  const { budget: wanted } = direction;
  if (wanted !== null && budget === null) {
    const other = money(wanted.amount, wanted.currency);
    const note = `The budget, ${other}, is in another currency and was not compared.`;
    return { ...figures, verdict: 'not_checked', note };
  }
  return { ...figures, verdict: cost.verdict, note: cost.note };
}
