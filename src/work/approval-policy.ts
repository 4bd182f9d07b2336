// What a step may do by itself under the policy of its execution: T1 is done, T2 of an agent is
// approved by a person first, T3 is done by a person.
import type { ExecutionPolicy } from '../contract/execution-policy.ts';
import type { GraphStep } from '../engine/event-types.ts';

const dayMs = 24 * 3_600_000;
export const approvalLastsMs = 7 * dayMs;

const tierNumbers = { T1: 1, T2: 2, T3: 3 } as const;

/** The higher of the two: a policy cannot make light of what the plan says. */
function tierUnder({ tier, action }: GraphStep, { tiers }: ExecutionPolicy): GraphStep['tier'] {
  const said = Object.hasOwn(tiers, action) ? tiers[action] : undefined;
  const own = said === undefined ? 1 : tierNumbers[said];
  return own > tier ? own : tier;
}

const isPreApproved = (action: string, { pre_approved }: ExecutionPolicy): boolean =>
  pre_approved.includes('T2') || pre_approved.includes(action);

/** The same step as the policy lets it be done. */
export function underPolicy(def: GraphStep, policy: ExecutionPolicy): GraphStep {
  if (def.purpose === 'group' || def.purpose === 'checkpoint') return def;
  const tier = tierUnder(def, policy);
  if (tier === 3) return { ...def, tier, performer: 'human' };
  const asks = tier === 2 && def.performer !== 'human' && !isPreApproved(def.action, policy);
  return { ...def, tier, ...(asks && { approval: def.approval ?? { lasts_ms: approvalLastsMs } }) };
}
