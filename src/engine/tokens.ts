// Signs and reads lease tokens with the secret of the store. Workers of this very process get a mark
// instead of a signature: nobody else can show it, and a signature a step is a twentieth of its cost.
import { randomBytes } from 'node:crypto';
import type { Grant } from './claimed-step.ts';
import type { ClaimedStep } from './engine-api.ts';
import { type LeaseClaim, leaseToken, livesByPulse, readLeaseToken } from './lease.ts';

export class Tokens {
  readonly #mark = `own_${randomBytes(16).toString('hex')}.`;
  #secret = '';

  use(secret: string): void {
    this.#secret = secret;
  }

  sign(claim: LeaseClaim, holder: string): string {
    const { run, step, attempt } = claim;
    if (livesByPulse(holder)) return `${this.#mark}${run}.${step}.${attempt}`;
    return leaseToken(this.#secret, claim, holder);
  }

  signed(grant: Grant, holder: string): ClaimedStep {
    return { ...grant, token: this.sign(grant, holder) };
  }

  /** Null for anything that this holder was never given. */
  read(token: string, holder: string): LeaseClaim | null {
    if (!livesByPulse(holder)) return readLeaseToken(this.#secret, token, holder);
    if (!token.startsWith(this.#mark)) return null;
    const runAt = this.#mark.length;
    const stepAt = token.indexOf('.', runAt) + 1;
    const attemptAt = token.lastIndexOf('.') + 1;
    return {
      run: token.slice(runAt, stepAt - 1),
      step: token.slice(stepAt, attemptAt - 1),
      attempt: Number(token.slice(attemptAt)),
    };
  }
}
