// What the whole engine needs beside the first schema, on PostgreSQL. Frozen: later changes are later
// migrations. Every new column has a default, so that an older build can go on writing.

export const enginePostgres = `
alter table runs
  add column held_at bigint not null default 0,
  add column held_by text collate "C" not null default '',
  add column ending text collate "C" not null default '',
  add column rev bigint not null default 1,
  add column progress bigint not null default 0;
alter table steps
  add column urgency bigint not null default 5,
  add column turn_at bigint not null default 0,
  add column failures bigint not null default 0,
  add column slot text collate "C" not null default '',
  add column wait_key text collate "C" not null default '',
  add column choice text collate "C" not null default '',
  add column undoes text collate "C" not null default '';
alter table uniques add column owner text collate "C" not null default '';
alter table outbox
  add column sent bigint not null default 0,
  add column next_at bigint not null default 0,
  add column tries bigint not null default 0;
update steps set turn_at = changed_at;
create table slots (
  place text collate "C" not null primary key,
  name text collate "C" not null,
  tenant text collate "C" not null,
  run text collate "C" not null
);
create table snapshots (
  run text collate "C" not null,
  seq bigint not null,
  hash text collate "C" not null,
  machine bigint not null,
  bytes bytea not null,
  primary key (run, seq)
);
create table messages (
  id text collate "C" not null primary key,
  tenant text collate "C" not null,
  run text collate "C" not null,
  step text collate "C" not null,
  sender text collate "C" not null,
  recipient text collate "C" not null,
  thread text collate "C" not null,
  content text collate "C" not null,
  sent_at bigint not null,
  delivered_at bigint not null
);
create table switches (
  scope text collate "C" not null primary key,
  "by" text collate "C" not null,
  at bigint not null,
  reason text collate "C" not null
);
create table webhooks (
  id text collate "C" not null primary key,
  tenant text collate "C" not null,
  url text collate "C" not null,
  types text collate "C" not null,
  created_by text collate "C" not null,
  created_at bigint not null,
  disabled_at bigint not null,
  disabled_why text collate "C" not null,
  secret_version bigint not null
);
create table deliveries (
  id text collate "C" not null primary key,
  tenant text collate "C" not null,
  webhook text collate "C" not null,
  run text collate "C" not null,
  from_seq bigint not null,
  to_seq bigint not null,
  attempt bigint not null,
  at bigint not null,
  status bigint not null,
  error text collate "C" not null,
  took_ms bigint not null
);
drop index content_owner;
create index content_foreign on content (owner)
  where substr(id, 1, length(owner) + 1) <> owner || '.';
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
