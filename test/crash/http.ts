// Bare calls without any second try: what was not answered was not acknowledged.
export class Refused extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(`${status} ${code}`);
    this.name = 'Refused';
    this.status = status;
    this.code = code;
  }
}

export interface Server {
  readonly url: string;
  readonly signal: AbortSignal;
}

/** The answer; null when none came, since the server was killed. */
export async function call<Answer>(
  { url, signal }: Server,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  key?: string,
  /** Idempotency-Key. */
  once?: string,
): Promise<Answer | null> {
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(once === undefined ? {} : { 'idempotency-key': once }),
  };
  const init = { method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) };
  let status: number;
  let answer: Answer & { code?: string };
  try {
    const response = await fetch(`${url}${path}`, init);
    status = response.status;
    answer = (await response.json()) as Answer & { code?: string };
  } catch {
    return null;
  }
  if (status >= 400) throw new Refused(status, answer.code ?? '');
  return answer;
}
