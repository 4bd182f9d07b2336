// What a failed tool means for the next attempt of its step: whether it is worth trying again, when,
// and whether another way may help.
import { type ErrorCode, isPlanwrightError } from '../base/errors.ts';
import type { FailureClass } from '../engine/event-types.ts';

/** What is not named here is our own fault, and may pass. */
const classes: Partial<Record<ErrorCode, FailureClass>> = {
  forbidden: 'policy',
  limit_exceeded: 'policy',
  address_blocked: 'policy',
  unauthorized: 'policy',
  INVALID_TOOL: 'policy',
  plan_erased: 'policy',
  content_unavailable: 'policy',
  INVALID_ARGUMENTS: 'data',
  file_not_found: 'data',
  conflict: 'data',
  unsupported_media_type: 'data',
  log_corrupt: 'policy',
  output_invalid: 'logic',
  fetch_failed: 'external',
  rate_limited: 'rate_limit',
  over_budget: 'budget',
};

/** An undo that somebody else's change stands against is a person's at once: trying again is no help. */
export function failureClassOf(error: unknown, isUndo: boolean): FailureClass {
  if (!isPlanwrightError(error)) return 'transient';
  if (isUndo && error.facts.needs === 'person') return 'policy';
  return classes[error.code] ?? 'transient';
}
