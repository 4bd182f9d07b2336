// One table from an error's code to every face: HTTP status, process exit code and whether trying
// again can help. A code is a promise to callers; its message may change, the code may not.

/** Whether the same call may succeed later: never, after a change by the caller, or by itself. */
export type RetryClass = 'never' | 'after_change' | 'later';

interface ErrorRow {
  readonly http: number;
  readonly exit: number;
  readonly retry: RetryClass;
  readonly title: string;
}

const row = (http: number, exit: number, retry: RetryClass, title: string): ErrorRow => ({
  http,
  exit,
  retry,
  title,
});

export const errorTable = {
  INVALID_ARGUMENTS: row(400, 2, 'after_change', 'The input is not valid'),
  INVALID_TOOL: row(404, 2, 'never', 'No such tool'),
  PLAN_NOT_FOUND: row(404, 3, 'never', 'No such plan'),
  PLAN_NOT_FAILED: row(409, 5, 'never', 'Only a failed or stopped plan can be retried'),
  PLAN_NOT_RESUMABLE: row(409, 5, 'never', 'Only a failed or stopped plan can be resumed'),
  plan_erased: row(410, 3, 'never', 'The plan was erased'),
  execution_not_found: row(404, 3, 'never', 'No such execution'),
  agent_not_found: row(404, 3, 'never', 'No such agent'),
  key_not_found: row(404, 3, 'never', 'No such key'),
  webhook_not_found: row(404, 3, 'never', 'No such webhook'),
  purse_not_found: row(404, 3, 'never', 'No such purse'),
  delivery_not_found: row(404, 3, 'never', 'No such delivery'),
  run_not_found: row(404, 3, 'never', 'No such run'),
  file_not_found: row(404, 3, 'never', 'No such file'),
  not_found: row(404, 3, 'never', 'Nothing at this address'),
  method_not_allowed: row(405, 2, 'never', 'This address does not take that method'),
  unauthorized: row(401, 4, 'after_change', 'A valid key is needed'),
  forbidden: row(403, 4, 'after_change', 'This key may not do that'),
  content_unavailable: row(409, 5, 'later', 'The content is not there yet'),
  plan_not_ready: row(409, 5, 'later', 'The plan is not finished'),
  model_failed: row(502, 6, 'later', 'No model gave a usable answer'),
  generation_failed: row(409, 5, 'after_change', 'The plan could not be made'),
  goal_unusable: row(422, 2, 'after_change', 'The goal cannot be planned as it stands'),
  goal_refused: row(422, 2, 'never', 'The goal is not planned'),
  lease_lost: row(409, 5, 'never', 'The lease is no longer held'),
  output_invalid: row(422, 2, 'after_change', 'The output does not fit its schema'),
  step_timeout: row(504, 6, 'later', 'The step took too long'),
  conflict: row(409, 5, 'later', 'Somebody else changed it first'),
  idempotency_mismatch: row(409, 5, 'never', 'The same key came with another body'),
  over_budget: row(409, 5, 'after_change', 'The budget does not allow it'),
  stale_approval: row(409, 5, 'after_change', 'What was shown has changed'),
  MODEL_PROFILES_UNAVAILABLE: row(409, 5, 'after_change', 'No such mind is set up'),
  stale_patch: row(409, 5, 'after_change', 'The graph moved on'),
  not_allowed_now: row(409, 5, 'later', 'Not possible in the present state'),
  limit_exceeded: row(422, 2, 'after_change', 'A limit was exceeded'),
  too_large: row(413, 2, 'after_change', 'The body is too large'),
  unsupported_media_type: row(415, 2, 'after_change', 'Send JSON'),
  rate_limited: row(429, 6, 'later', 'Too many calls'),
  storage_full: row(507, 7, 'later', 'The disk is full'),
  storage_busy: row(503, 6, 'later', 'The store is busy'),
  outcome_unknown: row(503, 7, 'never', 'It may have happened or not'),
  storage_failed: row(503, 7, 'later', 'The store failed'),
  schema_mismatch: row(503, 7, 'never', 'Another build made the data'),
  log_corrupt: row(500, 8, 'never', 'The log does not verify'),
  event_unknown: row(500, 8, 'never', 'The log holds an event this version does not know'),
  config_invalid: row(500, 2, 'after_change', 'The configuration is not valid'),
  address_blocked: row(403, 4, 'never', 'That address may not be called'),
  fetch_failed: row(502, 6, 'later', 'The other side did not answer well'),
  stopping: row(503, 6, 'later', 'The server is stopping'),
  INTERNAL_ERROR: row(500, 70, 'later', 'Something went wrong inside'),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

/** Plain values only: facts go into logs and answers, so no secrets and no free-form objects. */
export type ErrorFacts = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Every error that leaves a function of ours on purpose. */
export class PlanwrightError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'PlanwrightError';
    this.code = code;
    this.facts = facts;
  }

  get retry(): RetryClass {
    return errorTable[this.code].retry;
  }
}

export const isPlanwrightError = (value: unknown): value is PlanwrightError =>
  value instanceof PlanwrightError;

/** The form that crosses a thread boundary, where classes do not survive. */
export interface ErrorWire {
  readonly code: ErrorCode;
  readonly message: string;
  readonly facts: ErrorFacts;
}

export function toErrorWire(error: unknown): ErrorWire {
  if (isPlanwrightError(error)) {
    return { code: error.code, message: error.message, facts: error.facts };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'INTERNAL_ERROR', message, facts: {} };
}

export const fromErrorWire = (wire: ErrorWire): PlanwrightError =>
  new PlanwrightError(wire.code, wire.message, wire.facts);
