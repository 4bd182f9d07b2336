// A caller that does not give up: what was not answered is sent again to the next server, with the
// same Idempotency-Key and body. What was answered is asked once more, and must be answered the same.

import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

export interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: unknown;
  /** Bearer key of the caller. */
  readonly key?: string;
  /** Idempotency-Key. */
  readonly once?: string;
  /** False where nothing came of it the first time and something may the second, or to save time. */
  readonly isAskedAgain?: boolean;
}

const patienceMs = 60_000;
const pauseMs = 5;
/** It may have happened, it may not, or not yet: ask again. */
const isPassing = (status: number): boolean => status === 503;

export class SteadyClient {
  readonly #url: () => Promise<string>;
  readonly #timeoutMs: number;
  /** Answers to a repeated call that differ from the first; none, whatever happens. */
  readonly differences: string[] = [];
  /** Calls that had to be sent again. */
  repeats = 0;

  /** A call without an answer for `timeoutMs` is sent again; the first may still be on its way. */
  constructor(url: () => Promise<string>, timeoutMs = patienceMs) {
    this.#url = url;
    this.#timeoutMs = timeoutMs;
  }

  /** The body of a good answer; anything else throws. */
  async must<Body>(ask: Ask): Promise<Body> {
    const { status, body } = await this.call<Body>(ask);
    if (status < 300) return body;
    throw new Error(`${ask.method ?? 'POST'} ${ask.path}: ${status} ${JSON.stringify(body)}`);
  }

  async call<Body>(ask: Ask): Promise<Answer<Body>> {
    const first = await this.#untilAnswered<Body>(ask);
    if (ask.once === undefined || ask.isAskedAgain === false) return first;
    const again = await this.#untilAnswered<Body>(ask);
    if (!isSame(first, again)) {
      this.differences.push(`${ask.path} ${ask.once}: ${text(first)}, then ${text(again)}`);
    }
    return first;
  }

  async #untilAnswered<Body>(ask: Ask): Promise<Answer<Body>> {
    const givesUpMs = performance.now() + patienceMs;
    for (;;) {
      const answer = await this.#send<Body>(ask);
      if (answer && !isPassing(answer.status)) return answer;
      if (performance.now() > givesUpMs) throw new Error(`no answer to ${ask.path}`);
      this.repeats += 1;
      await pause(pauseMs);
    }
  }

  async #send<Body>({ method = 'POST', path, body, key, once }: Ask): Promise<Answer<Body> | null> {
    const url = await this.#url();
    const headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(once === undefined ? {} : { 'idempotency-key': once }),
    };
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    try {
      const response = await fetch(`${url}${path}`, { method, headers, signal, ...sent });
      return { status: response.status, body: (await response.json()) as Body };
    } catch {
      return null;
    }
  }
}

interface Claimed {
  readonly lease?: object & { readonly expires_at: string; readonly acknowledge_by: string | null };
}

const timesOf = ({ lease }: Claimed): number[] =>
  lease ? [lease.expires_at, lease.acknowledge_by ?? ''].map((at) => Date.parse(at) || 0) : [];

/** Without the times of the lease, which begin anew with each answer, and the advice that names them. */
const untimed = (body: Claimed): unknown =>
  body.lease
    ? { ...body, lease: { ...body.lease, expires_at: '', acknowledge_by: '' }, next_action: '' }
    : body;

/** A refusal has an id of its own each time. */
function isSame(first: Answer<unknown>, again: Answer<unknown>): boolean {
  if (first.status !== again.status) return false;
  if (first.status >= 400) return true;
  const [one, other] = [first.body as Claimed, again.body as Claimed];
  const before = timesOf(one);
  return (
    isDeepStrictEqual(untimed(one), untimed(other)) &&
    timesOf(other).every((at, index) => at >= (before[index] ?? 0))
  );
}

const text = (answer: Answer<unknown>): string => JSON.stringify(answer).slice(0, 400);
