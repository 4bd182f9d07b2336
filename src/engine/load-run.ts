// A run's newest state from the store: its snapshot, if it fits the log, and the events behind it.
import type { Reader } from '../store/store.ts';
import { apply } from './apply.ts';
import { decodeEvent, emptyHead } from './log-header.ts';
import { decodeSnapshot } from './snapshot.ts';
import { emptyRun, type RunState } from './state.ts';

const pageSize = 1_000;

/** The chain tells whether the snapshot is of this log. */
async function readSnapshot(reader: Reader, run: string): Promise<RunState | null> {
  const snapshot = await reader.snapshot(run);
  if (!snapshot) return null;
  const event = await reader.event(run, snapshot.seq);
  if (event?.hash !== snapshot.hash) return null;
  const state = decodeSnapshot(snapshot.bytes);
  return state?.hash === snapshot.hash && state.seq === snapshot.seq ? state : null;
}

/** Brings a state up to the newest event. */
export async function catchUp(reader: Reader, state: RunState): Promise<void> {
  for (;;) {
    const page = await reader.events(state.id, state.seq, pageSize);
    for (const stored of page) apply(state, decodeEvent(stored.header), stored.hash);
    if (page.length < pageSize) return;
  }
}

export interface LoadedRun {
  readonly state: RunState;
  /** 0 if there was no snapshot to begin with. */
  readonly snapshotSeq: number;
}

/** One that nothing has happened to. */
export const newRun = (run: string): RunState => emptyRun(run, emptyHead.hash);

export async function loadRun(reader: Reader, run: string): Promise<LoadedRun> {
  const snapshot = await readSnapshot(reader, run);
  const snapshotSeq = snapshot?.seq ?? 0;
  const state = snapshot ?? newRun(run);
  await catchUp(reader, state);
  return { state, snapshotSeq };
}
