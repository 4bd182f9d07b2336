// Making part of a plan again: a stage with fresh replies, or with an output that somebody edited.
import type { z } from 'zod';
import { planInvalidateInput, planRerunOutput, planReviseInput } from '../contract/plans.ts';
import { stagesFor } from '../plan/catalog.ts';
import type { RerunRequest } from '../plan/rerun.ts';
import type { Settings } from '../plan/settings.ts';
import { isThought } from '../plan/stage.ts';
import type { Context } from './context.ts';
import { wasDone } from './once.ts';
import { jsonOperation } from './operation.ts';
import { checkIdle } from './plan-idle.ts';
import { findPlanRun, rerunOf, settingsOfRun, startNext } from './plan-runs.ts';
import { planStateOf } from './plan-views.ts';
import { goOnWith } from './thoughts-left.ts';

interface Parts {
  readonly reruns: readonly string[];
  readonly keeps: readonly string[];
}

/** Which of them a mind thinks about. */
const thinksOf = (settings: Settings, { reruns }: Parts): string[] =>
  stagesFor(settings)
    .filter((stage) => isThought(stage) && reruns.includes(stage.name))
    .map(({ name }) => name);

async function answerOf(
  context: Context,
  plan: string,
  run: string,
  settings: Settings,
  isDry: boolean,
): Promise<z.input<typeof planRerunOutput>> {
  const parts: Parts = settings.again ?? { reruns: [], keeps: [] };
  const what = `${parts.reruns.length} stages`;
  return {
    plan_id: plan,
    state: planStateOf(await context.reader.run(run)),
    dry_run: isDry,
    reruns: [...parts.reruns],
    thinks: thinksOf(settings, parts),
    keeps: [...parts.keeps],
    next_action: isDry
      ? `Nothing was done. Without dry_run ${what} run again.`
      : `${what} run again. ${goOnWith(plan, await context.reader.steps(run))}`,
  };
}

async function rerunPlan(
  context: Context,
  planId: string,
  request: RerunRequest,
  isDry: boolean,
): Promise<z.input<typeof planRerunOutput>> {
  const found = await findPlanRun(context, planId);
  const { id } = found.run;
  // The repetition of a call is answered from what the call has begun.
  if (await wasDone(context)) {
    return answerOf(context, planId, id, await settingsOfRun(context, id), isDry);
  }
  // A plan that is being carried out stays as it is: the execution takes changes of its own.
  if (!isDry) await checkIdle(context, found.plan, ', or change it with execution_patch');
  const rerun = await rerunOf(context, id, request);
  const { settings } = rerun;
  const run = isDry ? id : await startNext(context, found, { settings, earlier: rerun });
  return answerOf(context, planId, run, settings, isDry);
}

export const planInvalidate = jsonOperation({
  name: 'plan_invalidate',
  title: 'Rerun a stage of a plan',
  description:
    'Reruns one stage and everything that depends on it with fresh model replies. Other stages are kept. Set dry_run to list the stages first.',
  input: planInvalidateInput,
  output: planRerunOutput,
  scope: 'plan:write',
  rest: 'POST /api/plans/{plan_id}/invalidate',
  handler: (context, { plan_id, stage, cascade, dry_run }) =>
    rerunPlan(context, plan_id, { stages: [stage], cascade }, dry_run),
});

export const planRevise = jsonOperation({
  name: 'plan_revise',
  title: 'Edit a stage of a plan',
  description:
    'Replaces the output of a stage with yours. Only stages that depend on it run again.',
  input: planReviseInput,
  output: planRerunOutput,
  scope: 'plan:write',
  rest: 'POST /api/plans/{plan_id}/revise',
  handler: (context, { plan_id, stage, output, dry_run }) =>
    rerunPlan(context, plan_id, { given: new Map([[stage, output]]) }, dry_run),
});
