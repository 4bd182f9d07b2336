// Work that comes round by itself. One round at a time; stopping waits for the one under way, since
// the store is closed after it.
import type { Store } from '../store/store.ts';

export interface Sweep {
  readonly everyMs: number;
  /** The first round does not wait for its turn. */
  readonly isAtOnce?: true;
  run(): Promise<unknown>;
}

function startSweep(sweep: Sweep, onError: (error: unknown) => void): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  const round = (): void => {
    underWay ??= sweep
      .run()
      .then(() => undefined, onError)
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(round, sweep.everyMs).unref();
  if (sweep.isAtOnce) round();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

export function startSweeps(
  sweeps: readonly Sweep[],
  onError: (error: unknown) => void,
): () => Promise<void> {
  const stops = sweeps.map((sweep) => startSweep(sweep, onError));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

const purgeBatch = 10_000;
const maxBatches = 100;

/** One batch in ten minutes would be a quarter of what one caller may make. */
export async function purgeOld(store: Pick<Store, 'now' | 'purgeUniques'>): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch += 1) {
    if ((await store.purgeUniques(store.now(), purgeBatch)) < purgeBatch) return;
  }
}
