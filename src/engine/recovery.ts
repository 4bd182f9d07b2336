// What a failure means for the next attempt. Back-off is a fixed table rather than jittered here:
// the machine is pure, and a jitter would have to be an argument.
import type { FailureClass } from './event-types.ts';

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

const firstBackoffMs = 1_000;
const maxBackoffMs = 60_000;

/** Before the next attempt; only failures that pass by themselves are worth waiting for. */
export function backoffMs(failure: FailureClass, attempt: number): number {
  const waits = failure === 'transient' || failure === 'rate_limit' || failure === 'external';
  return waits ? Math.min(maxBackoffMs, firstBackoffMs * 2 ** (attempt - 1)) : 0;
}
