// A minute passes between two servers: leases of workers that died with their server have run out.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { waitFor } from '../../scripts/lib/wait-for.ts';
import { watchdogMs } from '../support/watchdog.ts';
import type { ServerPlace } from './killable-server.ts';

const hasDue = {
  sqlite: `select 1 from sqlite_master where name = 'due'`,
  postgres: `select 1 from pg_tables where tablename = 'due'`,
} as const;

/** The pulse of a dead server's workers, and leases that have a timer of their own. */
const age = `update due set at = 1 where kind = 'pulse' or kind in ('lease', 'unheard') and exists (
  select 1 from steps where steps.run = due.run and steps.step = due.step
    and steps.performer in ('engine', 'model', 'tool'))`;

const others = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

/** A statement of a process that was killed is still carried out, and might renew what is made old here. */
async function othersGone(client: pg.Client): Promise<void> {
  const isAlone = async () => (await client.query<{ count: number }>(others)).rows[0]?.count === 0;
  const what = 'only one connection: a killed process is still connected';
  await waitFor(isAlone, { what, timeoutMs: watchdogMs });
}

export async function ageInProcessLeases({ home, databaseUrl }: ServerPlace): Promise<void> {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(home, 'planwright.db'), { timeout: 5_000 });
    // A server that was killed before its tables were there has left none.
    if (db.prepare(hasDue.sqlite).get()) db.exec(age);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await othersGone(client);
  const { rowCount } = await client.query(hasDue.postgres);
  if (rowCount) await client.query(age);
  await client.end();
}

/** Moves the pulse of one worker on; gives when it is due then, or would have been if it is gone already. */
export async function delayPulse(
  { home, databaseUrl }: ServerPlace,
  holder: string,
  byMs: number,
): Promise<number> {
  const move = (id: string, ms: string): string =>
    `update due set at = at + ${ms} where kind = 'pulse' and step = ${id} returning at`;
  const soonest = Date.now() + byMs;
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(home, 'planwright.db'), { timeout: 5_000 });
    const row = db.prepare(move('?2', '?1')).get(byMs, holder);
    db.close();
    return Number(row?.at ?? soonest);
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ at: string }>(move('$2', '$1'), [byMs, holder]);
  await client.end();
  return Number(rows[0]?.at ?? soonest);
}
