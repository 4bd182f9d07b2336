// Waiting that can be given up.

/** Resolves after `ms`; rejects with the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

/** Like pause, but an abort only ends the wait. */
export const pauseQuietly = (ms: number, signal?: AbortSignal): Promise<void> =>
  pause(ms, signal).catch(() => undefined);

/** Waits for the promise, but not longer than `ms`; how it ended does not matter here. */
export async function settleWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  const enough = new AbortController();
  const settled = promise.then(
    () => undefined,
    () => undefined,
  );
  await Promise.race([settled, pauseQuietly(ms, enough.signal)]);
  enough.abort();
}
