// What may come in, and what an answer looks like whatever came in.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromErrorWire, toErrorWire } from '../../src/base/errors.ts';
import { problem } from '../../src/contract/problem.ts';
import type { Services } from '../../src/operations/context.ts';
import { jsonInit, openApp, type TestApp } from '../support/app.ts';

const maxBytes = 1_048_576;

let app: TestApp;

beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

/** Checks the form of the problem and gives what the test looks at. */
async function refusalOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const text = await response.text();
  const parsed = problem.strict().parse(JSON.parse(text));
  expect(response.status).toBe(parsed.status);
  expect(parsed.type).toBe(`urn:planwright:error:${parsed.code}`);
  return { ...parsed, bytes: text.length };
}

const post = (
  body: string | ReadableStream<Uint8Array>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  app.call('/api/plans/generate', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

describe('bodies', () => {
  it('[AP1] one byte over the limit is too large; the limit itself is read', async () => {
    const ofSize = (size: number): string => {
      const empty = JSON.stringify({ prompt: '' });
      return JSON.stringify({ prompt: 'x'.repeat(size - empty.length) });
    };
    expect(await refusalOf(await post(ofSize(maxBytes + 1)))).toMatchObject({ code: 'too_large' });
    const atLimit = await refusalOf(await post(ofSize(maxBytes)));
    expect(atLimit).toMatchObject({ status: 400, code: 'INVALID_ARGUMENTS' });
  });

  it('[AP1] a stream without a length is cut at the limit', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536).fill(0x20));
      },
    });
    expect(await refusalOf(await post(endless))).toMatchObject({ status: 413, code: 'too_large' });
    expect(sent).toBeLessThan(maxBytes * 2);
  });

  it('[AP1] a length that lies is believed when it is too large', async () => {
    const response = await post('{}', { 'content-length': String(maxBytes + 1) });
    expect(await refusalOf(response)).toMatchObject({ status: 413 });
  });

  it.each([
    ['65 levels', nested(65)],
    ['100,000 levels', nested(100_000)],
    ['__proto__', '{"__proto__":{"prompt":"x"}}'],
    ['__proto__ deep inside', '{"prompt":"x","a":[{"b":{"__proto__":1}}]}'],
    ['half a body', '{"prompt":'],
    ['an array', '[]'],
    ['null', 'null'],
    ['a string', '"x"'],
    ['NaN', '{"prompt":NaN}'],
  ])('[AP2] %s is 400', async (_name, body) => {
    expect(await refusalOf(await post(body))).toMatchObject({
      status: 400,
      code: 'INVALID_ARGUMENTS',
    });
  });

  it.each([
    ['a name twice', '{"prompt":"x","prompt":"y"}'],
    ['a name twice deep inside', '{"prompt":"x","a":[{"b":1,"b":2}]}'],
    ['1e999', '{"prompt":"x","a":1e999}'],
    ['an integer that loses digits', '{"prompt":"x","a":12345678901234567890}'],
    ['NUL', '{"prompt":"x\\u0000y"}'],
    ['invalid UTF-8', Buffer.from('{"prompt":"\xff"}', 'latin1')],
  ])('[AP14] %s is 400 over REST and MCP', async (_name, body) => {
    const refusal = await refusalOf(await post(body as string));
    expect(refusal).toMatchObject({ status: 400, code: 'INVALID_ARGUMENTS' });
    const rpc = await app.call('/mcp', {
      method: 'POST',
      body: body as string,
      headers: { 'content-type': 'application/json' },
    });
    const { error } = (await rpc.json()) as { error: { message: string } };
    expect([rpc.status, error.message]).toEqual([400, refusal.detail]);
  });

  it('[AP14] what is kept is what was sent, to the last digit', async () => {
    const numbers = '{"exact":9007199254740991,"wide":6.022e+23,"small":0.1}';
    const plan = `{"title":"Moss","phases":[{"phase_id":"phase_1","name":"All","tasks":[{"task_id":"task_1","title":"Look"}]}]}`;
    const made = await app.call('/api/plans/import', {
      ...jsonInit({}),
      body: `{"plan":${plan}}`,
    });
    const { plan_id } = (await made.json()) as { plan_id: string };
    const run = await app.call('/api/executions', jsonInit({ plan_id }));
    const { execution_id } = (await run.json()) as { execution_id: string };
    const claimed = await app.call('/api/work/claim', jsonInit({ execution_id }));
    const { lease, step } = (await claimed.json()) as {
      lease: { token: string };
      step: { step_id: string };
    };
    const done = await app.call('/api/work/complete', {
      ...jsonInit({}),
      body: `{"lease_token":"${lease.token}","output":${numbers}}`,
    });
    expect(done.status).toBe(200);
    const steps = await app.services.reader.steps(execution_id);
    const output = steps.find((row) => row.step === step.step_id)?.output ?? '';
    const kept = await app.services.reader.content(output);
    expect(Buffer.from(kept?.bytes ?? []).toString()).toContain('9007199254740991');
    expect(JSON.parse(Buffer.from(kept?.bytes ?? []).toString())).toEqual(JSON.parse(numbers));
  });

  it('[AP2] 64 levels are read', async () => {
    const { detail } = await refusalOf(await post(nested(64)));
    expect(detail).toContain('a');
    expect(detail).not.toContain('nested');
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''])(
    '[AP3] content type %j is 415',
    async (type) => {
      const response = await post('{"prompt":"x"}', { 'content-type': type });
      expect(await refusalOf(response)).toMatchObject({ code: 'unsupported_media_type' });
    },
  );
});

describe('inputs', () => {
  it('[AP4] unknown fields are named', async () => {
    const { detail } = await refusalOf(await post('{"prompt":"x","promt":"y","modle":"z"}'));
    expect(detail).toContain('promt');
    expect(detail).toContain('modle');
  });

  it('[AP4] the answer to a huge bad input is small', async () => {
    const body = JSON.stringify({ ['k'.repeat(500_000)]: 1, prompt: 5 });
    expect((await refusalOf(await post(body))).bytes).toBeLessThan(10_000);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`field_${n}`, n]));
    expect((await refusalOf(await post(JSON.stringify(many)))).bytes).toBeLessThan(10_000);
  });

  it.each([
    'limit=0',
    'limit=51',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=1e999',
    'limit=',
    'limit=1&limit=2',
    'state=ready',
    'state[]=completed',
    '__proto__=1',
    'constructor=1',
    'nope=1',
    `cursor=${'x'.repeat(201)}`,
  ])('[AP5] GET /api/plans?%s is 400', async (query) => {
    const refusal = await refusalOf(await app.call(`/api/plans?${query}`));
    expect(refusal).toMatchObject({ status: 400, code: 'INVALID_ARGUMENTS' });
  });

  it.each(['%00', '%ff', '%ud800', 'a%00b', '%2e%2e%2f'])(
    '[AP5] the cursor %s is no failure of ours',
    async (cursor) => {
      const response = await app.call(`/api/plans?cursor=${cursor}`);
      expect(response.status).toBeLessThan(500);
    },
  );

  it.each([
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e/%2e%2e/etc/passwd',
    '....//....//etc/passwd',
    '%00',
    'plan.json%00.md',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    '..%5c..%5cwindows',
  ])('[AP6] %s leads nowhere', async (path) => {
    for (const base of ['/api/plans/plan_00000000/files/', '/assets/', '/']) {
      const response = await app.call(`${base}${path}`);
      expect([400, 404]).toContain(response.status);
      expect(await response.text()).not.toContain('root:');
    }
  });

  it('[AP6] the address wins over the body', async () => {
    const ids = { execution_id: 'exec_11111111' };
    const body = jsonInit({ ...ids, event_type: 'heartbeat' });
    const response = await app.call('/api/executions/exec_00000000/events', body);
    expect(await refusalOf(response)).toMatchObject({ code: 'execution_not_found' });
  });
});

describe('methods', () => {
  const namesOf = ({ headers }: Response) => headers.get('allow')?.split(', ').sort();

  it.each([
    ['POST', '/health', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/plans', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/plans/plan_00000000', 'GET, DELETE, HEAD, OPTIONS'],
    ['PATCH', '/api/plans/plan_00000000/files/a/b.md', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/work/claim', 'POST, OPTIONS'],
    ['GET', '/api/agents/register', 'POST, OPTIONS'],
    ['PUT', '/api/executions', 'POST, GET, HEAD, OPTIONS'],
    ['POST', '/api/keys/key_00000000', 'DELETE, OPTIONS'],
    ['POST', '/', 'GET, HEAD, OPTIONS'],
  ])('[AP7] %s %s is 405 and names what is allowed', async (method, path, allow) => {
    const response = await app.call(path, { method });
    expect(namesOf(response)).toEqual(allow.split(', ').sort());
    const refusal = await refusalOf(response);
    expect(refusal).toMatchObject({ status: 405, code: 'method_not_allowed' });
  });

  it('[AP7] OPTIONS tells the methods and opens nothing to other origins', async () => {
    const response = await app.call('/api/executions', { method: 'OPTIONS' });
    expect(response.status).toBe(204);
    expect(response.headers.get('allow')).toBe('POST, GET, HEAD, OPTIONS');
    expect([...response.headers.keys()].join()).not.toContain('access-control');
    expect((await app.call('/nowhere', { method: 'OPTIONS' })).status).toBe(404);
  });

  it.each(['/health', '/api/plans', '/docs', '/'])(
    '[AP7] HEAD %s is GET without a body',
    async (path) => {
      const response = await app.call(path, { method: 'HEAD' });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe('');
    },
  );

  it.each(['GET', 'DELETE', 'PUT'])('[AP7] %s /mcp is 405', async (method) => {
    const response = await app.call('/mcp', { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain('POST');
  });
});

const answers: readonly (readonly [string, string, RequestInit, number])[] = [
  ['a page', '/', {}, 200],
  ['the docs', '/docs', {}, 200],
  ['JSON', '/api/plans', {}, 200],
  ['an empty answer', '/api/plans', { method: 'OPTIONS' }, 204],
  ['a problem', '/api/plans?nope=1', {}, 400],
  ['nothing', '/nowhere', {}, 404],
  ['a wrong method', '/health', { method: 'POST' }, 405],
  ['MCP', '/mcp', { method: 'GET' }, 405],
  ['a refused host', '/', { headers: { host: 'evil.example' } }, 403],
];

describe('answers', () => {
  it.each(answers)('[AP8] %s has the security headers', async (_name, path, init, status) => {
    const response = await app.call(path, init);
    expect(response.status).toBe(status);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  it('[AP9] the rate is told with every answer, and over it is 429 with Retry-After', async () => {
    // Its clock stands: a request comes back every 20 seconds.
    const nowMs = Date.now();
    const wrap = (services: Services): Services => ({ ...services, now: () => nowMs });
    const slow = await openApp({ ratePerMinute: 3, wrap });
    const left: (string | null)[] = [];
    for (const path of ['/api/plans', '/api/agents', '/api/plans/nope']) {
      left.push((await slow.call(path)).headers.get('ratelimit-remaining'));
    }
    expect(left).toEqual(['2', '1', '0']);
    for (const path of ['/api/plans', '/api/executions']) {
      const response = await slow.call(path);
      expect(await refusalOf(response)).toMatchObject({ status: 429, code: 'rate_limited' });
      expect(response.headers.get('ratelimit-limit')).toBe('3');
      expect(Number(response.headers.get('ratelimit-reset'))).toBeGreaterThan(40);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(10);
      expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(20);
    }
    const overMcp = await slow.call('/mcp', jsonInit({}));
    expect(overMcp.status).toBe(429);
    expect(Number(overMcp.headers.get('retry-after'))).toBeGreaterThan(10);
    const other = await slow.makeKey({ tenant: 'tenant_other' });
    expect((await slow.call('/api/plans', { key: other })).status).toBe(200);
    await slow.close();
  });

  it('[AP10] a failure of ours shows an error id and nothing else', async () => {
    const secret = 'password=hunter2 at /var/lib/db';
    const failures = [
      new Error(secret),
      fromErrorWire(toErrorWire(new Error(secret))),
      Object.assign(new TypeError(secret), { code: 'SQLITE_ERROR' }),
    ];
    for (const failure of failures) {
      const broken = await openApp({
        wrap: (services) => ({
          ...services,
          reader: Object.assign(Object.create(services.reader) as typeof services.reader, {
            agents: () => Promise.reject(failure),
          }),
        }),
      });
      const response = await broken.call('/api/agents');
      const refusal = await refusalOf(response);
      expect(refusal).toMatchObject({ status: 500, code: 'INTERNAL_ERROR' });
      expect(JSON.stringify(refusal)).not.toContain('hunter2');
      expect(broken.errors).toEqual([{ error: failure, errorId: refusal.error_id }]);
      await broken.close();
    }
  });

  it('[AP10] [DG23] a mistake of the caller is a line at debug with its error_id', async () => {
    const quiet = await openApp();
    const calls: [string, RequestInit, object][] = [
      ['/api/plans/plan_secret00', {}, { code: 'PLAN_NOT_FOUND', operation: 'plan_get' }],
      ['/api/plans?limit=0', {}, { code: 'INVALID_ARGUMENTS', operation: 'plan_list' }],
      ['/api/plans', { method: 'PATCH' }, { code: 'method_not_allowed', operation: 'page' }],
      ['/api/secret', {}, { code: 'not_found', operation: 'none' }],
      ['/mcp/secret', { method: 'POST' }, { code: 'not_found', operation: 'mcp' }],
    ];
    for (const [path, init, refusal] of calls) {
      const response = await quiet.call(path, init);
      const text = await response.text();
      expect(quiet.refusals.at(-1), path).toMatchObject({ ...refusal, status: response.status });
      expect(text).toContain(`"${quiet.refusals.at(-1)?.error_id}"`);
    }
    expect(quiet.refusals).toHaveLength(calls.length);
    expect(JSON.stringify(quiet.refusals)).not.toContain('secret');
    expect(quiet.errors).toEqual([]);
    await quiet.close();
  });
});
