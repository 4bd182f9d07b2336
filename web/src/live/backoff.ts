// How long to wait before the next try: doubling, bounded, with jitter so that many pages do not
// come back to a restarted server in the same instant.

const firstMs = 500;
const longestMs = 15_000;

/** `tries` counts from 0; `random` is in [0, 1). The wait is 50–100% of the doubled step. */
export function backoffMs(tries: number, random: number): number {
  const fullMs = Math.min(longestMs, firstMs * 2 ** Math.min(tries, 10));
  return Math.round(fullMs * (0.5 + random / 2));
}
