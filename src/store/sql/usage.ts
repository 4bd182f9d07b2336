// Reads of what models were asked and what it cost. Sums are cast, since PostgreSQL gives them another
// type than their parts have.

const sum = (column: string): string =>
  `cast(sum(case when ${column} > 0 then ${column} else 0 end) as bigint) as ${column}`;

const count = (condition: string, name: string): string =>
  `cast(sum(case when ${condition} then 1 else 0 end) as bigint) as ${name}`;

const sums = [
  'cast(count(*) as bigint) as calls',
  count(`error_class <> ''`, 'failed'),
  count('cost_micros < 0', 'unpriced'),
  ...['tokens_in', 'tokens_out', 'tokens_reasoning', 'tokens_cached'].map(sum),
  sum('cost_micros'),
  sum('duration_ms'),
].join(', ');

const dayMs = 86_400_000;

export const usageSql = {
  ofPlan: `select stage, model, provider, ${sums}, max(at) as last_at from usage
    where tenant = $1 and plan = $2
    group by stage, model, provider order by stage, model, provider`,
  // Ids begin with the run and a dot; the slash is the character after it.
  ofRun: `select stage, model, provider, ${sums}, max(at) as last_at from usage
    where tenant = $1 and id > $2 and id < $3
    group by stage, model, provider order by stage, model, provider`,
  rows: `select * from usage where tenant = $1 and plan = $2 and id > $3 order by id limit $4`,
  ofStep: `select * from usage where id > $1 and id < $2 and step = $3
    order by step_attempt, attempt, id`,
  byDay: `select at / ${dayMs} as day, model, provider, ${sums} from usage
    where tenant = $1 and at >= $2 and at < $3
    group by at / ${dayMs}, model, provider order by day desc, model, provider`,
  lastBefore: `select max(at) as at from usage where tenant = $1 and at < $2`,
  pace: `select stage, model, provider, ${count(`error_class = ''`, 'answers')},
    ${sum('duration_ms')} from (select stage, model, provider, error_class, duration_ms from usage
      where tenant = $1 order by at desc limit $2) recent
    group by stage, model, provider order by stage, model, provider`,
  reply: `select r.*, coalesce(s.state, '') as step_state, coalesce(s.attempt, 0) as step_attempt,
    coalesce(s.output, '') as step_output
    from replies r left join steps s on s.run = r.owner and s.step = r.step
    where r.tenant = $1 and r.reuse_key = $2`,
} as const;
