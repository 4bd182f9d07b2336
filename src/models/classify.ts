// From what a provider threw or answered to a class of ours. Looks at types, status codes and the
// provider's error codes, never at the words of a message; those stay out of what we say, too.
import type { ModelErrorClass } from './model-error.ts';
import { ModelError } from './model-error.ts';

/** The codes and types that providers document, whatever the status they come with. */
const byCode: Readonly<Record<string, ModelErrorClass>> = {
  context_length_exceeded: 'context_overflow',
  exceed_context_size_error: 'context_overflow',
  string_above_max_length: 'context_overflow',
  request_too_large: 'context_overflow',
  insufficient_quota: 'quota',
  billing_hard_limit_reached: 'quota',
  billing_not_active: 'quota',
  billing_error: 'quota',
  rate_limit_exceeded: 'rate_limit',
  rate_limit_error: 'rate_limit',
  RESOURCE_EXHAUSTED: 'rate_limit',
  overloaded_error: 'transient',
  api_error: 'transient',
  server_error: 'transient',
  INTERNAL: 'transient',
  UNAVAILABLE: 'transient',
  timeout_error: 'transient',
  DEADLINE_EXCEEDED: 'transient',
  invalid_api_key: 'auth',
  authentication_error: 'auth',
  permission_error: 'auth',
  API_KEY_INVALID: 'auth',
  UNAUTHENTICATED: 'auth',
  PERMISSION_DENIED: 'auth',
  model_not_found: 'not_found',
  not_found_error: 'not_found',
  NOT_FOUND: 'not_found',
  content_filter: 'refusal',
  content_policy_violation: 'refusal',
};

const byName: Readonly<Record<string, ModelErrorClass>> = {
  AI_LoadAPIKeyError: 'auth',
  AI_NoSuchModelError: 'not_found',
  AI_InvalidArgumentError: 'bad_request',
  AI_UnsupportedFunctionalityError: 'bad_request',
  AI_InvalidPromptError: 'bad_request',
};

function byStatus(status: number): ModelErrorClass {
  if (status === 401 || status === 403) return 'auth';
  if (status === 402) return 'quota';
  if (status === 404) return 'not_found';
  if (status === 413) return 'context_overflow';
  if (status === 429) return 'rate_limit';
  if (status === 408 || status === 409 || status === 425 || status >= 500) return 'transient';
  return 'bad_request';
}

/** What we know of the call, for providers that say "bad request" to a prompt that is too long. */
export interface CallHint {
  readonly inputTokens: number;
  readonly contextTokens: number | null;
}

/** An estimate has room to spare, so a prompt that nearly fills the context by it may overflow. */
const overflowShare = 0.8;

const mayOverflow = ({ inputTokens, contextTokens }: CallHint): boolean =>
  contextTokens !== null && inputTokens > contextTokens * overflowShare;

interface Seen {
  readonly status: number | null;
  readonly codes: readonly string[];
  readonly name: string;
  readonly retryAfterMs: number | null;
}

export function classify(thrown: unknown, hint: CallHint): ModelError {
  if (thrown instanceof ModelError) return thrown;
  const seen = look(thrown);
  const errorClass = classOf(seen, hint);
  return new ModelError(errorClass, messageOf(errorClass, seen), {
    status: seen.status ?? undefined,
    retryAfterMs: seen.retryAfterMs ?? undefined,
  });
}

function classOf({ status, codes, name }: Seen, hint: CallHint): ModelErrorClass {
  const coded = codes.map((code) => byCode[code]).find((found) => found !== undefined);
  if (coded !== undefined) return coded;
  const named = byName[name];
  if (named !== undefined) return named;
  // A good status with an error is a body that broke off or cannot be read.
  if (status === null || status < 400) return isUnreadable(name) ? 'transient' : 'network';
  const plain = byStatus(status);
  return plain === 'bad_request' && mayOverflow(hint) ? 'context_overflow' : plain;
}

/** The provider sent something that is not its own format. */
const isUnreadable = (name: string): boolean =>
  name === 'AI_JSONParseError' || name === 'AI_TypeValidationError';

const words: Readonly<Record<ModelErrorClass, string>> = {
  transient: 'The provider failed for a moment',
  rate_limit: 'The provider takes no more calls for now',
  quota: 'The account at the provider has no money or quota left',
  context_overflow: 'The prompt is longer than the model takes',
  truncated: 'The reply was cut at its longest length',
  schema: 'The reply does not fit its schema',
  unacceptable: 'The reply is not acceptable',
  refusal: 'The provider refused the content',
  too_large: 'The reply is too long',
  auth: 'The provider does not accept the key',
  not_found: 'The provider has no such model or address',
  bad_request: 'The provider does not take this call',
  timeout: 'The provider took too long',
  network: 'The connection failed or broke off',
  cancelled: 'The call was called off',
};

const messageOf = (errorClass: ModelErrorClass, { status }: Seen): string =>
  `${words[errorClass]}${status === null ? '' : ` (status ${status})`}.`;

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

function look(thrown: unknown): Seen {
  const error = fieldsOf(thrown);
  const body = bodyOf(error);
  const headers = fieldsOf(error.responseHeaders);
  return {
    status: typeof error.statusCode === 'number' ? error.statusCode : null,
    codes: codesOf(error, body),
    name: typeof error.name === 'string' ? error.name : '',
    retryAfterMs: retryAfterOf(headers) ?? retryDelayOf(body),
  };
}

const maxBodyChars = 65_536;

/** The error object in the answer: `{error: {…}}` with most, the whole with some. */
function bodyOf({ responseBody, data }: Fields): Fields {
  const whole = fieldsOf(typeof responseBody === 'string' ? parsed(responseBody) : data);
  const inner = Array.isArray(whole) ? fieldsOf(whole[0]) : whole;
  return typeof inner.error === 'object' ? fieldsOf(inner.error) : inner;
}

function parsed(text: string): unknown {
  if (text.length > maxBodyChars) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const codesOf = (error: Fields, body: Fields): string[] =>
  [body.code, body.type, ...reasonsOf(body), body.status, error.code, error.type].filter(
    (code) => typeof code === 'string',
  );

/** Google tells a bad key from a bad call only here. */
const reasonsOf = ({ details }: Fields): unknown[] =>
  Array.isArray(details) ? details.map((detail) => fieldsOf(detail).reason) : [];

function retryAfterOf(headers: Fields): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers['retry-after'];
  if (typeof value !== 'string') return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds) && seconds >= 0) return Math.ceil(seconds * 1_000);
  return dateDelayOf(value, headers.date);
}

/** Against the server's own clock, which need not be ours. */
function dateDelayOf(value: string, date: unknown): number | null {
  const until = Date.parse(value);
  const from = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return Number.isNaN(until) || Number.isNaN(from) ? null : Math.max(0, until - from);
}

/** Google's form: `{"retryDelay": "7s"}` among the details. */
function retryDelayOf({ details }: Fields): number | null {
  if (!Array.isArray(details)) return null;
  for (const detail of details) {
    const text = fieldsOf(detail).retryDelay;
    const seconds = typeof text === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(text)?.[1] : undefined;
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1_000);
  }
  return null;
}
