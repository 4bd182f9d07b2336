// A failed call, as the page shows it: what happened in the server's words, and whether trying
// again can help. The server's answer is outside text, so every field is checked and bounded.

const maxDetailChars = 600;

export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;

  constructor(status: number, code: string, title: string, detail: string) {
    super(detail);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.title = title;
  }

  get isNotFound(): boolean {
    return this.status === 404;
  }
}

export function unreachable(): ApiProblem {
  return new ApiProblem(
    0,
    'unreachable',
    'The server did not answer',
    'Check that Planwright is still running, then try again.',
  );
}

/** Reads an RFC 9457 body; anything else becomes a plain sentence about the status. */
export function toProblem(status: number, body: unknown): ApiProblem {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const title = textOf(fields.title) ?? 'The server could not do that';
  const detail = textOf(fields.detail) ?? `It answered with status ${status}.`;
  return new ApiProblem(status, textOf(fields.code) ?? 'unknown', title, detail);
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return value.length > maxDetailChars ? `${value.slice(0, maxDetailChars)}…` : value;
}

export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(0, 'page_error', 'This page made a mistake', 'Reload it, then try again.');
}
