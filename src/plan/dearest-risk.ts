// Why the average cost of a plan can lie above what it costs in most cases: one rare and dear risk.
import type { Plan, PlanRisk } from '../contract/plan.ts';

export interface DearestRisk {
  readonly risk: PlanRisk;
  /** What it adds to the planned cost, and what it costs if it strikes in full. */
  readonly mean: number;
  readonly worst: number;
  /** Of the planned cost, 0…1. */
  readonly share: number;
  /** The planned cost, which has the mean of every risk in it, lies above the P80 because of this one. */
  readonly liftsAboveP80: boolean;
}

/** The risk that adds most to the planned cost on average; null where none costs anything. */
export function dearestRisk({
  risks,
  schedule,
}: Pick<Plan, 'risks' | 'schedule'>): DearestRisk | null {
  const [dearest] = schedule.risk_costs ?? [];
  const risk = risks.find(({ risk_id }) => risk_id === dearest?.id);
  const total = schedule.cost?.total ?? 0;
  if (dearest === undefined || risk === undefined || total <= 0) return null;
  const { mean, worst } = dearest;
  const p80 = schedule.simulation?.cost?.p80 ?? Number.POSITIVE_INFINITY;
  const liftsAboveP80 = total > p80 && total - mean <= p80;
  return { risk, mean, worst, share: mean / total, liftsAboveP80 };
}
