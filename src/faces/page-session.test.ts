// The one-time link and the cookie: who gets in, for how long, and who does not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appOrigin, openApp, type TestApp } from '../../test/support/app.ts';
import { localTenant } from '../operations/principals.ts';

let app: TestApp;
let nowMs = 0;
let key = '';

beforeAll(async () => {
  app = await openApp({
    allowedHosts: ['127.0.0.1', 'localhost'],
    wrap: (services) => ({ ...services, now: () => services.now() + nowMs }),
  });
  key = await app.makeKey({ tenant: localTenant, kind: 'person', principal: 'person_page00' });
});
afterAll(() => app.close());

type Headers = Readonly<Record<string, string>>;

const own: Headers = { origin: appOrigin, 'sec-fetch-site': 'same-origin' };

async function newTicket(shown = key): Promise<string> {
  const answer = await app.call('/session/ticket', { method: 'POST', key: shown });
  return ((await answer.json()) as { ticket?: string }).ticket ?? '';
}

const bring = (ticket: string, headers: Headers = own) =>
  app.call('/session', {
    method: 'POST',
    body: JSON.stringify({ ticket }),
    headers: { 'content-type': 'application/json', ...headers },
  });

interface Session {
  readonly cookie: string;
  readonly page: string;
}

async function signIn(shown = key): Promise<Session> {
  const answer = await bring(await newTicket(shown));
  const { page_token: page } = (await answer.json()) as { page_token: string };
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie, page };
}

/** What only a person with the scope admin may do, and changes nothing. */
const administer = (headers: Headers) =>
  app.call('/api/admin/kill', {
    method: 'POST',
    body: JSON.stringify({ scope: 'agent:agent_00000000', on: false }),
    headers: { 'content-type': 'application/json', ...headers },
  });

const whoIs = async (headers: Headers): Promise<string | null> => {
  const answer = await app.call('/session', { headers });
  return ((await answer.json()) as { person: { id: string } | null }).person?.id ?? null;
};

describe('the one-time link', () => {
  it('[UI13] is made for the key of a person and for nobody else', async () => {
    const ofAgent = await app.makeKey({ tenant: localTenant, kind: 'agent' });
    for (const shown of [undefined, ofAgent]) {
      const init = shown === undefined ? {} : { key: shown };
      const refused = await app.call('/session/ticket', { method: 'POST', ...init });
      expect(refused.status).toBe(403);
    }
    expect(await newTicket()).toMatch(/^pw_ticket_/);
  });

  it('[UI13] works once, also when it is brought twice at a time', async () => {
    const ticket = await newTicket();
    const both = await Promise.all([bring(ticket), bring(ticket)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const late = await bring(ticket);
    expect(late.status).toBe(401);
    expect(await late.text()).not.toContain(ticket);
  });

  it('[UI13] is worth nothing after five minutes, forged, or at another server', async () => {
    const [old, other, forged] = [await newTicket(), await newTicket(), await newTicket()];
    expect((await bring(`${forged.slice(0, -1)}${forged.endsWith('0') ? '1' : '0'}`)).status).toBe(
      401,
    );
    const elsewhere = { host: 'localhost', origin: 'http://localhost' };
    expect((await bring(other, { ...own, ...elsewhere })).status).toBe(401);
    nowMs = 5 * 60_000;
    expect((await bring(old)).status).toBe(401);
    nowMs = 0;
    for (const nonsense of ['', 'pw_ticket_', 'x'.repeat(900)]) {
      expect((await bring(nonsense)).status).toBe(401);
    }
  });

  it('[UI13] is brought by our own page alone, as JSON', async () => {
    const ticket = await newTicket();
    const foreign = [
      { origin: 'http://127.0.0.1:3000' },
      { 'sec-fetch-site': 'same-site', origin: appOrigin },
      { 'sec-fetch-site': 'none', origin: appOrigin },
      {},
    ];
    for (const headers of foreign) {
      expect([401, 403]).toContain((await bring(ticket, headers)).status);
    }
    const form = { ...own, 'content-type': 'text/plain' };
    expect((await bring(ticket, form)).status).toBe(415);
    expect((await bring(ticket)).status).toBe(200);
  });
});

describe('the cookie', () => {
  it('[UI14] is for no script and no other site', async () => {
    const answer = await bring(await newTicket());
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^planwright_page=pw_page_\w+; Path=\/; HttpOnly; SameSite=Strict; /);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { page_token } = (await answer.json()) as { page_token: string };
    expect(cookie).not.toContain(page_token);
  });

  it('[UI14] reads alone, and writes only with the half that the page keeps', async () => {
    const { cookie, page } = await signIn();
    expect(await whoIs({ cookie })).toBe('person_page00');
    expect((await administer({ ...own, cookie })).status).toBe(403);
    expect(
      (await administer({ ...own, cookie, 'x-planwright-page': 'ab'.repeat(32) })).status,
    ).toBe(403);
    const { status } = await administer({ ...own, cookie, 'x-planwright-page': page });
    expect(status).not.toBe(403);
    expect((await administer({ ...own, 'x-planwright-page': page })).status).toBe(403);
  });

  it('[UI14] does not count from another site, port or name, nor through a proxy', async () => {
    const { cookie, page } = await signIn();
    const whole = { ...own, cookie, 'x-planwright-page': page };
    const bad: Headers[] = [
      { ...whole, 'sec-fetch-site': 'same-site' },
      { ...whole, 'sec-fetch-site': 'cross-site' },
      { ...whole, origin: 'http://127.0.0.1:3000' },
      { ...whole, host: 'localhost', origin: 'http://localhost' },
      { ...whole, 'x-forwarded-for': '10.0.0.1' },
    ];
    for (const headers of bad) expect([401, 403]).toContain((await administer(headers)).status);
    expect(await whoIs({ cookie, via: '1.1 proxy' })).toBeNull();
  });

  it('[UI14] is over with its time, with its key, and when it is signed out', async () => {
    const other = await app.makeKey({ tenant: localTenant, kind: 'person' });
    const { cookie } = await signIn(other);
    nowMs = 12 * 3_600_000;
    expect(await whoIs({ cookie })).toBeNull();
    nowMs = 0;
    expect(await whoIs({ cookie })).not.toBeNull();
    const row = await app.services.reader.key(`key_${other.split('_')[1]}`);
    if (!row) throw new Error('no key');
    const revoked = { ...row, revoked_at: app.services.now() };
    await app.services.engine.commit([{ rows: [{ table: 'keys', put: revoked }] }]);
    expect(await whoIs({ cookie })).toBeNull();
    const out = await app.call('/session', { method: 'DELETE', headers: own });
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
  });

  it('[UI14] is not taken where others can reach the server', async () => {
    const open = await openApp({ allowsLocal: false, allowedHosts: ['127.0.0.1'] });
    try {
      const person = await open.makeKey({ tenant: localTenant, kind: 'person' });
      const ticket = await open.call('/session/ticket', { method: 'POST', key: person });
      expect(ticket.status).toBe(403);
      const { cookie, page } = await signIn();
      const headers = { ...own, cookie, 'x-planwright-page': page };
      expect((await open.call('/api/plans', { headers })).status).toBe(401);
    } finally {
      await open.close();
    }
  });

  it('[UI14] is not taken for MCP', async () => {
    const { cookie, page } = await signIn();
    const answer = await app.call('/mcp/all', {
      method: 'POST',
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'key_list', arguments: {} },
      }),
      headers: {
        ...own,
        ...{ cookie, 'x-planwright-page': page, 'content-type': 'application/json' },
        ...{ accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' },
      },
    });
    expect(await answer.text()).toContain('forbidden');
  });
});
