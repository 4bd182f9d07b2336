// Whether deadline and budget hold at the asked odds, and what is missing where they do not.
import type { CostTotals } from '../../contract/plan.ts';
import type { ScheduleOutcome } from '../../schedule/run/outcome.ts';
import { money } from '../brains/offline/money.ts';
import type { NetworkOutput } from '../outputs/network.ts';

type Miss = NetworkOutput['misses'][number];

const DEFAULT_ODDS = 0.8;

export function missesOf(
  { verdict, simulation, cost }: ScheduleOutcome,
  schedule: NetworkOutput['schedule'],
  costs: CostTotals,
): Miss[] {
  const asked_odds = simulation?.confidence ?? DEFAULT_ODDS;
  const misses: Miss[] = [];
  if (verdict?.deadline === false && schedule.deadline !== null) {
    misses.push({
      of: 'deadline',
      wanted: schedule.deadline,
      got: schedule.simulation?.finish_at_confidence.slice(0, 10) ?? schedule.finish_date,
      odds: schedule.simulation?.odds.deadline ?? null,
      asked_odds,
    });
  }
  if (verdict?.budget === false && costs.budget !== null) {
    misses.push({
      of: 'budget',
      wanted: money(costs.budget, costs.currency),
      got: money(cost.total + (simulation?.contingency ?? 0), costs.currency),
      odds: schedule.simulation?.odds.budget ?? null,
      asked_odds,
    });
  }
  return misses;
}
