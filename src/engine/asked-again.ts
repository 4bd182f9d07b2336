// Claims that are made again because their answer was lost: by their idempotency key, or by asking for
// what the holder has in hand. Both name a lease, so its time begins anew.
import type { Store } from '../store/store.ts';
import { type Grant, grantOf } from './claimed-step.ts';
import type { ClaimedStep, ClaimRequest } from './engine-api.ts';
import { findEarlier } from './once.ts';
import { leaseDueId, leaseEndsAt } from './projection.ts';
import { type Runs, rejectedBy } from './runs.ts';
import type { Tokens } from './tokens.ts';

export interface AskedAgainPorts {
  readonly store: Store;
  readonly runs: Runs;
  readonly tokens: Tokens;
  /** The token is shown on behalf of its holder. */
  keep(claimed: ClaimedStep, request: ClaimRequest): Promise<number | null>;
}

export class AskedAgain {
  readonly #ports: AskedAgainPorts;
  /** Leases that calls with a key are being given right now. */
  readonly #leasing = new Map<string, Promise<unknown>>();

  constructor(ports: AskedAgainPorts) {
    this.#ports = ports;
  }

  /** What this caller was given before, as it names it. */
  async before(request: ClaimRequest): Promise<ClaimedStep | null> {
    return (await claimedBefore(this.#ports, request)) ?? heldAlready(this.#ports, request);
  }

  async lease<Value>({ once }: ClaimRequest, lease: () => Promise<Value>): Promise<Value> {
    if (!once) return lease();
    const leasing = lease();
    const done = leasing.catch(() => undefined);
    this.#leasing.set(once.key, done);
    try {
      return await leasing;
    } finally {
      if (this.#leasing.get(once.key) === done) this.#leasing.delete(once.key);
    }
  }

  /** It found nothing: the same call, made a moment before, may have taken it. */
  async after(request: ClaimRequest): Promise<ClaimedStep | null> {
    if (!request.once) return null;
    await this.#leasing.get(request.once.key);
    return claimedBefore(this.#ports, request);
  }
}

/** The same key was claimed with before: the same lease, if it still holds. */
async function claimedBefore(
  ports: AskedAgainPorts,
  request: ClaimRequest,
): Promise<ClaimedStep | null> {
  const { once, holder } = request;
  if (!once) return null;
  const { store, tokens } = ports;
  const earlier = await findEarlier(store, once, store.now());
  if (!earlier) return null;
  if (!earlier.isSame) throw rejectedBy(earlier.rejection);
  const grant = earlier.answer as Grant | null;
  if (!grant) return null;
  const claimed = tokens.signed(grant, holder);
  const times = await timesNow(ports, claimed, request);
  return times ? { ...claimed, ...times } : { ...claimed, isOver: true };
}

type Times = Pick<ClaimedStep, 'expiresAt' | 'acknowledgeBy'>;

/**
 * This answer may be lost too: the time of the lease begins anew, and if its token was not shown yet it
 * is waited for once more. Null if the lease is over.
 */
async function timesNow(
  ports: AskedAgainPorts,
  claimed: ClaimedStep,
  request: ClaimRequest,
  tries = 3,
): Promise<Times | null> {
  const { store, runs } = ports;
  const { run, step, attempt } = claimed;
  const id = leaseDueId(run, step);
  const unheard = (await store.dueOfRun(run)).find((due) => due.id === id);
  if (unheard?.kind === 'unheard' && unheard.attempt === attempt) {
    const now = store.now();
    const ends = await runs.get(run).read((state): Times | null => {
      const found = state.steps.get(step);
      const lease = found?.lease;
      if (!found || lease?.attempt !== attempt) return null;
      const expiresAt = leaseEndsAt(state, found, lease, now) ?? now;
      return { expiresAt, acknowledgeBy: Math.min(now + lease.ackMs, expiresAt) };
    });
    if (!ends) return null;
    // Refused if it was acknowledged in this moment, is over, or was asked for once more.
    const require = [{ due: id, attempt, at: unheard.at }];
    const due = [{ set: { ...unheard, at: ends.acknowledgeBy } }];
    const [result] = await store.commit([{ require, due }]);
    if (result?.ok) return ends;
    if (tries > 1) return timesNow(ports, claimed, request, tries - 1);
  }
  const expiresAt = await ports.keep(claimed, request);
  return expiresAt === null ? null : { expiresAt, acknowledgeBy: 0 };
}

/** What the holder has in hand already, if it asks for that first. */
async function heldAlready(
  ports: AskedAgainPorts,
  request: ClaimRequest,
): Promise<ClaimedStep | null> {
  if (!request.again) return null;
  const { store, runs, tokens } = ports;
  const rows = await store.heldSteps(request.tenant, request.holder);
  const row = rows.find(
    ({ run, step }) =>
      (request.run === null || run === request.run) &&
      (request.step === undefined || step === request.step),
  );
  if (!row) return null;
  const grant = await runs.get(row.run).read((state) => {
    const isHeld = state.steps.get(row.step)?.lease?.holder === request.holder;
    return isHeld ? grantOf(state, row.step, 0) : null;
  });
  if (!grant) return null;
  const claimed = { ...tokens.signed(grant, request.holder), acknowledgeBy: 0 };
  const expiresAt = await ports.keep(claimed, request);
  return expiresAt === null ? null : { ...claimed, expiresAt };
}
