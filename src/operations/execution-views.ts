// An execution's rows as callers see them.
import type { z } from 'zod';
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { ExecutionTask, executionStatusOutput } from '../contract/executions.ts';
import { contentJson } from '../engine/content.ts';
import { type RunStatus, runIsOver, type StepStateName } from '../engine/state.ts';
import { excerptOf, ReaderNames, taskStateOf } from '../events/public-event.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { StepSpec } from '../work/execution-graph.ts';
import { actionsOfAgent } from './agent-actions.ts';
import type { Context } from './context.ts';
import { percentOf } from './percent.ts';
import { planTitle } from './plan-views.ts';

type Status = z.input<typeof executionStatusOutput>;

export async function findExecution(context: Context, id: string): Promise<Rows['runs']> {
  const run = await context.reader.run(id);
  if (run && run.tenant === context.principal.tenant && run.kind === 'execution') return run;
  const message = 'There is no such execution. GET /api/executions shows yours.';
  throw new PlanwrightError('execution_not_found', message);
}

const erasedSpec: StepSpec = {
  title: '(erased)',
  description: '',
  role: '',
  params: {},
  acceptance_criteria: [],
  task_title: '(erased)',
  planned_start: '',
  planned_finish: '',
};

const specOf = (row: ContentRow | null | undefined): StepSpec =>
  row ? (contentJson(row) as StepSpec) : erasedSpec;

export const readSpec = async (context: Context, contentId: string): Promise<StepSpec> =>
  specOf(await context.reader.content(contentId));

type Contents = ReadonlyMap<string, ContentRow>;

/** A waiting agent asks again within 50 s; one that was not heard of for longer is away. */
const agentAwayMs = 60_000;

/** Can somebody who is there now take this step? */
type CanTake = (step: Rows['steps']) => boolean;

async function findTakers(context: Context): Promise<CanTake> {
  const agents = await context.reader.agents(context.principal.tenant);
  const seenAfter = context.now() - agentAwayMs;
  const present = agents.filter((agent) => agent.seen_at >= seenAfter).map(actionsOfAgent);
  return (step) =>
    step.performer === 'agent' &&
    present.some((actions) => actions.length === 0 || actions.includes(step.action));
}

function conditionOf(
  run: Rows['runs'],
  steps: readonly Rows['steps'][],
  canTake: CanTake,
): Status['condition'] {
  if (runIsOver(run.status as RunStatus)) return null;
  const moves = steps.some(
    (step) =>
      isHeld(step) ||
      (step.state === 'READY' && canTake(step)) ||
      (step.state === 'WAITING' && step.wait_for === 'time'),
  );
  return moves ? 'PROGRESSING' : 'BLOCKED';
}

async function currentOf(
  context: Context,
  held: readonly Rows['steps'][],
  names: ReaderNames,
  contents: Contents,
): Promise<Status['current']> {
  const progress = await progressOf(context, held[0]?.run ?? '');
  const views = held.map(async (step) => ({
    step_id: step.step,
    title: specOf(contents.get(step.spec)).title,
    holder: step.holder,
    holder_name: await names.nameOf(step.holder),
    progress: progress.get(step.step)?.progress ?? 0,
    attempt: step.attempt,
  }));
  return Promise.all(views);
}

async function progressOf(
  context: Context,
  run: string,
): Promise<ReadonlyMap<string, Rows['telemetry']>> {
  const rows = run === '' ? [] : await context.reader.telemetry(run);
  return new Map(rows.map((row) => [row.step, row]));
}

const isHeld = (step: Rows['steps']): boolean => step.state === 'LEASED' || step.state === 'DONE';

const waitsForPerson = (step: Rows['steps']): boolean =>
  step.state === 'READY' && step.performer === 'human';

/** Ready, and nobody there to take it: to a reader that is a blocker too. */
const isUntaken = (step: Rows['steps'], canTake: CanTake): boolean =>
  step.state === 'READY' && step.performer === 'agent' && !canTake(step);

const isBlocked = (step: Rows['steps'], canTake: CanTake): boolean =>
  waitsForPerson(step) ||
  isUntaken(step, canTake) ||
  step.state === 'FAILED' ||
  (step.state === 'WAITING' && step.wait_for !== 'time');

function whoCanUnblock(step: Rows['steps']): string {
  if (step.state === 'FAILED') return 'the owner of the plan';
  return step.performer === 'agent' && step.state === 'READY' ? 'an agent' : 'a person';
}

const blockedView = (step: Rows['steps'], contents: Contents): Status['blocked'][number] => ({
  step_id: step.step,
  title: specOf(contents.get(step.spec)).title,
  reason: reasonOf(step, contents),
  who_can_unblock: whoCanUnblock(step),
});

function reasonOf(step: Rows['steps'], contents: Contents): string {
  if (waitsForPerson(step)) {
    return 'Only a person may do this. To try it out: planwright agent --person plays one.';
  }
  if (step.state === 'READY') {
    return `No agent that can ${step.action} is connected. Start one (planwright agent), or take it with work_claim.`;
  }
  if (step.state !== 'FAILED') return `It waits for ${step.wait_for}.`;
  const error = excerptOf(step.error, contents.get(step.error));
  return `Failed after ${step.attempt} attempts${error ? `: ${error}` : '.'}`;
}

async function agentsOf(
  steps: readonly Rows['steps'][],
  names: ReaderNames,
): Promise<Status['assigned_agents']> {
  const ids = [...new Set(steps.map((step) => step.holder).filter((id) => id !== ''))];
  return Promise.all(ids.map(async (id) => ({ agent_id: id, name: await names.nameOf(id) })));
}

function nextActionOf(run: Rows['runs'], blocked: Status['blocked']): string {
  if (run.status === 'COMPLETED') return 'Done. execution_events tells what happened.';
  if (run.status === 'FAILED') return 'See blocked for what failed.';
  const waiting = blocked.length > 0 ? ` ${blocked.length} waiting: see blocked.` : '';
  return `Agents take work with work_claim.${waiting} Watch the stream, or ask again.`;
}

export async function executionStatus(context: Context, run: Rows['runs']): Promise<Status> {
  const { reader, principal } = context;
  const steps = await reader.steps(run.id);
  const plan = await reader.plan(principal.tenant, run.plan);
  const names = new ReaderNames(reader, principal.tenant);
  const held = steps.filter(isHeld);
  const isOver = runIsOver(run.status as RunStatus);
  const canTake = await findTakers(context);
  const stuck = steps.filter(
    (step) => isBlocked(step, canTake) && (!isOver || step.state === 'FAILED'),
  );
  const contents = await reader.contents(
    [...held, ...stuck].flatMap((step) => [step.spec, step.error]),
  );
  const blocked = stuck.map((step) => blockedView(step, contents));
  const state = run.status as RunStatus;
  const total = run.steps_total;
  return {
    execution_id: run.id,
    plan_id: run.plan,
    title: plan ? planTitle(plan) : '',
    state,
    status: state,
    condition: conditionOf(run, steps, canTake),
    progress: {
      done: run.steps_done,
      total,
      percentage: percentOf(run.steps_done, total),
    },
    current: await currentOf(context, held, names, contents),
    blocked,
    created_at: isoTime(run.created_at),
    started_at: isoTimeOrNull(run.started_at),
    ended_at: isoTimeOrNull(run.ended_at),
    last_event_seq: run.head_seq,
    head_hash: run.head_hash,
    assigned_agents: await agentsOf(steps, names),
    sse_url: `/api/executions/${run.id}/stream`,
    next_action: nextActionOf(run, blocked),
  };
}

/** A group shows what its leaves are doing. */
function groupState(leaves: readonly Rows['steps'][]): ExecutionTask['state'] {
  const states = new Set(leaves.map((leaf) => leafState(leaf)));
  if (states.has('ERROR')) return 'ERROR';
  if (states.has('RUNNING')) return 'RUNNING';
  if (states.has('BLOCKED')) return 'BLOCKED';
  if (states.has('COMPLETE') && states.size > 1) return 'RUNNING';
  return states.size === 1 && states.has('COMPLETE') ? 'COMPLETE' : 'QUEUED';
}

/** Ready for a person and nobody has taken it: to a reader that is a blocker. */
const leafState = (step: Rows['steps']): ExecutionTask['state'] =>
  waitsForPerson(step) ? 'BLOCKED' : taskStateOf(step.state as StepStateName, step.wait_for);

function leavesBelow(
  id: string,
  children: ReadonlyMap<string, readonly Rows['steps'][]>,
): Rows['steps'][] {
  return (children.get(id) ?? []).flatMap((step) =>
    step.purpose === 'group' ? leavesBelow(step.step, children) : [step],
  );
}

interface TaskSources {
  readonly children: ReadonlyMap<string, readonly Rows['steps'][]>;
  readonly contents: Contents;
  readonly progress: ReadonlyMap<string, Rows['telemetry']>;
  readonly names: ReaderNames;
}

type TaskProgress = Pick<ExecutionTask, 'state' | 'progress' | 'note'>;

function groupProgress(step: Rows['steps'], { children }: TaskSources): TaskProgress {
  const leaves = leavesBelow(step.step, children);
  const done = leaves.filter((leaf) => leaf.state === 'VERIFIED').length;
  const progress = percentOf(done, leaves.length);
  return { state: groupState(leaves), progress, note: '' };
}

/** The newest telemetry counts only while somebody works: an earlier attempt's is history. */
function leafProgress(step: Rows['steps'], { progress }: TaskSources): TaskProgress {
  const state = leafState(step);
  const telemetry = state === 'RUNNING' ? progress.get(step.step) : undefined;
  const percent = state === 'COMPLETE' ? 100 : (telemetry?.progress ?? 0);
  return { state, progress: percent, note: telemetry?.note ?? '' };
}

async function taskView(step: Rows['steps'], sources: TaskSources): Promise<ExecutionTask> {
  const { contents, names } = sources;
  const spec = specOf(contents.get(step.spec));
  const own = step.purpose === 'group' ? groupProgress : leafProgress;
  return {
    step_id: step.step,
    parent: step.parent || null,
    title: spec.title,
    description: spec.description,
    purpose: step.purpose,
    performer: step.performer,
    action: step.action,
    risk_tier: `T${step.tier}` as ExecutionTask['risk_tier'],
    ...own(step, sources),
    engine_state: step.state,
    attempt: step.attempt,
    attempts_max: step.attempts_max,
    holder: step.holder || null,
    holder_name: step.holder === '' ? null : await names.nameOf(step.holder),
    result: excerptOf(step.output, contents.get(step.output)),
    error: excerptOf(step.error, contents.get(step.error)),
    waits_until: isoTimeOrNull(step.wait_until),
    planned_start: spec.planned_start || null,
    planned_finish: spec.planned_finish || null,
    changed_at: isoTime(step.changed_at),
  };
}

export async function executionTasks(
  context: Context,
  run: Rows['runs'],
): Promise<ExecutionTask[]> {
  const { reader, principal } = context;
  const steps = await reader.steps(run.id);
  const sources: TaskSources = {
    children: Map.groupBy(steps, (step) => step.parent),
    contents: await reader.contents(steps.flatMap((step) => [step.spec, step.output, step.error])),
    progress: await progressOf(context, run.id),
    names: new ReaderNames(reader, principal.tenant),
  };
  return Promise.all(steps.map((step) => taskView(step, sources)));
}
