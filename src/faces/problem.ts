// An error as an RFC 9457 answer. What we did not mean to throw shows its id and nothing else.
import { type ErrorCode, errorTable, isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { Problem } from '../contract/problem.ts';

/** What the log says of a call that was refused: nothing of what the caller sent. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly status: number;
  /** In the API description, else mcp, page, probe or none. */
  readonly operation: string;
  readonly error_id: string;
}

export interface ErrorReport {
  newErrorId(): string;
  /** Receives refused calls (4xx), for the log at debug. */
  onRefused?(refusal: Refusal): void;
  /** Told of failures that are ours, with the id that the caller was shown. */
  onError(error: unknown, errorId: string, code?: ErrorCode): void;
}

/** An error that came through the engine thread has our class and a foreign message: not shown. */
const isMeant = (error: unknown): error is PlanwrightError =>
  isPlanwrightError(error) && error.code !== 'INTERNAL_ERROR';

export const asKnown = (error: unknown): PlanwrightError =>
  isMeant(error)
    ? error
    : new PlanwrightError(
        'INTERNAL_ERROR',
        'Something went wrong on the server. The error id names it in the log.',
        {},
        error,
      );

/** The id of a refusal, which is in the log at debug. */
export function refusalId(report: ErrorReport, code: ErrorCode, operation: string): string {
  const refusal = { code, status: errorTable[code].http, operation, error_id: report.newErrorId() };
  report.onRefused?.(refusal);
  return refusal.error_id;
}

/** Faults of the server are errors in the log; mistakes of callers are lines at debug. */
export function reportError(
  report: ErrorReport,
  error: PlanwrightError,
  operation: string,
): string {
  if (errorTable[error.code].http < 500) return refusalId(report, error.code, operation);
  const errorId = report.newErrorId();
  report.onError(error.cause ?? error, errorId, error.code);
  return errorId;
}

export function problemOf(error: PlanwrightError, errorId: string): Problem {
  const { http, title, retry } = errorTable[error.code];
  const hasFacts = Object.keys(error.facts).length > 0;
  return {
    type: `urn:planwright:error:${error.code}`,
    title,
    status: http,
    detail: error.message,
    code: error.code,
    retry,
    error_id: errorId,
    ...(hasFacts ? { facts: { ...error.facts } } : {}),
  };
}

const fallbackRetrySeconds = 1;

/** What a refused caller needs outside the body; the same over REST and MCP. */
export function problemHeaders(problem: Problem): Record<string, string> {
  if (problem.status === 401) return { 'www-authenticate': 'Bearer realm="planwright"' };
  if (problem.status !== 429 && problem.status !== 503) return {};
  const seconds = Number(problem.facts?.retry_after_seconds ?? fallbackRetrySeconds);
  return { 'retry-after': String(seconds) };
}

export function problemResponse(
  report: ErrorReport,
  error: unknown,
  operation: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  const known = asKnown(error);
  const problem = problemOf(known, reportError(report, known, operation));
  const headers = {
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...problemHeaders(problem),
    ...more,
  };
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
