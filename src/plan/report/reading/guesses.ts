// Guesses that matter, and guesses of prices that are next to nothing in the total.
import type { Guess, Plan } from '../../../contract/plan.ts';
import { moneyOf } from './money.ts';

const SMALL_SHARE = 0.01;

/** A guess of a price begins with the name of its cost line. */
export function guessesBySize(plan: Plan): {
  readonly big: Plan['guesses'];
  readonly small: Plan['guesses'];
} {
  const limit = plan.costs.base * SMALL_SHARE;
  const named = (plan.cost_lines ?? []).map(({ cost_id, name }) => [cost_id, name] as const);
  const high = new Map(moneyOf(plan).lines.map((line) => [line.id, line.high]));
  const isSmall = ({ guess, used_for }: Guess): boolean =>
    used_for.startsWith('costs') &&
    named.some(([id, name]) => guess.startsWith(`${name}: `) && (high.get(id) ?? 0) < limit);
  return {
    big: plan.guesses.filter((one) => !isSmall(one)),
    small: plan.guesses.filter(isSmall),
  };
}
