// How the worker of a step in this process says why it failed, where the error's own code does not
// tell enough: the class decides what comes next, and what was used is settled all the same.
import { isPlanwrightError } from '../base/errors.ts';
import type { FailRequest, FailureCause } from './engine-api.ts';
import type { Amounts, FailureClass } from './event-types.ts';

export class StepFailure extends Error {
  readonly class: FailureClass;
  readonly usage: Amounts | undefined;

  constructor(failure: FailureClass, message: string, usage?: Amounts, cause?: unknown) {
    super(message, { cause });
    this.name = 'StepFailure';
    this.class = failure;
    this.usage = usage;
  }
}

/** What is kept of a failed attempt: the content that its step points at. */
export interface FailureNote extends FailureCause {
  readonly message: string;
  /** Missing in what earlier builds kept. */
  readonly class?: FailureClass;
}

const textOr = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** What is no error of ours is a bug. */
export function causeOf(thrown: unknown): FailureCause {
  const error = thrown instanceof StepFailure ? thrown.cause : thrown;
  if (!isPlanwrightError(error)) {
    return thrown instanceof StepFailure ? {} : { code: 'INTERNAL_ERROR' };
  }
  const errorClass = textOr(error.facts.error_class);
  const errorId = textOr(error.facts.error_id);
  return {
    code: error.code,
    ...(errorClass === undefined ? {} : { errorClass }),
    ...(errorId === undefined ? {} : { errorId }),
  };
}

/**
 * Names a failed attempt in the log and in answers: by the content that says why, else (a worker that was
 * lost says nothing) by its place, which all servers derive alike.
 */
export const failureId = (
  run: string,
  {
    step,
    attempt,
    error,
  }: { readonly step: string; readonly attempt: number; readonly error: string },
): string => error || `${run}.${step}.${attempt}`;

/** Neither ours nor on purpose. */
export const isBug = (thrown: unknown): boolean =>
  !(thrown instanceof StepFailure) && !isPlanwrightError(thrown);

function classOf(error: unknown): FailureClass {
  if (error instanceof StepFailure) return error.class;
  if (isPlanwrightError(error) && error.code === 'output_invalid') return 'data';
  return isPlanwrightError(error) && error.retry !== 'later' ? 'policy' : 'logic';
}

/** What the engine is to know of what a handler threw. */
export const failureOf = (
  thrown: unknown,
): Pick<FailRequest, 'class' | 'message' | 'cause' | 'usage'> => ({
  class: classOf(thrown),
  message: thrown instanceof Error ? thrown.message : String(thrown),
  cause: causeOf(thrown),
  ...(thrown instanceof StepFailure && thrown.usage ? { usage: thrown.usage } : {}),
});
