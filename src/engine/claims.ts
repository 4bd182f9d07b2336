// Handing out work: pick from the ready rows, lease through the machine, or wait for more.
import type { Store } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { ClaimRequest } from './engine-api.ts';

interface Waiter<Claimed> {
  readonly request: ClaimRequest;
  readonly timer: NodeJS.Timeout;
  resolve(claimed: Claimed | null): void;
}

const candidateLimit = 64;

/** Tries to lease one step; null if somebody else was faster. */
export type TryLease<Claimed> = (
  row: Rows['steps'],
  request: ClaimRequest,
) => Promise<Claimed | null>;

export class Claims<Claimed> {
  readonly #store: Store;
  readonly #tryLease: TryLease<Claimed>;
  readonly #waiters = new Set<Waiter<Claimed>>();
  /** Being leased by another claim of this process right now; not worth a try. */
  readonly #inFlight = new Set<string>();
  #isServing = false;
  #mustServeAgain = false;

  constructor(store: Store, tryLease: TryLease<Claimed>) {
    this.#store = store;
    this.#tryLease = tryLease;
  }

  get hasWaiters(): boolean {
    return this.#waiters.size > 0;
  }

  async claim(request: ClaimRequest): Promise<Claimed | null> {
    const claimed = await this.#take(request);
    if (claimed || request.waitMs <= 0) return claimed;
    return this.#wait(request);
  }

  /** Something may have become ready: those who wait longest are served first. */
  wake(): void {
    if (this.#waiters.size === 0) return;
    this.#mustServeAgain = true;
    if (!this.#isServing) void this.#serve();
  }

  cancel(isMeant: (request: ClaimRequest) => boolean): void {
    for (const waiter of this.#waiters) {
      if (isMeant(waiter.request)) this.#settle(waiter, null);
    }
  }

  #wait(request: ClaimRequest): Promise<Claimed | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle(waiter, null), request.waitMs);
      const waiter: Waiter<Claimed> = { request, timer, resolve };
      this.#waiters.add(waiter);
      // What became ready between the look and the wait would otherwise be missed.
      this.wake();
    });
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
        const claimed = await this.#take(waiter.request).catch(() => null);
        if (claimed) this.#settle(waiter, claimed);
      }
    }
    this.#isServing = false;
  }

  async #take(request: ClaimRequest): Promise<Claimed | null> {
    for (const performer of request.performers) {
      const filter = { tenant: request.tenant, performer, limit: candidateLimit };
      const rows = await this.#store.readySteps(
        request.run === null ? filter : { ...filter, run: request.run },
      );
      for (const row of rows) {
        if (request.actions && !request.actions.includes(row.action)) continue;
        const claimed = await this.#tryOnce(row, request);
        if (claimed) return claimed;
      }
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
