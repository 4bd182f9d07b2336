// Makes the schema of a new database in one transaction, under an advisory lock that the server drops with
// the connection: twenty servers may start at once, and a kill half way leaves the database as it was.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { failpoint } from '../../base/failpoints.ts';
import { checkSchema, fingerprintOf, schemaKey, tablesSql } from '../schema.ts';
import { eventsTable, metaTable, ownTables } from '../tables/own-tables.ts';
import { tables } from '../tables.ts';
import { commitFunctions } from './commit-function.ts';

/** Any number will do, as long as all versions of ours use the same. */
const lockKey = 7_526_174;

const metaSql = tablesSql({ meta: metaTable }, 'postgres');
const restSql =
  tablesSql({ events: eventsTable, ...ownTables, ...tables }, 'postgres') + commitFunctions;

const hasMeta = `select to_regclass('meta') is not null as there`;

/** False where there is no schema yet; throws where another build made it. */
async function hasSchema(client: pg.Client, expected: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(hasMeta);
  if (rows[0]?.there !== true) return false;
  const sql = 'select value from meta where key = $1';
  const found = await client.query<{ value: string }>(sql, [schemaKey]);
  checkSchema(found.rows[0]?.value ?? null, expected);
  return true;
}

async function makeSchema(client: pg.Client, fingerprint: string): Promise<void> {
  await client.query(metaSql);
  // The secret signs leases and tickets. It lives with the data: all servers on it share it.
  const secret = randomBytes(32).toString('hex');
  await client.query(`insert into meta (key, value) values ($1, $2), ('secret', $3)`, [
    ...[schemaKey, fingerprint, secret],
  ]);
  failpoint('schema-noted');
  await client.query(restSql);
  failpoint('schema-made');
}

/** A server that was killed should not hold the lock until its statement is through. */
async function noticeDeadClients(client: pg.Client): Promise<void> {
  const sql = `select set_config('client_connection_check_interval', '500ms', false)`;
  await client.query(sql).catch(() => {});
}

/** The connection must be closed afterwards, which gives the lock back. */
export async function ensureSchema(client: pg.Client): Promise<void> {
  const fingerprint = fingerprintOf(metaSql + restSql);
  if (await hasSchema(client, fingerprint)) return;
  await noticeDeadClients(client);
  // Before the transaction: one that began earlier would not see a table that was made meanwhile.
  await client.query('select pg_advisory_lock($1)', [lockKey]);
  await client.query('begin');
  try {
    if (!(await hasSchema(client, fingerprint))) await makeSchema(client, fingerprint);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
