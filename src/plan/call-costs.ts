// What a step of thinking may cost, from the models that would be asked: it is reserved before the step
// is handed out, so that a budget stops a plan before the call that would break it.
import type { Amounts } from '../engine/event-types.ts';
import type { Model, TokenCounts } from '../models/model.ts';
import { defaultFeedbackMax } from '../models/policy.ts';
import type { CostOf } from './generation.ts';
import { reservedAmounts } from './usage-budget.ts';

/** The first call, and those with feedback. */
const callsOfStep = 1 + defaultFeedbackMax;

type Priced = Pick<Model, 'costMicros' | 'slot'>;

/** The dearest of those with a price; nothing is known where the one that is asked first has none. */
function dearest(models: readonly Priced[], tokens: TokenCounts): number | null {
  const [first, ...rest] = models.map((model) => model.costMicros(tokens));
  if (first === undefined || first === null) return null;
  return Math.max(first, ...rest.map((price) => price ?? 0));
}

export function costOfModels(models: readonly Priced[]): CostOf {
  const [first] = models;
  if (!first) return () => ({});
  const price = { costMicros: (tokens: TokenCounts) => dearest(models, tokens) };
  return ({ inputTokens, outputTokens }) => ({
    cost: reservedAmounts({ inputTokens, outputTokens, calls: callsOfStep }, price),
    slot: first.slot,
  });
}

/** Whether what was used, and one call more, is within what was reserved. */
export function hasRoom(reserved: Amounts, used: Amounts, more: Amounts): boolean {
  const kinds = ['money', 'tokens', 'calls'] as const;
  return kinds.every((kind) => {
    const most = reserved[kind];
    return most === undefined || (used[kind] ?? 0) + (more[kind] ?? 0) <= most;
  });
}
