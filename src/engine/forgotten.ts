// Leases that a live worker holds and does not know of: the commit that gave them was done, and its
// answer was lost on the way. Its pulse would keep them for ever, so it looks for them after trouble.
import type { Store } from '../store/store.ts';
import type { LeaseClaim } from './lease.ts';
import type { Runs } from './runs.ts';

export class Forgotten {
  readonly #store: Store;
  readonly #runs: Runs;
  /** Seen once: it may be a step whose end is just being committed. */
  #suspects = new Set<string>();

  constructor(store: Store, runs: Runs) {
    this.#store = store;
    this.#runs = runs;
  }

  /** Gives back what was unknown twice in a row; tells how many are to be looked at again. */
  async release(holder: string, isKnown: (claim: LeaseClaim) => boolean): Promise<number> {
    const suspects = new Set<string>();
    for (const { run, step, attempt } of await this.#store.heldByWorker(holder)) {
      if (isKnown({ run, step, attempt })) continue;
      const place = `${run}/${step}/${attempt}`;
      if (this.#suspects.has(place)) {
        const command = { type: 'release', step, attempt, holder } as const;
        // Refused if it came to its end in the meantime.
        await this.#runs.get(run).submit({ commands: [command] });
      } else suspects.add(place);
    }
    this.#suspects = suspects;
    return suspects.size;
  }
}
