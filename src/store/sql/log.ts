// Reads of the log and its contents. Parameters are $1, $2 … in order, each used once, so that the
// SQLite adapter can bind them by position.

import { foreignContent } from '../tables/own-tables.ts';

/** Ids asked for at once; a shorter list is filled up with an id that nothing has. */
export const idsAtOnce = 100;

/** Places for that many. */
export const idPlaces = Array.from({ length: idsAtOnce }, (_, index) => `$${index + 1}`).join(', ');

export const logSql = {
  events: `select seq, header, hash from events where run = $1 and seq > $2 order by seq limit $3`,
  event: `select seq, header, hash from events where run = $1 and seq = $2`,
  snapshot: `select seq, hash, machine, bytes from snapshots where run = $1 order by seq desc limit 1`,
  run: `select * from runs where id = $1`,
  storedBytes: `select coalesce(sum(stored_bytes), 0) as bytes from runs
    where tenant = $1 and stored_bytes > 0`,
  runs: `select * from runs where id in (${idPlaces})`,
  runIds: `select id from runs where id > $1 order by id limit $2`,
  openRuns: `select id from runs where status in ('QUEUED', 'RUNNING') and id > $1 order by id limit $2`,
  nextRunInLog: `select run from events where run > $1 order by run limit 1`,
  runsOfPlans: `select id, run from plans where id > $1 order by id limit $2`,
  planRuns: `select * from runs where tenant = $1 and plan = $2 order by id`,
  runsOfKind: `select * from runs where tenant = $1 and kind = $2 and id < $3 order by id desc limit $4`,
  content: `select id, tenant, owner, salt, bytes from content where id = $1`,
  contents: `select id, tenant, owner, salt, bytes from content where id in (${idPlaces})`,
  // Ids begin with their owner and a dot; the slash is the character after it.
  contentIds: `select id from content where id > $1 and id < $2
    union all select id from content where owner = $3 and ${foreignContent} order by id`,
  artifacts: `select * from artifacts where tenant = $1 and owner = $2 order by path`,
  artifact: `select * from artifacts where tenant = $1 and owner = $2 and path = $3`,
} as const;

/** On SQLite a log has a number, and its events lie by number and sequence (see sqlite/schema.ts). */
export const numberedLogSql = {
  ...logSql,
  events: `select l.id - (n.no << 32) as seq, l.header, l.hash from log_names n cross join log l
    where n.run = $1 and l.id > (n.no << 32) + $2 and l.id < (n.no + 1) << 32
    order by l.id limit $3`,
  event: `select l.id - (n.no << 32) as seq, l.header, l.hash from log_names n cross join log l
    where n.run = $1 and l.id = (n.no << 32) + $2`,
  nextRunInLog: `select run from log_names where run > $1 order by run limit 1`,
} as const;

export type LogSql = { readonly [Name in keyof typeof logSql]: string };
