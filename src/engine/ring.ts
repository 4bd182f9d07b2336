// A timer rang. The row is the fact: if it changed meanwhile, the commit refuses.
import type { Ids } from '../base/ids.ts';
import type { DueRow } from '../store/store.ts';
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
      return ports.pulses.ring(row);
    case 'overdue':
      return ringOverdue(ports, row);
    case 'lease':
      return ringLease(ports, row);
    default:
      return wake(ports, row);
  }
}

async function wake({ store, runs }: RingPorts, row: DueRow): Promise<void> {
  const { run, step } = row;
  const require = [{ due: row.id, at: row.at }];
  const outcome = await runs.get(run).submit({ commands: [{ type: 'wake', step }], require });
  if (outcome.ok || outcome.rejection.code === 'conflict') return;
  // The run is past it: the row is a leftover.
  await store.commit([{ require, due: [{ clear: row.id }] }]);
}
