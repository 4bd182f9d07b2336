// What a call asked for, as the settings of one making of a plan: which brain, how much of it, with
// which prompts and stages of its own.
import { z } from 'zod';
import { isoTime } from '../base/clock.ts';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import { budget } from '../contract/budget.ts';
import type { PlanBudget, planCreateInput } from '../contract/plans.ts';
import type { Budget } from '../engine/event-types.ts';
import { stagesFor } from '../plan/catalog.ts';
import type { CostOf } from '../plan/generation.ts';
import { type Brain, type Settings, settingsSchema } from '../plan/settings.ts';
import { budgetOf } from './budget.ts';
import type { Context } from './context.ts';

const overridesSchema = z.strictObject({
  prompts: settingsSchema.shape.prompts,
  stages: settingsSchema.shape.stages,
});

/** Of what a short schema lets in, more is asked here. */
function parsedAs<Out>(schema: z.ZodType<Out>, name: string, given: unknown): Out {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = inputProblems(schema, parsed.error, { input: given, prefix: name });
  throw new PlanwrightError('INVALID_ARGUMENTS', `${problems.join('; ')}.`, { problems });
}

/** Said where a brain is asked for that is not there. */
export const howToGet: Readonly<Record<Brain, string>> = {
  offline: '',
  caller: '',
  model: 'No model is set up: planwright doctor says how. Or use brain caller, or offline.',
  recorded: 'No recording is there to answer from: set PLANWRIGHT_RECORDING.',
};

/** Whatever thinks best among what is there. */
function brainOf({ server }: Context, asked: Brain | 'auto'): Brain {
  if (asked === 'auto') return server.brains.includes('model') ? 'model' : 'offline';
  if (server.brains.includes(asked)) return asked;
  throw new PlanwrightError('MODEL_PROFILES_UNAVAILABLE', howToGet[asked]);
}

/** No rule answers a stage or a prompt of somebody's own. */
function checkRules({ brain, stages, prompts }: Settings): void {
  const own = [
    ...stages.map(({ name }) => `stages.${name}`),
    ...Object.keys(prompts).map((name) => `prompts.${name}`),
  ];
  if (brain !== 'offline' || own.length === 0) return;
  const message = `overrides.${own[0]}: brain offline goes by fixed rules, which answer no stages or prompts of your own. Use brain model or caller, or leave overrides out.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

export function settingsOf(context: Context, input: z.output<typeof planCreateInput>): Settings {
  const settings: Settings = {
    startDate: input.start_date ?? isoTime(context.now()).slice(0, 10),
    brain: brainOf(context, input.brain),
    profile: input.model_profile ?? '',
    detail: input.detail ?? 'standard',
    ...(input.fallback === 'offline' ? { fallback: 'offline' as const } : {}),
    seed: 0,
    fresh: {},
    ...(input.confirm ? { confirmed: true } : {}),
    ...(input.parent_plan_id === undefined ? {} : { parentPlan: input.parent_plan_id }),
    ...parsedAs(overridesSchema, 'overrides', input.overrides ?? {}),
  };
  // What does not fit is told to the caller now, rather than to a step later.
  checkRules(settings);
  stagesFor(settings);
  return settings;
}

/** What its steps of thinking may cost; a profile that cannot be used is told before anything is made. */
export async function costsFor(
  { thinkingCosts }: Context,
  { brain, profile }: Settings,
): Promise<CostOf | undefined> {
  if (brain !== 'model') return undefined;
  try {
    return await thinkingCosts?.(profile);
  } catch (error) {
    if (!isPlanwrightError(error) || error.code !== 'config_invalid') throw error;
    throw new PlanwrightError('MODEL_PROFILES_UNAVAILABLE', error.message);
  }
}

export const budgetFor = (given: PlanBudget | undefined): Budget | undefined =>
  given && budgetOf(parsedAs(budget, 'budget', given));
