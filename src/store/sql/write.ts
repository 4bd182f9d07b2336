// Writes of one write set, statement by statement, for SQLite. PostgreSQL does the same inside
// `pw_commit`, or one statement for a set that only moves its run.
import { quoted } from '../schema.ts';
import { foreignContent } from '../tables/own-tables.ts';
import {
  columnsOf,
  isAppendOnly,
  keyOf,
  movingOfRuns,
  movingOfSteps,
  restOf,
  type TableName,
} from '../tables.ts';

const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ');

/** Insert or replace a row by its key; of an append-only table insert it. Names come from our own table of columns only. */
export function putSql(table: TableName): string {
  const columns = columnsOf(table).map(quoted);
  const updates = restOf(table)
    .map((column) => `${quoted(column)} = excluded.${quoted(column)}`)
    .join(', ');
  const change = isAppendOnly(table) ? 'do nothing' : `do update set ${updates}`;
  return `insert into ${table} (${columns.join(', ')}) values (${marks(columns.length)})
    on conflict (${keyOf(table).map(quoted).join(', ')}) ${change}`;
}

/** In the order of the places in `moveRunSql`; the last is the event it was at. */
export const moveRunColumns = [...movingOfRuns, 'id', 'status'] as const;

/**
 * Every commit moves its run. SQLite writes an index again when one of its columns is set, even to what
 * it was, so this does not set the status; where it finds no row the whole row is put.
 */
export const moveRunSql = `update runs set ${movingOfRuns.map((column) => `${column} = ?`).join(', ')}
  where id = ? and status = ? and head_seq = ?`;

/** In the order of the places in `moveStepSql`. */
export const moveStepColumns = [...movingOfSteps, ...keyOf('steps')];

export const moveStepSql = `update steps set ${movingOfSteps.map((column) => `${column} = ?`).join(', ')}
  where run = ? and step = ?`;

export function removeSql(table: TableName): string {
  const conditions = keyOf(table)
    .map((column) => `${quoted(column)} = ?`)
    .join(' and ');
  return `delete from ${table} where ${conditions}`;
}

export const writeSql = {
  head: `select head_seq as seq, head_hash as hash from runs where id = ?`,
  logNumber: `select no from log_names where run = ?`,
  newLog: `insert into log_names (run) values (?)`,
  insertEvent: `insert into log (id, header, hash) values ((? << 32) + ?, ?, ?)`,
  insertContent: `insert into content (id, tenant, owner, salt, bytes) values (?, ?, ?, ?, ?)`,
  takenNow: `select value from uniques where key = ? and until >= ?`,
  take: `insert into uniques (key, value, until, owner) values (?, ?, ?, ?)
    on conflict (key) do update set value = excluded.value, until = excluded.until,
      owner = excluded.owner`,
  due: `select at, attempt from due where id = ?`,
  setDue: `insert into due (id, at, kind, tenant, run, step, attempt) values (?, ?, ?, ?, ?, ?, ?)
    on conflict (id) do update set at = excluded.at, kind = excluded.kind, attempt = excluded.attempt`,
  clearDue: `delete from due where id = ?`,
  slotOf: `select name from slots where place = ?`,
  slotCount: `select count(*) as count from slots where name = ?`,
  takeSlot: `insert into slots (place, name, tenant, run) values (?, ?, ?, ?)
    on conflict (place) do update set name = excluded.name, tenant = excluded.tenant,
      run = excluded.run`,
  freeSlot: `delete from slots where place = ?`,
  purse: `select * from purses where id = ? and tenant = ?`,
  usePurse: `update purses set spent_money = spent_money + ?, spent_tokens = spent_tokens + ?,
    spent_calls = spent_calls + ?, reserved_money = reserved_money + ?,
    reserved_tokens = reserved_tokens + ?, reserved_calls = reserved_calls + ?,
    changes = changes + 1, last_run = coalesce(nullif(?, ''), last_run) where id = ? and tenant = ?`,
  warnOfMoney: `update purses set warned_money = limit_money where id = ? and tenant = ?`,
  warnOfTokens: `update purses set warned_tokens = limit_tokens where id = ? and tenant = ?`,
  warnOfCalls: `update purses set warned_calls = limit_calls where id = ? and tenant = ?`,
  // A row that is pending anyway is left alone, which saves a busy run two pages a commit; whoever
  // notes how far it came looks at the head of the run. (On PostgreSQL two transactions could miss
  // each other that way, so there every commit moves the row.)
  putOutbox: `insert into outbox (id, tenant, run, seq, topic, sent, next_at, tries)
    values (?, ?, ?, ?, ?, ?, 0, 0)
    on conflict (id) do update set seq = excluded.seq where seq <= sent and excluded.seq > seq`,
  noteOutbox: `update outbox set sent = ?, next_at = ?, tries = ?, seq = max(seq, coalesce(
    (select r.head_seq from runs r where r.id = outbox.run and outbox.id = topic || '/' || run), 0))
    where id = ?`,
  removeOutbox: `delete from outbox where id = ? and seq <= sent`,
  insertSnapshot: `insert into snapshots (run, seq, hash, machine, bytes) values (?, ?, ?, ?, ?)
    on conflict (run, seq) do update set hash = excluded.hash, machine = excluded.machine,
      bytes = excluded.bytes`,
  /** All but the newest two. */
  trimSnapshots: `delete from snapshots where run = ? and seq < (
    select seq from snapshots where run = ? order by seq desc limit 1 offset 1)`,
  purgeUniques: `delete from uniques where key in (
    select key from uniques where until < ? order by until limit ?)`,
} as const;

/** Everything of an owner that goes with an erase; `owner` is an expression of the statement around it. */
export function eraseStatements(owner: string): readonly string[] {
  const isOwn = `id > ${owner} || '.' and id < ${owner} || '/'`;
  return [
    `delete from content where ${isOwn}`,
    `delete from content where owner = ${owner} and ${foreignContent}`,
    `delete from artifacts where owner = ${owner}`,
    `delete from telemetry where run = ${owner}`,
    `delete from snapshots where run = ${owner}`,
    `delete from messages where run = ${owner}`,
    `delete from slots where run = ${owner}`,
    `delete from uniques where owner = ${owner} and owner <> ''`,
    `delete from uniques where value = ${owner} and length(value) <= 64`,
    `delete from replies where owner = ${owner}`,
    // What it cost stays on the books; what it was asked cannot be told from that.
    `update usage set reuse_key = '' where ${isOwn} and reuse_key <> ''`,
  ];
}

/**
 * What lies on pages of its own goes first: a tree that is put in order again may need a page, which a
 * full disk does not give.
 */
export const eraseSql: readonly string[] = eraseStatements('?1').flatMap((statement, index) =>
  index === 0 ? [`${statement} and length(bytes) > 4096`, statement] : [statement],
);

export const erasePlanSql = `update plans set goal = '', title = '', erased_at = ? where id = ?`;
