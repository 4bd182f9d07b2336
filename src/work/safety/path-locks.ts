// Two steps of one process must not work on the same files at once: between looking at a file and
// writing it, nobody else of ours may come. A folder counts for all that is below it.

export interface PathLocks {
  /** Waits until none of these paths, nor one above or below, is held by another. */
  hold<Result>(
    paths: readonly string[],
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result>;
}

interface Waiter {
  readonly paths: readonly string[];
  readonly start: () => void;
}

const overlap = (left: string, right: string): boolean =>
  left === right || left.startsWith(`${right}/`) || right.startsWith(`${left}/`);

const anyOverlap = (left: readonly string[], right: readonly string[]): boolean =>
  left.some((one) => right.some((other) => overlap(one, other)));

export function createPathLocks(): PathLocks {
  const held = new Set<Waiter>();
  const waiting: Waiter[] = [];

  /** In order: a later one passes only if it disturbs nobody before it. */
  function startWhoCan(): void {
    const before: Waiter[] = [...held];
    for (const waiter of [...waiting]) {
      if (!before.some(({ paths }) => anyOverlap(paths, waiter.paths))) {
        waiting.splice(waiting.indexOf(waiter), 1);
        held.add(waiter);
        waiter.start();
      }
      before.push(waiter);
    }
  }

  async function turn(paths: readonly string[], signal: AbortSignal): Promise<Waiter> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.splice(waiting.indexOf(waiter), 1);
        reject(signal.reason as Error);
        startWhoCan();
      };
      const start = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve(waiter);
      };
      const waiter: Waiter = { paths, start };
      signal.addEventListener('abort', onAbort, { once: true });
      waiting.push(waiter);
      startWhoCan();
    });
  }

  return {
    async hold(paths, signal, work) {
      const mine = await turn(paths, signal);
      try {
        return await work();
      } finally {
        held.delete(mine);
        startWhoCan();
      }
    },
  };
}
