// How far a plan is, what it cost so far, and what to do next.
import type { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import type { PlanState, planStatusOutput } from '../contract/plans.ts';
import { contentJson } from '../engine/content.ts';
import { ReaderNames } from '../events/public-event.ts';
import type { StageSpec } from '../plan/generation.ts';
import { offlineSettings, type Settings } from '../plan/settings.ts';
import { shorteningsOf } from '../plan/shortening.ts';
import { readSettings } from '../plan/stage-work.ts';
import { isTaking } from '../plan/taking-step.ts';
import { statusUsage } from '../plan/usage.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { percentOfRun } from './percent.ts';
import { failureOf, nextAfterFailure } from './plan-failure.ts';
import { archivedAt } from './plan-list.ts';
import { qualityOf } from './plan-quality.ts';
import type { Stall } from './plan-stall.ts';
import { type Making, timingOf } from './plan-timing.ts';
import { fileView, planStateOf, planTitle } from './plan-views.ts';
import { goOnWith } from './thoughts-left.ts';

type Status = z.input<typeof planStatusOutput>;

interface NextFacts {
  readonly stalled: Stall | undefined;
  readonly steps: Making['steps'];
  readonly error: Status['error'];
}

function nextActionOf(
  planId: string,
  state: PlanState,
  { stalled, steps, error }: NextFacts,
): string {
  switch (state) {
    case 'pending':
    case 'processing':
      return stalled?.reason ?? goOnWith(planId, steps);
    case 'completed':
      return `Read it with plan_read, or run it with execution_create and plan_id ${planId}.`;
    case 'failed':
      return nextAfterFailure(planId, error?.error_class ?? 'unknown');
    case 'stopped':
      return 'plan_resume goes on with it, plan_retry starts it anew.';
  }
}

const newestFiles = 10;

/** What was erased, or came from elsewhere without it, has none left. */
async function settingsOf(
  { reader }: Context,
  plan: Rows['plans'],
  steps: readonly Rows['steps'][],
): Promise<Settings> {
  const usual = offlineSettings(isoTime(plan.created_at).slice(0, 10));
  const isTaken = steps.length === 1 && steps.some(isTaking);
  return plan.erased_at > 0 || isTaken ? usual : readSettings(reader, steps).catch(() => usual);
}

async function titleOf({ reader }: Context, step: Rows['steps'] | undefined) {
  if (!step) return null;
  const row = await reader.content(step.spec);
  return row ? (contentJson(row) as StageSpec).title : step.step;
}

/** Others take no time worth telling. */
const isThinking = ({ performer }: Rows['steps']): boolean => performer !== 'engine';

/** Agents that think; a worker of the server is nobody. */
async function agentsOf(
  { reader, principal }: Context,
  held: readonly Rows['steps'][],
): Promise<Status['assigned_agents']> {
  const ids = new Set(held.filter(({ performer }) => performer === 'agent').map((s) => s.holder));
  const names = new ReaderNames(reader, principal.tenant);
  return Promise.all([...ids].map(async (id) => ({ agent_id: id, name: await names.nameOf(id) })));
}

/** A plan that came with an execution from elsewhere: how it was made is not known here. */
const absentRun = ({ id, tenant, run, created_by }: Rows['plans'], now: number): Rows['runs'] => ({
  ...{ id: run, tenant, kind: 'generation', plan: id, status: 'CREATED', created_by },
  ...{ head_seq: 0, head_hash: '', created_at: now, started_at: 0, ended_at: 0, changed_at: now },
  ...{ steps_total: 0, steps_done: 0, held_at: 0, held_by: '', ending: '', rev: 0, progress: 0 },
  stored_bytes: 0,
});

async function readMaking(context: Context, plan: Rows['plans']): Promise<Making> {
  const { reader } = context;
  const run = (await reader.run(plan.run)) ?? absentRun(plan, context.now());
  const steps = await reader.steps(plan.run);
  const settings = await settingsOf(context, plan, steps);
  const totals = await reader.usageOfPlan(plan.tenant, plan.id);
  return { plan, run, state: planStateOf(run), steps, settings, totals };
}

async function usageOf(
  { reader, engine }: Context,
  { plan, run, settings, totals }: Making,
): Promise<Status['usage']> {
  const purse = settings.brain === 'offline' ? null : await engine.purse(run.id);
  return statusUsage(reader, plan.tenant, totals, purse);
}

const partialMax = 50;

/** What a mind was not shown makes the plan partial, whatever the plan itself says. */
async function wholeQuality(
  { reader }: Context,
  plan: Rows['plans'],
  files: readonly Rows['artifacts'][],
): Promise<Status['quality_summary']> {
  const own = await qualityOf(reader, files);
  const paths = files.map(({ path }) => path);
  const shortened = await shorteningsOf(reader, plan, paths);
  if (!own || shortened.length === 0) return own;
  const partial = [...own.partial, ...shortened].slice(0, partialMax);
  return { ...own, complete: false, partial };
}

/** What there is only in some states. */
async function sometimes(
  context: Context,
  { plan, state, steps, settings }: Making,
  files: readonly Rows['artifacts'][],
): Promise<Pick<Status, 'error' | 'quality_summary' | 'parent_plan_id' | 'archived_at'>> {
  const error =
    state === 'failed' ? await failureOf(context.reader, steps, settings.brain) : undefined;
  const quality = state === 'completed' ? await wholeQuality(context, plan, files) : undefined;
  const { parentPlan } = settings;
  const archived = (await archivedAt(context, [plan])).get(plan.id);
  return {
    ...(error ? { error } : {}),
    ...(quality ? { quality_summary: quality } : {}),
    ...(parentPlan === undefined ? {} : { parent_plan_id: parentPlan }),
    ...(archived === undefined ? {} : { archived_at: isoTime(archived) }),
  };
}

export async function planStatus(context: Context, plan: Rows['plans']): Promise<Status> {
  const { reader } = context;
  const making = await readMaking(context, plan);
  const { run, steps, state, settings } = making;
  const files = await reader.artifacts(plan.tenant, plan.id);
  const runs = await reader.planRuns(plan.tenant, plan.id);
  const held = steps.filter((step) => step.state === 'LEASED');
  const timing = await timingOf(context, making);
  const more = await sometimes(context, making, files);
  return {
    plan_id: plan.id,
    title: planTitle(plan),
    goal: plan.goal,
    state,
    progress_percentage: percentOfRun(run),
    steps_completed: run.steps_done,
    steps_total: run.steps_total,
    current_step: await titleOf(context, held.find(isThinking) ?? held[0]),
    timing,
    brain: settings.brain,
    detail: settings.detail,
    usage: await usageOf(context, making),
    assigned_agents: await agentsOf(context, held),
    files_count: files.length,
    files: [...files]
      .sort((left, right) => right.updated_at - left.updated_at)
      .slice(0, newestFiles)
      .map(fileView),
    sse_url: `/api/plans/${plan.id}/stream`,
    ...more,
    executions: runs.filter((row) => row.kind === 'execution').map((row) => row.id),
    server: context.server,
    next_action:
      plan.erased_at > 0
        ? 'This plan was erased.'
        : nextActionOf(plan.id, state, { stalled: timing.stalled, steps, error: more.error }),
  };
}
