// The one place where scope and input are checked, whichever face the call came through.
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import { inputProblems } from '../base/input-problems.ts';
import type { Context } from './context.ts';
import { withOnce } from './once.ts';
import {
  type JsonOperation,
  type Operation,
  type RawAnswer,
  type StreamTarget,
  scopeOf,
  scopesOf,
} from './operation.ts';
import { checkScope, hasScope } from './principals.ts';
import { noteCall } from './worker.ts';

export function parseInput(operation: Operation, raw: unknown): Record<string, unknown> {
  const parsed = operation.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const problems = inputProblems(operation.input, parsed.error, { input: raw });
  throw new PlanwrightError('INVALID_ARGUMENTS', `${problems.join('; ')}.`, { problems });
}

type Answer<Op extends Operation> = Op extends JsonOperation
  ? object
  : Op extends { kind: 'raw' }
    ? RawAnswer
    : StreamTarget;

export async function invoke<Op extends Operation>(
  operation: Op,
  context: Context,
  raw: unknown,
): Promise<Answer<Op>> {
  const { principal } = context;
  if (!scopesOf(operation).some((scope) => hasScope(principal, scope))) {
    checkScope(principal, operation.scope);
  }
  const input = parseInput(operation, raw);
  checkScope(principal, scopeOf(operation, input));
  const known = withOnce(context, operation, input);
  try {
    return (await operation.handler(known, input)) as Answer<Op>;
  } catch (error) {
    throw withSignal(error);
  } finally {
    noteCall(context);
  }
}

/** Whoever lost a lease is told like every holder what to do: stop. */
function withSignal(error: unknown): unknown {
  if (!isPlanwrightError(error) || error.code !== 'lease_lost') return error;
  const facts = { ...error.facts, signal: 'cancel' };
  return new PlanwrightError(error.code, error.message, facts, error.cause);
}
