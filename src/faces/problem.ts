// An error as an RFC 9457 answer. What we did not mean to throw shows its id and nothing else.
import { errorTable, isPlanwrightError, PlanwrightError } from '../base/errors.ts';
import type { Problem } from '../contract/problem.ts';

export interface ErrorReport {
  newErrorId(): string;
  /** Told of failures that are ours, with the id that the caller was shown. */
  onError(error: unknown, errorId: string): void;
}

export const asKnown = (error: unknown): PlanwrightError =>
  isPlanwrightError(error)
    ? error
    : new PlanwrightError(
        'INTERNAL_ERROR',
        'Something went wrong on the server. The error id names it in the log.',
        {},
        error,
      );

/** Faults of ours go to the log; a caller's mistake is the caller's to read. */
export function reportError(report: ErrorReport, error: PlanwrightError): string {
  const errorId = report.newErrorId();
  if (errorTable[error.code].http >= 500) report.onError(error.cause ?? error, errorId);
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

const retryAfterSeconds = 1;

export function problemResponse(report: ErrorReport, error: unknown): Response {
  const known = asKnown(error);
  const problem = problemOf(known, reportError(report, known));
  const headers = new Headers({ 'content-type': 'application/problem+json' });
  const isTemporary = problem.status === 429 || problem.status === 503;
  if (isTemporary) headers.set('retry-after', String(retryAfterSeconds));
  if (problem.status === 401) headers.set('www-authenticate', 'Bearer realm="planwright"');
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
