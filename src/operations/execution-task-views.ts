// The phases, tasks and subtasks of an execution as callers see them.
import { isoTime, isoTimeOrNull } from '../base/clock.ts';
import type { ExecutionTask } from '../contract/executions.ts';
import { contentJson } from '../engine/content.ts';
import type { StepStateName } from '../engine/state.ts';
import { excerpt, excerptOf, ReaderNames, taskStateOf } from '../events/public-event.ts';
import type { ContentRow } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';
import type { StepSpec } from '../work/execution-graph.ts';
import { isQuestion, waitsForPerson } from './condition.ts';
import type { Context } from './context.ts';
import { isShown, progressOf } from './execution-views.ts';
import { percentOf } from './percent.ts';
import { noteOf } from './plan-failure.ts';
import { readViews } from './read-views.ts';
import { specOf, titleOf } from './step-specs.ts';

/** A group that is not at its own end shows what its leaves are doing. */
function groupState(
  group: Rows['steps'],
  leaves: readonly Rows['steps'][],
): ExecutionTask['state'] {
  if (group.state !== 'PENDING') return leafState(group);
  const states = new Set(leaves.map((leaf) => leafState(leaf)));
  for (const state of ['ERROR', 'RUNNING', 'BLOCKED'] as const) {
    if (states.has(state)) return state;
  }
  return states.has('COMPLETE') ? 'RUNNING' : 'QUEUED';
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

/** What a list shows of a contract. */
type SpecView = Pick<StepSpec, 'title' | 'description' | 'planned_start' | 'planned_finish'>;

/** In all tasks of one answer: 400 tasks may have the longest descriptions, 10,000 at least 400 characters. */
const maxDescriptionChars = 4_000_000;

const cutTo = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

function specViewOf(row: ContentRow | undefined, mostChars: number): SpecView {
  const { title, description, planned_start, planned_finish } = specOf(row);
  return { title, description: cutTo(description, mostChars), planned_start, planned_finish };
}

type FailureView = Pick<ExecutionTask, 'error' | 'error_class'>;

interface TaskSources {
  readonly children: ReadonlyMap<string, readonly Rows['steps'][]>;
  readonly specs: ReadonlyMap<string, SpecView>;
  readonly results: ReadonlyMap<string, string>;
  readonly failures: ReadonlyMap<string, FailureView>;
  readonly progress: ReadonlyMap<string, Rows['telemetry']>;
  readonly names: ReaderNames;
}

type TaskProgress = Pick<ExecutionTask, 'state' | 'progress' | 'note'>;

function groupProgress(step: Rows['steps'], { children }: TaskSources): TaskProgress {
  const leaves = leavesBelow(step.step, children);
  const done = leaves.filter(({ state }) => state === 'VERIFIED' || state === 'SKIPPED').length;
  const progress = percentOf(done, leaves.length);
  return { state: groupState(step, leaves), progress, note: '' };
}

/** The newest telemetry counts only while somebody works: an earlier attempt's is history. */
function leafProgress(step: Rows['steps'], { progress }: TaskSources): TaskProgress {
  const state = leafState(step);
  const telemetry = state === 'RUNNING' ? progress.get(step.step) : undefined;
  const percent = state === 'COMPLETE' ? 100 : (telemetry?.progress ?? 0);
  return { state, progress: percent, note: telemetry?.note ?? '' };
}

function failureViewOf(row: ContentRow): FailureView {
  const failure = noteOf(row)?.class;
  const error = excerpt(contentJson(row));
  return failure === undefined ? { error } : { error, error_class: failure };
}

function errorOf(step: Rows['steps'], { failures }: TaskSources): FailureView {
  if (isQuestion(step)) return { error: null };
  return failures.get(step.error) ?? { error: excerptOf(step.error, null) };
}

async function taskView(step: Rows['steps'], sources: TaskSources): Promise<ExecutionTask> {
  const { specs, results, names } = sources;
  const spec = specs.get(step.spec) ?? specOf(null);
  const own = step.purpose === 'group' ? groupProgress : leafProgress;
  return {
    step_id: step.step,
    parent: step.parent || null,
    title: titleOf(step, spec),
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
    result: results.get(step.output) ?? excerptOf(step.output, null),
    ...errorOf(step, sources),
    waits_for: step.wait_for || null,
    undoes: step.undoes || null,
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
  const steps = (await reader.steps(run.id)).filter(isShown);
  const mostChars = Math.floor(maxDescriptionChars / Math.max(1, steps.length));
  const specIds = steps.map(({ spec }) => spec);
  const outputIds = steps.map(({ output }) => output);
  const errorIds = steps.map(({ error }) => error);
  const sources: TaskSources = {
    children: Map.groupBy(steps, (step) => step.parent),
    specs: await readViews(reader, specIds, (row) => specViewOf(row, mostChars)),
    results: await readViews(reader, outputIds, (row) => excerpt(contentJson(row))),
    failures: await readViews(reader, errorIds, failureViewOf),
    progress: await progressOf(context, run.id),
    names: new ReaderNames(reader, principal.tenant),
  };
  return Promise.all(steps.map((step) => taskView(step, sources)));
}
