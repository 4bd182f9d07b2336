// The reads of steps and timers, from the statements of work.ts.
import type { ClaimFilter, FirstStep, ReadyQueue, WorkReader } from '../store.ts';
import type { Rows } from '../tables.ts';
import { idsAtOnce } from './log.ts';
import { filled, type RowSource } from './row-source.ts';
import { stepsAtOnce, workSql } from './work.ts';

type Step = Rows['steps'];

const performersMax = 4;

const beforeAll = { urgency: -1, turn_at: -1, run: '', position: -1 };
const beforeAllPlaces = { person_due: 0, run: '', position: -1 };
const beforeAllDue = { at: -1, id: '' };

function inTurn({ all }: RowSource, which: 'ready' | 'parked', filter: ClaimFilter) {
  const { tenant, performer, run, limit, after = beforeAll } = filter;
  const { urgency, turn_at, position } = after;
  const sql = workSql[which];
  return run === undefined
    ? all<Step>(sql.all, performer, tenant, urgency, turn_at, after.run, position, limit)
    : all<Step>(sql.ofRun, performer, tenant, run, urgency, turn_at, position, limit);
}

async function readyQueues(
  { all }: RowSource,
  performers: readonly string[],
): Promise<ReadyQueue[]> {
  if (performers.length === 0) return [];
  return all(workSql.readyQueues, ...filled(performers, performersMax));
}

async function outputsOf(
  { all }: RowSource,
  run: string,
  steps: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < steps.length; start += stepsAtOnce) {
    const page = filled(steps.slice(start, start + stepsAtOnce), stepsAtOnce);
    const rows = await all<Pick<Step, 'step' | 'output'>>(workSql.outputs, run, ...page);
    for (const { step, output } of rows) if (output !== '') found.set(step, output);
  }
  return found;
}

async function firstSteps(
  { all }: RowSource,
  runs: readonly string[],
): Promise<ReadonlyMap<string, FirstStep>> {
  const found = new Map<string, FirstStep>();
  for (let start = 0; start < runs.length; start += idsAtOnce) {
    const page = filled(runs.slice(start, start + idsAtOnce), idsAtOnce);
    for (const row of await all<FirstStep>(workSql.firstSteps, ...page)) found.set(row.run, row);
  }
  return found;
}

export function workReads(source: RowSource): WorkReader {
  const { all, one } = source;
  return {
    steps: (run) => all(workSql.steps, run),
    humanSteps: async (run) =>
      (await all<Pick<Step, 'step'>>(workSql.humanSteps, run)).map(({ step }) => step),
    outputsOf: (run, steps) => outputsOf(source, run, steps),
    firstSteps: (runs) => firstSteps(source, runs),
    telemetry: (run) => all(workSql.telemetry, run),
    readySteps: (filter) => inTurn(source, 'ready', filter),
    parkedSteps: (filter) => inTurn(source, 'parked', filter),
    readyQueues: (performers) => readyQueues(source, performers),
    heldSteps: (tenant, holder) => all(workSql.heldSteps, holder, tenant),
    heldCount: async (tenant, holder) => {
      const counted = await (holder === undefined
        ? one<{ count: number }>(workSql.heldCount, tenant)
        : one<{ count: number }>(workSql.heldCountOf, tenant, holder));
      return counted?.count ?? 0;
    },
    heldByWorker: (holder) => all(workSql.heldByWorker, holder),
    orphanedSteps: (limit) => all(workSql.orphanedSteps, limit),
    processes: (limit) => all(workSql.processes, limit),
    idleSteps: (before, limit) => all(workSql.idleSteps, before, limit),
    slotCount: async (name) => (await one<{ count: number }>(workSql.slotCount, name))?.count ?? 0,
    personSteps: (tenant, limit, after = beforeAllPlaces) =>
      all(workSql.personSteps, tenant, after.person_due, after.run, after.position, limit),
    personStepsDue: async (tenant, by) =>
      (await one<{ count: number }>(workSql.personStepsDue, tenant, by))?.count ?? 0,
    queueDepths: () => all(workSql.queueDepths),
    due: (until, limit, after = beforeAllDue) => all(workSql.due, until, after.at, after.id, limit),
    // Ids begin with the run and a slash; 0 is the character after the slash.
    dueOfRun: (run) => all(workSql.dueOfRun, `${run}/`, `${run}0`),
    nextDueAt: async () => (await one<{ at: number | null }>(workSql.nextDueAt))?.at ?? null,
  };
}
