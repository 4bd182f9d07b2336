// What plan.json and edits say about how a step is run, in the words of the engine. Whatever is wrong with
// it is told with the step's name, before anything runs.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import type { UsageInput } from '../contract/budget.ts';
import type { RetryPolicy, StepCheck } from '../contract/step-fields.ts';
import type { Amounts, Backoff, CheckDef, GraphStep } from '../engine/event-types.ts';
import type { CheckSpec } from './step-spec.ts';
import { checkParams } from './tool-checks.ts';
import { effectsOf } from './tool-step.ts';
import { requireTool } from './tools/table.ts';

const dayMs = 24 * 3_600_000;
const micro = 1_000_000;

/** Says in which step it is what the work inside finds wrong. */
export function within<Result>(place: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isPlanwrightError(error)) throw error;
    throw new PlanwrightError(error.code, `${place}: ${error.message}`, error.facts);
  }
}

export const wrong = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

/** Dollars are millionths inside. */
export function amountsOf({ usd, tokens, calls }: UsageInput): Amounts {
  return {
    ...(usd === undefined ? {} : { money: Math.round(usd * micro) }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(calls === undefined ? {} : { calls }),
  };
}

export function checkDefs(checks: readonly StepCheck[]): CheckDef[] {
  return checks.map(({ key, performer, action, attempts_max, params }) => {
    if (performer === 'tool') within(`check ${key}`, () => checkParams(action, params));
    return { key, performer, action, attempts_max, timeout_ms: 30 * dayMs };
  });
}

/** What each check looks at, for the contract of its step. */
export const checkSpecs = (checks: readonly StepCheck[]): Record<string, CheckSpec> =>
  Object.fromEntries(
    checks.map(({ key, description, params }) => [key, { description, params }] as const),
  );

/** Throws if these are no parameters of the tool. */
export function checkToolParams(name: string, params: unknown): void {
  const schema = requireTool(name).params;
  const parsed = schema.safeParse(params);
  if (parsed.success) return;
  const problems = inputProblems(schema, parsed.error, { input: params, root: 'params' });
  throw wrong(`${name}: ${problems.join('; ')}`);
}

/** What a built-in tool does is as risky as the tool is, and is undone as the tool says. */
export function asTool(def: GraphStep): GraphStep {
  if (def.performer !== 'tool' || def.purpose !== 'work') return def;
  const { tier } = requireTool(def.action);
  return { ...def, ...effectsOf(def.action), tier: def.tier > tier ? def.tier : tier };
}

const secondsMs = (seconds: number): number => Math.round(seconds * 1_000);

export function backoffOf(backoff: RetryPolicy['backoff']): { backoff?: Backoff } {
  if (backoff === undefined || backoff === 'exponential') return {};
  if (backoff === 'none') return { backoff: { first_ms: 0, most_ms: 0 } };
  const { first_seconds, most_seconds } = backoff;
  if (first_seconds > most_seconds) throw wrong('backoff: first_seconds is more than most_seconds');
  return { backoff: { first_ms: secondsMs(first_seconds), most_ms: secondsMs(most_seconds) } };
}
