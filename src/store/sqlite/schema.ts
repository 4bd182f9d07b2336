// Makes the schema of a new file in one BEGIN IMMEDIATE transaction that first looks again: twenty
// processes may start at once, and a kill half way leaves the file as it was.
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { failpoint } from '../../base/failpoints.ts';
import { checkSchema, fingerprintOf, schemaKey, tablesSql } from '../schema.ts';
import { metaTable, ownTables } from '../tables/own-tables.ts';
import { tables } from '../tables.ts';

/**
 * A row of a table without row ids goes into an index tree, which splits badly at its end: a commit of two
 * events wrote three pages. Each log has a number, and its events lie by number and sequence at the end of
 * an ordinary tree: one page, and a second at every fourth commit. `events` is a view for people and tools.
 */
const logSql = `create table log_names (
  no integer not null primary key,
  run text not null unique
);
create table log (
  id integer not null primary key,
  header text not null,
  hash text not null
);
create view events (run, seq, header, hash) as
  select n.run, l.id - (n.no << 32), l.header, l.hash
  from log_names n cross join log l on l.id > (n.no << 32) and l.id < ((n.no + 1) << 32);
`;

const metaSql = tablesSql({ meta: metaTable }, 'sqlite');
const restSql = tablesSql({ ...ownTables, ...tables }, 'sqlite') + logSql;

const hasMeta = `select 1 from sqlite_master where type = 'table' and name = 'meta'`;

/** False where there is no schema yet; throws where another build made it. */
function hasSchema(db: DatabaseSync, expected: string): boolean {
  if (db.prepare(hasMeta).get() === undefined) return false;
  const row = db.prepare('select value from meta where key = ?').get(schemaKey);
  checkSchema(row ? String(row.value) : null, expected);
  return true;
}

function makeSchema(db: DatabaseSync, fingerprint: string): void {
  db.exec(metaSql);
  const note = db.prepare('insert into meta (key, value) values (?, ?)');
  note.run(schemaKey, fingerprint);
  // Signs leases and tickets. It lives with the data: all processes on it share it.
  note.run('secret', randomBytes(32).toString('hex'));
  failpoint('schema-noted');
  db.exec(restSql);
  failpoint('schema-made');
}

export function ensureSchema(db: DatabaseSync): void {
  const fingerprint = fingerprintOf(metaSql + restSql);
  if (hasSchema(db, fingerprint)) return;
  db.exec('begin immediate');
  try {
    if (!hasSchema(db, fingerprint)) makeSchema(db, fingerprint);
    db.exec('commit');
  } catch (error) {
    if (db.isTransaction) db.exec('rollback');
    throw error;
  }
}
