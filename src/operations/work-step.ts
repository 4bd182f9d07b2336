// A step as whoever took it sees it: its contract, what the steps before it gave, and what went wrong
// before, whole. All that others wrote in there is data.
import type { WorkStep } from '../contract/work.ts';
import { contentJson } from '../engine/content.ts';
import type { ClaimedStep } from '../engine/engine-api.ts';
import type { ContentRow } from '../store/store.ts';
import { ownContract } from '../work/alternate-params.ts';
import type { CheckSpec, StepSpec } from '../work/execution-graph.ts';
import { helpSchema } from '../work/given-params.ts';
import type { Context } from './context.ts';
import { checkSpecOf, readSpec, titleOf } from './step-specs.ts';
import { errorText, wholeText } from './whole-text.ts';

/** What a check is to look at and how; other steps have their own contract. */
function ownPart(spec: StepSpec, { judges, step }: ClaimedStep): CheckSpec {
  if (judges === '') return spec;
  const { description, params } = checkSpecOf(spec, judges, step);
  const usual = 'Judge whether what was handed in (claimed_output) meets the acceptance criteria.';
  return { description: description || usual, params };
}

async function readJson(context: Context, contentId: string): Promise<unknown> {
  if (contentId === '') return null;
  const row = await context.reader.content(contentId);
  return row ? contentJson(row) : '(erased)';
}

/** Whole, not an excerpt: the worker asked for it. */
async function readText(
  context: Context,
  contentId: string,
  textOf = wholeText,
): Promise<string | null> {
  return contentId === '' ? null : textOf(await context.reader.content(contentId));
}

/** In all: who gets a step gets no library with it. */
const maxInputBytes = 512 * 1024;

const inputOf = (row: ContentRow | undefined, room: number): unknown => {
  if (!row) return '(erased)';
  const { byteLength } = row.bytes;
  return byteLength > room ? `(left out: ${byteLength} bytes)` : contentJson(row);
};

async function readInputs(context: Context, { inputs }: ClaimedStep) {
  const rows = await context.reader.contents(Object.values(inputs));
  const read: Record<string, unknown> = {};
  let room = maxInputBytes;
  for (const [step, id] of Object.entries(inputs)) {
    const row = rows.get(id);
    read[step] = inputOf(row, room);
    if (row && row.bytes.byteLength <= room) room -= row.bytes.byteLength;
  }
  return read;
}

/** Of the step itself, or what is of use to the one that it helps. */
async function schemaOf(context: Context, claimed: ClaimedStep) {
  const { schema, rescues, run } = claimed;
  if (schema !== '') return (await readJson(context, schema)) as WorkStep['output_schema'];
  if (rescues === '') return null;
  const graph = await context.engine.graph(run);
  const helped = graph.steps.find(({ def }) => def.id === rescues);
  return helped ? helpSchema(helped.def) : null;
}

/** An undo has a key of its own, or the other side would take it for the act. */
const effectKey = ({ run, step, undoes }: ClaimedStep): string =>
  undoes === '' ? `${run}:${step}` : `${run}:${undoes}:undo`;

async function contextOf(context: Context, claimed: ClaimedStep, spec: StepSpec) {
  const plan = await context.reader.plan(context.principal.tenant, claimed.plan);
  return {
    goal: plan?.goal ?? '',
    task_title: spec.task_title,
    last_error: await readText(context, claimed.lastError, errorText),
    answer: await readText(context, claimed.answer),
  };
}

export async function workStepOf(context: Context, claimed: ClaimedStep): Promise<WorkStep> {
  const spec = ownContract(await readSpec(context, claimed.spec), claimed.rescues || claimed.step);
  const { description, params } = ownPart(spec, claimed);
  return {
    execution_id: claimed.run,
    plan_id: claimed.plan,
    step_id: claimed.step,
    attempt: claimed.attempt,
    title: titleOf(claimed, spec),
    description,
    action: claimed.action,
    params,
    inputs: await readInputs(context, claimed),
    acceptance_criteria: [...spec.acceptance_criteria],
    risk_tier: `T${claimed.tier}` as WorkStep['risk_tier'],
    idempotency_key: effectKey(claimed),
    context: await contextOf(context, claimed, spec),
    undoes: claimed.undoes || null,
    approved_proposal: await readJson(context, claimed.proposal),
    rescues: claimed.rescues || null,
    judges: claimed.judges || null,
    claimed_output: await readJson(context, claimed.claim),
    prompt: null,
    output_schema: await schemaOf(context, claimed),
  };
}
