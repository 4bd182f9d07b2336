// Every way a call can go wrong, as one error with a code to switch on. Texts come from the server's
// problem document; keys and addresses are never part of them.
import { retryAfterMs } from './backoff.ts';
import type { RetryClass } from './wire.ts';

const maxDetailChars = 2_000;

export interface ApiErrorFacts {
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly detail: string;
  readonly retry: RetryClass;
  readonly errorId?: string | null;
  /** How long the server asked to wait. */
  readonly retryAfterMs?: number | null;
}

export class PlanwrightApiError extends Error {
  /** The server's code, or one of ours: unreachable, timeout, bad_answer. */
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly retry: RetryClass;
  readonly errorId: string | null;
  readonly retryAfterMs: number | null;

  constructor(facts: ApiErrorFacts, cause?: unknown) {
    super(`${facts.code}: ${facts.detail}`, cause === undefined ? undefined : { cause });
    this.name = 'PlanwrightApiError';
    this.code = facts.code;
    this.status = facts.status;
    this.detail = facts.detail;
    this.retry = facts.retry;
    this.errorId = facts.errorId ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
  }
}

export const isApiError = (value: unknown, code?: string): value is PlanwrightApiError =>
  value instanceof PlanwrightApiError && (code === undefined || value.code === code);

export const isLeaseLost = (value: unknown): boolean => isApiError(value, 'lease_lost');

/** The error of an answer that is not 2xx. A proxy may have written it, so nothing is assumed. */
export function errorOfAnswer(
  status: number,
  headers: Headers,
  body: string,
  nowMs: number,
): PlanwrightApiError {
  const problem = readProblem(body);
  return new PlanwrightApiError({
    code: textOf(problem.code) ?? `http_${status}`,
    status,
    detail: (
      textOf(problem.detail) ??
      textOf(problem.title) ??
      `The server answered ${status}.`
    ).slice(0, maxDetailChars),
    retry: retryOf(problem.retry, status),
    errorId: textOf(problem.error_id) ?? null,
    retryAfterMs: retryAfterMs(headers.get('retry-after'), nowMs),
  });
}

function readProblem(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

function retryOf(value: unknown, status: number): RetryClass {
  if (value === 'never' || value === 'after_change' || value === 'later') return value;
  return status === 408 || status === 429 || status >= 500 ? 'later' : 'never';
}
