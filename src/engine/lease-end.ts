// The timer of a lease rang. The row is the fact: if it changed meanwhile, the commit refuses.
import type { DueRow, Store } from '../store/store.ts';
import { livesByPulse } from './lease.ts';
import { leaseEndsAt, mustBeAcknowledged } from './projection.ts';
import type { Runs } from './runs.ts';
import type { RunState } from './state.ts';

export interface LeaseEndPorts {
  readonly store: Store;
  readonly runs: Runs;
  /** When this server went on after it stood still, by the store's clock; 0 if it never did. */
  wokeAt(): number;
  /** When it started, if no other server ran until then; else 0. */
  startedAt(): number;
  expectTimer(at: number): void;
}

interface Ringing {
  /** Its holder was to show the token in a short time, and has not. */
  readonly isUnacknowledged: boolean;
  /** The end of the term that it gets because nobody could be heard during the one before. */
  readonly againUntil: number | null;
}

function ringingOf(state: RunState, row: DueRow, ports: LeaseEndPorts): Ringing | null {
  const step = state.steps.get(row.step);
  const lease = step?.lease;
  if (!step || lease?.attempt !== row.attempt) return null;
  const { leaseMs, ackMs } = lease;
  const isUnacknowledged = row.kind === 'unheard' && mustBeAcknowledged(state, step, lease);
  // A worker in the process of an engine is heard by the store.
  const startedAt = livesByPulse(lease.holder) ? 0 : ports.startedAt();
  const wokeAt = Math.max(ports.wokeAt(), startedAt);
  const latest = leaseEndsAt(state, step, lease, wokeAt) ?? row.at;
  const end = Math.min(latest, wokeAt + (isUnacknowledged ? ackMs : leaseMs));
  return { isUnacknowledged, againUntil: wokeAt > 0 && end > row.at ? end : null };
}

export async function ringLease(ports: LeaseEndPorts, row: DueRow): Promise<void> {
  const { store, runs } = ports;
  const { run, step, attempt } = row;
  const ringing = await runs.get(run).read((state) => ringingOf(state, row, ports));
  const require = [{ due: row.id, at: row.at }];
  const againUntil = ringing?.againUntil ?? null;
  if (againUntil !== null && againUntil > store.now()) {
    await store.commit([{ require, due: [{ set: { ...row, at: againUntil } }] }]);
    ports.expectTimer(againUntil);
    return;
  }
  const unheard = ringing?.isUnacknowledged ? { isUnacknowledged: true } : {};
  const command = { type: 'expire', step, attempt, ...unheard } as const;
  const outcome = await runs.get(run).submit({ commands: [command], require });
  if (outcome.ok || outcome.rejection.code === 'conflict') return;
  // The run is past it: the row is a leftover.
  await store.commit([{ require, due: [{ clear: row.id }] }]);
}
