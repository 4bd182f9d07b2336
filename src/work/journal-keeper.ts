// Journals hold whole files, as they were before a step changed them. When a run is over for good
// nobody can undo it any more, and what was kept for that goes.
import { join } from 'node:path';
import type { Reader } from '../store/store.ts';
import type { JournalStore } from './safety/journal.ts';

export const journalFolder = (dataDir: string): string => join(dataDir, 'journal');

export const journalSweepMs = 10 * 60_000;

/** So long a worker that was thought dead may still come back. */
const graceMs = 3_600_000;

const isFinal = (status: string): boolean => status === 'COMPLETED' || status === 'CANCELLED';

async function isNeeded(reader: Reader, run: string, now: number): Promise<boolean> {
  const row = await reader.run(run);
  if (!row) return false;
  if (!isFinal(row.status)) return true;
  const plan = await reader.plan(row.tenant, row.plan);
  return row.ended_at + graceMs > now && (plan?.erased_at ?? 0) === 0;
}

/** How many were forgotten. */
export async function sweepJournals(
  journals: JournalStore,
  reader: Reader,
  now: number,
): Promise<number> {
  const needed = new Map<string, boolean>();
  let count = 0;
  for (const key of await journals.keys()) {
    const run = key.slice(0, key.indexOf('/'));
    if (!needed.has(run)) needed.set(run, await isNeeded(reader, run, now));
    if (needed.get(run) === true) continue;
    await journals.forget(key);
    count += 1;
  }
  return count;
}
