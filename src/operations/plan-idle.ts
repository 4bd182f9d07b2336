// Whether anything is under way with a plan: it is being made, or carried out.
import { PlanwrightError } from '../base/errors.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { planStateOf } from './plan-views.ts';

const liveStates: readonly string[] = ['CREATED', 'QUEUED', 'RUNNING'];

export async function checkIdle(
  { reader }: Context,
  plan: Rows['plans'],
  otherwise = '',
): Promise<void> {
  const run = await reader.run(plan.run);
  const state = planStateOf(run);
  // One that came with an execution from elsewhere was never made here.
  if (run && (state === 'pending' || state === 'processing')) {
    const message = 'This plan is being made. Stop it with plan_stop first.';
    throw new PlanwrightError('not_allowed_now', message);
  }
  const runs = await reader.planRuns(plan.tenant, plan.id);
  const live = runs.find((one) => one.kind === 'execution' && liveStates.includes(one.status));
  if (!live) return;
  const message = `${live.id} carries this plan out. End it first${otherwise}.`;
  throw new PlanwrightError('not_allowed_now', message);
}
