// Stopping a plan that is being made, and going on with it or starting it anew.
import { isoTime } from '../base/clock.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { planRef, planResumeOutput, planRetryOutput, planStopOutput } from '../contract/plans.ts';
import { decodeEvent } from '../engine/log-header.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { onceOf, wasDone } from './once.ts';
import { jsonOperation } from './operation.ts';
import {
  findPlanRun,
  type PlanRun,
  requestFor,
  rerunOf,
  settingsOfRun,
  startNext,
} from './plan-runs.ts';
import { planStateOf } from './plan-views.ts';
import { goOnWith } from './thoughts-left.ts';
import { isOver } from './wait.ts';

const stateNow = async (context: Context, run: string) =>
  planStateOf(await context.reader.run(run));

/** False where it ended in the moment between: a goal that is no use is refused at once. */
async function pauses(context: Context, id: string): Promise<boolean> {
  try {
    await context.engine.control({ ...requestFor(context, id), action: 'pause' });
    return true;
  } catch (error) {
    if (!isPlanwrightError(error) || error.code !== 'not_allowed_now') throw error;
    const run = await context.reader.run(id);
    if (run && isOver(run)) return false;
    throw error;
  }
}

export const planStop = jsonOperation({
  name: 'plan_stop',
  title: 'Stop making a plan',
  description: 'Stops all work on the plan until plan_resume or plan_retry.',
  input: planRef,
  output: planStopOutput,
  scope: 'plan:write',
  toolsets: ['default'],
  isIdempotent: true,
  rest: 'POST /api/plans/{plan_id}/stop',
  cli: { command: 'stop', withoutWorker: true, summary: 'Stop a plan, or pause an execution' },
  async handler(context, { plan_id }) {
    const { run } = await findPlanRun(context, plan_id);
    const stops = !isOver(run) && (await pauses(context, run.id));
    return {
      plan_id,
      state: await stateNow(context, run.id),
      stop_requested: stops,
      next_action: stops
        ? 'plan_resume goes on with it, plan_retry starts it anew.'
        : 'It had ended before: see plan_status.',
    };
  },
});

/** A run of a plan is short: its log tells how often it was taken up again. */
async function countResumes(context: Context, run: string): Promise<number> {
  const events = await context.reader.events(run, 0, 1_000);
  return events
    .map((stored) => decodeEvent(stored.header).type)
    .filter((type) => type === 'run.resumed' || type === 'run.released').length;
}

function checkResumable(run: Rows['runs']): void {
  const state = planStateOf(run);
  const isEnded = run.status === 'CANCELLED';
  if (!isEnded && (state === 'failed' || state === 'stopped')) return;
  throw new PlanwrightError(
    'PLAN_NOT_RESUMABLE',
    isEnded
      ? 'This plan was ended for good. plan_retry starts it anew.'
      : `This plan is ${state}; only a failed or stopped one can be resumed.`,
  );
}

export const planResume = jsonOperation({
  name: 'plan_resume',
  title: 'Resume a plan',
  description: 'Continues a failed or stopped plan. Finished stages are kept.',
  input: planRef,
  output: planResumeOutput,
  scope: 'plan:write',
  toolsets: ['default'],
  rest: 'POST /api/plans/{plan_id}/resume',
  async handler(context, { plan_id }) {
    const found = await findPlanRun(context, plan_id);
    const isRepeated = await wasDone(context);
    if (!isRepeated) checkResumable(found.run);
    const { run, again } = isRepeated
      ? await resumedBefore(context, found.run.id)
      : await resume(context, found);
    return {
      plan_id,
      state: await stateNow(context, run),
      resume_count: await countResumes(context, run),
      resumed_at: isoTime(context.now()),
      ...(again.length > 0 ? { rerun_stages: [...again] } : {}),
      next_action: goOnWith(plan_id, await context.reader.steps(run)),
    };
  },
});

/** What a call that is repeated has begun. */
async function resumedBefore(
  context: Context,
  run: string,
): Promise<{ run: string; again: readonly string[] }> {
  const { again } = await settingsOfRun(context, run);
  return { run, again: again?.by === 'resume' ? again.reruns : [] };
}

/** Stages whose rule or prompt was changed since run again, with what depends on them. */
async function resume(
  context: Context,
  found: PlanRun,
): Promise<{ run: string; again: readonly string[] }> {
  const { id } = found.run;
  const rerun = await rerunOf(context, id, {});
  if (rerun.changed.length === 0) {
    await context.engine.control({
      ...{ ...requestFor(context, id), ...onceOf(context) },
      action: 'resume',
    });
    return { run: id, again: [] };
  }
  const { settings } = rerun;
  return { run: await startNext(context, found, { settings, earlier: rerun }), again: rerun.again };
}

/** The same once more, with fresh replies. */
async function startAnew(context: Context, found: PlanRun): Promise<string> {
  const settings = await settingsOfRun(context, found.run.id);
  return startNext(context, found, { settings: { ...settings, seed: settings.seed + 1 } });
}

export const planRetry = jsonOperation({
  name: 'plan_retry',
  title: 'Retry a plan',
  description: 'Restarts a failed or stopped plan with the same id.',
  input: planRef,
  output: planRetryOutput,
  scope: 'plan:write',
  toolsets: ['default'],
  rest: { method: 'POST', path: '/api/plans/{plan_id}/retry', status: 202 },
  async handler(context, { plan_id }) {
    const found = await findPlanRun(context, plan_id);
    const isRepeated = await wasDone(context);
    const state = planStateOf(found.run);
    if (!isRepeated && state !== 'failed' && state !== 'stopped') {
      const message = `This plan is ${state}; only a failed or stopped one can be retried.`;
      throw new PlanwrightError('PLAN_NOT_FAILED', message);
    }
    const run = isRepeated ? found.run.id : await startAnew(context, found);
    return {
      plan_id,
      state: await stateNow(context, run),
      retried_at: isoTime(context.now()),
      next_action: goOnWith(plan_id, await context.reader.steps(run)),
    };
  },
});
