// Timers that survive a restart: due rows, looked at when the next one is due and at least every
// five seconds, since another process may have written one.
import type { DueRow, Store } from '../store/store.ts';

const sweepMs = 5_000;
const batch = 100;

export interface DueLoop {
  /** A row with this time was written; ring no later than that. */
  expect(at: number): void;
  /** Rings nothing more; resolves when the row under way is done. */
  stop(): Promise<void>;
}

export function startDueLoop(
  store: Store,
  handle: (row: DueRow) => Promise<void>,
  onError: (error: unknown) => void,
): DueLoop {
  let timer: NodeJS.Timeout | undefined;
  let ringsAt = Number.POSITIVE_INFINITY;
  let isStopped = false;
  const sweeps = new Set<Promise<void>>();

  const schedule = (at: number): void => {
    if (isStopped || at >= ringsAt) return;
    clearTimeout(timer);
    ringsAt = at;
    timer = setTimeout(startSweep, Math.max(0, Math.min(at - store.now(), sweepMs)));
    timer.unref();
  };
  /** One row that cannot be handled must not silence the others; it is tried again later. */
  const ring = async (rows: readonly DueRow[]): Promise<boolean> => {
    let isAllWell = true;
    for (const row of rows) {
      if (isStopped) break;
      await handle(row).catch((error: unknown) => {
        isAllWell = false;
        onError(error);
      });
    }
    return isAllWell;
  };
  const nextAt = async (isFull: boolean): Promise<number> =>
    isFull ? store.now() : ((await store.nextDueAt()) ?? Number.POSITIVE_INFINITY);
  const sweep = async (): Promise<void> => {
    ringsAt = Number.POSITIVE_INFINITY;
    let next = Number.POSITIVE_INFINITY;
    try {
      const rows = await store.due(store.now(), batch);
      if ((await ring(rows)) && !isStopped) next = await nextAt(rows.length === batch);
    } catch (error) {
      onError(error);
    }
    schedule(Math.min(next, store.now() + sweepMs));
  };
  const startSweep = (): void => {
    const under = sweep().finally(() => sweeps.delete(under));
    sweeps.add(under);
  };
  schedule(store.now());
  return {
    expect: schedule,
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await Promise.all(sweeps);
    },
  };
}
