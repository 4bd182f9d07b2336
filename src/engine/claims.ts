// Handing out work: pick from the ready rows, lease through the machine, or wait for more.
import type { Store } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { ClaimRequest } from './engine-api.ts';

interface Waiter<Claimed> {
  readonly request: ClaimRequest;
  timer: NodeJS.Timeout | undefined;
  /** A look is under way for it; what it finds must not be lost. */
  isLooking: boolean;
  /** Its time ran out or its caller went away: the look under way is the last. */
  isLeaving: boolean;
  resolve(claimed: Claimed | null): void;
}

/** Most claims find one among the first few. */
const pageSize = 64;

/** Tries to lease one step; null if somebody else was faster. */
export type TryLease<Claimed> = (
  row: Rows['steps'],
  request: ClaimRequest,
) => Promise<Claimed | null>;

export class Claims<Claimed> {
  readonly #store: Store;
  readonly #tryLease: TryLease<Claimed>;
  readonly #onError: (error: unknown) => void;
  readonly #waiters = new Set<Waiter<Claimed>>();
  /** Being leased by another claim of this process right now; not worth a try. */
  readonly #inFlight = new Set<string>();
  #isServing = false;
  #mustServeAgain = false;

  constructor(
    store: Store,
    tryLease: TryLease<Claimed>,
    onError: (error: unknown) => void = () => undefined,
  ) {
    this.#store = store;
    this.#tryLease = tryLease;
    this.#onError = onError;
  }

  claim(request: ClaimRequest): Promise<Claimed | null> {
    return new Promise((resolve, reject) => {
      const isLeaving = request.waitMs <= 0;
      const waiter = { request, timer: undefined, isLooking: false, isLeaving, resolve };
      this.#waiters.add(waiter);
      this.#look(waiter).then(
        () => this.#wait(waiter),
        (error: unknown) => {
          this.#waiters.delete(waiter);
          reject(error);
        },
      );
    });
  }

  /** Something may have become ready: those who wait longest are served first. */
  wake(): void {
    if (this.#waiters.size === 0) return;
    this.#mustServeAgain = true;
    if (!this.#isServing) void this.#serve();
  }

  cancel(isMeant: (request: ClaimRequest) => boolean): void {
    for (const waiter of this.#waiters) {
      if (isMeant(waiter.request)) this.#leave(waiter);
    }
  }

  #wait(waiter: Waiter<Claimed>): void {
    if (!this.#waiters.has(waiter)) return;
    waiter.timer = setTimeout(() => this.#leave(waiter), waiter.request.waitMs);
    // What became ready between the look and the wait would otherwise be missed.
    this.wake();
  }

  /** Goes with nothing, or with what the look under way still finds: a lease has an owner. */
  #leave(waiter: Waiter<Claimed>): void {
    waiter.isLeaving = true;
    if (!waiter.isLooking) this.#settle(waiter, null);
  }

  #settle(waiter: Waiter<Claimed>, claimed: Claimed | null): void {
    clearTimeout(waiter.timer);
    this.#waiters.delete(waiter);
    waiter.resolve(claimed);
  }

  async #serve(): Promise<void> {
    this.#isServing = true;
    while (this.#mustServeAgain) {
      this.#mustServeAgain = false;
      for (const waiter of [...this.#waiters]) {
        // Those who left meanwhile are not served: nobody would do the work.
        if (waiter.isLooking || !this.#waiters.has(waiter)) continue;
        await this.#look(waiter).catch((error: unknown) => {
          this.#onError(error);
          if (waiter.isLeaving) this.#settle(waiter, null);
        });
      }
    }
    this.#isServing = false;
  }

  async #look(waiter: Waiter<Claimed>): Promise<void> {
    waiter.isLooking = true;
    try {
      const claimed = await this.#take(waiter.request);
      if (claimed || waiter.isLeaving) this.#settle(waiter, claimed);
    } finally {
      waiter.isLooking = false;
    }
  }

  async #take(request: ClaimRequest): Promise<Claimed | null> {
    for (const performer of request.performers) {
      const claimed = await this.#takeFor(performer, request);
      if (claimed) return claimed;
    }
    return null;
  }

  /** Page by page: what fits this holder may stand behind much that does not. */
  async #takeFor(performer: string, request: ClaimRequest): Promise<Claimed | null> {
    const { tenant, run } = request;
    const filter = { tenant, performer, limit: pageSize, ...(run === null ? {} : { run }) };
    let rows = await this.#store.readySteps(filter);
    while (rows.length > 0) {
      for (const row of rows) {
        if (request.actions && !request.actions.includes(row.action)) continue;
        const claimed = await this.#tryOnce(row, request);
        if (claimed) return claimed;
      }
      const after = rows.length === pageSize ? rows.at(-1) : undefined;
      rows = after ? await this.#store.readySteps({ ...filter, after }) : [];
    }
    return null;
  }

  async #tryOnce(row: Rows['steps'], request: ClaimRequest): Promise<Claimed | null> {
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
