// Where the data is, and which servers use it. SQLite has one lock for writing: a server that is frozen
// while it has it stops all others.
import { existsSync } from 'node:fs';
import type { Config } from '../base/config.ts';
import { openProbe } from '../base/process-identity.ts';
import { databasePath, openReadSide } from '../open-store.ts';
import type { ProcessRow } from '../store/tables.ts';

export interface Storage {
  readonly value: string;
  readonly means: string;
}

const processesMax = 1_000;
const pidsMax = 8;

/** Those whose pulse is not due yet, without those that are known to be gone. */
async function servers(config: Config): Promise<ProcessRow[]> {
  const side = await openReadSide(config);
  try {
    const probe = await openProbe();
    const alive: ProcessRow[] = [];
    for (const row of await side.reader.processes(processesMax)) {
      if (row.role !== 'server' || row.pulse_at <= side.now()) continue;
      if (!(await probe.isGone(row))) alive.push(row);
    }
    return alive;
  } finally {
    await side.close();
  }
}

/** A PID of 0 was not known. */
function pidsOf(rows: readonly ProcessRow[]): string {
  const pids = rows.map(({ pid }) => pid).filter((pid) => pid > 0);
  return pids.length === 0 ? '' : ` (PID ${pids.slice(0, pidsMax).join(', ')})`;
}

const one =
  'One server may use this folder. For two or more, set PLANWRIGHT_DATABASE_URL (docs/deploy.md).';

export async function storageOf(config: Config): Promise<Storage> {
  if (config.database !== null) {
    return { value: 'postgres', means: 'Any number of servers may share the database.' };
  }
  if (!existsSync(databasePath(config))) return { value: 'sqlite', means: one };
  try {
    const found = await servers(config);
    if (found.length < 2) return { value: 'sqlite', means: one };
    const means = `${found.length} servers use this folder${pidsOf(found)}. If one freezes inside a write, the others cannot write until it goes on or ends. Use PostgreSQL: set PLANWRIGHT_DATABASE_URL for all of them (docs/deploy.md).`;
    return { value: `sqlite, ${found.length} servers`, means };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { value: 'sqlite, unreadable', means: `The database cannot be read: ${message}` };
  }
}
