// `planwright replay`: folds the log again and decides it again. The fold must give the same state
// for ever, whatever machine wrote the log; deciding again must give the same events as long as the
// machine is of the version that wrote them.
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Reader, Snapshot } from '../store/store.ts';
import { apply } from './apply.ts';
import { chainHash, decodeEvent, type Head, type StoredEvent } from './log-header.ts';
import { LogWindow, type ReadPage } from './log-window.ts';
import { machineVersion } from './machine.ts';
import { type Difference, matchNext } from './replay-match.ts';
import { decodeSnapshot } from './snapshot.ts';
import type { RunState, RunStatus } from './state.ts';
import { type ChainCheck, checkNext, type LogProblem, startChain } from './verify-chain.ts';
import { foldUntil } from './verify-fold.ts';
import { viewHash } from './view.ts';

/** What the newest snapshot is worth: a state that fits, one that does not, or one that is not used. */
export type SnapshotVerdict = 'none' | 'fits' | 'differs' | 'other_version';

export interface FoldReport {
  readonly run: string;
  readonly ok: boolean;
  readonly events: number;
  readonly head: Head;
  readonly view_hash: string;
  readonly status: RunStatus;
  readonly snapshot: SnapshotVerdict;
  readonly problem?: LogProblem;
}

export interface DecideReport {
  readonly run: string;
  /** Every event was decided again as it is written. */
  readonly ok: boolean;
  /** The machine that wrote the log, and whether it is this one. */
  readonly machine: number;
  readonly same_machine: boolean;
  readonly events: number;
  readonly commands: number;
  readonly view_hash: string;
  readonly difference?: Difference;
  readonly problem?: LogProblem;
}

/** The log as far as a snapshot and its run know it. */
interface Log {
  readonly run: string;
  readonly until: number;
  readonly read: ReadPage;
}

async function openLog(reader: Reader, run: string): Promise<Log> {
  const until = (await reader.run(run))?.head_seq ?? 0;
  return { run, until, read: (after, limit) => reader.events(run, after, limit) };
}

const headOf = ({ seq, hash }: RunState): Head => ({ seq, hash });

async function foldTail(reader: Reader, state: RunState, until: number): Promise<void> {
  while (state.seq < until) {
    const page = await reader.events(state.id, state.seq, Math.min(1_000, until - state.seq));
    if (page.length === 0) return;
    for (const stored of page) apply(state, decodeEvent(stored.header), stored.hash);
    await letOthersRun();
  }
}

/** The state of a snapshot and the events behind it must be what all events lead to. */
async function judgeSnapshot(
  reader: Reader,
  snapshot: Snapshot | null,
  folded: RunState,
): Promise<SnapshotVerdict> {
  if (!snapshot) return 'none';
  const state = decodeSnapshot(snapshot.bytes);
  if (!state) return snapshot.machine === machineVersion ? 'differs' : 'other_version';
  try {
    await foldTail(reader, state, folded.seq);
  } catch {
    return 'differs';
  }
  return viewHash(state) === viewHash(folded) && state.hash === folded.hash ? 'fits' : 'differs';
}

const snapshotProblem = (seq: number): LogProblem => ({
  seq,
  what: 'the snapshot leads to another state than the log',
});

/** Folds every event again, and the newest snapshot with what is behind it. */
export async function replayFold(reader: Reader, run: string): Promise<FoldReport> {
  // First, so that the log cannot be shorter than what the snapshot saw.
  const kept = await reader.snapshot(run);
  const { until } = await openLog(reader, run);
  const check = startChain(run);
  const broken = await foldUntil(reader, check, until);
  const { state } = check;
  const snapshot = broken ? 'none' : await judgeSnapshot(reader, kept, state);
  const problem = broken ?? (snapshot === 'differs' ? snapshotProblem(kept?.seq ?? 0) : null);
  return {
    run,
    ok: problem === null,
    events: state.seq,
    head: headOf(state),
    view_hash: viewHash(state),
    status: state.status,
    snapshot,
    ...(problem ? { problem } : {}),
  };
}

type Walk = Pick<DecideReport, 'commands' | 'difference' | 'problem'>;

function takeIn(check: ChainCheck, events: readonly StoredEvent[]): LogProblem | null {
  for (const stored of events) {
    const problem = checkNext(check, stored);
    if (problem) return problem;
  }
  return null;
}

function findBrokenLink({ seq, hash }: Head, events: readonly StoredEvent[]): LogProblem | null {
  let previous = { seq, hash };
  for (const stored of events) {
    const isNext = stored.seq === previous.seq + 1;
    if (!isNext || stored.hash !== chainHash(previous.hash, stored.header)) {
      return { seq: previous.seq + 1, what: 'the stored hash does not fit the stored header' };
    }
    previous = stored;
  }
  return null;
}

/** A broken log is not a machine that changed its mind: the chain has the first word. */
function stopAt(check: ChainCheck, window: LogWindow, difference: Difference): Partial<Walk> {
  const rest = window.take(Number.POSITIVE_INFINITY);
  const broken = findBrokenLink(check.state, rest);
  if (broken) return { problem: broken };
  if (difference.found) return { difference };
  // Either the log ends here, or it holds something that this version cannot read.
  const problem = takeIn(check, rest.slice(0, difference.seq - check.state.seq));
  return problem ? { problem } : { difference };
}

async function walk(check: ChainCheck, window: LogWindow): Promise<Walk> {
  let commands = 0;
  while (await window.fill()) {
    const match = matchNext(check.state, window.ahead);
    if (match.difference) return { commands, ...stopAt(check, window, match.difference) };
    const problem = takeIn(check, window.take(match.count));
    if (problem) return { commands, problem };
    commands += 1;
    if (commands % 1_000 === 0) await letOthersRun();
  }
  return { commands };
}

async function decideLog({ run, until, read }: Log): Promise<DecideReport> {
  const check = startChain(run);
  const { state } = check;
  const { commands, difference, problem } = await walk(check, new LogWindow(read, until));
  const short = !difference && !problem && state.seq < until;
  const missing = short ? { seq: state.seq + 1, what: 'the event is missing' } : undefined;
  const found = problem ?? missing;
  return {
    run,
    ok: !difference && !found,
    machine: state.machine,
    same_machine: state.machine === machineVersion,
    events: state.seq,
    commands,
    view_hash: viewHash(state),
    ...(difference ? { difference } : {}),
    ...(found ? { problem: found } : {}),
  };
}

/** Decides every event again, until the first difference. */
export const replayDecide = async (reader: Reader, run: string): Promise<DecideReport> =>
  decideLog(await openLog(reader, run));

/** The same for a log that is at hand, such as a stored history. */
export const decideEvents = (run: string, events: readonly StoredEvent[]): Promise<DecideReport> =>
  decideLog({
    run,
    until: events.length,
    read: (after, limit) => Promise.resolve(events.slice(after, after + limit)),
  });
