// Claims on their way to the queue: it is looked up first whether the caller has something already.
// One that is called off meanwhile still takes what is ready, but does not wait.
import type { ClaimRequest } from './engine-api.ts';

export class ComingClaims<Claimed> {
  readonly #coming = new Set<{ readonly request: ClaimRequest; isCalledOff: boolean }>();

  async pass(
    request: ClaimRequest,
    before: () => Promise<Claimed | null>,
    queue: (request: ClaimRequest) => Promise<Claimed | null>,
  ): Promise<Claimed | null> {
    const coming = { request, isCalledOff: false };
    this.#coming.add(coming);
    try {
      const earlier = await before();
      if (earlier || request.step !== undefined) return earlier;
      // It stands in the queue from here on, before anybody else has a turn.
      return await queue(coming.isCalledOff ? { ...request, waitMs: 0 } : request);
    } finally {
      this.#coming.delete(coming);
    }
  }

  cancel(isMeant: (request: ClaimRequest) => boolean): void {
    for (const coming of this.#coming) if (isMeant(coming.request)) coming.isCalledOff = true;
  }
}
