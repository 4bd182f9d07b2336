// What a handler throws: why it failed, where the class decides what the engine does next, or a
// question to a person.
import type { FailureKind } from './wire.ts';

const maxMessageChars = 2_000;

export class StepFailure extends Error {
  readonly class: FailureKind;

  constructor(failureClass: FailureKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StepFailure';
    this.class = failureClass;
  }
}

/** What a handler throws to ask a person: the step waits, and comes again with the answer in
 * `step.context.answer`. */
export class StepQuestion extends Error {
  constructor(question: string) {
    super(question);
    this.name = 'StepQuestion';
  }
}

export interface FailureReport {
  readonly class: FailureKind;
  readonly message: string;
}

/** Any other error is a mistake in the work itself. Only its message is sent, never its stack. */
export function reportOf(error: unknown): FailureReport {
  const text = error instanceof Error ? error.message : String(error);
  const message = text.trim().slice(0, maxMessageChars) || 'The handler failed without a message.';
  return { class: error instanceof StepFailure ? error.class : 'logic', message };
}
