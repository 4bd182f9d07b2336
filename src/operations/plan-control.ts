// Stopping a plan that is being made, and going on with it or starting it anew.
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { planRef, planResumeOutput, planRetryOutput, planStopOutput } from '../contract/plans.ts';
import { contentJson } from '../engine/content.ts';
import type { ControlRequest } from '../engine/engine-api.ts';
import { decodeEvent } from '../engine/log-header.ts';
import { generationSteps, type StageSpec } from '../plan/generation.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { onceOf, wasDone } from './once.ts';
import { jsonOperation } from './operation.ts';
import { findPlan, planStateOf } from './plan-views.ts';
import { isOver } from './wait.ts';

const forEver = Number.MAX_SAFE_INTEGER;

interface PlanRun {
  readonly plan: Rows['plans'];
  readonly run: Rows['runs'];
}

async function findPlanRun(context: Context, planId: string): Promise<PlanRun> {
  const plan = await findPlan(context, planId);
  if (plan.erased_at > 0) throw new PlanwrightError('plan_erased', 'This plan was erased.');
  const run = await context.reader.run(plan.run);
  if (!run) throw new PlanwrightError('run_not_found', 'The run of this plan is not there.');
  return { plan, run };
}

const requestFor = (
  context: Context,
  run: string,
): Pick<ControlRequest, 'tenant' | 'run' | 'by'> => ({
  tenant: context.principal.tenant,
  run,
  by: context.principal.id,
});

const stateNow = async (context: Context, run: string) =>
  planStateOf(await context.reader.run(run));

export const planStop = jsonOperation({
  name: 'plan_stop',
  title: 'Stop making a plan',
  description: 'Nothing more is done for it until plan_resume or plan_retry.',
  input: planRef,
  output: planStopOutput,
  scope: 'plan:write',
  toolsets: ['default', 'all'],
  effect: 'write',
  isIdempotent: true,
  rest: { method: 'POST', path: '/api/plans/{plan_id}/stop', status: 200, tag: 'Plans' },
  examples: [],
  async handler(context, { plan_id }) {
    const { run } = await findPlanRun(context, plan_id);
    const stops = !isOver(run);
    if (stops) await context.engine.control({ ...requestFor(context, run.id), action: 'pause' });
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
  title: 'Go on with a plan',
  description: 'Goes on with a failed or stopped plan; what is finished stays.',
  input: planRef,
  output: planResumeOutput,
  scope: 'plan:write',
  toolsets: ['default', 'all'],
  effect: 'write',
  isIdempotent: false,
  rest: { method: 'POST', path: '/api/plans/{plan_id}/resume', status: 200, tag: 'Plans' },
  examples: [],
  async handler(context, { plan_id }) {
    const { run } = await findPlanRun(context, plan_id);
    if (!(await wasDone(context))) checkResumable(run);
    const request = { ...requestFor(context, run.id), ...onceOf(context) };
    await context.engine.control({ ...request, action: 'resume' });
    return {
      plan_id,
      state: await stateNow(context, run.id),
      resume_count: await countResumes(context, run.id),
      resumed_at: isoTime(context.now()),
      next_action: `Call plan_wait with plan_id ${plan_id}.`,
    };
  },
});

/** What it was asked to begin with stands in the contracts of its steps. */
async function startDateOf(context: Context, run: string): Promise<string> {
  const [step] = await context.reader.steps(run);
  const content = step ? await context.reader.content(step.spec) : null;
  if (content) return (contentJson(content) as StageSpec).startDate;
  throw new PlanwrightError('content_unavailable', 'What this plan was asked for is erased.');
}

/** The old run ends first: what it still had under way must not write over the new one. */
async function startAnew(context: Context, { plan, run }: PlanRun): Promise<string> {
  const { engine, principal, ids } = context;
  const startDate = await startDateOf(context, run.id);
  if (!isOver(run)) {
    const request = requestFor(context, run.id);
    await engine.control({ ...request, action: 'cancel', compensate: false, drainMs: 0 });
  }
  const next = ids.next('gen');
  // Of two retries at once, one makes the run and the other finds it.
  const unique = { unique: `retry:${run.id}`, value: next, until: forEver, owner: plan.id };
  const answer = await engine.createRun({
    run: next,
    kind: 'generation',
    plan: plan.id,
    tenant: principal.tenant,
    by: principal.id,
    steps: generationSteps(startDate),
    also: { rows: [{ table: 'plans', put: { ...plan, run: next } }], require: [unique] },
    ...onceOf(context),
  });
  return answer.ok ? answer.run : answer.takenValue;
}

export const planRetry = jsonOperation({
  name: 'plan_retry',
  title: 'Make a plan anew',
  description: 'Starts a failed or stopped plan from its beginning, under the same id.',
  input: planRef,
  output: planRetryOutput,
  scope: 'plan:write',
  toolsets: ['default', 'all'],
  effect: 'write',
  isIdempotent: false,
  rest: { method: 'POST', path: '/api/plans/{plan_id}/retry', status: 202, tag: 'Plans' },
  examples: [],
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
      next_action: `Call plan_wait with plan_id ${plan_id}.`,
    };
  },
});
