// Purses over several runs, on SQLite. Frozen: later changes are later migrations. A limit of -1 is none;
// `warned_…` is the limit for which a warning was given.

export const pursesSqlite = `
create table purses (
  id text not null primary key,
  tenant text not null,
  label text not null,
  limit_money integer not null,
  limit_tokens integer not null,
  limit_calls integer not null,
  created_by text not null,
  created_at integer not null,
  funded_by text not null,
  funded_at integer not null,
  spent_money integer not null default 0,
  spent_tokens integer not null default 0,
  spent_calls integer not null default 0,
  reserved_money integer not null default 0,
  reserved_tokens integer not null default 0,
  reserved_calls integer not null default 0,
  warned_money integer not null default -1,
  warned_tokens integer not null default -1,
  warned_calls integer not null default -1,
  changes integer not null default 0,
  last_run text not null default ''
) without rowid;
create index purses_tenant on purses (tenant, id);
create index steps_unpaid on steps (wait_key, urgency, turn_at, run, position)
  where state = 'WAITING' and wait_for = 'budget';
`;
