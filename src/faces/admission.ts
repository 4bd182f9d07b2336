// Who calls, and may they call once more? Decided before a body is read, the same for every face; the
// answer then tells how much of the rate is left.
import { PlanwrightError } from '../base/errors.ts';
import type { Principal } from '../operations/context.ts';
import {
  type AuthenticateOptions,
  authenticate,
  keyInHeaders,
  type Proof,
} from './authenticate.ts';
import { type RateDecision, RateLimiter } from './rate-limit.ts';

export interface AdmissionOptions extends AuthenticateOptions {
  readonly ratePerMinute: number;
}

export class Admission {
  readonly #options: AdmissionOptions;
  readonly #limiter: RateLimiter;
  readonly #rates = new WeakMap<Request, RateDecision>();
  readonly #proofs = new WeakMap<Principal, Proof>();

  constructor(options: AdmissionOptions) {
    this.#options = options;
    this.#limiter = new RateLimiter(options.ratePerMinute, () => performance.now());
  }

  async admit(request: Request): Promise<Principal> {
    const { principal, proof } = await authenticate(this.#options, request);
    if (proof) this.#proofs.set(principal, proof);
    const rate = this.#limiter.take(`${principal.tenant}/${principal.id}`);
    this.#rates.set(request, rate);
    if (rate.allowed) return principal;
    const { limit, retryAfterSeconds } = rate;
    throw new PlanwrightError(
      'rate_limited',
      `More than ${limit} calls a minute. Wait ${retryAfterSeconds} s and go on slower.`,
      { limit_per_minute: limit, retry_after_seconds: retryAfterSeconds },
    );
  }

  /** A bad key is refused even where none is needed. */
  async checkShownKey(request: Request): Promise<void> {
    if (keyInHeaders(request.headers) !== null) await this.admit(request);
  }

  /** The key or cookie that somebody who was admitted has shown. */
  proofOf(principal: Principal): Proof | undefined {
    return this.#proofs.get(principal);
  }

  /** Empty for a request that nobody was asked to admit. */
  rateHeaders(request: Request): Readonly<Record<string, string>> {
    const rate = this.#rates.get(request);
    if (!rate) return {};
    return {
      'ratelimit-limit': String(rate.limit),
      'ratelimit-remaining': String(rate.remaining),
      'ratelimit-reset': String(rate.resetSeconds),
    };
  }
}
