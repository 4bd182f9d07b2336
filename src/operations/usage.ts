// What models were asked: of a plan, and of the whole tenant day by day.
import { isoTime } from '../base/clock.ts';
import { planRef } from '../contract/plans.ts';
import {
  planUsageCallsInput,
  planUsageCallsOutput,
  planUsageOutput,
  usageListInput,
  usageListOutput,
} from '../contract/usage.ts';
import { usageOf, usageView } from '../plan/usage.ts';
import { callAfter, cursorOfCall, readCalls, usageCallOf } from '../plan/usage-calls.ts';
import { jsonOperation } from './operation.ts';
import { findPlan } from './plan-views.ts';

const dayMs = 86_400_000;

export const planUsage = jsonOperation({
  name: 'plan_usage',
  title: 'Get the cost of a plan',
  description:
    'Returns tokens, cost and time of the model calls for a plan and its runs, by stage and model.',
  input: planRef,
  output: planUsageOutput,
  scope: 'plan:read',
  rest: 'GET /api/plans/{plan_id}/usage',
  async handler(context, { plan_id }) {
    const plan = await findPlan(context, plan_id);
    return { plan_id, ...(await usageOf(context.reader, plan.tenant, { plan: plan.id })) };
  },
});

export const planUsageCalls = jsonOperation({
  name: 'plan_usage_calls',
  title: 'List the model calls of a plan',
  description:
    'Lists every model call for a plan and its runs, whether finished, running or failed, with time, stage, tokens, cost and outcome.',
  input: planUsageCallsInput,
  output: planUsageCallsOutput,
  scope: 'plan:read',
  rest: 'GET /api/plans/{plan_id}/usage/calls',
  async handler(context, { plan_id, only, limit, cursor }) {
    const plan = await findPlan(context, plan_id);
    const after = callAfter(cursor);
    const { rows, isMore } = await readCalls(context.reader, plan, { after, limit, only });
    return {
      plan_id,
      calls: rows.map(usageCallOf),
      next_cursor: isMore ? cursorOfCall(rows.at(-1)?.id ?? '') : null,
    };
  },
});

/** The day of a cursor, as the time at which it begins; null for text that is no cursor of ours. */
function dayOf(cursor: string): number | null {
  const [, text] = /^day_(\d{1,6})$/.exec(cursor) ?? [];
  return text === undefined ? null : Number(text) * dayMs;
}

export const usageList = jsonOperation({
  name: 'usage_list',
  sdk: 'usage',
  title: 'List usage by day and model',
  description:
    'Lists the model usage of all plans of this tenant by day (UTC) and model, newest first.',
  input: usageListInput,
  output: usageListOutput,
  scope: 'plan:read',
  rest: 'GET /api/usage',
  examples: [{ days: 31 }],
  async handler({ reader, principal, now }, { days, cursor }) {
    const { tenant } = principal;
    const until = (cursor === undefined ? null : dayOf(cursor)) ?? now() + dayMs;
    // Days without a call are passed over.
    const newest = await reader.lastUsageBefore(tenant, until);
    if (newest === null) return { days: [], next_cursor: null };
    const from = (Math.floor(newest / dayMs) - days + 1) * dayMs;
    const rows = await reader.usageByDay(tenant, from, until);
    const older = await reader.lastUsageBefore(tenant, from);
    return {
      days: rows.map(({ day, model, provider, ...sums }) => ({
        date: isoTime(day * dayMs).slice(0, 10),
        model,
        provider,
        ...usageView(sums),
      })),
      next_cursor: older === null ? null : `day_${from / dayMs}`,
    };
  },
});
