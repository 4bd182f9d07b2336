// How the worker of a step in this process says why it failed, where the error's own code does not
// tell enough: the class decides what comes next, and what was used is settled all the same.
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
