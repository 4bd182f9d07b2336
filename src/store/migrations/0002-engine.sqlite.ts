// What the whole engine needs beside the first schema, on SQLite. Frozen: later changes are later
// migrations. Every new column has a default, so that an older build can go on writing.

export const engineSqlite = `
alter table runs add column held_at integer not null default 0;
alter table runs add column held_by text not null default '';
alter table runs add column ending text not null default '';
alter table runs add column rev integer not null default 1;
alter table runs add column progress integer not null default 0;
alter table steps add column urgency integer not null default 5;
alter table steps add column turn_at integer not null default 0;
alter table steps add column failures integer not null default 0;
alter table steps add column slot text not null default '';
alter table steps add column wait_key text not null default '';
alter table steps add column choice text not null default '';
alter table steps add column undoes text not null default '';
alter table uniques add column owner text not null default '';
alter table outbox add column sent integer not null default 0;
alter table outbox add column next_at integer not null default 0;
alter table outbox add column tries integer not null default 0;
update steps set turn_at = changed_at;
create table slots (
  place text not null primary key,
  name text not null,
  tenant text not null,
  run text not null
) without rowid;
create table snapshots (
  run text not null,
  seq integer not null,
  hash text not null,
  machine integer not null,
  bytes blob not null,
  primary key (run, seq)
);
create table messages (
  id text not null primary key,
  tenant text not null,
  run text not null,
  step text not null,
  sender text not null,
  recipient text not null,
  thread text not null,
  content text not null,
  sent_at integer not null,
  delivered_at integer not null
) without rowid;
create table switches (
  scope text not null primary key,
  "by" text not null,
  at integer not null,
  reason text not null
) without rowid;
create table webhooks (
  id text not null primary key,
  tenant text not null,
  url text not null,
  types text not null,
  created_by text not null,
  created_at integer not null,
  disabled_at integer not null,
  disabled_why text not null,
  secret_version integer not null
) without rowid;
create table deliveries (
  id text not null primary key,
  tenant text not null,
  webhook text not null,
  run text not null,
  from_seq integer not null,
  to_seq integer not null,
  attempt integer not null,
  at integer not null,
  status integer not null,
  error text not null,
  took_ms integer not null
) without rowid;
create table content2 (
  id text not null primary key,
  tenant text not null,
  owner text not null,
  salt blob not null,
  bytes blob not null
) without rowid;
insert into content2 (id, tenant, owner, salt, bytes)
  select id, tenant, owner, salt, bytes from content;
drop table content;
alter table content2 rename to content;
create index content_foreign on content (owner) where substr(id, 1, length(owner) + 1) <> owner || '.';
drop index steps_ready;
create index steps_ready2 on steps (performer, tenant, urgency, turn_at, run, position)
  where state = 'READY';
create index steps_held on steps (holder, tenant)
  where state = 'LEASED' and performer in ('agent', 'human');
create index steps_parked on steps (performer, tenant, urgency, turn_at, run, position)
  where state = 'WAITING' and wait_for = 'capability';
create index runs_open on runs (id) where status in ('QUEUED', 'RUNNING');
drop index due_at;
create index due_at2 on due (at, id);
drop index uniques_value;
create index uniques_value2 on uniques (value) where length(value) <= 64;
create index uniques_owner on uniques (owner) where owner <> '';
create index slots_name on slots (name);
create index messages_waiting on messages (tenant, recipient, sent_at, id) where delivered_at = 0;
create index messages_run on messages (run);
create index webhooks_tenant on webhooks (tenant, id);
create index deliveries_webhook on deliveries (webhook, id);
create index outbox_next on outbox (next_at, id) where seq > sent;
`;
