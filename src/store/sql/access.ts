// Reads of plans, tenants, agents, keys, their audit and small facts.

export const accessSql = {
  plan: `select * from plans where tenant = $1 and id = $2`,
  plans: `select * from plans where tenant = $1 and id < $2 order by id desc limit $3`,
  listedPlans: `select p.* from plans p where p.tenant = $1 and p.id < $2 and p.erased_at = 0
    and not exists (select 1 from archives a where a.plan = p.id) order by p.id desc limit $3`,
  archives: `select * from archives where tenant = $1 and plan >= $2 and plan <= $3 order by plan`,
  agent: `select * from agents where tenant = $1 and id = $2`,
  agents: `select * from agents where tenant = $1 and seen_at >= $2 and id < $3
    order by id desc limit $4`,
  agentCount: `select count(*) as count from agents where tenant = $1 and seen_at >= $2`,
  unseenAgents: `select * from agents where tenant = $1 and seen_at < $2 order by seen_at limit $3`,
  key: `select * from keys where id = $1`,
  keys: `select * from keys where tenant = $1 order by id`,
  keyPage: `select * from keys where tenant = $1 and id < $2 order by id desc limit $3`,
  keysOf: `select * from keys where tenant = $1 and principal = $2 order by id`,
  audit: `select * from audit where tenant = $1 and id < $2 order by id desc limit $3`,
  tenant: `select * from tenants where id = $1`,
  tenants: `select * from tenants order by id limit $1`,
  taken: `select value, until from uniques where key = $1`,
  meta: `select value from meta where key = $1`,
} as const;
