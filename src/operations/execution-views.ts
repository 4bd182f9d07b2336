// An execution's rows as callers see them.
import type { z } from 'zod';
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { executionStatusOutput } from '../contract/executions.ts';
import type { RunStatus } from '../engine/state.ts';
import { excerptOf, ReaderNames } from '../events/public-event.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import { briefApprovals } from './approval-views.ts';
import { purseView } from './budget.ts';
import {
  blockerOf,
  conditionOf,
  isHeld,
  isQuestion,
  type StepTexts,
  stuckSteps,
} from './condition.ts';
import type { Context } from './context.ts';
import { findCrew } from './crew.ts';
import { percentOfRun } from './percent.ts';
import { planTitle } from './plan-views.ts';
import { readUncompensated } from './run-history.ts';
import { readPolicy, specOf, titleOf } from './step-specs.ts';
import { isOver } from './wait.ts';
import { wholeText } from './whole-text.ts';

type Status = z.input<typeof executionStatusOutput>;

export async function findExecution(context: Context, id: string): Promise<Rows['runs']> {
  const run = await context.reader.run(id);
  if (run && run.tenant === context.principal.tenant && run.kind === 'execution') return run;
  const message = 'There is no such execution. GET /api/executions shows yours.';
  throw new PlanwrightError('execution_not_found', message);
}

async function currentOf(
  context: Context,
  held: readonly Rows['steps'][],
  names: ReaderNames,
): Promise<Status['current']> {
  const contents = await context.reader.contents(held.map((step) => step.spec));
  const progress = await progressOf(context, held[0]?.run ?? '');
  const views = held.map(async (step) => ({
    step_id: step.step,
    title: titleOf(step, specOf(contents.get(step.spec))),
    holder: step.holder,
    holder_name: await names.nameOf(step.holder),
    progress: progress.get(step.step)?.progress ?? 0,
    attempt: step.attempt,
  }));
  return Promise.all(views);
}

export async function progressOf(
  context: Context,
  run: string,
): Promise<ReadonlyMap<string, Rows['telemetry']>> {
  const rows = run === '' ? [] : await context.reader.telemetry(run);
  return new Map(rows.map((row) => [row.step, row]));
}

/** While a step waits for an answer, what stands as its error is the question. */
export function textsOf(step: Rows['steps'], contents: ReadonlyMap<string, ContentRow>): StepTexts {
  const row = contents.get(step.error);
  if (isQuestion(step)) return { error: null, question: wholeText(row) };
  return { error: excerptOf(step.error, row), question: null };
}

async function blockedOf(
  { reader }: Context,
  stuck: readonly Rows['steps'][],
): Promise<Status['blocked']> {
  const ids = stuck.flatMap((step) => [step.spec, step.error]);
  const contents = await reader.contents(ids.filter((id) => id !== ''));
  return stuck.map((step) => ({
    step_id: step.step,
    title: titleOf(step, specOf(contents.get(step.spec))),
    ...blockerOf(step, textsOf(step, contents)),
  }));
}

async function agentsOf(
  steps: readonly Rows['steps'][],
  names: ReaderNames,
): Promise<Status['assigned_agents']> {
  const ids = [...new Set(steps.map((step) => step.holder).filter((id) => id !== ''))];
  return Promise.all(ids.map(async (id) => ({ agent_id: id, name: await names.nameOf(id) })));
}

function nextActionOf(
  run: Rows['runs'],
  status: Pick<Status, 'blocked' | 'uncompensated'>,
  isStopped: boolean,
): string {
  const { blocked, uncompensated } = status;
  const asks = blocked.some(({ waits_for }) => waits_for === 'approval');
  const approving = asks ? ' A person approves what stands in approvals.' : '';
  const waiting = blocked.length > 0 ? ` ${blocked.length} waiting: see blocked.${approving}` : '';
  switch (run.status as RunStatus) {
    case 'COMPLETED':
      return 'Done. execution_events tells what happened.';
    case 'FAILED':
      return 'See blocked for what failed. execution_control resume tries it again, cancel gives it up.';
    case 'CANCELLED':
      return uncompensated.length === 0
        ? 'Cancelled. execution_events tells what happened.'
        : 'Cancelled. The effects of the steps in uncompensated stand: see to them.';
    case 'CREATED':
    case 'QUEUED':
    case 'RUNNING':
      if (isStopped)
        return 'The kill switch is on: nothing is handed out until admin_kill lifts it.';
      if (run.held_at > 0) return 'Paused. execution_control resume lets it go on.';
      if (run.ending !== '') return `It undoes what was done, then it is ${run.ending}.${waiting}`;
      return `Agents take work with work_claim.${waiting} Watch the stream, or ask again.`;
  }
}

export async function executionStatus(context: Context, run: Rows['runs']): Promise<Status> {
  const { reader, principal } = context;
  const rows = await reader.steps(run.id);
  const steps = rows.filter(isShown);
  const plan = await reader.plan(principal.tenant, run.plan);
  const names = new ReaderNames(reader, principal.tenant);
  const held = steps.filter(isHeld);
  const over = isOver(run);
  const { canTake, isStopped } = await findCrew(context, steps);
  const stuck = stuckSteps(steps, canTake).filter((step) => !over || step.state === 'FAILED');
  const blocked = run.status === 'CANCELLED' ? [] : await blockedOf(context, stuck);
  const uncompensated = await readUncompensated(reader, run);
  const state = run.status as RunStatus;
  return {
    execution_id: run.id,
    plan_id: run.plan,
    title: plan ? planTitle(plan) : '',
    state,
    status: state,
    condition: conditionOf(run, steps, canTake),
    held: run.held_at > 0,
    ending: endingOf(run),
    uncompensated,
    rev: run.rev,
    progress: { done: run.steps_done, total: run.steps_total, percentage: percentOfRun(run) },
    current: await currentOf(context, held, names),
    blocked,
    approvals: over ? [] : await briefApprovals(context, steps),
    policy: await readPolicy(context, rows),
    usage: purseView(await context.engine.purse(run.id)),
    forecast: null,
    created_at: isoTime(run.created_at),
    started_at: isoTimeOrNull(run.started_at),
    ended_at: isoTimeOrNull(run.ended_at),
    last_event_seq: run.head_seq,
    head_hash: run.head_hash,
    assigned_agents: await agentsOf(steps, names),
    sse_url: `/api/executions/${run.id}/stream`,
    next_action: nextActionOf(run, { blocked, uncompensated }, isStopped),
  };
}

const endingOf = (run: Rows['runs']): Status['ending'] =>
  isOver(run) || run.ending === '' ? null : (run.ending as 'CANCELLED');

/** What was replaced is hidden behind its successor. */
export const isShown = (step: Rows['steps']): boolean => step.state !== 'SUPERSEDED';
