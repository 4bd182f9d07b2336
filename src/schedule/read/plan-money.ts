// The money of a plan is in one currency. Amounts in another one are converted by the rate that the
// plan states; without a rate they are a mistake that names the line, never taken one to one.
import type { SchedulablePlan } from '../../contract/plan-schedulable.ts';
import { badPlace, type Place } from './place.ts';

export interface PlanMoney {
  /** Undefined when the plan names none. */
  readonly currency: string | undefined;
  /** What one unit of an amount at this place is worth in the currency of the plan. */
  rateOf(currency: string | undefined, place: Place): number;
}

export function moneyOf(plan: SchedulablePlan): PlanMoney {
  const currency = currencyOf(plan);
  const rates = new Map<string, number>();
  for (const [index, { code, rate_to_project: rate }] of (plan.currencies ?? []).entries()) {
    const place = ['currencies', index];
    if (rates.has(code)) throw badPlace(place, `the rate of ${code} is stated twice`);
    if (code === currency && rate !== 1) {
      throw badPlace(place, `${code} is the currency of the plan; its rate is 1`);
    }
    rates.set(code, rate);
  }
  return {
    currency,
    rateOf(given, place) {
      if (given === undefined || given === currency) return 1;
      const rate = rates.get(given);
      if (rate !== undefined) return rate;
      const message = `there is no rate from ${given} to ${currency}; state it in currencies`;
      throw badPlace(place, message);
    },
  };
}

/** The one that the plan names for the whole, else the first that a line is in. */
function currencyOf({ costs, budget, phases }: SchedulablePlan): string | undefined {
  const named = costs?.currency ?? budget?.currency;
  if (named !== undefined) return named;
  const lines = phases.flatMap(({ tasks }) => tasks.flatMap(({ cost }) => cost?.currency ?? []));
  return lines[0];
}
