// Taking in a plan.json: read, filled in, checked down to the steps that it becomes, and kept as a plan
// like any other. What is wrong is told with its place before anything is kept.
import type { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { type Plan, planSchema } from '../contract/plan.ts';
import { planImportInput, planImportOutput } from '../contract/plan-import.ts';
import type { PlanLint } from '../contract/plan-schedule.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import type { NewStep } from '../engine/engine-api.ts';
import { checkGraph } from '../engine/graph.ts';
import { completePlan } from '../plan/complete-plan.ts';
import { takingSteps } from '../plan/taken-plan.ts';
import { unknownFields } from '../schedule/read/unknown-fields.ts';
import { executionSteps } from '../work/execution-graph.ts';
import { orderLints } from '../work/late-steps.ts';
import type { Context } from './context.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { findPlan, planStateOf } from './plan-views.ts';
import { waitForRun } from './wait.ts';

const maxTold = 5;
const maxIssueChars = 300;
const maxWarnings = 200;
const waitMs = 20_000;

const invalid = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

const ids = ['subtask_id', 'task_id', 'phase_id', 'risk_id'] as const;

/** The name of the innermost part that has one, and the path within it. */
function placeOf(plan: unknown, path: readonly PropertyKey[]): string {
  let [value, name, from] = [plan, '', 0];
  for (const [depth, key] of path.entries()) {
    value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key];
    const named = ids.map((id) => (value as Record<string, unknown> | null | undefined)?.[id]);
    const own = named.find((id) => typeof id === 'string');
    if (typeof own === 'string') [name, from] = [own.slice(0, 80), depth + 1];
  }
  return [name, ...path.slice(from).map(String)].filter((word) => word !== '').join('.');
}

function problemsOf(plan: unknown, { issues }: z.ZodError): PlanwrightError {
  const told = issues
    .slice(0, maxTold)
    .map(({ path, message }) => `${placeOf(plan, path)}: ${message}`.slice(0, maxIssueChars));
  const more = issues.length > maxTold ? [`and ${issues.length - maxTold} more`] : [];
  return invalid(`This is no plan.json. ${[...told, ...more].join('; ')}`);
}

interface Checked {
  readonly plan: Plan;
  readonly steps: readonly NewStep[];
}

function checkPlan(filled: object): Checked {
  const parsed = planSchema.safeParse(filled);
  if (!parsed.success) throw problemsOf(filled, parsed.error);
  const plan = parsed.data;
  const steps = executionSteps(plan);
  const problem = checkGraph(steps.map(({ def }) => def));
  if (problem) throw new PlanwrightError(problem.code, problem.message);
  return { plan, steps };
}

function warningsOf(given: object, { plan, steps }: Checked): PlanLint[] {
  return [...unknownFields(given), ...orderLints(plan, steps)].slice(0, maxWarnings);
}

/** The id of the plan that the call made, also when it is a repetition. */
async function keep(context: Context, plan: Plan): Promise<string> {
  const { principal, engine } = context;
  const run = context.ids.next('gen');
  const row = {
    id: plan.plan_id,
    tenant: principal.tenant,
    created_by: principal.id,
    created_at: context.now(),
    run,
    goal: plan.goal,
    title: plan.title,
    erased_at: 0,
  };
  const answer = await engine.createRun({
    ...{ run, kind: 'generation', plan: plan.plan_id },
    ...{ tenant: principal.tenant, by: principal.id, steps: takingSteps(plan) },
    also: { rows: [{ table: 'plans', put: row }] },
    ...onceOf(context),
  });
  const made = answer.ok ? answer.run : answer.takenValue;
  await waitForRun(context, made, waitMs);
  return made === run ? plan.plan_id : ((await context.reader.run(made))?.plan ?? plan.plan_id);
}

export const planImport = jsonOperation({
  name: 'plan_import',
  title: 'Take in a plan',
  description: 'Keeps the plan.json that you give as a plan that can be run, once it is checked.',
  input: planImportInput,
  output: planImportOutput,
  scope: 'plan:write',
  toolsets: ['all'],
  effect: 'write',
  isIdempotent: false,
  rest: { method: 'POST', path: '/api/plans/import', status: 201, tag: 'Plans' },
  examples: [],
  async handler(context, { plan: given }) {
    const today = isoTime(context.now()).slice(0, 10);
    const current = migratePlan(given) as typeof given;
    const checked = checkPlan(completePlan(current, context.ids.next('plan'), today));
    const id = await keep(context, checked.plan);
    const row = await findPlan(context, id);
    return {
      plan_id: id,
      title: row.title,
      state: planStateOf(await context.reader.run(row.run)),
      steps: checked.steps.filter(({ def }) => def.purpose !== 'group').length,
      warnings: warningsOf(given, checked),
      next_action: `Run it: execution_create with plan_id ${id}.`,
    };
  },
});
