// One connection to a stream, from the first byte to the last. What to do when it ends is decided
// by the reader above it.
import { errorOfAnswer, PlanwrightApiError } from './api-error.ts';
import { type SseMessage, SseParser } from './sse-parser.ts';

export interface SseRequest {
  readonly url: string;
  readonly after: number;
  readonly key?: string | undefined;
  readonly signal: AbortSignal;
  /** Cut when not even a comment came for this long. */
  readonly idleMs: number;
  readonly onRetryHint: (ms: number) => void;
}

const maxErrorChars = 64 * 1024;

export async function* readConnection(request: SseRequest): AsyncGenerator<SseMessage, void, void> {
  const idle = new IdleLimit(request.idleMs);
  const signal = AbortSignal.any([request.signal, idle.signal]);
  try {
    const answer = await open(request, signal);
    const decoder = new TextDecoder();
    const parser = new SseParser();
    for await (const chunk of answer.body ?? []) {
      idle.touch();
      yield* parser.push(decoder.decode(chunk, { stream: true }));
      if (parser.retryMs !== null) request.onRetryHint(parser.retryMs);
    }
  } finally {
    idle.stop();
  }
}

async function open(request: SseRequest, signal: AbortSignal): Promise<Response> {
  const url = new URL(request.url);
  url.searchParams.set('after', String(request.after));
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (request.after > 0) headers['last-event-id'] = String(request.after);
  if (request.key !== undefined) headers.authorization = `Bearer ${request.key}`;
  const answer = await fetch(url, { headers, signal, redirect: 'manual' });
  if (!answer.ok) {
    const text = (await answer.text()).slice(0, maxErrorChars);
    throw errorOfAnswer(answer.status, answer.headers, text, Date.now());
  }
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    await answer.body?.cancel();
    const detail = 'The answer is not an event stream.';
    throw new PlanwrightApiError({
      code: 'bad_answer',
      status: answer.status,
      detail,
      retry: 'never',
    });
  }
  return answer;
}

class IdleLimit {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number) {
    this.#ms = ms;
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  touch(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#controller.abort(new Error('the stream fell silent')), this.#ms);
  }
}
