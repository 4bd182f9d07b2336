// Reads that hand out work. `steps_ready` is a partial index, so the READY literal must stand in
// the statement for the planner to use it.

export const workSql = {
  steps: `select * from steps where run = $1 order by position`,
  readySteps: `select * from steps where state = 'READY' and performer = $1 and tenant = $2
    and (changed_at, run, position) > ($3, $4, $5) order by changed_at, run, position limit $6`,
  readyStepsOfRun: `select * from steps where state = 'READY' and performer = $1 and tenant = $2
    and run = $3 and (changed_at, position) > ($4, $5) order by changed_at, position limit $6`,
  readyTenants: `select distinct tenant from steps where state = 'READY' and performer = $1`,
  due: `select id, at, kind, tenant, run, step, attempt from due where at <= $1 order by at limit $2`,
  dueOfRun: `select id, at, kind, tenant, run, step, attempt from due where id > $1 and id < $2 order by id`,
  nextDueAt: `select min(at) as at from due`,
  telemetry: `select * from telemetry where run = $1`,
} as const;
