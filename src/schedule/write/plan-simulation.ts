// The odds of a schedule as plan.json carries them.
import type { PlanSimulation } from '../../contract/plan-schedule.ts';
import type { Due } from '../run/due.ts';
import type { SimulationOutcome } from '../run/outcome.ts';
import { dueOdds } from '../run/verdict.ts';
import type { Percentiles } from '../simulate/percentiles.ts';
import { isoDateTimeIn } from '../time/local-time.ts';

/** As many as the contract takes. */
const MAX_MILESTONES = 1000;
const MAX_DRIVERS = 50;

const rounded = (value: number, digits: number): number =>
  Number.isFinite(value) ? Math.round(value * 10 ** digits) / 10 ** digits : 0;
const share = (value: number): number => rounded(value, 4);
const cents = (value: number): number => rounded(value, 2);
const hours = (minutes: number): number => rounded(minutes / 60, 2);

export function planSimulation(
  simulation: SimulationOutcome,
  zone: string,
  baseCost: number,
  due: Due | null,
): PlanSimulation {
  const { runs, seed, confidence, budgetOdds, cost } = simulation;
  const isFree = baseCost === 0 && cost.p95 === 0;
  const at = (minute: number): string => isoDateTimeIn(zone, Math.ceil(minute));
  return {
    runs,
    seed,
    finish: mapSpread(simulation.finish, at),
    finish_at_confidence: at(simulation.finishAtConfidence),
    confidence,
    cost: isFree ? null : mapSpread(cost, cents),
    contingency: isFree ? null : cents(simulation.contingency),
    odds: { deadline: shareOrNull(dueOdds(due, simulation)), budget: shareOrNull(budgetOdds) },
    criticality: simulation.criticality.map((one) => ({ id: one.id, share: share(one.share) })),
    milestones: simulation.milestones.slice(0, MAX_MILESTONES).map((one) => ({
      id: one.id,
      finish: mapSpread(one.finish, at),
      deadline: one.deadline === null ? null : at(one.deadline),
      odds: shareOrNull(one.odds),
      slack_hours: one.slackMinutes === null ? null : hours(one.slackMinutes),
    })),
    drivers: simulation.tornado.slice(0, MAX_DRIVERS).map((one) => ({
      id: one.id,
      kind: one.kind,
      good: at(one.good),
      bad: at(one.bad),
      swing_hours: hours(one.swingMinutes),
      cost_swing: cents(one.costSwing),
      correlation: share(one.correlation),
    })),
  };
}

const shareOrNull = (value: number | null): number | null => (value === null ? null : share(value));

function mapSpread<Value>(spread: Percentiles, of: (value: number) => Value) {
  const { p10, p50, p80, p90, p95 } = spread;
  return { p10: of(p10), p50: of(p50), p80: of(p80), p90: of(p90), p95: of(p95) };
}
