// Counts open streams: each holds a connection and reads the log whenever its run moves, so neither
// one caller nor all of them together may open any number.
import { PlanwrightError } from '../base/errors.ts';
import type { Principal } from '../operations/context.ts';

export interface StreamLimits {
  readonly perPrincipal: number;
  readonly inAll: number;
}

export const streamLimits: StreamLimits = { perPrincipal: 256, inAll: 4_000 };

const retryAfterSeconds = 5;

export class StreamGate {
  readonly #limits: StreamLimits;
  readonly #open = new Map<string, number>();
  #inAll = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Gives a function that frees the place again. */
  enter({ tenant, id }: Pick<Principal, 'tenant' | 'id'>): () => void {
    const who = `${tenant}/${id}`;
    this.#check(this.#open.get(who) ?? 0);
    this.#count(who, 1);
    let hasLeft = false;
    return () => {
      if (!hasLeft) this.#count(who, -1);
      hasLeft = true;
    };
  }

  #check(own: number): void {
    const { perPrincipal, inAll } = this.#limits;
    if (own >= perPrincipal) {
      const message = `You have ${own} streams open. Close those you do not read, or ask for the status now and then instead.`;
      throw tooMany(message, perPrincipal);
    }
    if (this.#inAll >= inAll) {
      const message = `${this.#inAll} streams are open on this server. Try again in ${retryAfterSeconds} s, or ask for the status now and then instead.`;
      throw tooMany(message, inAll);
    }
  }

  #count(who: string, change: 1 | -1): void {
    this.#inAll += change;
    const own = (this.#open.get(who) ?? 0) + change;
    if (own === 0) this.#open.delete(who);
    else this.#open.set(who, own);
  }
}

const tooMany = (message: string, limit: number): PlanwrightError =>
  new PlanwrightError('rate_limited', message, {
    limit_streams: limit,
    retry_after_seconds: retryAfterSeconds,
  });
