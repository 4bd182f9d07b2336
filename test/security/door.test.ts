// Who gets in: bad keys on public addresses, callers on this machine, other hosts and other pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problem } from '../../src/contract/problem.ts';
import { jsonInit, openApp, requestOf, type TestApp } from '../support/app.ts';
import { mcpCall, restCall } from './faces.ts';

const publicPaths = ['/', '/health', '/docs', '/docs.css', '/openapi.json', '/nothing-here'];
const goal = 'Organize a reading evening for forty guests in Leipzig';

let local: TestApp;
let closed: TestApp;

beforeAll(async () => {
  local = await openApp();
  closed = await openApp({ allowsLocal: false });
});
afterAll(async () => {
  await local.close();
  await closed.close();
});

async function refusalOf(response: Response): Promise<{ status: number; code: string }> {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const { status, code } = problem.parse(await response.json());
  expect(response.status).toBe(status);
  return { status, code };
}

const unauthorized = { status: 401, code: 'unauthorized' };
const forbidden = { status: 403, code: 'forbidden' };

describe('keys at the door', () => {
  it.each([...publicPaths, '/api/nothing-here'])('[SE7] %s refuses a bad key', async (path) => {
    const revoked = await local.makeKey({ tenant: 'tenant_local', state: 'revoked' });
    const good = await local.makeKey({ tenant: 'tenant_local' });
    const wrongSecret = `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`;
    for (const key of [revoked, wrongSecret, 'nonsense', 'pw_aaaaaaaa_bbbb']) {
      expect(await refusalOf(await local.call(path, { key }))).toEqual(unauthorized);
    }
    expect((await local.call(path, { key: good })).status).not.toBe(401);
  });

  it.each([
    { authorization: 'Bearer' },
    { authorization: 'Basic dXNlcjpwYXNz' },
    { 'x-api-key': 'nonsense' },
  ])('[SE7] half a credential is a bad one: %o', async (headers) => {
    const response = await local.call('/api/plans', { headers });
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await refusalOf(response)).toEqual(unauthorized);
  });

  it('[SE7] a key may also come as x-api-key', async () => {
    const key = await closed.makeKey({ tenant: 'tenant_a', scopes: ['plan:read'] });
    const response = await closed.call('/api/plans', { headers: { 'x-api-key': key } });
    expect(response.status).toBe(200);
  });

  it('[SE7] a refused MCP caller is told how to show a key', async () => {
    const response = await closed.call('/mcp', jsonInit({}));
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });

  it('[SE8] a key that is revoked stops working at once', async () => {
    const admin = await closed.makeKey({ tenant: 'tenant_a' });
    const made = await restCall(closed, 'key_create', { label: 'x', scopes: ['plan:read'] }, admin);
    const { key, key_id } = made.body as { key: string; key_id: string };
    expect((await restCall(closed, 'plan_list', {}, key)).status).toBe(200);
    await restCall(closed, 'key_revoke', { key_id }, admin);
    expect((await restCall(closed, 'plan_list', {}, key)).status).toBe(401);
    expect((await mcpCall(closed, 'plan_list', {}, key)).status).toBe(401);
  });

  it('[SE15] an agent gets no scope that whoever registers it does not have', async () => {
    const worker = await closed.makeKey({ tenant: 'tenant_w', scopes: ['work'] });
    const made = await restCall(closed, 'agent_register', { name: 'Ada' }, worker);
    const { key } = made.body as { key: string };
    expect((await restCall(closed, 'work_claim', {}, key)).status).toBe(200);
    expect((await restCall(closed, 'plan_list', {}, key)).status).toBe(403);
    const loud = { name: 'Bo', capabilities: [{ action: 'x', params: { y: 'z'.repeat(20_000) } }] };
    expect((await restCall(closed, 'agent_register', loud, worker)).status).toBe(422);
  });

  it('[SE8] a list of keys holds no secret', async () => {
    const admin = await closed.makeKey({ tenant: 'tenant_b' });
    const { text } = await restCall(closed, 'key_list', {}, admin);
    expect(text).toContain(admin.split('_')[1]);
    expect(text).not.toContain(admin.split('_')[2]);
    expect(text).not.toContain('secret');
  });
});

describe('callers on this machine', () => {
  it('[SE9] without a key they may plan, run and work', async () => {
    expect((await restCall(local, 'plan_create', { prompt: goal })).status).toBe(202);
    expect((await restCall(local, 'agent_register', { name: 'Ada' })).status).toBe(201);
    expect((await restCall(local, 'work_claim', {})).status).toBe(200);
  });

  it.each([
    { forwarded: 'for=203.0.113.7' },
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-host': 'plans.example' },
    { 'X-Forwarded-Proto': 'https' },
    { 'x-real-ip': '203.0.113.7' },
    { via: '1.1 proxy' },
    { host: 'plans.example' },
    { host: 'plans.example:4600' },
  ])('[SE9] who comes through a proxy or by another name needs a key: %o', async (headers) => {
    const app = await openApp({ env: { PLANWRIGHT_ALLOWED_HOSTS: 'plans.example' } });
    const key = await app.makeKey({ tenant: 'tenant_local' });
    const shown = { ...headers, authorization: `Bearer ${key}` };
    const asked = await app.fetch(requestOf('/api/plans', { headers }));
    const overMcp = await app.fetch(requestOf('/mcp', { ...jsonInit({}), headers }));
    const answered = await app.fetch(requestOf('/api/plans', { headers: shown }));
    const health = await app.fetch(requestOf('/health', { headers }));
    await app.close();
    expect(await refusalOf(asked)).toEqual(unauthorized);
    expect(overMcp.status).toBe(401);
    expect([answered.status, health.status]).toEqual([200, 200]);
  });

  it.each(['key_create', 'key_list', 'key_revoke'])('[SE9] %s is not theirs', async (name) => {
    const inputs: Record<string, object> = {
      key_create: { label: 'x', scopes: ['admin'] },
      key_revoke: { key_id: 'key_00000000' },
    };
    const input = inputs[name] ?? {};
    expect(await restCall(local, name, input)).toMatchObject(forbidden);
    expect(await mcpCall(local, name, input)).toMatchObject({ status: 200, code: 'forbidden' });
  });

  it('[SE10] only a person may take a person’s work', async () => {
    const claim = { kinds: ['human'], wait_seconds: 0 };
    const person = await local.makeKey({ tenant: 'tenant_local', kind: 'person' });
    for (const kind of ['agent', 'service'] as const) {
      const key = await local.makeKey({ tenant: 'tenant_local', kind });
      expect(await restCall(local, 'work_claim', claim, key)).toMatchObject(forbidden);
    }
    expect(await restCall(local, 'work_claim', claim)).toMatchObject(forbidden);
    expect(await restCall(local, 'work_claim', claim, person)).toMatchObject({ status: 200 });
  });

  it.each(['agent', 'service'] as const)(
    '[SE17] the key of an %s makes no key of a person and grants no approve',
    async (kind) => {
      const admin = await local.makeKey({ tenant: 'tenant_local', kind });
      for (const call of [restCall, mcpCall]) {
        for (const scopes of [['approve'], ['plan:read'], ['admin']]) {
          const wish = { label: 'x', kind: 'person', scopes };
          expect(await call(local, 'key_create', wish, admin)).toMatchObject({ code: 'forbidden' });
        }
      }
      const keys = await local.services.reader.keys('tenant_local');
      expect(keys.filter((key) => key.label === 'x' && key.kind === 'person')).toEqual([]);
      const service = { label: 'y', kind: 'service', scopes: ['admin', 'run'] };
      expect((await restCall(local, 'key_create', service, admin)).status).toBe(201);
    },
  );

  it('[SE10] only a person’s key can have the scope approve', async () => {
    const admin = await local.makeKey({ tenant: 'tenant_local', kind: 'person' });
    const wish = { label: 'x', scopes: ['approve'] };
    const asService = await restCall(local, 'key_create', { ...wish, kind: 'service' }, admin);
    expect(asService).toMatchObject({ status: 400, code: 'INVALID_ARGUMENTS' });
    const asPerson = await restCall(local, 'key_create', { ...wish, kind: 'person' }, admin);
    expect(asPerson.status).toBe(201);
  });
});

describe('other hosts and other pages', () => {
  const withHeaders = (path: string, headers: Record<string, string>, init: RequestInit = {}) =>
    local.fetch(requestOf(path, { ...init, headers: { ...headers } }));

  it.each([
    'evil.example',
    'evil.example:4600',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '',
  ])('[SE11] Host %j is not ours', async (host) => {
    for (const path of ['/', '/health', '/api/plans', '/mcp', '/docs']) {
      expect(await refusalOf(await withHeaders(path, { host }))).toEqual(forbidden);
    }
  });

  it.each(['localhost', 'LOCALHOST:4600', '127.0.0.1:80', '[::1]:4600'])(
    '[SE11] Host %s is ours',
    async (host) => {
      expect((await withHeaders('/api/plans', { host })).status).toBe(200);
    },
  );

  it('[SE11] a host is added by the setting', async () => {
    const app = await openApp({ env: { PLANWRIGHT_ALLOWED_HOSTS: 'plans.example' } });
    const response = await app.fetch(requestOf('/health', { headers: { host: 'plans.example' } }));
    await app.close();
    expect(response.status).toBe(200);
  });

  it.each([
    'https://evil.example',
    'http://localhost:1',
    'http://127.0.0.1:9999',
    'null',
    'file://',
    'not an origin',
  ])('[SE12] a page of %s may not call', async (origin) => {
    const host = '127.0.0.1:4600';
    for (const path of ['/api/plans', '/health', '/mcp']) {
      expect(await refusalOf(await withHeaders(path, { host, origin }))).toEqual(forbidden);
    }
    const create = { ...jsonInit({ prompt: goal }) };
    const headers = { ...(create.headers as Record<string, string>), host, origin };
    const response = await local.fetch(requestOf('/api/plans/generate', { ...create, headers }));
    expect(response.status).toBe(403);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  it('[SE12] a page of our name with another scheme may not', async () => {
    const host = '127.0.0.1:4600';
    for (const path of ['/api/plans', '/health', '/mcp']) {
      const asked = await withHeaders(path, { host, origin: `https://${host}` });
      expect(await refusalOf(asked)).toEqual(forbidden);
    }
  });

  it.each([
    [{ PLANWRIGHT_PUBLIC_URL: 'https://plans.example' }, {}, 'https://plans.example', 200],
    [{ PLANWRIGHT_PUBLIC_URL: 'https://plans.example' }, {}, 'http://plans.example', 403],
    [{ PLANWRIGHT_PUBLIC_URL: 'https://plans.example' }, {}, 'https://plans.example:8443', 403],
    [{}, { 'x-forwarded-proto': 'https' }, 'https://plans.example', 200],
    [{}, { 'x-forwarded-proto': 'https, http' }, 'https://plans.example', 200],
    [{}, { forwarded: 'for=203.0.113.7;proto=https' }, 'https://plans.example', 200],
    [{}, { 'x-forwarded-proto': 'https' }, 'http://plans.example', 403],
    [{}, {}, 'https://plans.example', 403],
    [{}, {}, 'http://plans.example', 200],
  ] as const)(
    '[SE12] behind a proxy the scheme is its: %j %j %s is %d',
    async (env, more, origin, status) => {
      const app = await openApp({ env: { PLANWRIGHT_ALLOWED_HOSTS: 'plans.example', ...env } });
      const headers = { host: 'plans.example', origin, ...more };
      const answer = await app.fetch(requestOf('/health', { headers }));
      await app.close();
      expect(answer.status).toBe(status);
    },
  );

  it('[SE16] a call of another site with cookies is refused on every address', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site', cookie: 'theme=dark' };
    for (const path of ['/', '/health', '/api/plans', '/mcp', '/session', '/docs']) {
      expect(await refusalOf(await withHeaders(path, crossSite))).toEqual(forbidden);
    }
    const toApi = { ...crossSite, 'sec-fetch-mode': 'navigate' };
    for (const path of ['/api/plans', '/api', '/mcp', '/mcp/all', '/session']) {
      expect(await refusalOf(await withHeaders(path, toApi))).toEqual(forbidden);
    }
    const create = jsonInit({ prompt: goal });
    const headers = { ...(create.headers as Record<string, string>), ...toApi };
    const posted = await local.fetch(requestOf('/', { ...create, headers }));
    expect(await refusalOf(posted)).toEqual(forbidden);
  });

  it('[SE16] a link on another site still leads to the page, and our own page has its cookies', async () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', cookie: 'a=b' };
    expect((await withHeaders('/', link)).status).toBe(200);
    const own = { 'sec-fetch-site': 'same-origin', cookie: 'a=b' };
    expect((await withHeaders('/api/plans', own)).status).toBe(200);
    const without = { 'sec-fetch-site': 'cross-site' };
    expect((await withHeaders('/health', without)).status).toBe(200);
  });

  it('[SE12] our own page may', async () => {
    const own = { host: '127.0.0.1:4600', origin: 'http://127.0.0.1:4600' };
    expect((await withHeaders('/api/plans', own)).status).toBe(200);
  });
});
