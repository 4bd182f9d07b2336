// What the simulation says of the end and of the money, as the gates need it: the odds of a limit
// where it is the one that was simulated, and what holds at the confidence that was asked for.
import type { Plan } from '../contract/plan.ts';

export const usualConfidence = 0.8;

/** One side, the end or the money: the limit that was simulated with its odds, and what holds. */
export interface Likely<Value> {
  readonly limit: Value | null;
  readonly odds: number | null;
  readonly atConfidence: Value | null;
}

export interface LikelyTotals {
  readonly confidence: number;
  readonly finish: Likely<string>;
  readonly cost: Likely<number>;
}

type Simulated = Pick<Plan, 'schedule' | 'costs'> & Partial<Pick<Plan, 'confidence'>>;

/** Null where nothing was simulated. */
export function likelyTotals({ schedule, costs, confidence }: Simulated): LikelyTotals | null {
  const { simulation, deadline } = schedule;
  if (!simulation) return null;
  const { odds, contingency, finish_at_confidence } = simulation;
  return {
    confidence: confidence ?? simulation.confidence,
    finish: {
      limit: deadline,
      odds: odds.deadline,
      atConfidence: finish_at_confidence.slice(0, 10),
    },
    cost: {
      ...{ limit: costs.budget, odds: odds.budget },
      atConfidence: contingency === null ? null : costs.base + contingency,
    },
  };
}

export const percentText = (share: number): string => `${Math.round(share * 100)}%`;

/** Whether a limit holds as surely as was asked; null where the simulation does not tell. */
export function isLikely<Value extends string | number>(
  limit: Value,
  { limit: simulated, odds, atConfidence }: Likely<Value>,
  confidence: number,
): boolean | null {
  if (odds !== null && simulated === limit) return odds >= confidence;
  return atConfidence === null ? null : atConfidence <= limit;
}

/** In words: the odds of the limit, or what holds instead. */
export function likelyText<Value extends string | number>(
  limit: Value,
  { limit: simulated, odds, atConfidence }: Likely<Value>,
  confidence: number,
): string {
  const asked = percentText(confidence);
  if (odds !== null && simulated === limit) {
    return `${limit} holds in ${percentText(odds)} of simulated runs, ${asked} asked for`;
  }
  const value = typeof atConfidence === 'number' ? Math.round(atConfidence) : atConfidence;
  return `not ${limit} but ${value} holds in ${asked} of simulated runs`;
}
