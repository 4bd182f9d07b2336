// The reads of usage, from the statements of usage.ts.
import type { UsageReader } from '../store.ts';
import type { RowSource } from './row-source.ts';
import { usageSql } from './usage.ts';

export function usageReads({ all, one }: RowSource): UsageReader {
  return {
    usageOfPlan: (tenant, plan) => all(usageSql.ofPlan, tenant, plan),
    usageOfRun: (tenant, run) => all(usageSql.ofRun, tenant, `${run}.`, `${run}/`),
    usageRows: (tenant, plan, after, limit) => all(usageSql.rows, tenant, plan, after, limit),
    usageOfStep: (run, step) => all(usageSql.ofStep, `${run}.`, `${run}/`, step),
    usageByDay: (tenant, from, until) => all(usageSql.byDay, tenant, from, until),
    lastUsageBefore: async (tenant, before) =>
      (await one<{ at: number | null }>(usageSql.lastBefore, tenant, before))?.at ?? null,
    usagePace: (tenant, limit) => all(usageSql.pace, tenant, limit),
    reply: (tenant, reuseKey) => one(usageSql.reply, tenant, reuseKey),
  };
}
