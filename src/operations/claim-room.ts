// How many steps one agent holds at a time. A claim that is under way counts like a lease, or many
// that wait at once would pass together when work comes.
import { PlanwrightError } from '../base/errors.ts';
import type { EngineApi } from '../engine/engine-api.ts';
import type { Context } from './context.ts';
import { callerLimit, retryAfterSeconds, tenantLimit, withinLimit } from './held-steps.ts';
import { wasDone } from './once.ts';

/** Of an agent that registered without a capacity. */
export const usualCapacity = 20;

/** The claims of one agent in this process. */
interface Claiming {
  /** Those that look for a place or have one. */
  calls: number;
  /** Those that have a place. */
  admitted: number;
  /** How many have given their place back. */
  ended: number;
}

const claiming = new WeakMap<EngineApi, Map<string, Claiming>>();

function claimsOf(engine: EngineApi): Map<string, Claiming> {
  const known = claiming.get(engine) ?? new Map<string, Claiming>();
  claiming.set(engine, known);
  return known;
}

const tooMany = (held: number, capacity: number): PlanwrightError =>
  new PlanwrightError(
    'rate_limited',
    `You hold ${held} steps and ask for more; ${capacity} at a time are yours. Complete or fail one first, or register with a larger capacity (PLANWRIGHT_MAX_AGENT_LEASES).`,
    { limit_leases: capacity, retry_after_seconds: retryAfterSeconds },
  );

interface ClaimRoom {
  /** Null where it has none of its own. */
  readonly capacity: number | null;
  /** What it holds is given again, and only something new needs a place. */
  readonly again?: boolean;
}

/** Leases that were read while a claim ended may or may not include that claim's. */
const readsMax = 20;

/** Takes a place; where there is none, gives how many steps are held. */
async function admit(
  { reader, principal: { tenant, id } }: Context,
  own: Claiming,
  capacity: number,
  again: boolean,
): Promise<number | null> {
  for (let reads = 1; ; reads += 1) {
    const { ended } = own;
    const held = again ? 0 : (await reader.heldSteps(tenant, id)).length;
    if (own.ended !== ended && reads < readsMax) continue;
    if (held + own.admitted >= capacity) return held;
    own.admitted += 1;
    return null;
  }
}

/** What is held is given again whatever the limits of others are. */
export const withClaimRoom = <Answer>(
  context: Context,
  room: ClaimRoom,
  claim: () => Promise<Answer | null>,
): Promise<Answer | null> =>
  room.again
    ? withOwnRoom(context, room, claim)
    : withinLimit(context, tenantLimit(context), () => withOwnRoom(context, room, claim));

async function withOwnRoom<Answer>(
  context: Context,
  { capacity, again = false }: ClaimRoom,
  claim: () => Promise<Answer | null>,
): Promise<Answer | null> {
  if (capacity === null) return withinLimit(context, callerLimit(context), claim);
  const { engine, principal } = context;
  const claims = claimsOf(engine);
  const who = `${principal.tenant}/${principal.id}`;
  const own = claims.get(who) ?? { calls: 0, admitted: 0, ended: 0 };
  claims.set(who, own);
  own.calls += 1;
  let isAdmitted = false;
  try {
    const held = await admit(context, own, capacity, again);
    isAdmitted = held === null;
    // A call that is repeated takes nothing new.
    if (held !== null && !(await wasDone(context))) throw tooMany(held, capacity);
    return await claim();
  } finally {
    own.calls -= 1;
    if (isAdmitted) {
      own.admitted -= 1;
      own.ended += 1;
    }
    if (own.calls === 0) claims.delete(who);
  }
}
