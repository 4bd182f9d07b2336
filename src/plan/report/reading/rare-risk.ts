// Why the expected cost may be above what four of five runs cost: a risk that hardly ever strikes, and
// costs very much when it does.
import type { Plan, PlanRisk } from '../../../contract/plan.ts';
import { dearestRisk } from '../../dearest-risk.ts';

const RARE = 0.25;

/** What it adds to the average, with the usual weights of three points. */
const shareOf = ({ probability = 0, cost }: PlanRisk): number =>
  cost === undefined ? 0 : (probability * (cost.low + 4 * cost.base + cost.high)) / 6;

/** By what the scheduler reckoned of each risk; plans that lack it are reckoned here. */
export function rareRisk(plan: Plan): PlanRisk | null {
  const { risks, costs, schedule } = plan;
  if (schedule.risk_costs !== undefined) {
    const dearest = dearestRisk(plan);
    return dearest?.liftsAboveP80 === true ? dearest.risk : null;
  }
  const p80 = schedule.simulation?.cost?.p80;
  if (p80 === undefined || costs.base <= p80) return null;
  const [dear] = risks.toSorted((one, other) => shareOf(other) - shareOf(one));
  return dear !== undefined && shareOf(dear) > 0 && (dear.probability ?? 1) <= RARE ? dear : null;
}
