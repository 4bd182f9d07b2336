// Risks and assumptions as plan.json has them. Which tasks a risk touches is what the tasks say.
import type { PlanAssumption, PlanRisk } from '../../contract/plan.ts';
import { noEvidence, type Quantity, type ThoughtRisk } from '../../contract/plan-basis.ts';
import { assumptionId, riskId, taskId } from './ids.ts';
import { type Ownership, ownerOf } from './owners.ts';
import { inOrder3 } from './three-points.ts';

const HOURS_PER_DAY = 8;
const MOST_DELAY_HOURS = 1e6;

const delayOf = (days: NonNullable<ThoughtRisk['delay_days']>): PlanRisk['delay'] => {
  const hours = (value: number): number => Math.min(MOST_DELAY_HOURS, value * HOURS_PER_DAY);
  const [low, likely, high] = inOrder3(hours(days.low), hours(days.likely), hours(days.high));
  return { low, likely, high };
};

function costOf(cost: NonNullable<ThoughtRisk['cost']>, currency: string): PlanRisk['cost'] {
  const [low, base, high] = inOrder3(cost.low, cost.base, cost.high);
  return { low, base, high, currency };
}

export function planRisk(
  risk: ThoughtRisk,
  ownership: Ownership,
  currency: string | null,
): PlanRisk {
  const { tasks } = ownership;
  const touched = tasks.filter(({ risks }) => risks.includes(risk.id)).map(({ id }) => taskId(id));
  const { delay_days: days, cost } = risk;
  return {
    risk_id: riskId(risk.id),
    title: risk.title,
    description: `${risk.title}: ${risk.effect}`,
    cause: risk.cause,
    effect: risk.effect,
    likelihood: risk.likelihood,
    impact: risk.impact,
    mitigation: risk.response,
    trigger: risk.trigger,
    owner: ownerOf(risk, ownership),
    probability: risk.probability,
    // While one waits nobody is paid; what it costs otherwise is said.
    ...(days === null || touched.length === 0
      ? {}
      : { delay: delayOf(days), delay_costs: 'nothing' as const }),
    ...(cost === null || currency === null ? {} : { cost: costOf(cost, currency) }),
    // It strikes once: the tasks are where it may be felt.
    ...(touched.length === 0 ? {} : { strikes: 'one' as const }),
    tasks: touched,
  };
}

export const planAssumption = (quantity: Quantity): PlanAssumption => {
  const { id, evidence, reckoned, total, ...rest } = quantity;
  return {
    assumption_id: assumptionId(id),
    ...rest,
    source: evidence === '' ? noEvidence : evidence,
    ...(reckoned === null
      ? {}
      : { reckoned: { by: reckoned.by, of: reckoned.of.map(assumptionId) } }),
    ...(total === null ? {} : { total }),
  };
};
