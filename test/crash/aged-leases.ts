// A minute passes between two servers: leases of workers that died with their server have run out.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { ServerPlace } from './killable-server.ts';

const hasDue = {
  sqlite: `select 1 from sqlite_master where name = 'due'`,
  postgres: `select 1 from pg_tables where tablename = 'due'`,
} as const;

/** The pulse of a dead server's workers, and leases that have a timer of their own. */
const age = `update due set at = 1 where kind = 'pulse' or kind = 'lease' and exists (
  select 1 from steps where steps.run = due.run and steps.step = due.step
    and steps.performer in ('engine', 'model', 'tool'))`;

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
  const { rowCount } = await client.query(hasDue.postgres);
  if (rowCount) await client.query(age);
  await client.end();
}
