// No model gave an answer that holds: which were tried, and why each failed, without their words.
import { PlanwrightError } from '../base/errors.ts';
import type { ModelErrorClass } from './model-error.ts';
import { mayPass } from './policy.ts';
import type { TryNote } from './question.ts';

export class AskError extends PlanwrightError {
  readonly errorClass: ModelErrorClass;
  readonly failures: readonly TryNote[];

  constructor(
    stage: string,
    step: string,
    failures: readonly TryNote[],
    last: TryNote,
    shortened: readonly string[] = [],
  ) {
    const cause = causeOf(failures, last);
    super('model_failed', messageOf(stage, failures, cause) + shortenedText(shortened), {
      stage,
      step,
      error_class: cause.errorClass,
      ...(cause.errorId === null ? {} : { error_id: cause.errorId }),
      tries: failures.map(({ modelKey, errorClass }) => `${modelKey}: ${errorClass}`),
      error_ids: failures.flatMap(({ errorId }) => errorId ?? []),
    });
    this.name = 'AskError';
    this.errorClass = cause.errorClass;
    this.failures = failures;
  }
}

/** Whether a model declined to answer, rather than failed to. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AskError && error.failures.some(({ errorClass }) => errorClass === 'refusal');

const lastOfEach = (failures: readonly TryNote[]): readonly TryNote[] => [
  ...new Map(failures.map((note) => [note.modelKey, note])).values(),
];

/** Of the first model that may answer later, as long as there is one: another one's bad key does not end that. */
function causeOf(failures: readonly TryNote[], last: TryNote): TryNote {
  if (last.errorClass === 'cancelled') return last;
  return lastOfEach(failures).find(({ errorClass }) => mayPass(errorClass)) ?? last;
}

function messageOf(stage: string, failures: readonly TryNote[], cause: TryNote): string {
  if (cause.errorClass === 'cancelled') return `Stage ${stage} was called off.`;
  const each = lastOfEach(failures).map(({ modelKey, message }) => `${modelKey}: ${message}`);
  const tried = failures.filter(({ isCall }) => isCall !== false).length;
  const tries = tried === 1 ? '1 try' : `${tried} tries`;
  const what =
    tried === 0
      ? `Stage ${stage} was not asked, since no model of this plan can be used.`
      : `Stage ${stage} got no usable answer after ${tries}.`;
  return `${what} ${each.join(' ')} ${adviceFor[cause.errorClass]}`;
}

const later = 'Try again later, or add another model to the profile.';
const atProvider = 'See planwright doctor, or add another model to the profile.';

/** What to do about it. */
const adviceFor: Readonly<Record<ModelErrorClass, string>> = {
  transient: later,
  network: later,
  timeout: later,
  rate_limit: later,
  quota: 'Add money or quota at the provider, or another model to the profile.',
  auth: `Check the variable that holds its key. ${atProvider}`,
  not_found: `Check its name and address in models.json. ${atProvider}`,
  bad_request: atProvider,
  schema: 'Try again, or use a larger model.',
  unacceptable: 'Try again, or use a larger model.',
  truncated: 'Use a model that writes longer replies, or set its contextTokens and outputTokens.',
  too_large: 'Try again, or use another model.',
  refusal: 'Word the goal otherwise, or use another model.',
  context_overflow: 'Use a model with a larger context, or a shorter goal.',
  cancelled: '',
};

/** A bad answer to half of the material is not the model's fault alone. */
const shortenedText = (shortened: readonly string[]): string =>
  shortened.length === 0
    ? ''
    : ` What it was asked had been shortened to fit (${shortened.join('; ')}): a model with a larger context may do it.`;
