// How many steps a tenant holds, and a caller who has no capacity of their own: a key of a person or a
// service, or the local caller. An upper bound is kept and counted anew only where it reaches the limit,
// so the usual claim reads nothing. Several servers count what they began at the same time one by one.
import { PlanwrightError } from '../base/errors.ts';
import type { EngineApi } from '../engine/engine-api.ts';
import type { Context } from './context.ts';
import { wasDone } from './once.ts';

export const retryAfterSeconds = 5;

interface Tally {
  /** Steps that are held, and claims under way: never fewer than there are. */
  upper: number;
  underWay: number;
  /** Claims that took a step, ever. */
  taken: number;
}

/** Tallies of one process; one that is forgotten is counted again. */
const talliesMax = 10_000;
const tallies = new WeakMap<EngineApi, Map<string, Tally>>();

function tallyOf(engine: EngineApi, name: string): Tally {
  const known = tallies.get(engine) ?? new Map<string, Tally>();
  tallies.set(engine, known);
  const tally = known.get(name) ?? { upper: Number.POSITIVE_INFINITY, underWay: 0, taken: 0 };
  if (known.size >= talliesMax) known.clear();
  known.set(name, tally);
  return tally;
}

export interface HeldLimit {
  readonly name: string;
  readonly max: number;
  count(): Promise<number>;
  /** The whole answer to a caller who is refused. */
  refusal(held: number): string;
}

/** Takes a place in the same turn in which it is seen to be free. */
async function tookPlace(tally: Tally, limit: HeldLimit): Promise<boolean> {
  if (tally.upper >= limit.max) {
    const { taken } = tally;
    const held = await limit.count();
    // What was taken during the count may not be in it.
    tally.upper = held + tally.underWay + tally.taken - taken;
  }
  if (tally.upper >= limit.max) return false;
  tally.upper += 1;
  tally.underWay += 1;
  return true;
}

export async function withinLimit<Answer>(
  context: Context,
  limit: HeldLimit,
  claim: () => Promise<Answer | null>,
): Promise<Answer | null> {
  const tally = tallyOf(context.engine, limit.name);
  if (!(await tookPlace(tally, limit))) {
    // A call that is repeated takes nothing new.
    if (await wasDone(context)) return claim();
    const facts = { limit_leases: limit.max, retry_after_seconds: retryAfterSeconds };
    throw new PlanwrightError('rate_limited', limit.refusal(tally.upper), facts);
  }
  let hasTaken = false;
  try {
    const answer = await claim();
    hasTaken = answer !== null;
    return answer;
  } finally {
    tally.underWay -= 1;
    if (hasTaken) tally.taken += 1;
    else tally.upper -= 1;
  }
}

export const tenantLimit = ({ reader, principal, maxTenantLeases }: Context): HeldLimit => ({
  name: principal.tenant,
  max: maxTenantLeases,
  count: () => reader.heldCount(principal.tenant),
  refusal: (held) =>
    `This tenant holds ${held} steps, waiting claims included; the limit is ${maxTenantLeases} (PLANWRIGHT_MAX_TENANT_LEASES). Complete or fail some first.`,
});

export const callerLimit = ({ reader, principal, maxKeyLeases }: Context): HeldLimit => ({
  name: `${principal.tenant}/${principal.id}`,
  max: maxKeyLeases,
  count: () => reader.heldCount(principal.tenant, principal.id),
  refusal: (held) =>
    `You hold ${held} steps, waiting claims included; the limit is ${maxKeyLeases} (PLANWRIGHT_MAX_KEY_LEASES). Complete or fail some first.`,
});
