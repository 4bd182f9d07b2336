// The first schema on SQLite. Frozen: later changes are later migrations.

export const initialSqlite = `
create table meta (
  key text not null primary key,
  value text not null
);
create table runs (
  id text not null,
  tenant text not null,
  kind text not null,
  plan text not null,
  status text not null,
  head_seq integer not null,
  head_hash text not null,
  created_by text not null,
  created_at integer not null,
  started_at integer not null,
  ended_at integer not null,
  changed_at integer not null,
  steps_total integer not null,
  steps_done integer not null,
  primary key (id)
) without rowid;
create table steps (
  run text not null,
  step text not null,
  tenant text not null,
  position integer not null,
  parent text not null,
  performer text not null,
  purpose text not null,
  action text not null,
  tier integer not null,
  state text not null,
  wait_for text not null,
  wait_until integer not null,
  attempt integer not null,
  attempts_max integer not null,
  holder text not null,
  spec text not null,
  output text not null,
  error text not null,
  changed_at integer not null,
  primary key (run, step)
) without rowid;
create table plans (
  id text not null,
  tenant text not null,
  created_by text not null,
  created_at integer not null,
  run text not null,
  goal text not null,
  title text not null,
  erased_at integer not null,
  primary key (id)
);
create table artifacts (
  owner text not null,
  path text not null,
  tenant text not null,
  content text not null,
  content_type text not null,
  size integer not null,
  sha256 text not null,
  updated_at integer not null,
  primary key (owner, path)
) without rowid;
create table telemetry (
  run text not null,
  step text not null,
  at integer not null,
  progress integer not null,
  note text not null,
  primary key (run, step)
) without rowid;
create table agents (
  id text not null,
  tenant text not null,
  name text not null,
  role text not null,
  capabilities text not null,
  created_at integer not null,
  seen_at integer not null,
  primary key (id)
);
create table keys (
  id text not null,
  tenant text not null,
  principal text not null,
  kind text not null,
  label text not null,
  scopes text not null,
  secret_hash text not null,
  created_at integer not null,
  expires_at integer not null,
  revoked_at integer not null,
  primary key (id)
) without rowid;
create table events (
  run text not null,
  seq integer not null,
  header text not null,
  hash text not null,
  primary key (run, seq)
) without rowid;
create table content (
  id text not null primary key,
  tenant text not null,
  owner text not null,
  salt blob not null,
  bytes blob not null
);
create index content_owner on content (owner);
create table due (
  id text not null primary key,
  at integer not null,
  kind text not null,
  tenant text not null,
  run text not null,
  step text not null,
  attempt integer not null
) without rowid;
create index due_at on due (at);
create table outbox (
  id text not null primary key,
  tenant text not null,
  run text not null,
  seq integer not null,
  topic text not null
) without rowid;
create table uniques (
  key text not null primary key,
  value text not null,
  until integer not null
) without rowid;
create index uniques_until on uniques (until);
create index uniques_value on uniques (value);
create index steps_ready on steps (performer, tenant, changed_at, run, position) where state = 'READY';
create index runs_plan on runs (plan);
create index runs_kind on runs (tenant, kind, id);
create index plans_tenant on plans (tenant, id);
create index agents_tenant on agents (tenant, id);
create index keys_tenant on keys (tenant, id);
`;
