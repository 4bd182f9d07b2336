// Reads that hand out work. The indexes on steps are partial, so the literals of their conditions
// must stand in the statements for the planner to use them; a `cross join` keeps SQLite from starting
// with the runs.

import { idPlaces } from './log.ts';

/** Of a held run nothing is given, of an ending one only what compensates. */
const isGiven = `r.id = s.run and r.held_at = 0 and (r.ending = '' or s.purpose = 'compensation')`;

const ready = `s.state = 'READY'`;
const parked = `s.state = 'WAITING' and s.wait_for = 'capability'`;

const inTurn = (which: string): string => `select s.* from steps s cross join runs r
  where ${which} and s.performer = $1 and s.tenant = $2
    and (s.urgency, s.turn_at, s.run, s.position) > ($3, $4, $5, $6) and ${isGiven}
  order by s.urgency, s.turn_at, s.run, s.position limit $7`;

const inTurnOfRun = (which: string): string => `select s.* from steps s cross join runs r
  where ${which} and s.performer = $1 and s.tenant = $2 and s.run = $3
    and (s.urgency, s.turn_at, s.position) > ($4, $5, $6) and ${isGiven}
  order by s.urgency, s.turn_at, s.position limit $7`;

/**
 * Steps from tenant to tenant through the index, so that ten thousand ready steps cost no more. The
 * `offset` keeps PostgreSQL from reading all runs at once for the question whether there is one.
 */
const readyQueues = `with recursive
  asked (performer) as (values ($1), ($2), ($3), ($4)),
  found (performer, tenant) as (
    select a.performer, (select s.tenant from steps s
      where ${ready} and s.performer = a.performer order by s.tenant limit 1) from asked a
    union
    select f.performer, (select s.tenant from steps s
      where ${ready} and s.performer = f.performer and s.tenant > f.tenant
      order by s.tenant limit 1) from found f where f.tenant is not null)
  select f.tenant as tenant, f.performer as performer from found f where f.tenant is not null
    and exists (select 1 from steps s cross join runs r
      where ${ready} and s.performer = f.performer and s.tenant = f.tenant and ${isGiven}
      limit 1 offset 0)
  order by tenant, performer`;

/** In-process workers hold for moments; an index for them would cost every step of theirs a page. */
const ofOpenRuns = `select s.* from runs r cross join steps s
  where r.status in ('QUEUED', 'RUNNING') and s.run = r.id and s.state = 'LEASED'`;

/** A step needs a handful of others. */
export const stepsAtOnce = 24;
const stepPlaces = Array.from({ length: stepsAtOnce }, (_, index) => `$${index + 2}`).join(', ');

const dueColumns = 'id, at, kind, tenant, run, step, attempt';

/** Beyond this it does not matter how many there are, and counting them would. */
const depthMax = 100_000;

const depth = (what: string, performer: string, from: string): string =>
  `select '${what}' as what, '${performer}' as performer, count(*) as count
    from (select 1 from ${from} limit ${depthMax}) counted`;

const queueDepths = [
  ...['engine', 'model', 'tool', 'agent', 'human'].map((performer) =>
    depth('ready', performer, `steps s where ${ready} and s.performer = '${performer}'`),
  ),
  depth('leased', '', `steps where state = 'LEASED' and performer in ('agent', 'human')`),
  depth('parked', '', `steps s where ${parked}`),
  depth('runs', '', `runs where status in ('QUEUED', 'RUNNING')`),
  depth('outbox', '', 'outbox where seq > sent'),
].join(' union all ');

const heldCount = `select count(*) as count from steps
    where state = 'LEASED' and performer in ('agent', 'human')`;

export const workSql = {
  steps: `select * from steps where run = $1 order by position`,
  humanSteps: `select step from steps where run = $1 and performer = 'human' order by step`,
  outputs: `select step, output from steps where run = $1 and step in (${stepPlaces})`,
  firstSteps: `select run, action, spec from steps where position = 0 and run in (${idPlaces})`,
  ready: { all: inTurn(ready), ofRun: inTurnOfRun(ready) },
  parked: { all: inTurn(parked), ofRun: inTurnOfRun(parked) },
  readyQueues,
  heldSteps: `select * from steps where state = 'LEASED' and performer in ('agent', 'human')
    and holder = $1 and tenant = $2 order by run, position`,
  heldCount: `${heldCount} and tenant = $1`,
  heldCountOf: `${heldCount} and tenant = $1 and holder = $2`,
  heldByWorker: `${ofOpenRuns} and s.holder = $1`,
  // "worker\`" comes right after all that begins with "worker_".
  orphanedSteps: `${ofOpenRuns} and s.holder >= 'worker_' and s.holder < 'worker\`'
    and not exists (select 1 from due d where d.id = 'pulse/' || s.holder) limit $1`,
  processes: `select p.*, coalesce(d.at, 0) as pulse_at from processes p
    left join due d on d.id = 'pulse/' || p.id order by p.id limit $1`,
  idleSteps: `select * from steps where state = 'READY' and performer = 'agent' and changed_at < $1
    order by changed_at, run, position limit $2`,
  personSteps: `select * from steps where tenant = $1 and person_due > 0
    and (person_due, run, position) > ($2, $3, $4)
    order by person_due, run, position limit $5`,
  personStepsDue: `select count(*) as count from steps
    where tenant = $1 and person_due > 0 and person_due <= $2`,
  queueDepths,
  slotCount: `select count(*) as count from slots where name = $1`,
  due: `select ${dueColumns} from due where at <= $1 and (at, id) > ($2, $3) order by at, id limit $4`,
  dueOfRun: `select ${dueColumns} from due where id > $1 and id < $2 order by id`,
  nextDueAt: `select min(at) as at from due`,
  telemetry: `select * from telemetry where run = $1`,
} as const;
