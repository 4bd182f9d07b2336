// `planwright verify`: hashes what is stored, never what we would write today. The head in the
// run's row shows a lost tail; the rows beside the log must be what the log says. The run may go on
// while it is checked: the row says how far to fold, and rows that are newer are met further on.
import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Head } from './log-header.ts';
import { runRow, stepRow } from './projection.ts';
import type { RunState } from './state.ts';
import { type ChainCheck, checkNext, type LogProblem, startChain } from './verify-chain.ts';
import { checkContents, checkFiles } from './verify-content.ts';

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

/** Takes in the events up to and with `until`; none of them may be missing. */
async function foldUntil(
  reader: Reader,
  check: ChainCheck,
  until: number,
): Promise<LogProblem | null> {
  const { state } = check;
  while (state.seq < until) {
    const limit = Math.min(pageSize, until - state.seq);
    const page = await reader.events(state.id, state.seq, limit);
    for (const stored of page) {
      const problem = checkNext(check, stored);
      if (problem) return problem;
    }
    if (page.length < limit) {
      return { seq: state.seq + 1, what: `the event is missing: the head is ${until}` };
    }
    await letOthersRun();
  }
  return null;
}

/** The first column whose value is not the one that the log leads to. */
const differingColumn = (stored: object, expected: object): string | null => {
  const values = stored as Readonly<Record<string, unknown>>;
  return Object.entries(expected).find(([column, value]) => values[column] !== value)?.[0] ?? null;
};

function runProblem(row: Rows['runs'], state: RunState): LogProblem | null {
  const column = differingColumn(row, runRow(state));
  const what = `${column} of the run is not what the log says`;
  return column === null ? null : { seq: state.seq, what };
}

type StepRows = ReadonlyMap<string, Rows['steps']>;

function stepsProblem(rows: StepRows, state: RunState): LogProblem | null {
  const { seq } = state;
  for (const [id, step] of state.steps) {
    const row = rows.get(id);
    if (!row) return { seq, what: `step ${id} has no row` };
    const column = differingColumn(row, stepRow(state, step));
    if (column !== null) return { seq, what: `${column} of step ${id} is not what the log says` };
  }
  return rows.size === state.steps.size ? null : { seq, what: 'a step is not in the log' };
}

/** The rows may be newer than the fold; then they fit one of the states up to the present head. */
async function checkSteps(reader: Reader, check: ChainCheck): Promise<LogProblem | null> {
  const { state } = check;
  const rows: StepRows = new Map((await reader.steps(state.id)).map((row) => [row.step, row]));
  const head = (await reader.run(state.id))?.head_seq ?? 0;
  const first = stepsProblem(rows, state);
  for (let problem = first; problem !== null; problem = stepsProblem(rows, state)) {
    if (state.seq >= head) return first;
    const broken = await foldUntil(reader, check, state.seq + 1);
    if (broken) return broken;
  }
  return null;
}

/** Events that the run's row does not know of; a row that moved meanwhile knows them by now. */
async function checkBeyond(
  reader: Reader,
  { id }: RunState,
  head: number,
): Promise<LogProblem | null> {
  const beyond = await reader.events(id, head, 1);
  const isStill = ((await reader.run(id))?.head_seq ?? 0) === head;
  if (beyond.length === 0 || !isStill) return null;
  return { seq: head + 1, what: `the event is not in the run's row: its head is ${head}` };
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
  const wrongStep = await checkSteps(reader, check);
  if (wrongStep) return wrongStep;
  const { problem, missing } = await checkContents(reader, check);
  if (problem) return problem;
  countErased(missing.length);
  const seqs = missing.map(({ seq }) => seq);
  return (await checkMissing(reader, check, seqs)) ?? (await checkFiles(reader, state));
}

export async function verifyRun(reader: Reader, run: string): Promise<RunReport> {
  const check = startChain(run);
  let erased = 0;
  const problem = await findProblem(reader, check, (count) => {
    erased = count;
  });
  const { seq, hash } = check.state;
  const report = { run, ok: problem === null, events: seq, erased, head: { seq, hash } };
  return problem ? { ...report, problem } : report;
}

/** Every run that has a row, in the order of their ids. */
export async function verifyAll(reader: Reader): Promise<RunReport[]> {
  const reports: RunReport[] = [];
  for (let after = ''; ; ) {
    const ids = await reader.runIds(after, pageSize);
    for (const id of ids) reports.push(await verifyRun(reader, id));
    if (ids.length < pageSize) return reports;
    after = ids.at(-1) ?? after;
  }
}
