// Writes of one write set, statement by statement, for SQLite. PostgreSQL does the same inside
// `pw_commit_v1` (see migrations).
import { columnsOf, type TableName, tables } from '../tables.ts';

const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** Insert or replace a row by its key. Names come from our own table of columns only. */
export function putSql(table: TableName): string {
  const columns = columnsOf(table);
  const { key, rest } = tables[table];
  const updates = rest.map((column) => `${column} = excluded.${column}`).join(', ');
  return `insert into ${table} (${columns.join(', ')}) values (${marks(columns.length)})
    on conflict (${key.join(', ')}) do update set ${updates}`;
}

export function removeSql(table: TableName): string {
  const conditions = tables[table].key.map((column) => `${column} = ?`).join(' and ');
  return `delete from ${table} where ${conditions}`;
}

export const writeSql = {
  head: `select head_seq as seq, head_hash as hash from runs where id = ?`,
  insertEvent: `insert into events (run, seq, header, hash) values (?, ?, ?, ?)`,
  insertContent: `insert into content (id, tenant, owner, salt, bytes) values (?, ?, ?, ?, ?)`,
  takenNow: `select value from uniques where key = ? and until >= ?`,
  take: `insert into uniques (key, value, until) values (?, ?, ?)
    on conflict (key) do update set value = excluded.value, until = excluded.until`,
  due: `select at, attempt from due where id = ?`,
  setDue: `insert into due (id, at, kind, tenant, run, step, attempt) values (?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update set at = excluded.at, kind = excluded.kind, attempt = excluded.attempt`,
  clearDue: `delete from due where id = ?`,
  insertOutbox: `insert into outbox (id, tenant, run, seq, topic) values (?, ?, ?, ?, ?)`,
  eraseContent: `delete from content where owner = ?`,
  eraseArtifacts: `delete from artifacts where owner = ?`,
  eraseTelemetry: `delete from telemetry where run = ?`,
  eraseUniques: `delete from uniques where value = ?`,
  erasePlan: `update plans set goal = '', title = '', erased_at = ? where id = ?`,
} as const;
