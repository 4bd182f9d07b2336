// `planwright verify`: hashes what is stored, never what we would write today. The head in the
// run's row shows a lost tail; the rows beside the log must be what the log says. The run may go on
// while it is checked: the row says how far to fold, and rows that are newer are met further on.
import type { Reader } from '../store/store.ts';
import { emptyHead, type Head } from './log-header.ts';
import type { RunState } from './state.ts';
import { type ChainCheck, type LogProblem, startChain } from './verify-chain.ts';
import { checkContents, checkFiles } from './verify-content.ts';
import { foldUntil } from './verify-fold.ts';
import { type PurseProblem, verifyPurses } from './verify-purses.ts';
import { checkSteps, checkTimers, runProblem } from './verify-rows.ts';

export interface RunReport {
  readonly run: string;
  readonly ok: boolean;
  readonly events: number;
  /** Contents that are gone, as a later `content.erased` says. */
  readonly erased: number;
  readonly head: Head;
  readonly problem?: LogProblem;
}

const pageSize = 1_000;

/** Events that the run's row does not know of; a row that moved meanwhile knows them by now. */
async function checkBeyond(
  reader: Reader,
  { id }: RunState,
  head: number,
): Promise<LogProblem | null> {
  const beyond = await reader.events(id, head, 1);
  const isStill = ((await reader.run(id))?.head_seq ?? 0) === head;
  if (beyond.length === 0 || !isStill) return null;
  const what = head === 0 ? 'the run has no row' : `its row says that the head is ${head}`;
  return { seq: head + 1, what: `the event is beyond what the run knows: ${what}` };
}

/** Gone contents need a `content.erased` after their event; it may have come while we read. */
async function checkMissing(
  reader: Reader,
  check: ChainCheck,
  seqs: readonly number[],
): Promise<LogProblem | null> {
  if (seqs.every((seq) => seq < check.erasedSeq)) return null;
  const head = (await reader.run(check.state.id))?.head_seq ?? 0;
  const broken = await foldUntil(reader, check, head);
  if (broken) return broken;
  const seq = seqs.find((one) => one > check.erasedSeq);
  return seq === undefined ? null : { seq, what: 'a content is missing, and was not erased' };
}

async function findProblem(
  reader: Reader,
  check: ChainCheck,
  countErased: (count: number) => void,
): Promise<LogProblem | null> {
  const { state } = check;
  const row = await reader.run(state.id);
  const head = row?.head_seq ?? 0;
  const early =
    (await foldUntil(reader, check, head)) ??
    (row && runProblem(row, state)) ??
    (await checkBeyond(reader, state, head));
  if (early) return early;
  if (!row) return { seq: 0, what: 'there is no such run' };
  const wrongRow = (await checkSteps(reader, check)) ?? (await checkTimers(reader, check));
  if (wrongRow) return wrongRow;
  const { problem, missing } = await checkContents(reader, check);
  if (problem) return problem;
  countErased(missing.length);
  const seqs = missing.map(({ seq }) => seq);
  return (await checkMissing(reader, check, seqs)) ?? (await checkFiles(reader, check));
}

interface Verified {
  readonly report: RunReport;
  readonly state: RunState;
}

async function verifyOne(reader: Reader, run: string): Promise<Verified> {
  const check = startChain(run);
  let erased = 0;
  const problem = await findProblem(reader, check, (count) => {
    erased = count;
  });
  const { seq, hash } = check.state;
  const report = { run, ok: problem === null, events: seq, erased, head: { seq, hash } };
  return { report: problem ? { ...report, problem } : report, state: check.state };
}

export async function verifyRun(reader: Reader, run: string): Promise<RunReport> {
  return (await verifyOne(reader, run)).report;
}

/** A purse has no log of its own; it is told of only if it is wrong. */
const purseReport = ({ purse, what }: PurseProblem): RunReport => ({
  ...{ run: purse, ok: false, events: 0, erased: 0, head: emptyHead },
  problem: { seq: 0, what },
});

/** Runs that have a row, an event or a plan: a run whose row is gone must not go unseen. */
async function allRuns(reader: Reader): Promise<string[]> {
  const found = new Set<string>();
  for (let after = ''; ; ) {
    const ids = await reader.runIds(after, pageSize);
    for (const id of ids) found.add(id);
    if (ids.length < pageSize) break;
    after = ids.at(-1) ?? after;
  }
  for (
    let run = await reader.nextRunInLog('');
    run !== null;
    run = await reader.nextRunInLog(run)
  ) {
    found.add(run);
  }
  for (let after = ''; ; ) {
    const plans = await reader.runsOfPlans(after, pageSize);
    for (const { run } of plans) found.add(run);
    if (plans.length < pageSize) break;
    after = plans.at(-1)?.id ?? after;
  }
  return [...found].sort();
}

/** Every run, in the order of their ids, and the purses that are not what their runs say. */
export async function verifyAll(reader: Reader): Promise<RunReport[]> {
  const reports: RunReport[] = [];
  const members = new Map<string, string[]>();
  for (const id of await allRuns(reader)) {
    const { report, state } = await verifyOne(reader, id);
    reports.push(report);
    const { family } = state.purse;
    if (family !== undefined) members.set(family, [...(members.get(family) ?? []), id]);
  }
  return [...reports, ...(await verifyPurses(reader, members)).map(purseReport)];
}
