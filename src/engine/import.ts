// Takes a run in from a bundle. The file is read twice: first all of it is checked and nothing is
// written, then contents are written in pieces and the run itself in one last commit. A half import
// is never seen, and doing it again goes on where it stopped.
import { PlanwrightError } from '../base/errors.ts';
import type { ContentRow, DueWrite, RowWrite, Store } from '../store/store.ts';
import type { BundleHeader } from './bundle.ts';
import { badBundle, type Chunks, readBundle } from './bundle-reader.ts';
import { ImportedFiles } from './import-files.ts';
import { checkLog, takeEvent } from './import-log.ts';
import type { StoredEvent } from './log-header.ts';
import { machineVersion } from './machine.ts';
import { overdueDue, runRow, stepDue, stepRow } from './projection.ts';
import { newPurse, noMore, type PurseMove } from './purse.ts';
import { encodeSnapshot, snapshotIsDue } from './snapshot.ts';
import { isGroup, type RunState } from './state.ts';
import { startChain } from './verify-chain.ts';

/** Contents of more than this are written before the run, in pieces of this size. */
const pieceBytes = 4 * 2 ** 20;

export interface ImportReport {
  readonly run: string;
  readonly plan: string;
  readonly events: number;
  readonly contents: number;
  readonly status: string;
  /** The same run was here before; nothing was written. */
  readonly already_here: boolean;
}

interface Imported {
  readonly state: RunState;
  readonly events: readonly StoredEvent[];
  readonly files: ImportedFiles;
  readonly contents: number;
}

type TakeContent = (row: ContentRow) => Promise<void>;

/** Reads and checks all lines behind the head. */
async function readRun(
  header: BundleHeader,
  lines: ReturnType<typeof readBundle>,
  now: number,
  takeContent: TakeContent,
): Promise<Imported> {
  const check = startChain(header.run);
  const events: StoredEvent[] = [];
  let files: ImportedFiles | null = null;
  let contents = 0;
  const beginFiles = (): ImportedFiles => {
    checkLog(header, check);
    return new ImportedFiles(check);
  };
  for await (const line of lines) {
    if ('event' in line) {
      if (files) throw badBundle('an event is out of place');
      takeEvent(check, line.event, now);
      events.push(line.event);
      continue;
    }
    if ('format' in line) throw badBundle('it has two heads');
    files ??= beginFiles();
    if ('plan' in line) files.takePlan(line.plan);
    else if ('usage' in line) files.takeUsage(line.usage);
    else if ('artifact' in line) files.artifact(line.artifact);
    else {
      const row = 'content' in line ? files.content(line.content) : files.part(line.part);
      if (row) await takeContent(row);
      contents += row ? 1 : 0;
    }
  }
  files ??= beginFiles();
  files.checkWhole();
  return { state: check.state, events, files, contents };
}

async function openBundle(
  chunks: Chunks,
): Promise<{ header: BundleHeader; lines: ReturnType<typeof readBundle> }> {
  const lines = readBundle(chunks);
  const first = await lines.next();
  if (first.done || !('format' in first.value)) throw badBundle('it is empty');
  return { header: first.value, lines };
}

function checkTenant(header: BundleHeader, tenant: string): void {
  if (header.tenant === tenant) return;
  throw new PlanwrightError(
    'forbidden',
    `${header.run} belongs to the tenant ${header.tenant}, and this is ${tenant}. The tenant stands in the log and cannot be changed.`,
  );
}

/** True if the very same run is here; another one under this id is in the way. */
async function isHere(store: Store, { run, head }: BundleHeader): Promise<boolean> {
  const row = await store.run(run);
  if (!row) return false;
  if (row.head_seq === head.seq && row.head_hash === head.hash) return true;
  throw new PlanwrightError(
    'conflict',
    `${run} is here already, and its log is another one (${row.head_seq} events; the bundle has ${head.seq}).`,
  );
}

/** A run belongs to a plan: a new one, or for an execution one that is here. */
async function checkPlan(store: Store, { kind, planId, tenant }: RunState): Promise<void> {
  const plan = await store.plan(tenant, planId);
  if (kind === 'execution' && !plan) {
    const message = `Its plan is not here. Export and import ${planId} first.`;
    throw new PlanwrightError('PLAN_NOT_FOUND', message);
  }
  if (kind === 'generation' && plan) {
    throw new PlanwrightError('conflict', `${planId} is here already, made by another run.`);
  }
}

const isSameContent = (one: ContentRow, other: ContentRow): boolean =>
  one.tenant === other.tenant &&
  one.owner === other.owner &&
  Buffer.compare(one.salt, other.salt) === 0 &&
  Buffer.compare(one.bytes, other.bytes) === 0;

/** Those that an import that stopped half way did not write yet. */
async function unwritten(store: Store, rows: readonly ContentRow[]): Promise<ContentRow[]> {
  const there = await store.contents(rows.map(({ id }) => id));
  return rows.filter((row) => {
    const found = there.get(row.id);
    if (found && !isSameContent(row, found)) {
      throw new PlanwrightError('conflict', `Content ${row.id} is here already, and differs.`);
    }
    return !found;
  });
}

/** Writes contents in pieces; what is left at the end goes with the run. */
class ContentPieces {
  readonly #store: Store;
  #rows: ContentRow[] = [];
  #bytes = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  readonly take: TakeContent = async (row) => {
    this.#rows.push(row);
    this.#bytes += row.bytes.byteLength;
    if (this.#bytes < pieceBytes) return;
    await this.#store.commit([{ content: await this.rest() }]);
  };

  async rest(): Promise<ContentRow[]> {
    const rows = this.#rows;
    this.#rows = [];
    this.#bytes = 0;
    return unwritten(this.#store, rows);
  }
}

function rowsOf({ state, files }: Imported): RowWrite[] {
  const rows: RowWrite[] = [{ table: 'runs', put: runRow(state) }];
  for (const step of state.steps.values()) rows.push({ table: 'steps', put: stepRow(state, step) });
  if (files.plan) rows.push({ table: 'plans', put: files.plan });
  for (const file of files.files) rows.push({ table: 'artifacts', put: file });
  for (const put of files.usage) rows.push({ table: 'usage', put });
  return rows;
}

function dueOf(state: RunState): DueWrite[] {
  const due = [...state.steps.values()].filter((step) => !isGroup(step));
  const writes = due.flatMap((step) => [...stepDue(state, step), ...overdueDue(state, step)]);
  return writes.filter((write) => 'set' in write);
}

/** What it had of its family's purse. One that is not here is begun, with nothing in it to spend. */
async function familyWrites(store: Store, state: RunState): Promise<PurseMove | null> {
  const { tenant, createdBy: by, purse } = state;
  const { family: id, spent, reserved } = purse;
  if (id === undefined) return null;
  if (!(await store.purse(tenant, id))) {
    const put = newPurse({ id, tenant, label: '', by, now: store.now() }, noMore);
    await store.commit([{ rows: [{ table: 'purses', put }] }]);
  }
  return { purse: id, tenant, run: state.id, asks: '', spent, reserved };
}

async function commitRun(store: Store, imported: Imported, pieces: ContentPieces): Promise<void> {
  const { state, events } = imported;
  const { id: run, seq, hash } = state;
  const snapshot = { run, seq, hash, machine: machineVersion, bytes: encodeSnapshot(state) };
  const family = await familyWrites(store, state);
  const [result] = await store.commit([
    {
      run,
      expectedSeq: 0,
      events,
      content: await pieces.rest(),
      rows: rowsOf(imported),
      due: dueOf(state),
      ...(snapshotIsDue(state, 0) ? { snapshot } : {}),
      ...(family ? { require: [family] } : {}),
    },
  ]);
  if (!result?.ok) {
    throw new PlanwrightError('conflict', `Somebody else brought ${run} in at the same time.`);
  }
}

const reportOf = (
  header: BundleHeader,
  state: RunState | null,
  contents: number,
): ImportReport => ({
  run: header.run,
  plan: state?.planId ?? '',
  events: header.events,
  contents,
  status: state?.status ?? '',
  already_here: state === null,
});

const notTaken: TakeContent = () => Promise.resolve();

/** `open` gives the bytes of the bundle from the start, each time it is called. */
export async function importRun(
  store: Store,
  tenant: string,
  open: () => Chunks,
): Promise<ImportReport> {
  const now = store.now();
  const first = await openBundle(open());
  try {
    checkTenant(first.header, tenant);
    if (await isHere(store, first.header)) return reportOf(first.header, null, 0);
    const checked = await readRun(first.header, first.lines, now, notTaken);
    await checkPlan(store, checked.state);
  } finally {
    // Closes the file where it was not read to its end.
    await first.lines.return(undefined);
  }
  const again = await openBundle(open());
  if (again.header.head.hash !== first.header.head.hash) throw badBundle('it changed meanwhile');
  const pieces = new ContentPieces(store);
  const imported = await readRun(again.header, again.lines, now, pieces.take);
  await commitRun(store, imported, pieces);
  return reportOf(again.header, imported.state, imported.contents);
}
