// Whether a change may be made without asking: only within what the policy of the execution says, and only where
// it is known what it comes to.
import type { ChangeDiff } from '../contract/execution-change.ts';
import { changesPolicy, type ExecutionPolicy } from '../contract/execution-policy.ts';

export interface ChangeFacts {
  /** It lowers a tier, drops an approval or touches checks. */
  readonly isWeaker: boolean;
  /** The steps were given by somebody who could not edit the graph. */
  readonly isForeign: boolean;
  /** What a dollar is worth in the currency of the plan; null when nobody knows. */
  readonly usdRate: number | null;
}

/** How much more it costs in the plan's currency; null when that is not known. */
export function moneyMore({ money }: Pick<ChangeDiff, 'money'>, usdRate: number | null) {
  const { before, after, steps_usd: stated } = money;
  const more = stated.after - stated.before;
  if (more !== 0 && usdRate === null) return null;
  const ofSteps = more === 0 ? 0 : more * (usdRate ?? 0);
  if (before === null || after === null) return money.currency === null ? ofSteps : null;
  return after - before + ofSteps;
}

/** Why a person has to say yes; null if nobody has to. */
export function whyAsk(
  policy: ExecutionPolicy,
  diff: ChangeDiff,
  { isWeaker, isForeign, usdRate }: ChangeFacts,
): string | null {
  const { data: limits } = changesPolicy.safeParse(policy.changes);
  if (limits === undefined || limits === 'ask') return 'The policy asks a person for every change.';
  if (isForeign) return 'Steps that an agent gives are looked at by a person.';
  if (isWeaker) return 'It asks for less before or after a step is done.';
  if (diff.dates === null) return 'Nobody knows when it would end: there is no forecast.';
  const { days } = diff.dates.finish;
  if (diff.dates.misses_deadline === true && days > 0) return 'What is due would not be met.';
  if (days > limits.max_days) return `It ends ${days} days later; ${limits.max_days} may pass.`;
  const more = moneyMore(diff, usdRate);
  if (more === null) return 'Nobody knows what it costs.';
  if (more <= limits.max_money) return null;
  return `It costs ${Math.round(more * 100) / 100} more; ${limits.max_money} may pass.`;
}
