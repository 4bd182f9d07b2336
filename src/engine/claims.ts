// Handing out work: pick from the ready rows, lease through the machine, or wait for more.
import { PlanwrightError } from '../base/errors.ts';
import type { Store } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { ComingClaims } from './coming-claims.ts';
import type { ClaimRequest } from './engine-api.ts';

interface Waiter<Claimed> {
  readonly request: ClaimRequest;
  timer: NodeJS.Timeout | undefined;
  /** A look is under way for it; what it finds must not be lost. */
  isLooking: boolean;
  /** Something became ready while it looked: it looks once more. */
  mustLookAgain: boolean;
  /** Something is there that another holder may take. */
  isPassedOver: boolean;
  /** Its time ran out or its caller went away: the look under way is the last. */
  isLeaving: boolean;
  resolve(claimed: Claimed | null): void;
}

/** A step that has just become ready. */
export interface ReadyStep {
  readonly tenant: string;
  readonly run: string;
  readonly performer: string;
  readonly action: string;
}

/** Most claims find one among the first few. */
const pageSize = 64;

/** Waiting costs memory and looks; one caller must not crowd out the others. */
const maxWaitingPerHolder = 256;
const maxWaitingPerTenant = 10_000;

/** Tries to lease one step; null if somebody else was faster, `not_yours` if it is for others. */
export type TryLease<Claimed> = (
  row: Rows['steps'],
  request: ClaimRequest,
) => Promise<Claimed | null | 'not_yours'>;

/** The places of a worker that takes several steps at once. */
export interface Room<Claimed> {
  left(performer: string): number;
  /** A place is kept while a lease is on its way, and given back where it does not come. */
  keep(performer: string): void;
  giveBack(performer: string): void;
  /** It has the place that was kept for this performer, whatever it has become meanwhile. */
  take(claimed: Claimed, performer: string): void;
}

/** Whose steps, for whom, and for how long. */
export type FillRequest = Pick<ClaimRequest, 'tenant' | 'holder' | 'performers' | 'leaseMs'>;

/**
 * Waiters that can take the same steps: if one of them finds nothing, none would, unless it was
 * passed over: nobody checks what it did itself.
 */
const classOf = ({ tenant, performers, actions, notActions, run }: ClaimRequest): string =>
  JSON.stringify([tenant, performers, actions, notActions, run]);

const takes = ({ actions, notActions }: ClaimRequest, action: string): boolean =>
  (actions === null || actions.includes(action)) && !notActions?.includes(action);

const fits = (request: ClaimRequest, step: ReadyStep): boolean =>
  request.tenant === step.tenant &&
  request.performers.includes(step.performer) &&
  (request.run === null || request.run === step.run) &&
  takes(request, step.action);

export class Claims<Claimed> {
  readonly #store: Store;
  readonly #tryLease: TryLease<Claimed>;
  readonly #onError: (error: unknown) => void;
  /** By class, those who wait longest first. */
  readonly #waiters = new Map<string, Set<Waiter<Claimed>>>();
  readonly #waitingOf = new Map<string, number>();
  readonly #coming = new ComingClaims<Claimed>();
  /** Being leased by another claim of this process right now; not worth a try. */
  readonly #inFlight = new Set<string>();
  /** Classes for which something may be ready. */
  readonly #woken = new Set<string>();
  #isServing = false;

  constructor(
    store: Store,
    tryLease: TryLease<Claimed>,
    onError: (error: unknown) => void = () => undefined,
  ) {
    this.#store = store;
    this.#tryLease = tryLease;
    this.#onError = onError;
  }

  async claim(request: ClaimRequest): Promise<Claimed | null> {
    this.#admit(request);
    return new Promise((resolve, reject) => {
      const waiter: Waiter<Claimed> = {
        request,
        timer: undefined,
        isLooking: false,
        mustLookAgain: false,
        isPassedOver: false,
        isLeaving: request.waitMs <= 0,
        resolve,
      };
      this.#add(waiter);
      this.#look(waiter).then(
        () => this.#wait(waiter),
        (error: unknown) => {
          this.#remove(waiter);
          reject(error);
        },
      );
    });
  }

  /** Unless its caller has something already. */
  claimUnless(
    request: ClaimRequest,
    before: () => Promise<Claimed | null>,
  ): Promise<Claimed | null> {
    return this.#coming.pass(request, before, (asked) => this.claim(asked));
  }

  /**
   * All that is ready, as far as there is room, in one commit where the store can; nobody waits for more.
   * One after another forty runs that begin together would wait for forty commits. False if there may
   * be more than there was room for.
   */
  async fill(request: FillRequest, room: Room<Claimed>): Promise<boolean> {
    let isAll = true;
    for (const performer of request.performers) {
      if (!(await this.#fillFrom(performer, request, room))) isAll = false;
    }
    return isAll;
  }

  /** Steps became ready, or something unknown did: those who wait longest are served first. */
  wake(ready?: readonly ReadyStep[]): void {
    for (const [key, waiters] of this.#waiters) {
      const request = waiters.values().next().value?.request;
      if (request && (!ready || ready.some((step) => fits(request, step)))) this.#wakeClass(key);
    }
  }

  cancel(isMeant: (request: ClaimRequest) => boolean): void {
    this.#coming.cancel(isMeant);
    for (const waiters of this.#waiters.values()) {
      for (const waiter of waiters) if (isMeant(waiter.request)) this.#leave(waiter);
    }
  }

  #admit({ holder, tenant }: ClaimRequest): void {
    const isTooMany =
      (this.#waitingOf.get(`${tenant}/${holder}`) ?? 0) >= maxWaitingPerHolder ||
      (this.#waitingOf.get(tenant) ?? 0) >= maxWaitingPerTenant;
    if (!isTooMany) return;
    const message = `More than ${maxWaitingPerHolder} calls of yours wait for work already. Wait for their answers.`;
    throw new PlanwrightError('rate_limited', message, { limit: maxWaitingPerHolder });
  }

  #add(waiter: Waiter<Claimed>): void {
    const key = classOf(waiter.request);
    const waiters = this.#waiters.get(key) ?? new Set();
    this.#waiters.set(key, waiters.add(waiter));
    this.#count(waiter, 1);
  }

  #remove(waiter: Waiter<Claimed>): void {
    const key = classOf(waiter.request);
    const waiters = this.#waiters.get(key);
    if (!waiters?.delete(waiter)) return;
    if (waiters.size === 0) this.#waiters.delete(key);
    this.#count(waiter, -1);
  }

  #count({ request }: Waiter<Claimed>, change: 1 | -1): void {
    for (const key of [request.tenant, `${request.tenant}/${request.holder}`]) {
      const count = (this.#waitingOf.get(key) ?? 0) + change;
      if (count === 0) this.#waitingOf.delete(key);
      else this.#waitingOf.set(key, count);
    }
  }

  #isThere(waiter: Waiter<Claimed>): boolean {
    return this.#waiters.get(classOf(waiter.request))?.has(waiter) ?? false;
  }

  #wait(waiter: Waiter<Claimed>): void {
    if (!this.#isThere(waiter)) return;
    waiter.timer = setTimeout(() => this.#leave(waiter), waiter.request.waitMs);
  }

  /** Goes with nothing, or with what the look under way still finds: a lease has an owner. */
  #leave(waiter: Waiter<Claimed>): void {
    waiter.isLeaving = true;
    if (!waiter.isLooking) this.#settle(waiter, null);
  }

  #settle(waiter: Waiter<Claimed>, claimed: Claimed | null): void {
    clearTimeout(waiter.timer);
    this.#remove(waiter);
    waiter.resolve(claimed);
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    for (let [key] = this.#woken; key !== undefined; [key] = this.#woken) {
      this.#woken.delete(key);
      await this.#serveClass(key);
    }
    this.#isServing = false;
  }

  /** The one who waits longest. If it finds something, its class is served once more; if it finds
   * nothing, there is nothing for the others of its class either. */
  async #serveClass(key: string): Promise<void> {
    const passedOver = new Set<string>();
    for (const waiter of this.#waiters.get(key) ?? []) {
      if (passedOver.has(waiter.request.holder)) continue;
      if (waiter.isLooking) {
        waiter.mustLookAgain = true;
        if (waiter.isLeaving) continue;
        return;
      }
      try {
        await this.#look(waiter);
      } catch (error) {
        this.#onError(error);
        if (waiter.isLeaving) this.#settle(waiter, null);
      }
      if (!waiter.isPassedOver) return;
      passedOver.add(waiter.request.holder);
    }
  }

  async #look(waiter: Waiter<Claimed>): Promise<void> {
    waiter.isLooking = true;
    try {
      let claimed: Claimed | null;
      do {
        waiter.mustLookAgain = false;
        waiter.isPassedOver = false;
        claimed = await this.#take(waiter);
      } while (!claimed && waiter.mustLookAgain && !waiter.isLeaving);
      if (claimed || waiter.isLeaving) this.#settle(waiter, claimed);
      // What it did not look for any more is for the next one.
      if (claimed || waiter.mustLookAgain) this.#wakeClass(classOf(waiter.request));
    } finally {
      waiter.isLooking = false;
    }
  }

  #wakeClass(key: string): void {
    if (!this.#waiters.has(key)) return;
    this.#woken.add(key);
    if (!this.#isServing) void this.#serve();
  }

  async #fillFrom(performer: string, request: FillRequest, room: Room<Claimed>): Promise<boolean> {
    const filter = { tenant: request.tenant, performer, limit: pageSize };
    let after: Rows['steps'] | undefined;
    do {
      if (room.left(performer) <= 0) return false;
      const rows = await this.#store.readySteps({ ...filter, ...(after ? { after } : {}) });
      for (let next = 0; next < rows.length; ) {
        // Counted anew: others may have come in while it waited.
        const some = rows.slice(next, next + Math.max(0, room.left(performer)));
        if (some.length === 0) return false;
        await this.#fillWith(some, request, room);
        next += some.length;
      }
      after = rows.length === pageSize ? rows.at(-1) : undefined;
    } while (after);
    return true;
  }

  async #fillWith(
    rows: readonly Rows['steps'][],
    request: FillRequest,
    room: Room<Claimed>,
  ): Promise<void> {
    const full = { ...request, actions: null, run: null, waitMs: 0 };
    const tries = rows.map(async (row) => {
      room.keep(row.performer);
      let claimed: Claimed | null | 'not_yours' = null;
      try {
        claimed = await this.#tryOnce(row, full);
      } finally {
        if (claimed && claimed !== 'not_yours') room.take(claimed, row.performer);
        else room.giveBack(row.performer);
      }
    });
    // All of them have an owner before it is told that one failed.
    for (const result of await Promise.allSettled(tries)) {
      if (result.status === 'rejected') throw result.reason;
    }
  }

  /** What is ready; and what waits for somebody like this holder, as only agents are waited for. */
  async #take(waiter: Waiter<Claimed>): Promise<Claimed | null> {
    for (const performer of waiter.request.performers) {
      const claimed =
        (await this.#takeFrom('readySteps', performer, waiter)) ??
        (performer === 'agent' ? await this.#takeFrom('parkedSteps', performer, waiter) : null);
      if (claimed) return claimed;
    }
    return null;
  }

  /** Page by page: what fits this holder may stand behind much that does not. */
  async #takeFrom(
    queue: 'readySteps' | 'parkedSteps',
    performer: string,
    waiter: Waiter<Claimed>,
  ): Promise<Claimed | null> {
    const { request } = waiter;
    const { tenant, run } = request;
    const filter = { tenant, performer, limit: pageSize, ...(run === null ? {} : { run }) };
    let rows = await this.#store[queue](filter);
    while (rows.length > 0) {
      for (const row of rows) {
        if (!takes(request, row.action)) continue;
        const claimed = await this.#tryOnce(row, request);
        if (claimed === 'not_yours') waiter.isPassedOver = true;
        else if (claimed) return claimed;
      }
      const after = rows.length === pageSize ? rows.at(-1) : undefined;
      rows = after ? await this.#store[queue]({ ...filter, after }) : [];
    }
    return null;
  }

  async #tryOnce(row: Rows['steps'], request: ClaimRequest): Promise<Claimed | null | 'not_yours'> {
    const place = `${row.run}/${row.step}`;
    if (this.#inFlight.has(place)) return null;
    this.#inFlight.add(place);
    try {
      return await this.#tryLease(row, request);
    } finally {
      this.#inFlight.delete(place);
    }
  }
}
