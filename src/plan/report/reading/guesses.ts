// Guesses that matter, and guesses of prices that are next to nothing in the total.
import type { Guess, Plan } from '../../../contract/plan.ts';
import { moneyOf } from './money.ts';
import { bare, tidy } from './sentences.ts';

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

export interface GuessesApart {
  /** Ids of assumptions: their bounds and how to check them stand there. */
  readonly ofAssumptions: readonly string[];
  /** Ids of cost lines whose price is a guess: range and source stand there. */
  readonly ofCosts: readonly string[];
  /** Guesses that stand nowhere else. */
  readonly others: Plan['guesses'];
  readonly small: number;
}

/** What is told elsewhere is named; prices that are next to nothing are only counted. */
export function guessesApart(plan: Plan): GuessesApart {
  const { big, small } = guessesBySize(plan);
  const assumptionOf = namedBy(
    plan.assumptions
      .filter(({ how_to_check: how = '' }) => how !== '')
      .map(({ assumption_id: id, claim }) => [bare(claim), id] as const),
  );
  const lineOf = namedBy((plan.cost_lines ?? []).map(({ cost_id, name }) => [name, cost_id]));
  const costOf = (one: Guess): string | undefined =>
    one.used_for.startsWith('costs') ? lineOf(one) : undefined;
  return {
    ofAssumptions: [...new Set(big.flatMap((one) => assumptionOf(one) ?? []))],
    ofCosts: [...new Set(big.flatMap((one) => costOf(one) ?? []))],
    others: big.filter((one) => assumptionOf(one) === undefined && costOf(one) === undefined),
    small: small.length,
  };
}

const namedBy =
  (named: readonly (readonly [string, string])[]) =>
  ({ guess }: Guess): string | undefined =>
    named.find(([name]) => tidy(guess).startsWith(`${name}: `))?.[1];
