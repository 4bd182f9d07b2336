// What code reckoned of a whole plan, to be held against what was estimated beforehand.
import type { Plan } from '../contract/plan.ts';
import { daysBetween } from './plan-parts.ts';
import type { Days, FermiTotals } from './quantity.ts';

const WORKING_SHARE = 5 / 7;

export type Totaled = Pick<Plan, 'start_date' | 'finish_date' | 'costs' | 'schedule'>;

function daysUntil({ start_date }: Totaled, finish: string): Days {
  const calendar = (daysBetween(start_date, finish) ?? 0) + 1;
  return { calendar, working: Math.round(calendar * WORKING_SHARE) };
}

export function planTotals(plan: Totaled): FermiTotals {
  const { base, currency } = plan.costs;
  const { simulation } = plan.schedule;
  const p80 = simulation?.cost?.p80;
  const end = simulation?.finish.p80.slice(0, 10);
  return {
    cost: { base, currency, ...(p80 === undefined ? {} : { p80 }) },
    days: {
      ...daysUntil(plan, plan.finish_date),
      ...(end === undefined ? {} : { p80: daysUntil(plan, end) }),
    },
  };
}
