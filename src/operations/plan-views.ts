// A plan's rows as callers see them.
import type { z } from 'zod';
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { PlanState, planFilesOutput, planStatusOutput } from '../contract/plans.ts';
import type { RunStatus } from '../engine/state.ts';
import { readExcerpt } from '../events/public-event.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';
import { percentOfRun } from './percent.ts';

/** A foreign id answers as one that does not exist. */
export async function findPlan(context: Context, id: string): Promise<Rows['plans']> {
  const plan = await context.reader.plan(context.principal.tenant, id);
  if (plan) return plan;
  throw new PlanwrightError('PLAN_NOT_FOUND', 'There is no such plan. plan_list shows yours.');
}

/** What was erased has no title left to show. */
export const planTitle = (plan: Rows['plans']): string =>
  plan.erased_at > 0 ? '(erased)' : plan.title;

export function planStateOf(run: Rows['runs'] | null): PlanState {
  if (run && run.held_at > 0) return 'stopped';
  switch (run?.status as RunStatus | undefined) {
    case undefined:
    case 'CREATED':
    case 'QUEUED':
      return 'pending';
    case 'RUNNING':
      return 'processing';
    case 'COMPLETED':
      return 'completed';
    case 'FAILED':
      return 'failed';
    case 'CANCELLED':
      return 'stopped';
  }
}

export const fileView = (
  row: Rows['artifacts'],
): z.input<typeof planFilesOutput>['files'][number] => ({
  path: row.path,
  content_type: row.content_type,
  size: row.size,
  sha256: row.sha256,
  updated_at: isoTime(row.updated_at),
});

type Status = z.input<typeof planStatusOutput>;

async function failureOf(
  context: Context,
  steps: readonly Rows['steps'][],
): Promise<Status['error']> {
  const failed = steps.find((step) => step.state === 'FAILED');
  if (!failed) return undefined;
  const message = (await readExcerpt(context.reader, failed.error)) ?? 'No reason was recorded.';
  return {
    failure_reason: 'generation_error',
    failed_step: failed.step,
    message,
    recoverable: true,
    error_id: failed.error,
  };
}

function nextActionOf(planId: string, state: PlanState): string {
  switch (state) {
    case 'pending':
    case 'processing':
      return `Call plan_wait with plan_id ${planId}.`;
    case 'completed':
      return `Read it with plan_get, or run it with execution_create and plan_id ${planId}.`;
    case 'failed':
      return 'Read error.message. Improve the goal and call plan_create, or plan_resume to try once more.';
    case 'stopped':
      return 'plan_resume goes on with it, plan_retry starts it anew.';
  }
}

const newestFiles = 10;

export async function planStatus(context: Context, plan: Rows['plans']): Promise<Status> {
  const { reader } = context;
  const run = await reader.run(plan.run);
  const steps = await reader.steps(plan.run);
  const files = await reader.artifacts(plan.tenant, plan.id);
  const executions = (await reader.planRuns(plan.tenant, plan.id)).filter(
    (row) => row.kind === 'execution',
  );
  const state = planStateOf(run);
  const done = run?.steps_done ?? 0;
  const total = run?.steps_total ?? 0;
  const startedAt = run?.started_at ?? 0;
  const until = run && run.ended_at > 0 ? run.ended_at : context.now();
  const error = state === 'failed' ? await failureOf(context, steps) : undefined;
  return {
    plan_id: plan.id,
    title: planTitle(plan),
    goal: plan.goal,
    state,
    progress_percentage: run ? percentOfRun(run) : 0,
    steps_completed: done,
    steps_total: total,
    current_step: steps.find((step) => step.state === 'LEASED')?.step ?? null,
    timing: {
      created_at: isoTime(plan.created_at),
      started_at: isoTimeOrNull(startedAt),
      elapsed_sec: startedAt > 0 ? Math.max(0, until - startedAt) / 1_000 : 0,
      last_progress_at: isoTime(run?.changed_at ?? plan.created_at),
    },
    files_count: files.length,
    files: [...files]
      .sort((left, right) => right.updated_at - left.updated_at)
      .slice(0, newestFiles)
      .map(fileView),
    sse_url: `/api/plans/${plan.id}/stream`,
    ...(error ? { error } : {}),
    executions: executions.map((row) => row.id),
    server: context.server,
    next_action: plan.erased_at > 0 ? 'This plan was erased.' : nextActionOf(plan.id, state),
  };
}
