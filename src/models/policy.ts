// THE table: what follows from each class of failure. `same` is how often the same model is tried
// again and in which way; after that, the next model or the end. Everything else is bounded here too.
import type { ModelErrorClass } from './model-error.ts';
import type { TryKind } from './question.ts';

interface PolicyRow {
  /** How often the same model is tried again, for this class. */
  readonly same: number;
  /** What kind of try that is. */
  readonly how: Exclude<TryKind, 'first' | 'fallback'>;
  /** Whether to wait before it, longer each time. */
  readonly wait: boolean;
  readonly then: 'next' | 'fail';
}

const row = (
  same: number,
  how: PolicyRow['how'],
  wait: boolean,
  then: PolicyRow['then'] = 'next',
): PolicyRow => ({ same, how, wait, then });

/** Failures that may not come again with nothing changed: a provider recovers, a reply turns out better. */
const passing: ReadonlySet<ModelErrorClass> = new Set([
  'transient',
  'rate_limit',
  'network',
  'timeout',
  'schema',
  'unacceptable',
  'too_large',
]);

export const mayPass = (errorClass: ModelErrorClass): boolean => passing.has(errorClass);

/** Failures of a model whatever it is asked: its key, its account, its name. */
const lasting: ReadonlySet<ModelErrorClass> = new Set(['auth', 'quota', 'not_found']);

export const isLasting = (errorClass: ModelErrorClass): boolean => lasting.has(errorClass);

export const defaultFeedbackMax = 2;

export const policyTable: Readonly<Record<ModelErrorClass, PolicyRow>> = {
  transient: row(3, 'retry', true),
  rate_limit: row(3, 'retry', true),
  network: row(2, 'retry', true),
  timeout: row(1, 'retry', true),
  context_overflow: row(2, 'shrunk', false),
  truncated: row(2, 'longer', false),
  schema: row(defaultFeedbackMax, 'feedback', false),
  unacceptable: row(defaultFeedbackMax, 'feedback', false),
  refusal: row(1, 'retry', false),
  too_large: row(1, 'retry', false),
  // Asking again cannot help, so the next model is asked at once.
  quota: row(0, 'retry', false),
  auth: row(0, 'retry', false),
  not_found: row(0, 'retry', false),
  bad_request: row(0, 'retry', false),
  cancelled: row(0, 'retry', false, 'fail'),
};

/** Whatever the mix of failures: calls of one question to one model, and over all models. */
export const maxTriesPerModel = 8;
export const maxTries = 24;

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;
/** A provider that wants more is passed over instead. */
export const longestRetryAfterMs = 60_000;

/** Full jitter: anything from nothing to a bound that doubles, so that callers do not come in step. */
export const backOffMs = (tried: number, random: number): number =>
  Math.round(random * Math.min(longestWaitMs, firstWaitMs * 2 ** tried));

export interface Tally {
  /** By class of failure: how often this model failed with it. */
  readonly failed: ReadonlyMap<ModelErrorClass, number>;
  readonly tries: number;
}

export type Verdict =
  | { readonly kind: 'same'; readonly how: PolicyRow['how']; readonly waitMs: number }
  | { readonly kind: 'next' }
  | { readonly kind: 'fail' };

export interface Failure {
  readonly errorClass: ModelErrorClass;
  readonly retryAfterMs: number | null;
}

/** Bad replies share one count: a model may not get two rounds of feedback for each way to be wrong. */
function triedFor(errorClass: ModelErrorClass, { failed }: Tally): number {
  const count = (name: ModelErrorClass): number => failed.get(name) ?? 0;
  return policyTable[errorClass].how === 'feedback'
    ? count('schema') + count('unacceptable')
    : count(errorClass);
}

/** What to do after a failure that `tally` already counts. */
export function decide(
  failure: Failure,
  tally: Tally,
  random: number,
  feedbackMax: number = defaultFeedbackMax,
): Verdict {
  const { same, how, wait, then } = policyTable[failure.errorClass];
  if (then === 'fail') return { kind: 'fail' };
  const tried = triedFor(failure.errorClass, tally);
  const allowed = how === 'feedback' ? feedbackMax : same;
  if (tried > allowed || tally.tries >= maxTriesPerModel) return { kind: 'next' };
  if ((failure.retryAfterMs ?? 0) > longestRetryAfterMs) return { kind: 'next' };
  const waitMs = wait ? backOffMs(tried - 1, random) + (failure.retryAfterMs ?? 0) : 0;
  return { kind: 'same', how, waitMs };
}
