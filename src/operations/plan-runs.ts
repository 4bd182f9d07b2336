// The runs of a plan: the present one, and the next one when it is made anew, in whole or in part.
import { PlanwrightError } from '../base/errors.ts';
import type { ControlRequest, SettledStep } from '../engine/engine-api.ts';
import { type Earlier, generationSteps } from '../plan/generation.ts';
import { planRerun, type Rerun, type RerunRequest } from '../plan/rerun.ts';
import type { Settings } from '../plan/settings.ts';
import { readSettings } from '../plan/stage-work.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { onceOf } from './once.ts';
import { leftBudget } from './plan-budget.ts';
import { costsFor } from './plan-settings.ts';
import { findPlan } from './plan-views.ts';
import { inheritedPurse } from './purses.ts';
import { isOver } from './wait.ts';

const forEver = Number.MAX_SAFE_INTEGER;

export interface PlanRun {
  readonly plan: Rows['plans'];
  readonly run: Rows['runs'];
}

export async function findPlanRun(context: Context, planId: string): Promise<PlanRun> {
  const plan = await findPlan(context, planId);
  if (plan.erased_at > 0) throw new PlanwrightError('plan_erased', 'This plan was erased.');
  const run = await context.reader.run(plan.run);
  if (!run) throw new PlanwrightError('run_not_found', 'The run of this plan is not there.');
  return { plan, run };
}

export const requestFor = (
  context: Context,
  run: string,
): Pick<ControlRequest, 'tenant' | 'run' | 'by'> => ({
  tenant: context.principal.tenant,
  run,
  by: context.principal.id,
});

export const settingsOfRun = async (context: Context, run: string): Promise<Settings> =>
  readSettings(context.reader, await context.reader.steps(run));

export const rerunOf = async (
  context: Context,
  run: string,
  request: RerunRequest,
): Promise<Rerun> => planRerun(context.reader, run, await settingsOfRun(context, run), request);

/** What the next run begins with. */
export interface Start {
  readonly settings: Settings;
  readonly earlier?: Earlier & { readonly settled: readonly SettledStep[] };
}

/** The old run ends first: what it still had under way must not write over the new one. */
export async function startNext(
  context: Context,
  { plan, run }: PlanRun,
  { settings, earlier }: Start,
): Promise<string> {
  const { engine, principal, ids } = context;
  if (!isOver(run)) {
    const request = requestFor(context, run.id);
    await engine.control({ ...request, action: 'cancel', compensate: false, drainMs: 0 });
  }
  const next = ids.next('gen');
  // Of two that start anew at once, one makes the run and the other finds it.
  const unique = { unique: `retry:${run.id}`, value: next, until: forEver, owner: plan.id };
  const answer = await engine.createRun({
    run: next,
    kind: 'generation',
    plan: plan.id,
    tenant: principal.tenant,
    by: principal.id,
    steps: generationSteps(settings, earlier, await costsFor(context, settings)),
    ...(earlier ? { settled: earlier.settled } : {}),
    ...(await inheritedPurse(context, run.id)),
    ...(await leftBudget(context, run)),
    also: { rows: [{ table: 'plans', put: { ...plan, run: next } }], require: [unique] },
    ...onceOf(context),
  });
  return answer.ok ? answer.run : answer.takenValue;
}
