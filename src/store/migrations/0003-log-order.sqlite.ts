// The log in the order in which it grows, on SQLite. Frozen: later changes are later migrations.
//
// A row of a table without row ids goes into an index tree, which splits badly at its end: a commit of
// two events wrote three pages. Now each log has a number, and its events lie by number and sequence at
// the end of an ordinary tree: one page, and a second at every fourth commit. `events` is a view for
// people and tools.

export const logOrderSqlite = `
create table log_names (
  no integer not null primary key,
  run text not null unique
);
insert into log_names (run) select distinct run from events order by run;
create table log (
  id integer not null primary key,
  header text not null,
  hash text not null
);
insert into log (id, header, hash)
  select (n.no << 32) + e.seq, e.header, e.hash
  from log_names n cross join events e on e.run = n.run order by n.no, e.seq;
drop table events;
create view events (run, seq, header, hash) as
  select n.run, l.id - (n.no << 32), l.header, l.hash
  from log_names n cross join log l on l.id > (n.no << 32) and l.id < ((n.no + 1) << 32);
`;
