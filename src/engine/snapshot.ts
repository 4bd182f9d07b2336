// A run's state as bytes, so that reading a long run needs its newest snapshot and the events behind.
// It is a cache: one that does not fit the log, or was made by another machine, is not used.
import { sha256Hex } from '../base/hash.ts';
import { machineVersion } from './machine.ts';
import { type RunState, runIsOver, type Step } from './state.ts';

const formatVersion = 3;
/** The digest stands before the text, so that damage is seen. */
const digestChars = 64;
const leastEvents = 1_000;

interface Encoded {
  readonly format: number;
  readonly machine: number;
  readonly run: Omit<RunState, 'steps'>;
  readonly steps: readonly Step[];
}

/** A run that is over, or nearly, is hardly ever read again. */
const isNearlyOver = (state: RunState): boolean =>
  runIsOver(state.status) || (state.leavesTotal - state.leavesDone) * 20 < state.leavesTotal;

/** As rare as the run is large, so that it costs each event the same. */
export function snapshotIsDue(state: RunState, lastSeq: number): boolean {
  const behind = state.seq - lastSeq;
  const usual = Math.max(leastEvents, state.steps.size);
  return behind >= usual && (behind >= 2 * usual || !isNearlyOver(state));
}

export function encodeSnapshot(state: RunState): Uint8Array {
  const { steps, ...run } = state;
  const encoded: Encoded = {
    format: formatVersion,
    machine: machineVersion,
    run,
    steps: [...steps.values()],
  };
  const text = JSON.stringify(encoded);
  return Buffer.from(sha256Hex(text) + text);
}

/** Null if a byte of it is not as it was written; the log has everything. */
function parse(bytes: Uint8Array): Encoded | null {
  const written = Buffer.from(bytes).toString('utf8');
  const text = written.slice(digestChars);
  return sha256Hex(text) === written.slice(0, digestChars) ? (JSON.parse(text) as Encoded) : null;
}

/** Null if it is damaged or was made by another version. */
export function decodeSnapshot(bytes: Uint8Array): RunState | null {
  const encoded = parse(bytes);
  if (!encoded) return null;
  if (encoded.format !== formatVersion || encoded.machine !== machineVersion) return null;
  return { ...encoded.run, steps: new Map(encoded.steps.map((step) => [step.def.id, step])) };
}
