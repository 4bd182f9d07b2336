// Every read of the port in terms of "all rows" and "one row", so that both stores share one list
// and differ in nothing but how a statement is sent.
import { type Stretch, stretchOf } from '../../engine/packed-refs.ts';
import type { ContentRow, Reader } from '../store.ts';
import type { Rows } from '../tables.ts';
import { accessSql } from './access.ts';
import { deliveryReads } from './delivery-reads.ts';
import { idsAtOnce, type LogSql } from './log.ts';
import { purseReads } from './purses.ts';
import { filled, type RowSource } from './row-source.ts';
import { usageReads } from './usage-reads.ts';
import { workReads } from './work-reads.ts';

/** As many as there are kept of one tenant, at most. */
const maxAgents = 100_000;

const wholeId = (id: string): string => stretchOf(id)?.whole ?? id;

/** The part of a content that is one step's. */
const cut = (row: ContentRow, id: string, { start, size }: Stretch): ContentRow => ({
  ...row,
  id,
  bytes: row.bytes.subarray(start, start + size),
});

export function createReader(source: RowSource, log: LogSql): Reader {
  const { all, one } = source;
  const byIds = async <Row extends { readonly id: string }>(
    sql: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Row>> => {
    const wanted = [...new Set(ids)].filter((id) => id !== '');
    const found = new Map<string, Row>();
    for (let start = 0; start < wanted.length; start += idsAtOnce) {
      const page = wanted.slice(start, start + idsAtOnce);
      for (const row of await all<Row>(sql, ...filled(page, idsAtOnce))) found.set(row.id, row);
    }
    return found;
  };

  return {
    ...workReads(source),
    ...purseReads(source),
    ...deliveryReads(source),
    ...usageReads(source),
    events: (run, after, limit) => all(log.events, run, after, limit),
    event: (run, seq) => one(log.event, run, seq),
    snapshot: (run) => one(log.snapshot, run),
    run: (id) => one(log.run, id),
    runs: (ids) => byIds<Rows['runs']>(log.runs, ids),
    storedBytes: async (tenant) =>
      Number((await one<{ bytes: number }>(log.storedBytes, tenant))?.bytes ?? 0),
    plan: (tenant, id) => one(accessSql.plan, tenant, id),
    plans: (tenant, { before, limit }) => all(accessSql.plans, tenant, before, limit),
    listedPlans: (tenant, { before, limit }) => all(accessSql.listedPlans, tenant, before, limit),
    archives: (tenant, first, last) => all(accessSql.archives, tenant, first, last),
    planRuns: (tenant, planId) => all(log.planRuns, tenant, planId),
    runsOfKind: (tenant, kind, { before, limit }) =>
      all(log.runsOfKind, tenant, kind, before, limit),
    content: async (id) => {
      const stretch = stretchOf(id);
      const row = await one<ContentRow>(log.content, stretch?.whole ?? id);
      return row && stretch ? cut(row, id, stretch) : row;
    },
    contents: async (ids) => {
      const rows = await byIds<ContentRow>(log.contents, ids.map(wholeId));
      const found = new Map<string, ContentRow>();
      for (const id of ids) {
        const stretch = stretchOf(id);
        const row = rows.get(stretch?.whole ?? id);
        if (row) found.set(id, stretch ? cut(row, id, stretch) : row);
      }
      return found;
    },
    contentIds: async (owner) =>
      (await all<{ id: string }>(log.contentIds, `${owner}.`, `${owner}/`, owner)).map(
        (row) => row.id,
      ),
    artifacts: (tenant, owner) => all(log.artifacts, tenant, owner),
    artifact: (tenant, owner, path) => one(log.artifact, tenant, owner, path),
    agent: (tenant, id) => one(accessSql.agent, tenant, id),
    agents: (tenant, { seenAfter = 0, before = 'agent_~', limit = maxAgents } = {}) =>
      all(accessSql.agents, tenant, seenAfter, before, limit),
    agentCount: async (tenant, seenAfter) =>
      Number((await one<{ count: number }>(accessSql.agentCount, tenant, seenAfter))?.count ?? 0),
    unseenAgents: (tenant, seenBefore, limit) =>
      all(accessSql.unseenAgents, tenant, seenBefore, limit),
    key: (id) => one(accessSql.key, id),
    keys: (tenant) => all(accessSql.keys, tenant),
    keyPage: (tenant, { before, limit }) => all(accessSql.keyPage, tenant, before, limit),
    keysOf: (tenant, principal) => all(accessSql.keysOf, tenant, principal),
    audit: (tenant, { before, limit }) => all(accessSql.audit, tenant, before, limit),
    tenant: (id) => one(accessSql.tenant, id),
    tenants: (limit) => all(accessSql.tenants, limit),
    taken: (key) => one(accessSql.taken, key),
    meta: async (key) => (await one<{ value: string }>(accessSql.meta, key))?.value ?? null,
    runIds: async (after, limit) =>
      (await all<{ id: string }>(log.runIds, after, limit)).map((row) => row.id),
    openRuns: async (after, limit) =>
      (await all<{ id: string }>(log.openRuns, after, limit)).map((row) => row.id),
    nextRunInLog: async (after) =>
      (await one<{ run: string }>(log.nextRunInLog, after))?.run ?? null,
    runsOfPlans: (after, limit) => all(log.runsOfPlans, after, limit),
  };
}
