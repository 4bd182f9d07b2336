// A bucket for each principal, refilled evenly; a minute's worth may come in one burst. Kept in
// memory: a limit against runaways, not an accounting.

export interface RateDecision {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Until the whole limit is there again. */
  readonly resetSeconds: number;
  /** Until one more call is allowed; 0 when one is. */
  readonly retryAfterSeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const maxBuckets = 10_000;

export class RateLimiter {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  take(who: string): RateDecision {
    const bucket = this.#refilled(who);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    const missing = this.#perMinute - bucket.tokens;
    return {
      allowed,
      limit: this.#perMinute,
      remaining: Math.floor(bucket.tokens),
      resetSeconds: Math.ceil((missing * 60) / this.#perMinute),
      retryAfterSeconds: Math.ceil((Math.max(0, 1 - bucket.tokens) * 60) / this.#perMinute),
    };
  }

  #refilled(who: string): Bucket {
    const now = this.#now();
    const known = this.#buckets.get(who);
    if (!known) return this.#open(who, now);
    const gained = ((now - known.at) * this.#perMinute) / 60_000;
    known.tokens = Math.min(this.#perMinute, known.tokens + Math.max(0, gained));
    known.at = now;
    return known;
  }

  #open(who: string, now: number): Bucket {
    if (this.#buckets.size >= maxBuckets) {
      const oldest = this.#buckets.keys().next().value;
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    const bucket = { tokens: this.#perMinute, at: now };
    this.#buckets.set(who, bucket);
    return bucket;
  }
}
