// The answer of whoever was called to help a step that failed. Other parameters for the step are enough: it
// is done anew with them, by the same worker, under the same checks, with the rest of its ladder. Whatever
// else the graph needs goes by execution_patch.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { GraphStepAnswer, NewStep, WorkPatch } from '../engine/engine-api.ts';
import type { GraphStep } from '../engine/event-types.ts';
import { withParams } from '../work/alternate-params.ts';
import { checkToolParams } from '../work/step-parts.ts';
import type { StepSpec } from '../work/step-spec.ts';
import type { Context } from './context.ts';
import { placeOfToken } from './holder.ts';
import { readSpec } from './step-specs.ts';

export const helperNext = (helped: string): string =>
  `${helped} failed: see context.last_error and inputs. Call work_complete with the lease_token and, as output, {"params": …} to have it done anew with these, from where it left off; without params the next thing of its recovery is tried.`;

type Params = Readonly<Record<string, unknown>>;

/** The names of helpers; the other part is the rung that called it. */
const helperName = /_h((?:\d+r)?\d+)$/;

const isObject = (value: unknown): value is Params =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same step under a name of its own; of its ladder what comes after the rung that called for help. */
function anewOf({ recovery = [], wait: _wait, ...def }: GraphStep, rung: string): GraphStep {
  const rest = recovery.slice(Number(/\d+$/.exec(rung)?.[0]));
  return {
    ...def,
    id: `${def.id}_ar${rung}`,
    replaces: def.id,
    ...(rest.length > 0 ? { recovery: rest } : {}),
  };
}

/** Refused while the lease is still there. */
function checkGiven(tool: string, params: Params): void {
  try {
    checkToolParams(tool, params);
  } catch (error) {
    if (!isPlanwrightError(error)) throw error;
    const message = `output.params: ${error.message}\nMend it and complete again; the lease is still yours.`;
    throw new PlanwrightError(error.code, message, error.facts);
  }
}

async function stepAnew(
  context: Context,
  helped: GraphStepAnswer,
  rung: string,
  params: Params,
): Promise<NewStep> {
  const def = anewOf(helped.def, rung);
  if (def.performer === 'tool') checkGiven(def.action, params);
  const spec: StepSpec = withParams(await readSpec(context, helped.spec), params);
  return { def, spec };
}

/** Nothing where the lease is for something else, or nothing new is said. The engine checks the lease. */
export async function helpOf(
  context: Context,
  token: string,
  output: Params,
): Promise<{ readonly patch?: WorkPatch }> {
  const { run, step } = placeOfToken(token);
  const rung = helperName.exec(step)?.[1];
  const { params } = output;
  if (rung === undefined || !isObject(params)) return {};
  const found = await context.reader.run(run);
  if (found?.tenant !== context.principal.tenant) return {};
  const { steps } = await context.engine.graph(run);
  const rescues = steps.find(({ def }) => def.id === step)?.def.rescues;
  const helped = steps.find(({ def }) => def.id === rescues);
  if (helped?.state !== 'WAITING') return {};
  const added = [await stepAnew(context, helped, rung, params)];
  return { patch: { cause: 'alternate', added } };
}
