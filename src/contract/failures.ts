// Why something failed, as a program tells it from other failures.

/** What can go wrong with a call to a model. */
export const modelErrorClasses = [
  'transient',
  'rate_limit',
  'quota',
  'context_overflow',
  'truncated',
  'schema',
  'unacceptable',
  'refusal',
  'too_large',
  'auth',
  'not_found',
  'bad_request',
  'timeout',
  'network',
  'cancelled',
] as const;
export type ModelErrorClass = (typeof modelErrorClasses)[number];

/** What can go wrong with a plan beside its models. */
export const planErrorClasses = [
  ...modelErrorClasses,
  'goal',
  'config',
  'budget',
  'agent',
  'recording',
  'worker_lost',
  'step_timeout',
  'storage',
  'version',
  'internal',
  'unknown',
] as const;
export type PlanErrorClass = (typeof planErrorClasses)[number];

/** Names that agents know from PlanExe. */
export const failureReasons = [
  'generation_error',
  'worker_error',
  'inactivity_timeout',
  'internal_error',
  'version_mismatch',
] as const;
export type FailureReason = (typeof failureReasons)[number];
