// What a call may come to, for the reservation, and what calls came to, for the settlement. Money is in
// millionths of a dollar, and all amounts are whole numbers.
import type { Amounts } from '../engine/event-types.ts';
import { type Model, noTokens } from '../models/model.ts';
import type { UsageRow } from './ledger.ts';

export interface TokenEstimate {
  readonly inputTokens: number;
  /** The most that the reply may have. */
  readonly outputTokens: number;
  /** How many calls the step may make, those with feedback included. */
  readonly calls: number;
}

/** Without a price there is no money in it, which a budget of money takes for too much. */
export function reservedAmounts(
  { inputTokens, outputTokens, calls }: TokenEstimate,
  { costMicros }: Pick<Model, 'costMicros'>,
): Amounts {
  const input = Math.ceil(inputTokens);
  const output = Math.ceil(outputTokens);
  const tokens = (input + output) * calls;
  const each = costMicros({ ...noTokens, input, output });
  return each === null ? { tokens, calls } : { money: Math.ceil(each) * calls, tokens, calls };
}

type Counted = Pick<UsageRow, 'cost_micros' | 'tokens_in' | 'tokens_out'>;

/** Input counts with what of it was cached, output with the reasoning. */
export function settledAmounts(rows: readonly Counted[]): Required<Amounts> {
  const sum = (amounts: readonly number[]): number =>
    amounts.reduce((total, amount) => total + Math.max(0, amount), 0);
  return {
    money: sum(rows.map((row) => row.cost_micros)),
    tokens: sum(rows.flatMap((row) => [row.tokens_in, row.tokens_out])),
    calls: rows.length,
  };
}
