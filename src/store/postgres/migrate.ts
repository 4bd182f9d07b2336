// One transaction per migration, under an advisory lock that the server drops with the connection:
// twenty servers may start at once, and a kill half way leaves the schema as it was.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { failpoint } from '../../base/failpoints.ts';
import { type AppliedMigration, isBreaking, type Migration } from '../migrations/migration.ts';
import { missingMigrations } from '../migrations/plan-migrations.ts';

/** Any number will do, as long as all versions of ours use the same. */
const lockKey = 7_526_174;

const ledger = `create table if not exists migrations (
  id bigint not null primary key, name text not null, breaking bigint not null, applied_at bigint not null)`;

const hasLedger = `select to_regclass('migrations') is not null as there`;

async function applied(client: pg.Client): Promise<AppliedMigration[]> {
  const sql = 'select id, name, breaking from migrations order by id';
  return (await client.query<AppliedMigration>(sql)).rows;
}

/** What is missing as far as can be seen without a lock; most starts end here. */
async function missingAtFirstSight(
  client: pg.Client,
  known: readonly Migration[],
): Promise<Migration[]> {
  const found = await client.query(hasLedger);
  return missingMigrations(known, found.rows[0]?.there === true ? await applied(client) : []);
}

/**
 * Runs the first migration that is still missing; false when there is none. Under the lock the
 * ledger is made rather than looked for: a session remembers names that were not there a moment ago.
 */
async function runNext(client: pg.Client, known: readonly Migration[]): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey]);
  await client.query(ledger);
  const [next] = missingMigrations(known, await applied(client));
  if (!next) return false;
  await client.query(
    `insert into migrations (id, name, breaking, applied_at)
     values ($1, $2, $3, (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
    [next.id, next.name, isBreaking(next, 'postgres') ? 1 : 0],
  );
  failpoint('migration-noted');
  await client.query(next.postgres);
  failpoint('migration-changed');
  return true;
}

async function inTransaction(client: pg.Client, work: () => Promise<boolean>): Promise<boolean> {
  await client.query('begin');
  try {
    const isDone = await work();
    await client.query('commit');
    return isDone;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** A server that was killed should not hold the lock until its statement is through. */
async function noticeDeadClients(client: pg.Client): Promise<void> {
  const sql = `select set_config('client_connection_check_interval', '500ms', false)`;
  await client.query(sql).catch(() => {});
}

export async function migratePostgres(
  client: pg.Client,
  known: readonly Migration[],
): Promise<void> {
  if ((await missingAtFirstSight(client, known)).length === 0) return;
  await noticeDeadClients(client);
  while (await inTransaction(client, () => runNext(client, known)));
}

/** The secret that signs leases and tickets lives with the data, so that all servers share it. */
export async function ensureSecret(client: pg.Client): Promise<void> {
  const sql = `insert into meta (key, value) values ('secret', $1) on conflict do nothing`;
  await client.query(sql, [randomBytes(32).toString('hex')]);
}
