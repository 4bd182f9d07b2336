// How a handler ends a step other than by its output: why it failed, where the class decides what the
// engine does next; a question or a proposal to a person; the verdict of a check.
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

/** What a handler throws to have a person approve exactly what it wants to do: the step waits, and
 * comes again with that in `step.approved_proposal`. */
export class StepProposal extends Error {
  readonly proposal: Readonly<Record<string, unknown>>;

  constructor(proposal: Readonly<Record<string, unknown>>) {
    super('This waits for the approval of a person.');
    this.name = 'StepProposal';
    this.proposal = proposal;
  }
}

/** What the handler of a check returns: whether `step.claimed_output` counts, and what it found. */
export class StepVerdict {
  readonly choice: 'accept' | 'reject';
  readonly message: string;

  constructor(choice: 'accept' | 'reject', message: string) {
    this.choice = choice;
    this.message = message;
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
