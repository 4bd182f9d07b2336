// What models were asked, and what can be used again, on PostgreSQL. Frozen: later changes are later
// migrations.

export const usagePostgres = `
create table usage (
  id text collate "C" not null primary key,
  tenant text collate "C" not null,
  key text collate "C" not null,
  plan text collate "C" not null,
  run text collate "C" not null,
  step text collate "C" not null,
  step_attempt bigint not null,
  stage text collate "C" not null,
  model text collate "C" not null,
  model_name text collate "C" not null,
  provider text collate "C" not null,
  attempt bigint not null,
  kind text collate "C" not null,
  tokens_in bigint not null,
  tokens_out bigint not null,
  tokens_reasoning bigint not null,
  tokens_cached bigint not null,
  cost_micros bigint not null,
  first_token_ms bigint not null,
  duration_ms bigint not null,
  finish text collate "C" not null,
  error_class text collate "C" not null,
  error_id text collate "C" not null,
  reuse_key text collate "C" not null,
  prompt_hash text collate "C" not null,
  reply_hash text collate "C" not null,
  reasoning_hash text collate "C" not null,
  prompt text collate "C" not null,
  reply text collate "C" not null,
  reasoning text collate "C" not null,
  at bigint not null
);
create index usage_plan on usage (tenant, plan, id);
create index usage_at on usage (tenant, at);
create table replies (
  tenant text collate "C" not null,
  reuse_key text collate "C" not null,
  owner text collate "C" not null,
  step text collate "C" not null,
  attempt bigint not null,
  content text collate "C" not null,
  stage text collate "C" not null,
  at bigint not null,
  primary key (tenant, reuse_key)
);
create index replies_owner on replies (owner);
`;
