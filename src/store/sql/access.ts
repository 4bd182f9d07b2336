// Reads of plans, agents, keys and small facts.

export const accessSql = {
  plan: `select * from plans where tenant = $1 and id = $2`,
  plans: `select * from plans where tenant = $1 and id < $2 order by id desc limit $3`,
  agent: `select * from agents where tenant = $1 and id = $2`,
  agents: `select * from agents where tenant = $1 order by id`,
  key: `select * from keys where id = $1`,
  keys: `select * from keys where tenant = $1 order by id`,
  taken: `select value, until from uniques where key = $1`,
  meta: `select value from meta where key = $1`,
} as const;
