import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeHttp, problemFault, sendJson } from '../test/sdk/fake-http.ts';
import { PlanwrightApiError } from './api-error.ts';
import { type ConnectionOptions, Transport } from './transport.ts';

let http: FakeHttp;
let url: string;

beforeEach(async () => {
  http = new FakeHttp((_call, response) => sendJson(response, 200, { fine: true }));
  url = await http.listen();
});
afterEach(() => http.close());

const fast = { firstMs: 1, maxMs: 2 };
const transport = (options: Partial<ConnectionOptions> = {}) =>
  new Transport({ url, retry: fast, ...options });

async function failureOf(promise: Promise<unknown>): Promise<PlanwrightApiError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PlanwrightApiError);
  return error as PlanwrightApiError;
}

describe('transport: answers', () => {
  it('[SD1] sends the key in a header and nowhere else', async () => {
    await transport({ key: 'pw_a_secret' }).send({ method: 'GET', path: '/x?a=1' });
    const [call] = http.calls;
    expect(call?.headers.authorization).toBe('Bearer pw_a_secret');
    expect(call?.query.toString()).toBe('a=1');
  });

  it('[SD2] turns a problem into an error with code, status, detail, retry class and id', async () => {
    http.spoil('/x', problemFault(404, 'PLAN_NOT_FOUND', 'never'));
    const error = await failureOf(transport().send({ method: 'GET', path: '/x' }));
    const { code, status, detail, retry, errorId } = error;
    expect({ code, status, detail, retry, errorId }).toEqual({
      code: 'PLAN_NOT_FOUND',
      status: 404,
      detail: 'PLAN_NOT_FOUND happened',
      retry: 'never',
      errorId: 'err_1',
    });
    expect(http.calls).toHaveLength(1);
  });

  it('[SD2] copes with errors that no Planwright wrote', async () => {
    http.spoil('/x', { kind: 'answer', status: 403, body: '<html>no</html>' });
    const error = await failureOf(transport().send({ method: 'GET', path: '/x' }));
    expect(error).toMatchObject({ code: 'http_403', retry: 'never', errorId: null });
  });

  it('[SD2] refuses an answer that is not JSON, and does not follow redirects', async () => {
    http.spoil('/x', { kind: 'answer', status: 200, body: 'hello' });
    http.spoil('/y', { kind: 'answer', status: 302, body: '', headers: { location: `${url}/z` } });
    const notJson = await failureOf(transport().send({ method: 'GET', path: '/x' }));
    const redirect = await failureOf(transport().send({ method: 'GET', path: '/y' }));
    expect(notJson.code).toBe('bad_answer');
    expect(redirect.status).toBe(302);
    expect(http.callsTo('/z')).toHaveLength(0);
  });

  it('[SD1] refuses addresses that are not HTTP or that hold credentials', () => {
    expect(() => new Transport({ url: 'ftp://host' })).toThrow(TypeError);
    expect(() => new Transport({ url: 'http://me:secret@host' })).toThrow(/credentials/);
    expect(new Transport({ url: 'http://host:1/base//' }).baseUrl).toBe('http://host:1/base');
  });
});

describe('transport: new tries', () => {
  it('[SD3] tries again after 503, 429 and a dropped connection, with one Idempotency-Key', async () => {
    http.spoil(
      '/x',
      problemFault(503, 'storage_busy', 'later'),
      problemFault(429, 'rate_limited', 'later'),
      { kind: 'drop' },
    );
    const answer = await transport().send({ method: 'POST', path: '/x', body: { a: 1 } });
    expect(answer).toEqual({ fine: true });
    const keys = new Set(http.calls.map((call) => call.headers['idempotency-key']));
    expect(http.calls).toHaveLength(4);
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('[SD3] waits as long as Retry-After says', async () => {
    http.spoil('/x', problemFault(429, 'rate_limited', 'later', { 'retry-after': '0.3' }));
    const startedMs = performance.now();
    await transport().send({ method: 'GET', path: '/x' });
    // Timers may fire up to a millisecond early.
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(298);
  });

  it('[SD3] gives up at once when it is asked to wait longer than it may', async () => {
    http.spoil('/x', problemFault(429, 'rate_limited', 'later', { 'retry-after': '3600' }));
    const error = await failureOf(transport().send({ method: 'GET', path: '/x' }));
    expect(error.retryAfterMs).toBe(3_600_000);
    expect(http.calls).toHaveLength(1);
  });

  it('[SD3] gives up after a bounded number of tries', async () => {
    const drops = Array.from({ length: 10 }, () => ({ kind: 'drop' }) as const);
    http.spoil('/x', ...drops);
    const client = transport({ retry: { ...fast, attempts: 3 } });
    const error = await failureOf(client.send({ method: 'GET', path: '/x' }));
    expect(error).toMatchObject({ code: 'unreachable', status: 0, retry: 'later' });
    expect(http.calls).toHaveLength(3);
  });

  it('[SD3] does not repeat an unanswered call that must not happen twice', async () => {
    http.spoil('/x', problemFault(503, 'storage_busy', 'later'), { kind: 'lose_answer' });
    const call = { method: 'POST', path: '/x', retryUnanswered: false } as const;
    expect((await failureOf(transport().send(call))).code).toBe('unreachable');
    expect(http.calls).toHaveLength(2);
  });

  it('[SD3] counts a silent server as one to try again', async () => {
    http.spoil('/x', { kind: 'silent' });
    const answer = await transport({ timeoutMs: 300.5 }).send({ method: 'GET', path: '/x' });
    expect(answer).toEqual({ fine: true });
    // A busy machine may be taken for a silent one, too.
    expect(http.calls.length).toBeGreaterThanOrEqual(2);
  });

  it('[SD3] stops at the caller’s abort, with the caller’s reason', async () => {
    const stop = new AbortController();
    http.spoil('/x', problemFault(503, 'stopping', 'later', { 'retry-after': '20' }));
    const call = transport().send({ method: 'GET', path: '/x', signal: stop.signal });
    const reason = new Error('enough');
    setTimeout(() => stop.abort(reason), 5);
    await expect(call).rejects.toBe(reason);
  });
});
