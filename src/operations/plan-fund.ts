// Another budget for the making of a plan: what waits for it goes on.
import { planFundInput, planFundOutput } from '../contract/plans.ts';
import { planUsage } from '../plan/usage.ts';
import { budgetOf } from './budget.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { shareOfRun } from './plan-budget.ts';
import { findPlanRun, requestFor } from './plan-runs.ts';
import { planStateOf } from './plan-views.ts';

export const planFund = jsonOperation({
  name: 'plan_fund',
  title: 'Set the budget for making a plan',
  description:
    'Replaces the current budget. Stages that wait for money continue as soon as the budget allows.',
  input: planFundInput,
  output: planFundOutput,
  scope: 'approve',
  isIdempotent: true,
  rest: 'POST /api/plans/{plan_id}/budget',
  cli: {
    ...{ command: 'fund', group: 'Run', positional: ['plan_id', 'budget'] },
    summary: 'Set the budget of a plan, an execution or a shared budget',
  },
  async handler(context, { plan_id, budget }) {
    const { plan, run } = await findPlanRun(context, plan_id);
    const share = await shareOfRun(context, run, budgetOf(budget));
    const request = { ...requestFor(context, run.id), action: 'fund', budget: share } as const;
    await context.engine.control({ ...request, ...onceOf(context) });
    const purse = await context.engine.purse(run.id);
    const state = planStateOf(await context.reader.run(run.id));
    return {
      plan_id,
      state,
      usage: await planUsage(context.reader, plan.tenant, plan.id, purse),
      next_action:
        state === 'failed' || state === 'stopped'
          ? 'plan_resume goes on with it.'
          : `What it is enough for goes on. Call plan_wait with plan_id ${plan_id}; timing.stalled says if it is still too little.`,
    };
  },
});
