// A run as a bundle, line by line: the log up to its head as it is now, and every content that the
// log points at. A broken log is not carried on.
import { PlanwrightError } from '../base/errors.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { BundleWriter } from './bundle.ts';
import type { RunState } from './state.ts';
import { type ChainCheck, checkNext, type SeenRef, startChain } from './verify-chain.ts';

const pageSize = 1_000;
const contentsAtOnce = 16;

const broken = (run: string, seq: number): PlanwrightError =>
  new PlanwrightError(
    'log_corrupt',
    `Event ${seq} of ${run} does not verify. See planwright verify ${run}.`,
    { run, seq },
  );

async function* eventLines(
  reader: Reader,
  writer: BundleWriter,
  check: ChainCheck,
  until: number,
): AsyncGenerator<string> {
  const { state } = check;
  while (state.seq < until) {
    const page = await reader.events(state.id, state.seq, Math.min(pageSize, until - state.seq));
    if (page.length === 0) throw broken(state.id, state.seq + 1);
    for (const stored of page) {
      if (checkNext(check, stored)) throw broken(state.id, stored.seq);
      yield writer.event(stored);
    }
  }
}

/** What is gone was erased before; an erase that came while we read leaves a bundle by halves. */
function checkErased(check: ChainCheck, ref: SeenRef): void {
  if (ref.seq < check.erasedSeq) return;
  const { id } = check.state;
  throw new PlanwrightError(
    'content_unavailable',
    `A content of ${id} is gone: it was erased just now, or see planwright verify ${id}.`,
  );
}

async function* contentLines(
  reader: Reader,
  writer: BundleWriter,
  check: ChainCheck,
): AsyncGenerator<string> {
  const refs = [...check.refs.values()];
  for (let start = 0; start < refs.length; start += contentsAtOnce) {
    const some = refs.slice(start, start + contentsAtOnce);
    const rows = await reader.contents(some.map((ref) => ref.id));
    for (const ref of some) {
      const row = rows.get(ref.id);
      if (row) yield* writer.content(row);
      else checkErased(check, ref);
    }
  }
}

/** A plan and its files go with the run that made them; an execution takes its own files. */
async function filesOf(
  reader: Reader,
  { id, kind, tenant, planId }: RunState,
): Promise<{ plan: Rows['plans'] | null; files: Rows['artifacts'][] }> {
  const own = await reader.artifacts(tenant, id);
  if (kind !== 'generation') return { plan: null, files: own };
  const plan = await reader.plan(tenant, planId);
  return { plan, files: [...own, ...(await reader.artifacts(tenant, planId))] };
}

/** Each call with its texts, as far as they were not erased. */
async function* usageLines(
  reader: Reader,
  writer: BundleWriter,
  { id, tenant, planId }: RunState,
): AsyncGenerator<string> {
  for (let after = `${id}.`; ; ) {
    const page = await reader.usageRows(tenant, planId, after, contentsAtOnce);
    for (const row of page) {
      if (row.run !== id) return;
      yield writer.usage(row);
      const texts = await reader.contents([row.prompt, row.reply, row.reasoning]);
      for (const text of texts.values()) yield* writer.content(text);
      after = row.id;
    }
    if (page.length < contentsAtOnce) return;
  }
}

/** The lines of the bundle, each with its end. */
export async function* exportRun(reader: Reader, run: string, now: number): AsyncGenerator<string> {
  const row = await reader.run(run);
  if (!row) throw new PlanwrightError('run_not_found', `There is no run ${run}.`);
  const writer = new BundleWriter();
  const check = startChain(run);
  const { head_seq: seq, head_hash: hash, tenant } = row;
  yield writer.header(run, tenant, { seq, hash }, now);
  yield* eventLines(reader, writer, check, seq);
  if (check.state.hash !== hash) throw broken(run, seq);
  // Read before the contents: files that came later are not in this part of the log.
  const { plan, files } = await filesOf(reader, check.state);
  yield* contentLines(reader, writer, check);
  if (plan) yield writer.plan(plan);
  for (const file of files) if (check.files.has(file.content)) yield writer.artifact(file);
  yield* usageLines(reader, writer, check.state);
  yield writer.end();
}
