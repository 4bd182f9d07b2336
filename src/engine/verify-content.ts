// Contents and files: each is there as it was written, or was erased on the record.
import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sha256Hex, sha256HexOf } from '../base/hash.ts';
import type { ContentRow, Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { RunState } from './state.ts';
import type { ChainCheck, LogProblem, SeenRef } from './verify-chain.ts';
import { fitRows } from './verify-fold.ts';

const atOnce = 32;

type FileRow = Rows['artifacts'];

function contentProblem(row: ContentRow, ref: SeenRef, tenant: string): string | null {
  if (row.bytes.byteLength !== ref.size) return `content ${ref.id} has another size`;
  if (sha256HexOf(row.salt, row.bytes) !== ref.digest) return `content ${ref.id} was changed`;
  return row.tenant === tenant ? null : `content ${ref.id} belongs to another tenant`;
}

export interface ContentCheck {
  readonly missing: readonly SeenRef[];
  readonly problem: LogProblem | null;
}

/** Reads every content that the events point at; what is missing is for the caller to judge. */
export async function checkContents(reader: Reader, check: ChainCheck): Promise<ContentCheck> {
  const refs = [...check.refs.values()];
  const missing: SeenRef[] = [];
  for (let start = 0; start < refs.length; start += atOnce) {
    const some = refs.slice(start, start + atOnce);
    const rows = await Promise.all(some.map((ref) => reader.content(ref.id)));
    for (const [index, ref] of some.entries()) {
      const row = rows[index];
      const what = row ? contentProblem(row, ref, check.state.tenant) : null;
      if (what !== null) return { missing, problem: { seq: ref.seq, what } };
      if (!row) missing.push(ref);
    }
    await letOthersRun();
  }
  return { missing, problem: null };
}

async function isIntact(reader: Reader, file: FileRow): Promise<boolean> {
  const row = await reader.content(file.content);
  if (row?.bytes.byteLength === file.size && sha256Hex(row.bytes) === file.sha256) return true;
  // Replaced or erased while we looked: then this entry is gone too.
  const now = await reader.artifact(file.tenant, file.owner, file.path);
  return now?.content !== file.content || now.sha256 !== file.sha256;
}

/** A plan's files come from the run that made the plan; a run's own files from that run. */
const isFiledBy = (state: RunState, { owner }: FileRow): boolean =>
  owner === state.id || state.kind === 'generation';

/** Each entry is a file that the log names, and each file that was not erased has its entry. */
function listProblem(rows: readonly FileRow[], check: ChainCheck): string | null {
  const { state, files, erasedSeq } = check;
  const unlisted = new Set(files.keys());
  for (const row of rows) {
    const isFirst = unlisted.delete(row.content);
    if (!isFirst && isFiledBy(state, row)) return `the file ${row.path} is not the one in the log`;
  }
  const lost = [...unlisted].find((id) => (files.get(id)?.seq ?? 0) > erasedSeq);
  return lost === undefined ? null : `the file with content ${lost} is not listed any more`;
}

/** Files that the run or its plan hands out are those that were filed, as they were filed. */
export async function checkFiles(reader: Reader, check: ChainCheck): Promise<LogProblem | null> {
  const { state } = check;
  const owners = [...new Set([state.id, state.planId])];
  const lists = await Promise.all(owners.map((owner) => reader.artifacts(state.tenant, owner)));
  const rows = lists.flat();
  const wrongList = await fitRows(reader, check, () => listProblem(rows, check));
  if (wrongList) return wrongList;
  for (const file of rows) {
    if (await isIntact(reader, file)) continue;
    return { seq: state.seq, what: `the file ${file.path} was changed` };
  }
  return null;
}
