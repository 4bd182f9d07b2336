// What must hold after a crash, looked at from outside: below the server, on the data itself.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { contentJson } from '../../src/engine/content.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { localTenant } from '../../src/operations/principals.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteReader } from '../../src/store/sqlite/sqlite-store.ts';
import type { Reader } from '../../src/store/store.ts';
import { targetOf } from '../contract/target.ts';
import type { AckedNote, Journal } from './journal.ts';
import type { ServerPlace } from './killable-server.ts';

export interface DataView {
  readonly reader: Reader;
  close(): Promise<void>;
}

export async function openData({ home, databaseUrl }: ServerPlace): Promise<DataView> {
  if (databaseUrl !== undefined) {
    const store = await openPostgresStore(targetOf(databaseUrl));
    return { reader: store, close: () => store.close() };
  }
  const reader = openSqliteReader(join(home, 'planwright.db'));
  return { reader, close: async () => reader.close() };
}

async function noteTextAt(reader: Reader, run: string, seq: number): Promise<string | null> {
  const [stored] = await reader.events(run, seq - 1, 1);
  if (stored?.seq !== seq) return null;
  const event = decodeEvent(stored.header);
  const row = event.refs?.note ? await reader.content(event.refs.note.id) : null;
  return row ? (contentJson(row) as { notes: string }).notes : null;
}

async function lostNotes(reader: Reader, notes: readonly AckedNote[]): Promise<string[]> {
  const lost: string[] = [];
  for (const { run, seq, text } of notes) {
    const found = await noteTextAt(reader, run, seq);
    if (found !== text) lost.push(`${run} ${seq}: "${text}", found ${JSON.stringify(found)}`);
  }
  return lost;
}

async function lostSteps(reader: Reader, journal: Journal): Promise<string[]> {
  const lost: string[] = [];
  for (const { run, step } of journal.completions) {
    const row = (await reader.steps(run)).find((one) => one.step === step);
    if (row?.state !== 'VERIFIED') lost.push(`${run} ${step} is ${row?.state}`);
  }
  for (const held of journal.held.values()) {
    const row = (await reader.steps(held.run)).find((one) => one.step === held.step);
    const isKept = row?.state === 'LEASED' && row.attempt === held.attempt;
    const isDone = held.wasSent && row?.state === 'VERIFIED';
    if (!isKept && !isDone) lost.push(`the lease on ${held.run} ${held.step} is ${row?.state}`);
  }
  return lost;
}

async function lostPlans(reader: Reader, journal: Journal): Promise<string[]> {
  const lost: string[] = [];
  for (const plan of journal.plans) {
    if (!(await reader.plan(localTenant, plan))) lost.push(plan);
  }
  return lost;
}

/** Steps that were verified more than once; none, whatever happens. */
export async function doubleVerified(reader: Reader, run: string): Promise<string[]> {
  const seen = new Set<string>();
  const doubled: string[] = [];
  for (let after = 0; ; ) {
    const page = await reader.events(run, after, 1_000);
    for (const stored of page) {
      const event = decodeEvent(stored.header);
      if (event.type !== 'step.verified') continue;
      if (seen.has(event.data.step)) doubled.push(`${run} ${event.data.step}`);
      seen.add(event.data.step);
    }
    if (page.length < 1_000) return doubled;
    after = page.at(-1)?.seq ?? after;
  }
}

async function brokenRuns(reader: Reader, runs: Iterable<string>): Promise<string[]> {
  const broken: string[] = [];
  for (const run of runs) {
    const report = await verifyRun(reader, run);
    if (!report.ok) broken.push(`${run} ${report.problem?.seq}: ${report.problem?.what}`);
    broken.push(...(await doubleVerified(reader, run)));
  }
  return broken;
}

export function fileProblems({ home, databaseUrl }: ServerPlace): string[] {
  if (databaseUrl !== undefined) return [];
  const db = new DatabaseSync(join(home, 'planwright.db'), { readOnly: true, timeout: 5_000 });
  try {
    const rows = db.prepare('pragma quick_check').all() as { quick_check: string }[];
    return rows.map((row) => row.quick_check).filter((text) => text !== 'ok');
  } finally {
    db.close();
  }
}

/** Every finding in words; an empty list is what the test wants. Chain, fold and rows of `runs`. */
export async function findLosses(
  place: ServerPlace,
  journal: Journal,
  runs: Iterable<string>,
): Promise<string[]> {
  const data = await openData(place);
  try {
    return [
      ...(await lostNotes(data.reader, journal.notes)),
      ...(await lostSteps(data.reader, journal)),
      ...(await lostPlans(data.reader, journal)),
      ...(await brokenRuns(data.reader, runs)),
      ...fileProblems(place),
    ];
  } finally {
    await data.close();
  }
}

export async function allRuns(place: ServerPlace): Promise<string[]> {
  const data = await openData(place);
  try {
    return await data.reader.runIds('', 100_000);
  } finally {
    await data.close();
  }
}
