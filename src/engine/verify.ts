// `planwright verify`: hashes what is stored, never what we would write today. The head in the
// run's row shows a lost tail; the rows beside the log must be what the log says.
import { sha256Hex, sha256HexOf } from '../base/hash.ts';
import type { ContentRow, Reader } from '../store/store.ts';
import { emptyHead, type Head } from './log-header.ts';
import { runRow, stepRow } from './projection.ts';
import type { RunState } from './state.ts';
import {
  type ChainCheck,
  checkNext,
  type LogProblem,
  type SeenRef,
  startChain,
} from './verify-chain.ts';

export interface RunReport {
  readonly run: string;
  readonly ok: boolean;
  readonly events: number;
  /** Contents that are gone, as a later `content.erased` says. */
  readonly erased: number;
  readonly head: Head;
  readonly problem?: LogProblem;
}

export interface StoreReport {
  readonly ok: boolean;
  readonly runs: number;
  readonly events: number;
  readonly erased: number;
  /** The broken runs, at most a hundred. */
  readonly broken: readonly RunReport[];
}

const pageSize = 1_000;
const brokenMax = 100;
const triesMax = 10;
const contentsAtOnce = 32;

async function checkEvents(reader: Reader, check: ChainCheck): Promise<LogProblem | null> {
  for (;;) {
    const page = await reader.events(check.state.id, check.state.seq, pageSize);
    for (const stored of page) {
      const problem = checkNext(check, stored);
      if (problem) return problem;
    }
    if (page.length < pageSize) return null;
  }
}

/** The first column whose value is not the one that the log leads to. */
const differingColumn = (stored: object, expected: object): string | null => {
  const values = stored as Readonly<Record<string, unknown>>;
  return Object.entries(expected).find(([column, value]) => values[column] !== value)?.[0] ?? null;
};

async function checkRun(reader: Reader, state: RunState): Promise<LogProblem | null> {
  const { seq } = state;
  const row = await reader.run(state.id);
  if (row === null) return { seq, what: seq === 0 ? 'there is no such run' : 'the run has no row' };
  if (row.head_seq > seq) {
    return { seq: seq + 1, what: `the event is missing: the head is ${row.head_seq}` };
  }
  const column = differingColumn(row, runRow(state));
  return column === null ? null : { seq, what: `${column} of the run is not what the log says` };
}

async function checkSteps(reader: Reader, state: RunState): Promise<LogProblem | null> {
  const rows = new Map((await reader.steps(state.id)).map((row) => [row.step, row]));
  const { seq } = state;
  for (const [id, step] of state.steps) {
    const row = rows.get(id);
    if (!row) return { seq, what: `step ${id} has no row` };
    const column = differingColumn(row, stepRow(state, step));
    if (column !== null) {
      return { seq, what: `${column} of step ${id} is not what the log says` };
    }
  }
  return rows.size === state.steps.size ? null : { seq, what: 'a step is not in the log' };
}

function contentProblem(row: ContentRow, ref: SeenRef, tenant: string): string | null {
  if (row.bytes.byteLength !== ref.size) return `content ${ref.id} has another size`;
  if (sha256HexOf(row.salt, row.bytes) !== ref.digest) return `content ${ref.id} was changed`;
  return row.tenant === tenant ? null : `content ${ref.id} belongs to another tenant`;
}

const isErased = (row: ContentRow | null, ref: SeenRef, erasedSeq: number): boolean =>
  row === null && ref.seq < erasedSeq;

/** Every content is there as it was written, or was erased on the record; the count of the latter. */
async function checkContents(
  reader: Reader,
  { state, refs, erasedSeq }: ChainCheck,
): Promise<LogProblem | number> {
  const all = [...refs.values()];
  let erased = 0;
  for (let start = 0; start < all.length; start += contentsAtOnce) {
    const some = all.slice(start, start + contentsAtOnce);
    const rows = await Promise.all(some.map((ref) => reader.content(ref.id)));
    for (const [index, ref] of some.entries()) {
      const row = rows[index] ?? null;
      if (isErased(row, ref, erasedSeq)) {
        erased += 1;
        continue;
      }
      const what = row ? contentProblem(row, ref, state.tenant) : `content ${ref.id} is missing`;
      if (what !== null) return { seq: ref.seq, what };
    }
  }
  return erased;
}

/** Files that the run or its plan hands out are what they were when they were filed. */
async function checkFiles(reader: Reader, state: RunState): Promise<LogProblem | null> {
  for (const owner of [state.id, state.planId]) {
    for (const file of await reader.artifacts(state.tenant, owner)) {
      const row = await reader.content(file.content);
      const isSame = row?.bytes.byteLength === file.size && sha256Hex(row.bytes) === file.sha256;
      if (!isSame) return { seq: state.seq, what: `the file ${file.path} was changed` };
    }
  }
  return null;
}

async function verifyOnce(reader: Reader, run: string): Promise<RunReport> {
  const check = startChain(run);
  const { state } = check;
  const broken = await checkEvents(reader, check);
  const contents = broken ?? (await checkContents(reader, check));
  const problem =
    typeof contents === 'number'
      ? ((await checkRun(reader, state)) ??
        (await checkSteps(reader, state)) ??
        (await checkFiles(reader, state)))
      : contents;
  return {
    run,
    ok: problem === null,
    events: state.seq,
    erased: typeof contents === 'number' ? contents : 0,
    head: { seq: state.seq, hash: state.hash },
    ...(problem ? { problem } : {}),
  };
}

const headOf = async (reader: Reader, run: string): Promise<string> =>
  (await reader.run(run))?.head_hash ?? emptyHead.hash;

/** A run may move while it is read; a finding counts only if it did not. */
export async function verifyRun(reader: Reader, run: string): Promise<RunReport> {
  for (let tries = 1; ; tries += 1) {
    const before = await headOf(reader, run);
    const report = await verifyOnce(reader, run);
    if (report.ok || tries === triesMax || before === (await headOf(reader, run))) return report;
  }
}

export async function verifyAll(reader: Reader): Promise<StoreReport> {
  const broken: RunReport[] = [];
  const sum = { runs: 0, events: 0, erased: 0 };
  for (let after = ''; ; ) {
    const ids = await reader.runIds(after, pageSize);
    for (const id of ids) {
      const report = await verifyRun(reader, id);
      sum.runs += 1;
      sum.events += report.events;
      sum.erased += report.erased;
      if (!report.ok && broken.length < brokenMax) broken.push(report);
    }
    if (ids.length < pageSize) return { ok: broken.length === 0, ...sum, broken };
    after = ids.at(-1) ?? after;
  }
}
