// Lets a connection to SQLite change the log as if the view of it were a table, which it is on
// PostgreSQL: for tests that do what nobody should.
import type { DatabaseSync } from 'node:sqlite';

const idOf = (row: 'old' | 'new'): string =>
  `((select no from log_names where run = ${row}.run) << 32) + ${row}.seq`;

const nameNew = `insert into log_names (run) values (new.run) on conflict do nothing`;

const triggers = `
create temp trigger tamper_insert instead of insert on events begin
  ${nameNew};
  insert into log (id, header, hash) values (${idOf('new')}, new.header, new.hash);
end;
create temp trigger tamper_update instead of update on events begin
  ${nameNew};
  update log set id = ${idOf('new')}, header = new.header, hash = new.hash where id = ${idOf('old')};
end;
create temp trigger tamper_delete instead of delete on events begin
  delete from log where id = ${idOf('old')};
end;
`;

const isView = `select 1 from sqlite_master where type = 'view' and name = 'events'`;

/** A schema from before the view needs nothing. */
export function allowTampering(db: DatabaseSync): DatabaseSync {
  if (db.prepare(isView).get() !== undefined) db.exec(triggers);
  return db;
}
