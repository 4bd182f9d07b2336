// What a failure means for the next attempt.
import type { Backoff, FailureClass } from './event-types.ts';

const permanent: Readonly<Record<FailureClass, boolean>> = {
  transient: false,
  rate_limit: false,
  data: false,
  logic: false,
  policy: true,
  external: false,
  budget: true,
  lost_worker: false,
  cancelled: true,
};

export const isPermanent = (failure: FailureClass): boolean => permanent[failure];

const usualBackoff: Backoff = { first_ms: 1_000, most_ms: 60_000 };

/** From 0 to 1, the same for the same text: the machine is pure, and yet crowds are spread. */
function spread(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) / 2 ** 32;
}

/** Before the next attempt; only failures that pass by themselves are worth waiting for. */
export function backoffMs(
  failure: FailureClass,
  attempt: number,
  place: string,
  { first_ms: firstMs, most_ms: mostMs }: Backoff = usualBackoff,
): number {
  const waits = failure === 'transient' || failure === 'rate_limit' || failure === 'external';
  if (!waits) return 0;
  const fullMs = Math.min(mostMs, firstMs * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + spread(`${place}/${attempt}`) / 2));
}
