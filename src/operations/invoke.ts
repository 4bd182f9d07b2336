// The one place where scope and input are checked, whichever face the call came through.
import type { z } from 'zod';
import { isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { Scope } from '../contract/common.ts';
import type { Context, Principal } from './context.ts';
import { withOnce } from './once.ts';
import type { JsonOperation, Operation, RawAnswer, StreamTarget } from './operation.ts';
import { renewLeases } from './renewal.ts';

export function checkScope(principal: Principal, scope: Scope): void {
  if (principal.scopes.includes(scope)) return;
  throw new PlanwrightError(
    'forbidden',
    `This needs the scope ${scope}; the key has ${principal.scopes.join(', ') || 'none'}. Use a key made with that scope (planwright keys create).`,
    { scope },
  );
}

const maxIssues = 10;
/** Names of fields are the caller's own text and may be as long as the body. */
const maxIssueChars = 300;

const issueText = (issue: z.core.$ZodIssue): string =>
  `${issue.path.length > 0 ? issue.path.join('.') : 'input'}: ${issue.message}`.slice(
    0,
    maxIssueChars,
  );

export function parseInput(operation: Operation, raw: unknown): Record<string, unknown> {
  const parsed = operation.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.slice(0, maxIssues).map(issueText);
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
  checkScope(context.principal, operation.scope);
  const input = parseInput(operation, raw);
  const known = withOnce(context, operation, input);
  renewLeases(context);
  try {
    return (await operation.handler(known, input)) as Answer<Op>;
  } catch (error) {
    throw withSignal(error);
  }
}

/** Whoever lost a lease is told like every holder what to do: stop. */
function withSignal(error: unknown): unknown {
  if (!isPlanwrightError(error) || error.code !== 'lease_lost') return error;
  const facts = { ...error.facts, signal: 'cancel' };
  return new PlanwrightError(error.code, error.message, facts, error.cause);
}
