// Which timers an event sets: whoever waits for the next one to ring hears of them at once.
import type { DueLoop } from './due-loop.ts';
import type { RunEvent } from './event-types.ts';
import { livesByPulse } from './lease.ts';
import type { RunState } from './state.ts';

export function expectTimers(
  { held }: RunState,
  event: RunEvent,
  due: Pick<DueLoop, 'expect'>,
): void {
  if (event.type === 'step.leased') {
    const { holder, lease_ms: leaseMs, ack_ms: ackMs = leaseMs } = event.data;
    if (leaseMs > 0 && !livesByPulse(holder)) due.expect(event.at + ackMs);
  } else if (event.type === 'attempt.ended') {
    if (event.data.until > 0) due.expect(event.data.until);
  } else if (event.type === 'approval.given') {
    due.expect(event.data.until);
  } else if (event.type === 'run.ending') {
    if (held > 0) due.expect(event.data.drain_until);
  } else if ('waiting' in event.data) {
    for (const { until } of event.data.waiting ?? []) if (until > 0) due.expect(until);
  }
}
