// The replies that a plan was made from, as a file that answers the same questions again.
import { PlanwrightError } from '../base/errors.ts';
import { planRecordOutput, planRef } from '../contract/plans.ts';
import { recordPlan } from '../plan/record-run.ts';
import { isTaking } from '../plan/taking-step.ts';
import { jsonOperation } from './operation.ts';
import { findPlanRun } from './plan-runs.ts';

export const planRecord = jsonOperation({
  name: 'plan_record',
  title: 'Record a plan',
  description:
    'Returns the model replies behind a plan as a recording, without secrets. With planner recorded, the same goal gives the same plan.',
  input: planRef,
  output: planRecordOutput,
  scope: 'plan:read',
  toolsets: [],
  rest: 'GET /api/plans/{plan_id}/recording',
  async handler(context, { plan_id }) {
    const { plan } = await findPlanRun(context, plan_id);
    if ((await context.reader.steps(plan.run)).some(isTaking)) {
      const message =
        'This plan was imported: no stage of it was answered here, so there are no replies to record.';
      throw new PlanwrightError('file_not_found', message);
    }
    const { cassette } = await recordPlan(context.reader, plan);
    return cassette;
  },
});
