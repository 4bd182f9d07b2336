// Every read of the port in terms of "all rows" and "one row", so that both stores share one list
// and differ in nothing but how a statement is sent.
import type { ClaimFilter, ContentRow, Reader } from '../store.ts';
import type { Rows } from '../tables.ts';
import { accessSql } from './access.ts';
import { idsAtOnce, logSql } from './log.ts';
import { workSql } from './work.ts';

export type SqlValue = string | number;

export interface RowSource {
  all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
  one<Row>(sql: string, ...values: SqlValue[]): Promise<Row | null>;
}

const beforeAll = { changed_at: -1, run: '', position: -1 };

export function createReader({ all, one }: RowSource): Reader {
  const readySteps = (filter: ClaimFilter): Promise<Rows['steps'][]> => {
    const { tenant, performer, run, limit, after = beforeAll } = filter;
    const { changed_at, position } = after;
    return run === undefined
      ? all(workSql.readySteps, performer, tenant, changed_at, after.run, position, limit)
      : all(workSql.readyStepsOfRun, performer, tenant, run, changed_at, position, limit);
  };
  const byIds = async <Row extends { readonly id: string }>(
    sql: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Row>> => {
    const wanted = [...new Set(ids)].filter((id) => id !== '');
    const found = new Map<string, Row>();
    for (let start = 0; start < wanted.length; start += idsAtOnce) {
      const page = wanted.slice(start, start + idsAtOnce);
      const filled = [...page, ...Array.from({ length: idsAtOnce - page.length }, () => '')];
      for (const row of await all<Row>(sql, ...filled)) found.set(row.id, row);
    }
    return found;
  };

  return {
    events: (run, after, limit) => all(logSql.events, run, after, limit),
    run: (id) => one(logSql.run, id),
    runs: (ids) => byIds<Rows['runs']>(logSql.runs, ids),
    steps: (run) => all(workSql.steps, run),
    plan: (tenant, id) => one(accessSql.plan, tenant, id),
    plans: (tenant, { before, limit }) => all(accessSql.plans, tenant, before, limit),
    planRuns: (tenant, planId) => all(logSql.planRuns, tenant, planId),
    runsOfKind: (tenant, kind, { before, limit }) =>
      all(logSql.runsOfKind, tenant, kind, before, limit),
    content: (id) => one<ContentRow>(logSql.content, id),
    contents: (ids) => byIds<ContentRow>(logSql.contents, ids),
    contentIds: async (owner) =>
      (await all<{ id: string }>(logSql.contentIds, owner)).map((row) => row.id),
    artifacts: (tenant, owner) => all(logSql.artifacts, tenant, owner),
    artifact: (tenant, owner, path) => one(logSql.artifact, tenant, owner, path),
    telemetry: (run) => all(workSql.telemetry, run),
    agent: (tenant, id) => one(accessSql.agent, tenant, id),
    agents: (tenant) => all(accessSql.agents, tenant),
    key: (id) => one(accessSql.key, id),
    keys: (tenant) => all(accessSql.keys, tenant),
    taken: (key) => one(accessSql.taken, key),
    readySteps,
    readyTenants: async (performer) =>
      (await all<{ tenant: string }>(workSql.readyTenants, performer)).map((row) => row.tenant),
    due: (until, limit) => all(workSql.due, until, limit),
    // Ids begin with the run and a slash; 0 is the character after the slash.
    dueOfRun: (run) => all(workSql.dueOfRun, `${run}/`, `${run}0`),
    nextDueAt: async () => (await one<{ at: number | null }>(workSql.nextDueAt))?.at ?? null,
    meta: async (key) => (await one<{ value: string }>(accessSql.meta, key))?.value ?? null,
    runIds: async (after, limit) =>
      (await all<{ id: string }>(logSql.runIds, after, limit)).map((row) => row.id),
    nextRunInLog: async (after) =>
      (await one<{ run: string }>(logSql.nextRunInLog, after))?.run ?? null,
    runsOfPlans: (after, limit) => all(logSql.runsOfPlans, after, limit),
  };
}
