// The replies that a plan was made from, as a file that answers the same questions again.
import { planRecordOutput, planRef } from '../contract/plans.ts';
import { recordPlan } from '../plan/record-run.ts';
import { jsonOperation } from './operation.ts';
import { findPlanRun } from './plan-runs.ts';

export const planRecord = jsonOperation({
  name: 'plan_record',
  title: 'Record a plan',
  description:
    'The replies a plan was made from, as a recording: with brain recorded the same goal gives the same plan. Secrets are taken out.',
  input: planRef,
  output: planRecordOutput,
  scope: 'plan:read',
  toolsets: [],
  rest: 'GET /api/plans/{plan_id}/recording',
  cli: 'record',
  async handler(context, { plan_id }) {
    const { plan } = await findPlanRun(context, plan_id);
    const { cassette } = await recordPlan(context.reader, plan);
    return cassette;
  },
});
