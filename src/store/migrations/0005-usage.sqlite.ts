// What models were asked, and what can be used again, on SQLite. Frozen: later changes are later
// migrations.

export const usageSqlite = `
create table usage (
  id text not null primary key,
  tenant text not null,
  "key" text not null,
  "plan" text not null,
  run text not null,
  step text not null,
  step_attempt integer not null,
  stage text not null,
  model text not null,
  model_name text not null,
  provider text not null,
  attempt integer not null,
  kind text not null,
  tokens_in integer not null,
  tokens_out integer not null,
  tokens_reasoning integer not null,
  tokens_cached integer not null,
  cost_micros integer not null,
  first_token_ms integer not null,
  duration_ms integer not null,
  finish text not null,
  error_class text not null,
  error_id text not null,
  reuse_key text not null,
  prompt_hash text not null,
  reply_hash text not null,
  reasoning_hash text not null,
  prompt text not null,
  reply text not null,
  reasoning text not null,
  at integer not null
) without rowid;
create index usage_plan on usage (tenant, "plan", id);
create index usage_at on usage (tenant, at);
create table replies (
  tenant text not null,
  reuse_key text not null,
  owner text not null,
  step text not null,
  attempt integer not null,
  content text not null,
  stage text not null,
  at integer not null,
  primary key (tenant, reuse_key)
) without rowid;
create index replies_owner on replies (owner);
`;
