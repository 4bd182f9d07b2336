// A timer rang. The row is the fact: if it changed meanwhile, the commit refuses.
import type { Ids } from '../base/ids.ts';
import type { DueRow } from '../store/store.ts';
import { inProcessLeaseMs } from './lease.ts';
import { type LeaseEndPorts, ringLease } from './lease-end.ts';
import { ringOverdue } from './overdue.ts';
import type { Pulses } from './pulses.ts';

export interface RingPorts extends LeaseEndPorts {
  readonly ids: Ids;
  readonly pulses: Pulses;
}

export function ring(ports: RingPorts, row: DueRow): Promise<void> {
  switch (row.kind) {
    case 'pulse':
      return ringPulse(ports, row);
    case 'overdue':
      return ringOverdue(ports, row);
    case 'lease':
    case 'unheard':
      return ringLease(ports, row);
    default:
      return wake(ports, row);
  }
}

/** While this server stood still it heard no beat of others, which says nothing about them. */
async function ringPulse(ports: RingPorts, row: DueRow): Promise<void> {
  const { store, pulses, wokeAt, expectTimer } = ports;
  const at = wokeAt() + inProcessLeaseMs;
  if (at <= store.now()) return pulses.ring(row);
  await store.commit([{ require: [{ due: row.id, at: row.at }], due: [{ set: { ...row, at } }] }]);
  expectTimer(at);
}

async function wake({ store, runs }: RingPorts, row: DueRow): Promise<void> {
  const { run, step } = row;
  const require = [{ due: row.id, at: row.at }];
  const outcome = await runs.get(run).submit({ commands: [{ type: 'wake', step }], require });
  if (outcome.ok || outcome.rejection.code === 'conflict') return;
  // The run is past it: the row is a leftover.
  await store.commit([{ require, due: [{ clear: row.id }] }]);
}
