// What a reader says when there is nothing to take in.
import { PlanwrightError } from '../../base/errors.ts';

/** A file of a known kind in which there is no work. */
export const noWork = (what: string, why: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `This is ${what} without tasks: ${why}.`);

/** A file that says it is of a kind, and is not. */
export const badFile = (what: string, why: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', `This is no ${what}: ${why}.`);
