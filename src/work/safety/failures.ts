// The few ways in which the safety layer says no. One place, so that a reason always has the same code
// and with it the same answer of the engine: a refusal is never retried, a conflict goes to a person.
import { type ErrorFacts, PlanwrightError } from '../../base/errors.ts';

/** The policy does not allow it, and trying again will not help. */
export const refused = (message: string, facts: ErrorFacts = {}): PlanwrightError =>
  new PlanwrightError('forbidden', message, facts);

export const overLimit = (message: string, facts: ErrorFacts = {}): PlanwrightError =>
  new PlanwrightError('limit_exceeded', message, facts);

export const noSuchFile = (path: string): PlanwrightError =>
  new PlanwrightError('file_not_found', `There is no file ${path}.`, { path });

/** The parameters do not fit what is there, such as a hunk whose text is not in the file. */
export const unfit = (message: string, facts: ErrorFacts = {}): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message, facts);

/** Neither what was there before nor what we made of it: somebody else was at it. */
export const changedElsewhere = (places: readonly string[]): PlanwrightError =>
  new PlanwrightError(
    'conflict',
    `Somebody else changed ${places.slice(0, 5).join(', ')}. Nothing was changed; a person must look.`,
    { places: places.slice(0, 20), needs: 'person' },
  );

/** Its effects were undone; a late attempt must not bring them back. */
export const closedKey = (): PlanwrightError =>
  new PlanwrightError('not_allowed_now', 'This step was undone and can have no more effects.');

/** The tool did its work, and the work did not succeed. */
export const unsuccessful = (message: string, facts: ErrorFacts = {}): PlanwrightError =>
  new PlanwrightError('output_invalid', message, facts);

export const tookTooLong = (message: string, facts: ErrorFacts = {}): PlanwrightError =>
  new PlanwrightError('step_timeout', message, facts);

/** The code of an error of the operating system, such as ENOENT. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** What the operating system said, in our words; anything else as it is. */
export function fromSystem(error: unknown): unknown {
  if (error instanceof PlanwrightError) return error;
  const code = systemCode(error);
  if (['ENOSPC', 'EDQUOT'].includes(code)) {
    return new PlanwrightError('storage_full', 'The disk is full.', { system: code }, error);
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) {
    return refused('The operating system does not allow it.', { system: code });
  }
  return error;
}
