// Taking in a plan: a plan.json is read, filled in and checked down to the steps that it becomes; a file
// of another kind is read, repaired and given dates. Both are kept as a plan like any other. What is
// wrong is told with its place before anything is kept.
import type { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import { type Plan, planSchema } from '../contract/plan.ts';
import { type ImportFormat, planImportInput, planImportOutput } from '../contract/plan-import.ts';
import type { PlanLint } from '../contract/plan-schedule.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import type { NewStep } from '../engine/engine-api.ts';
import { checkGraph } from '../engine/graph.ts';
import type { Manifest } from '../plan/bundle-manifest.ts';
import type { ImportReport } from '../plan/importing/import-plan.ts';
import type { ImportedPlan } from '../plan/importing/imported-plan.ts';
import { plannedDays } from '../plan/importing/planned-days.ts';
import type { Source } from '../plan/importing/read-source.ts';
import { maxSourceBytes } from '../plan/importing/source-limit.ts';
import { takingSteps } from '../plan/taking-step.ts';
import { unknownFields } from '../schedule/read/unknown-fields.ts';
import { executionSteps } from '../work/execution-graph.ts';
import { orderLints } from '../work/late-steps.ts';
import type { Context } from './context.ts';
import { onceOf } from './once.ts';
import { jsonOperation } from './operation.ts';
import { takeUp } from './plan-take-up.ts';
import { findPlan, planStateOf } from './plan-views.ts';
import { waitForRun } from './wait.ts';

const maxTold = 5;
const maxWarnings = 200;
const maxDefects = 1_000;
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

function problemsOf(plan: unknown, error: z.ZodError): PlanwrightError {
  const place = (path: readonly PropertyKey[]): string => placeOf(plan, path);
  const problems = inputProblems(planSchema, error, { input: plan, most: maxTold, place });
  return invalid(`This is not a valid plan.json. ${problems.join('; ')}.`);
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

/** What is taken in, ready to be kept. */
interface Taken extends Checked {
  readonly format: ImportFormat;
  readonly warnings: readonly PlanLint[];
  /** When the plan got its id. */
  readonly at: number;
  /** Of a file that is no plan.json. */
  readonly report?: ImportReport;
}

async function takePlan(
  context: Context,
  given: Record<string, unknown>,
): Promise<Omit<Taken, 'format'>> {
  const { completePlan } = await import('../plan/complete-plan.ts');
  const current = migratePlan(given) as typeof given;
  const at = context.now();
  const checked = checkPlan(completePlan(current, context.ids.next('plan', at), dayOf(at)));
  const warnings = [...unknownFields(given), ...orderLints(checked.plan, checked.steps)];
  return { ...checked, warnings, at };
}

async function takeForeign(context: Context, imported: ImportedPlan): Promise<Taken> {
  const { ids: names, signal } = context;
  const at = context.now();
  const options = { planId: names.next('plan', at), today: dayOf(at), signal };
  const { importPlan } = await import('../plan/importing/import-plan.ts');
  const { plan, report } = await importPlan(imported, options);
  const checked = checkPlan(plan);
  const warnings = orderLints(checked.plan, checked.steps);
  return { ...checked, format: report.format, report, warnings, at };
}

function bytesOf({ text, file_base64 }: z.output<typeof planImportInput>): Uint8Array {
  if (text !== undefined) return Buffer.from(text);
  const bytes = Buffer.from(file_base64 ?? '', 'base64');
  if (bytes.byteLength > 0) return bytes;
  throw invalid('file_base64: this is no base64.');
}

const dayOf = (at: number): string => isoTime(at).slice(0, 10);

type Input = z.output<typeof planImportInput>;
type Output = z.input<typeof planImportOutput>;

async function sourceOf(input: Input): Promise<Source> {
  const { plan, name, format } = input;
  if (plan !== undefined) return { kind: 'plan', plan };
  const { readSource } = await import('../plan/importing/read-source.ts');
  return readSource(bytesOf(input), name ?? 'The file', format);
}

/** The id of the plan that the call made, also when it is a repetition. */
async function keep(context: Context, { plan, report, at }: Taken): Promise<string> {
  const { principal, engine } = context;
  const run = context.ids.next('gen', at);
  const row = {
    id: plan.plan_id,
    tenant: principal.tenant,
    created_by: principal.id,
    created_at: at,
    run,
    goal: plan.goal,
    title: plan.title,
    erased_at: 0,
  };
  const steps = takingSteps({ plan, ...(report ? { report } : {}) });
  const answer = await engine.createRun({
    ...{ run, kind: 'generation', plan: plan.plan_id },
    ...{ tenant: principal.tenant, by: principal.id, steps },
    also: { rows: [{ table: 'plans', put: row }] },
    ...onceOf(context),
  });
  const made = answer.ok ? answer.run : answer.takenValue;
  await waitForRun(context, made, waitMs);
  return made === run ? plan.plan_id : ((await context.reader.run(made))?.plan ?? plan.plan_id);
}

const nothing = { tasks: 0, dependencies: 0, steps: 0 };

/** A purse belongs to the place where it is. */
const lostFunds = ({ shares_purse, plan_id }: Manifest): Output['defects'] =>
  shares_purse === true
    ? [
        {
          ...{ kind: 'purse_left_behind', where: plan_id, repaired: false },
          detail:
            'It was paid from a purse that it shared with others, and that does not come with it. plan_fund gives it a limit here.',
        },
      ]
    : [];

/** A plan of ours that is still to be finished. */
async function unfinished(context: Context, manifest: Manifest): Promise<Output> {
  const { planId, kept, again } = await takeUp(context, manifest);
  const row = await findPlan(context, planId);
  const defects = lostFunds(manifest);
  return {
    ...{ plan_id: planId, title: row.title, format: 'planwright', ...nothing, warnings: [] },
    ...{ defects, defect_count: defects.length },
    state: planStateOf(await context.reader.run(row.run)),
    ...{ schedule: null, executable: false },
    next_action: `${kept.length} stages are done and ${again.length} are left. Go on with it: plan_resume with plan_id ${planId}.`,
  };
}

async function kept(context: Context, taken: Taken): Promise<Output> {
  const id = await keep(context, taken);
  const row = await findPlan(context, id);
  const { plan, report, steps, warnings, format } = taken;
  const defects = report?.defects ?? [];
  return {
    plan_id: id,
    title: row.title,
    state: planStateOf(await context.reader.run(row.run)),
    format,
    tasks: plan.phases.reduce((sum, phase) => sum + phase.tasks.length, 0),
    dependencies: plan.dependencies.length,
    defects: defects.slice(0, maxDefects),
    defect_count: defects.length,
    schedule: report?.schedule ?? plannedDays(plan),
    executable: true,
    steps: steps.filter(({ def }) => def.purpose !== 'group').length,
    warnings: warnings.slice(0, maxWarnings),
    next_action: `Run it: execution_create with plan_id ${id}.`,
  };
}

export const planImport = jsonOperation({
  name: 'plan_import',
  title: 'Import a plan',
  description:
    'Imports a plan.json or a Planwright zip, or a file of another tool (PlanExe zip, task-master tasks.json, Backlog.md zip, MS Project XML, CSV) as a plan that can be run. Repairs it, computes dates and lists every defect.',
  input: planImportInput,
  output: planImportOutput,
  scope: 'plan:write',
  rest: {
    method: 'POST',
    path: '/api/plans/import',
    status: 201,
    file: { field: 'file_base64', maxBytes: maxSourceBytes },
  },
  async handler(context, input) {
    const source = await sourceOf(input);
    switch (source.kind) {
      case 'plan': {
        const format = source.isPacked === true ? 'planwright' : 'plan';
        return kept(context, { ...(await takePlan(context, source.plan)), format });
      }
      case 'unfinished':
        return unfinished(context, source.manifest);
      case 'foreign':
        return kept(context, await takeForeign(context, source.imported));
    }
  },
});
