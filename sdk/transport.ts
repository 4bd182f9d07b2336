// One call over HTTP: time limit, bounded answer, problems as errors, and a bounded number of new
// tries for what passes by itself. Every call that writes carries an Idempotency-Key that stays the
// same over its tries, so that a call whose answer got lost is not carried out twice.
import { errorOfAnswer, PlanwrightApiError } from './api-error.ts';
import { backoffMs } from './backoff.ts';
import { parseBaseUrl } from './base-url.ts';
import { pause } from './pause.ts';

export interface RetryLimits {
  /** Tries in all, the first one included. */
  readonly attempts: number;
  readonly firstMs: number;
  readonly maxMs: number;
  /** No new try is begun when it would start later than this after the first. */
  readonly totalMs: number;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly key?: string | undefined;
  /** For one try, without what a long poll adds. */
  readonly timeoutMs?: number;
  readonly retry?: Partial<RetryLimits>;
  /** For tests. */
  readonly random?: () => number;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly retry?: Partial<RetryLimits>;
  readonly timeoutMs?: number;
  /** False: when no answer came, the call may have been carried out, and is not made again. */
  readonly retryUnanswered?: boolean;
}

export interface Call extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
}

const defaultTimeoutMs = 20_000;
const maxAnswerBytes = 16 * 1024 * 1024;
const defaultRetry: RetryLimits = { attempts: 6, firstMs: 200, maxMs: 5_000, totalMs: 30_000 };

export class Transport {
  readonly baseUrl: string;
  readonly #key: string | undefined;
  readonly #timeoutMs: number;
  readonly #retry: RetryLimits;
  readonly #random: () => number;

  constructor(options: ConnectionOptions) {
    this.baseUrl = parseBaseUrl(options.url);
    this.#key = options.key;
    this.#timeoutMs = options.timeoutMs ?? defaultTimeoutMs;
    this.#retry = { ...defaultRetry, ...options.retry };
    this.#random = options.random ?? Math.random;
  }

  get key(): string | undefined {
    return this.#key;
  }

  async send(call: Call): Promise<unknown> {
    const limits = { ...this.#retry, ...call.retry };
    const request = this.#request(call);
    const startedMs = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#once(call, request);
      } catch (error) {
        const spentMs = performance.now() - startedMs;
        const waitMs = this.#waitBefore(error, attempt, limits, spentMs);
        const isUnsure = call.retryUnanswered === false && isUnanswered(error);
        if (waitMs === null || isUnsure) throw error;
        await pause(waitMs, call.signal);
      }
    }
  }

  #request(call: Call): { url: string; init: RequestInit } {
    const headers: Record<string, string> = { accept: 'application/json' };
    if (this.#key !== undefined) headers.authorization = `Bearer ${this.#key}`;
    const init: RequestInit = { method: call.method, headers, redirect: 'manual' };
    if (call.method !== 'GET') {
      headers['content-type'] = 'application/json';
      headers['idempotency-key'] = crypto.randomUUID();
      init.body = JSON.stringify(call.body ?? {});
    }
    return { url: `${this.baseUrl}${call.path}`, init };
  }

  async #once(call: Call, request: { url: string; init: RequestInit }): Promise<unknown> {
    const limit = AbortSignal.timeout(Math.ceil(call.timeoutMs ?? this.#timeoutMs));
    const signal = call.signal ? AbortSignal.any([call.signal, limit]) : limit;
    try {
      const answer = await fetch(request.url, { ...request.init, signal });
      const text = await readBounded(answer);
      if (!answer.ok) throw errorOfAnswer(answer.status, answer.headers, text, Date.now());
      return text === '' ? null : parseJson(text, answer.status);
    } catch (error) {
      if (error instanceof PlanwrightApiError) throw error;
      // The caller's own abort is passed on as it is.
      if (call.signal?.aborted) throw call.signal.reason;
      throw limit.aborted ? timedOut() : unreachable(error);
    }
  }

  #waitBefore(
    error: unknown,
    attempt: number,
    limits: RetryLimits,
    spentMs: number,
  ): number | null {
    if (!(error instanceof PlanwrightApiError) || error.retry !== 'later') return null;
    if (attempt >= limits.attempts) return null;
    const waitMs = error.retryAfterMs ?? backoffMs(attempt, limits, this.#random);
    return spentMs + waitMs > limits.totalMs ? null : waitMs;
  }
}

const isUnanswered = (error: unknown): boolean =>
  error instanceof PlanwrightApiError && error.status === 0;

async function readBounded(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength;
    if (size > maxAnswerBytes) throw badAnswer(answer.status, 'The answer is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badAnswer(status, 'The answer is not JSON. Is this a Planwright server?');
  }
}

const badAnswer = (status: number, detail: string): PlanwrightApiError =>
  new PlanwrightApiError({ code: 'bad_answer', status, detail, retry: 'never' });

const timedOut = (): PlanwrightApiError =>
  new PlanwrightApiError({
    code: 'timeout',
    status: 0,
    detail: 'The server did not answer in time.',
    retry: 'later',
  });

function unreachable(cause: unknown): PlanwrightApiError {
  const detail = 'The server cannot be reached, or the connection broke.';
  return new PlanwrightApiError({ code: 'unreachable', status: 0, detail, retry: 'later' }, cause);
}
