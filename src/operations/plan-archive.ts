// Putting plans away: out of the lists, or for good.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { planArchiveOutput, planDeleteOutput } from '../contract/plan-read.ts';
import { planRef } from '../contract/plans.ts';
import type { RowWrite } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { jsonOperation } from './operation.ts';
import { checkIdle } from './plan-idle.ts';
import { checkThere } from './plan-read.ts';
import { findPlan } from './plan-views.ts';

async function write(context: Context, row: RowWrite): Promise<void> {
  await context.engine.commit([{ rows: [row] }]);
}

const awayRow = ({ principal, now }: Context, plan: Rows['plans']): RowWrite => ({
  table: 'archives',
  put: { plan: plan.id, tenant: plan.tenant, by: principal.id, at: now() },
});

export const planArchive = jsonOperation({
  name: 'plan_archive',
  title: 'Archive a plan',
  description: 'Hides the plan from lists, unless include_archived is set. Nothing else changes.',
  input: planRef,
  output: planArchiveOutput,
  scope: 'plan:write',
  isIdempotent: true,
  rest: 'POST /api/plans/{plan_id}/archive',
  cli: 'archive',
  async handler(context, { plan_id }) {
    const plan = await findPlan(context, plan_id);
    checkThere(plan);
    await checkIdle(context, plan);
    await write(context, awayRow(context, plan));
    return { plan_id, archived: true, next_action: 'plan_unarchive brings it back.' };
  },
});

export const planUnarchive = jsonOperation({
  name: 'plan_unarchive',
  title: 'Restore an archived plan',
  description: 'Shows the plan in lists again.',
  input: planRef,
  output: planArchiveOutput,
  scope: 'plan:write',
  isIdempotent: true,
  rest: 'POST /api/plans/{plan_id}/unarchive',
  cli: 'unarchive',
  async handler(context, { plan_id }) {
    const plan = await findPlan(context, plan_id);
    checkThere(plan);
    await write(context, { table: 'archives', remove: { plan: plan.id } });
    return { plan_id, archived: false, next_action: 'plan_list shows it.' };
  },
});

const goneFor = (planId: string, erasedAt: number, contents: number) => ({
  plan_id: planId,
  deleted_at: isoTime(erasedAt),
  contents_erased: contents,
  next_action: 'It cannot be brought back. What it cost stays in the usage.',
});

export const planDelete = jsonOperation({
  name: 'plan_delete',
  title: 'Delete a plan',
  description:
    'Permanently erases the goal, texts and files of a plan and its ended executions. Hashes and cost records stay.',
  input: planRef,
  output: planDeleteOutput,
  scope: 'plan:write',
  rest: 'DELETE /api/plans/{plan_id}',
  async handler(context, { plan_id }) {
    const plan = await findPlan(context, plan_id);
    if (plan.erased_at > 0) return goneFor(plan_id, plan.erased_at, 0);
    await checkIdle(context, plan);
    const { tenant } = plan;
    const { contents, unrecorded } = await context.engine.erase({ tenant, plan: plan.id });
    if (unrecorded.length > 0) {
      const message = `The logs of ${unrecorded.join(', ')} could not take the record of it.`;
      context.onError?.(new PlanwrightError('log_corrupt', message));
    }
    return goneFor(plan_id, (await findPlan(context, plan_id)).erased_at, contents);
  },
});
