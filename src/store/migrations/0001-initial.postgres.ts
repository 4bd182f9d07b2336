// The first schema on PostgreSQL. Frozen: later changes are later migrations. Text is collated "C", so
// that ids and paths sort by their bytes whatever the locale of the database, as on SQLite.

export const initialPostgres = `
create table meta (
  key text collate "C" not null primary key,
  value text collate "C" not null
);
create table runs (
  id text collate "C" not null,
  tenant text collate "C" not null,
  kind text collate "C" not null,
  plan text collate "C" not null,
  status text collate "C" not null,
  head_seq bigint not null,
  head_hash text collate "C" not null,
  created_by text collate "C" not null,
  created_at bigint not null,
  started_at bigint not null,
  ended_at bigint not null,
  changed_at bigint not null,
  steps_total bigint not null,
  steps_done bigint not null,
  primary key (id)
);
create table steps (
  run text collate "C" not null,
  step text collate "C" not null,
  tenant text collate "C" not null,
  position bigint not null,
  parent text collate "C" not null,
  performer text collate "C" not null,
  purpose text collate "C" not null,
  action text collate "C" not null,
  tier bigint not null,
  state text collate "C" not null,
  wait_for text collate "C" not null,
  wait_until bigint not null,
  attempt bigint not null,
  attempts_max bigint not null,
  holder text collate "C" not null,
  spec text collate "C" not null,
  output text collate "C" not null,
  error text collate "C" not null,
  changed_at bigint not null,
  primary key (run, step)
);
create table plans (
  id text collate "C" not null,
  tenant text collate "C" not null,
  created_by text collate "C" not null,
  created_at bigint not null,
  run text collate "C" not null,
  goal text collate "C" not null,
  title text collate "C" not null,
  erased_at bigint not null,
  primary key (id)
);
create table artifacts (
  owner text collate "C" not null,
  path text collate "C" not null,
  tenant text collate "C" not null,
  content text collate "C" not null,
  content_type text collate "C" not null,
  size bigint not null,
  sha256 text collate "C" not null,
  updated_at bigint not null,
  primary key (owner, path)
);
create table telemetry (
  run text collate "C" not null,
  step text collate "C" not null,
  at bigint not null,
  progress bigint not null,
  note text collate "C" not null,
  primary key (run, step)
);
create table agents (
  id text collate "C" not null,
  tenant text collate "C" not null,
  name text collate "C" not null,
  role text collate "C" not null,
  capabilities text collate "C" not null,
  created_at bigint not null,
  seen_at bigint not null,
  primary key (id)
);
create table keys (
  id text collate "C" not null,
  tenant text collate "C" not null,
  principal text collate "C" not null,
  kind text collate "C" not null,
  label text collate "C" not null,
  scopes text collate "C" not null,
  secret_hash text collate "C" not null,
  created_at bigint not null,
  expires_at bigint not null,
  revoked_at bigint not null,
  primary key (id)
);
create table events (
  run text collate "C" not null,
  seq bigint not null,
  header text collate "C" not null,
  hash text collate "C" not null,
  primary key (run, seq)
);
create table content (
  id text collate "C" not null primary key,
  tenant text collate "C" not null,
  owner text collate "C" not null,
  salt bytea not null,
  bytes bytea not null
);
create index content_owner on content (owner);
create table due (
  id text collate "C" not null primary key,
  at bigint not null,
  kind text collate "C" not null,
  tenant text collate "C" not null,
  run text collate "C" not null,
  step text collate "C" not null,
  attempt bigint not null
);
create index due_at on due (at);
create table outbox (
  id text collate "C" not null primary key,
  tenant text collate "C" not null,
  run text collate "C" not null,
  seq bigint not null,
  topic text collate "C" not null
);
create table uniques (
  key text collate "C" not null primary key,
  value text collate "C" not null,
  until bigint not null
);
create index uniques_until on uniques (until);
create index uniques_value on uniques (value);
create index steps_ready on steps (performer, tenant, changed_at, run, position) where state = 'READY';
create index runs_plan on runs (plan);
create index runs_kind on runs (tenant, kind, id);
create index plans_tenant on plans (tenant, id);
create index agents_tenant on agents (tenant, id);
create index keys_tenant on keys (tenant, id);
`;
