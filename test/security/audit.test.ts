// Every change of who may do what leaves a row, in the commit of the change, without a secret; and what
// is only for persons stays with them.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { keyAuditOutput } from '../../src/contract/access.ts';
import type { EngineApi, SwitchRequest } from '../../src/engine/engine-api.ts';
import { localTenant } from '../../src/operations/principals.ts';
import type { RowWrite, WriteSet } from '../../src/store/store.ts';
import { appOrigin, jsonInit, type KeyWish, openApp, type TestApp } from '../support/app.ts';
import { chooseStore, storeNames } from '../support/stores.ts';
import { mcpCall, restCall } from './faces.ts';

type Entry = z.output<typeof keyAuditOutput>['entries'][number];

const tenant = 'tenant_audited';
const admin = 'person_admin000';

let app: TestApp;
let key = '';

const sets: WriteSet[] = [];
const switched: SwitchRequest[] = [];

/** What goes to the engine through any face. */
function recording(engine: EngineApi): EngineApi {
  const commit: EngineApi['commit'] = (written) => {
    sets.push(...written);
    return engine.commit(written);
  };
  const setSwitch: EngineApi['setSwitch'] = (request) => {
    switched.push(request);
    return engine.setSwitch(request);
  };
  const own: Partial<EngineApi> = { commit, setSwitch };
  const get = (_: object, name: keyof EngineApi) => own[name] ?? engine[name].bind(engine);
  return new Proxy(engine, { get } as ProxyHandler<EngineApi>);
}

beforeAll(async () => {
  app = await openApp({
    env: { PLANWRIGHT_MAX_AGENTS: '3' },
    wrap: (services) => ({ ...services, engine: recording(services.engine) }),
  });
  key = await app.makeKey({ tenant, kind: 'person', principal: admin });
});
afterAll(() => app.close());

async function call<Answer = Record<string, string>>(name: string, input: object, shown = key) {
  const answer = await restCall(app, name, input, shown);
  if (answer.code !== null) throw new Error(answer.text);
  return answer.body as Answer;
}

const entriesOf = async (shown = key): Promise<Entry[]> =>
  (await call<{ entries: Entry[] }>('key_audit', { limit: 200 }, shown)).entries;

/** What a change adds, by action and subject; rows of one commit have no order among themselves. */
async function added(change: () => Promise<unknown>, shown = key): Promise<Entry[]> {
  const before = new Set((await entriesOf(shown)).map((entry) => entry.entry_id));
  await change();
  const entries = (await entriesOf(shown)).filter((entry) => !before.has(entry.entry_id));
  return entries.toSorted((a, b) => (a.action < b.action ? -1 : 1));
}

const newKey = (wish: object, shown = key) =>
  call<{ key_id: string; key: string }>('key_create', wish, shown);

describe('the audit of access', () => {
  it('[AU2] has a key that is made and revoked, by whom, with what it may do', async () => {
    let id = '';
    const wish = { label: 'Reports', scopes: ['plan:read', 'run'], expires_in_days: 2 };
    const made = await added(async () => {
      id = (await newKey(wish)).key_id;
    });
    const by = { actor: admin, actor_kind: 'person', subject: id };
    expect(made).toMatchObject([{ ...by, action: 'key.created' }]);
    const { expires_at, principal_id, ...rest } = made[0]?.details ?? {};
    expect(rest).toEqual({ label: 'Reports', kind: 'service', scopes: ['plan:read', 'run'] });
    expect(Date.parse(String(expires_at))).toBeGreaterThan(Date.now() + 86_400_000);
    expect(principal_id).toMatch(/^service_/);
    expect(await added(() => call('key_revoke', { key_id: id }))).toMatchObject([
      { ...by, action: 'key.revoked' },
    ]);
    expect(await added(() => call('key_revoke', { key_id: id }))).toEqual([]);
  });

  it('[AU2] has the keys of agents that register, are removed, or make room for others', async () => {
    const ids: string[] = [];
    const register = async () => {
      ids.push((await call('agent_register', { name: `Agent ${ids.length}` })).agent_id ?? '');
    };
    const [made] = await added(register);
    expect(made).toMatchObject({ action: 'key.created', actor: admin });
    expect(made?.details).toMatchObject({ label: 'Agent 0', principal_id: ids[0] });
    const removed = await added(() => call('agent_remove', { agent_id: ids[0] }));
    expect(removed.map(({ action, subject }) => [action, subject])).toEqual([
      ['agent.removed', ids[0]],
      ['key.revoked', made?.subject],
    ]);
    expect(removed[0]?.details).toEqual({ name: 'Agent 0', why: 'asked' });
  });

  it('[AU2] has agents that lapsed and made room', async () => {
    const { reader, engine, now } = app.services;
    const seen_at = now() - 2 * 3_600_000;
    const base = {
      tenant,
      name: 'Old',
      role: '',
      capabilities: '[]',
      capacity: 0,
      created_at: 1,
      seen_at,
    };
    const puts = Array.from({ length: 30 }, (_, index) => ({
      table: 'agents' as const,
      put: { ...base, id: `agent_old0000${index}` },
    }));
    await engine.commit([{ rows: puts }]);
    const entries = await added(() => call('agent_register', { name: 'New' }));
    const removed = entries.filter(({ action }) => action === 'agent.removed');
    expect(removed.length).toBeGreaterThan(0);
    expect(new Set(removed.map(({ details }) => details.why))).toEqual(new Set(['lapsed']));
    expect(await reader.agentCount(tenant, 0)).toBeLessThan(32);
  });

  it('[AU2] has the kill switch, thrown and lifted, with its reason', async () => {
    const turn = (on: boolean) => call('admin_kill', { scope: 'tenant', on, reason: 'Smoke' });
    const about = { actor: admin, subject: `tenant:${tenant}`, details: { reason: 'Smoke' } };
    expect(await added(() => turn(true))).toMatchObject([{ ...about, action: 'switch.on' }]);
    expect(await added(() => turn(false))).toMatchObject([{ ...about, action: 'switch.off' }]);
  });

  it('[AU2] has a sign-in link when it is made and when it is used, and not the link', async () => {
    let ticket = '';
    const made = await added(async () => {
      const answer = await app.call('/session/ticket', { method: 'POST', key });
      ticket = ((await answer.json()) as { ticket: string }).ticket;
    });
    const subject = `key_${key.split('_')[1]}`;
    expect(made).toMatchObject([{ action: 'link.created', actor: admin, subject }]);
    const headers = { origin: appOrigin, 'sec-fetch-site': 'same-origin' };
    const bring = () => {
      const init = jsonInit({ ticket });
      return app.call('/session', { ...init, headers: { ...init.headers, ...headers } });
    };
    const used = await added(bring);
    expect(used).toMatchObject([{ action: 'link.used', actor: admin, subject }]);
    expect(await added(bring)).toEqual([]);
    const nonce = ticket.split('_')[4] ?? 'none';
    expect(JSON.stringify([made, used])).not.toContain(nonce);
  });

  it('[AU2] has no secret of any key', async () => {
    const { key: secret } = await newKey({ label: 'x', scopes: ['run'] });
    const { text } = await restCall(app, 'key_audit', { limit: 200 }, key);
    expect(text).toContain(secret.split('_')[1]);
    expect(text).not.toContain(secret.split('_')[2]);
    const row = await app.services.reader.key(`key_${secret.split('_')[1]}`);
    expect(text).not.toContain(row?.secret_hash);
  });

  it('[AU3] is paged, newest first, without a gap', async () => {
    for (let index = 0; index < 5; index += 1) await newKey({ label: 'x', scopes: ['run'] });
    const whole = (await entriesOf()).map((entry) => entry.entry_id);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const input: object = { limit: 2, ...(cursor === null ? {} : { cursor }) };
      const page: { entries: Entry[]; next_cursor: string | null } = await call('key_audit', input);
      expect(page.entries.length).toBeLessThanOrEqual(2);
      paged.push(...page.entries.map((entry) => entry.entry_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(whole);
    const times = (await entriesOf()).map((entry) => entry.at);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('[AU3] is of one tenant, and needs the scope admin', async () => {
    const other = await app.makeKey({ tenant: 'tenant_unrelated', kind: 'person' });
    expect(await entriesOf(other)).toEqual([]);
    const reader = await app.makeKey({ tenant, kind: 'person', scopes: ['plan:read'] });
    expect(await restCall(app, 'key_audit', {}, reader)).toMatchObject({ code: 'forbidden' });
    expect(await restCall(app, 'key_audit', {})).toMatchObject({ code: 'forbidden' });
  });

  it('[AU4] a list of keys says who made each, and for whom', async () => {
    const { key: maker, key_id } = await newKey({ label: 'Maker', scopes: ['admin', 'work'] });
    const { key_id: child } = await newKey({ label: 'Child', scopes: ['run'] }, maker);
    await call('agent_register', { name: 'Grace' }, maker);
    const { keys } = await call<{ keys: Record<string, string>[] }>('key_list', {});
    const principal = keys.find((one) => one.key_id === key_id)?.principal_id;
    expect(principal).toMatch(/^service_/);
    expect(keys.find((one) => one.key_id === key_id)).toMatchObject({ created_by: admin });
    for (const label of ['Child', 'Grace']) {
      expect(keys.find((one) => one.label === label)).toMatchObject({ created_by: principal });
    }
    await call('key_revoke', { key_id });
    expect(keys.map((one) => one.key_id)).toContain(child);
    expect(await restCall(app, 'key_create', { label: 'x', scopes: ['run'] }, maker)).toMatchObject(
      { status: 401 },
    );
  });

  it('[AU5] the list of keys is paged, newest first', async () => {
    const ids: string[] = [];
    for (const label of ['a', 'b', 'c'])
      ids.push((await newKey({ label, scopes: ['run'] })).key_id);
    const page = (input: object) =>
      call<{ keys: { key_id: string }[]; next_cursor: string | null }>('key_list', input);
    const [all, first] = [await page({ limit: 200 }), await page({ limit: 2 })];
    expect(all.next_cursor).toBeNull();
    const listed = all.keys.map((one) => one.key_id);
    expect(listed.slice(0, 3).toSorted()).toEqual(ids.toSorted());
    expect(listed).toEqual(listed.toSorted().toReversed());
    const second = await page({ limit: 2, cursor: first.next_cursor });
    const paged = [...first.keys, ...second.keys].map((one) => one.key_id);
    expect(paged).toEqual(listed.slice(0, 4));
  });
});

describe.each(['agent', 'service'] as const)('the key of an %s with every scope', (kind) => {
  const wish: KeyWish = { tenant, kind };

  it('[SE17] revokes no key of a person, and those of others', async () => {
    const shown = await app.makeKey(wish);
    const personKey = `key_${key.split('_')[1]}`;
    for (const face of [restCall, mcpCall]) {
      const answer = await face(app, 'key_revoke', { key_id: personKey }, shown);
      expect(answer).toMatchObject({ code: 'forbidden' });
    }
    expect(await app.services.reader.key(personKey)).toMatchObject({ revoked_at: 0 });
    const { key_id } = await newKey({ label: 'x', scopes: ['run'] });
    expect((await restCall(app, 'key_revoke', { key_id }, shown)).status).toBe(200);
  });

  it('[SE18] neither lifts nor takes over a switch that a person threw', async () => {
    const shown = await app.makeKey(wish);
    onTestFinished(async () => {
      await call('admin_kill', { scope: 'tenant', on: false });
    });
    await call('admin_kill', { scope: 'tenant', on: true });
    const ask = (on: boolean) => restCall(app, 'admin_kill', { scope: 'tenant', on }, shown);
    expect((await ask(true)).status).toBe(200);
    expect(await ask(false)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await app.services.reader.switches()).toMatchObject([{ by: admin }]);
    await call('admin_kill', { scope: 'tenant', on: false });
    expect((await ask(true)).status).toBe(200);
    expect((await ask(false)).status).toBe(200);
    expect(await app.services.reader.switches()).toEqual([]);
  });
});

describe('a key that expires', () => {
  it('[SE19] makes no key that outlives it, also not by registering an agent', async () => {
    const wish = { label: 'Soon', scopes: ['admin', 'work'] };
    const made = (await newKey({ ...wish, expires_in_days: 2 })) as unknown as Made;
    const children = [
      await newKey({ ...wish, label: 'Child' }, made.key),
      await newKey({ ...wish, label: 'Child', expires_in_days: 9 }, made.key),
    ] as unknown as Made[];
    expect(children.map((child) => child.expires_at)).toEqual([made.expires_at, made.expires_at]);
    const sooner = await newKey({ ...wish, expires_in_days: 1 }, made.key);
    expect(Date.parse((sooner as unknown as Made).expires_at)).toBeLessThan(
      Date.parse(made.expires_at),
    );
    const agent = await call('agent_register', { name: 'Heir' }, made.key);
    const { keys } = await call<{ keys: Record<string, string>[] }>('key_list', {});
    const ofAgent = keys.find((one) => one.principal_id === agent.agent_id);
    expect(ofAgent?.expires_at).toBe(made.expires_at);
    const lasting = (await newKey(wish)) as unknown as Made;
    expect(lasting.expires_at).toBeNull();
  });

  interface Made {
    readonly key: string;
    readonly expires_at: string;
  }
});

describe('tenants', () => {
  let local = '';
  beforeAll(async () => {
    local = await app.makeKey({ tenant: localTenant, kind: 'person', principal: 'person_first00' });
  });

  interface Made {
    readonly tenant_id: string;
    readonly key: string;
    readonly key_id: string;
  }
  const newTenant = (name: string) => call<Made>('tenant_create', { name }, local);

  it('[TN1] are made with the key of a first person, who may do everything in it', async () => {
    let made: Made | undefined;
    const entries = await added(async () => {
      made = await newTenant('Bakery Lyon');
    }, local);
    expect(entries).toMatchObject([
      { action: 'tenant.created', actor: 'person_first00', subject: made?.tenant_id },
    ]);
    const shown = made?.key ?? '';
    const { keys } = await call<{ keys: Record<string, unknown>[] }>('key_list', {}, shown);
    expect(keys).toMatchObject([{ key_id: made?.key_id, kind: 'person' }]);
    expect(keys[0]?.scopes).toEqual([
      'plan:read',
      'plan:reasoning',
      'plan:write',
      'run',
      'work',
      'approve',
      'admin',
    ]);
    const own = await newKey({ label: 'x', kind: 'person', scopes: ['approve'] }, shown);
    expect(own.key).toMatch(/^pw_/);
    const { tenants } = await call<{ tenants: object[] }>('tenant_list', {}, local);
    expect(tenants).toMatchObject([
      { tenant_id: localTenant, is_first: true },
      { tenant_id: made?.tenant_id, name: 'Bakery Lyon', created_by: 'person_first00' },
    ]);
  });

  it('[TN2] are made and listed by the first tenant alone, and made by a person', async () => {
    const { key: other } = await newTenant('Other admins');
    for (const face of [restCall, mcpCall]) {
      const refused = { code: 'forbidden' };
      expect(await face(app, 'tenant_create', { name: 'x' }, other)).toMatchObject(refused);
      expect(await face(app, 'tenant_list', {}, other)).toMatchObject(refused);
      for (const kind of ['agent', 'service'] as const) {
        const shown = await app.makeKey({ tenant: localTenant, kind });
        expect(await face(app, 'tenant_create', { name: 'x' }, shown)).toMatchObject(refused);
      }
      expect(await face(app, 'tenant_create', { name: 'x' })).toMatchObject(refused);
    }
  });

  it('[TN3] see nothing of each other, nor of who made them', async () => {
    const goal = 'Open a small bakery in Lyon with a budget of 60,000 EUR';
    const [one, two] = [await newTenant('Isolated one'), await newTenant('Isolated two')];
    const { plan_id } = await call('plan_create', { prompt: goal }, one.key);
    const { agent_id } = await call('agent_register', { name: 'Ada' }, one.key);
    const { purse_id } = await call('purse_create', { label: 'P', budget: { usd: 1 } }, one.key);
    const spare = await newKey({ label: 'Spare', scopes: ['run'] }, one.key);
    const lists = ['plan_list', 'agent_list', 'purse_list', 'key_list', 'key_audit', 'inbox_list'];
    const ids = [plan_id, agent_id, purse_id, spare.key_id, one.tenant_id, one.key_id];
    for (const shown of [two.key, local]) {
      for (const name of [...lists, 'execution_list', 'webhook_list', 'usage_list']) {
        const { text } = await restCall(app, name, {}, shown);
        // The first tenant knows the tenant and the key that it made.
        const foreign = shown === local ? ids.slice(0, 4) : ids;
        for (const id of foreign) expect(text).not.toContain(id);
      }
      const asks: [string, object, string][] = [
        ['plan_status', { plan_id }, 'PLAN_NOT_FOUND'],
        ['agent_remove', { agent_id }, 'agent_not_found'],
        ['purse_get', { purse_id }, 'purse_not_found'],
        ['key_revoke', { key_id: one.key_id }, 'key_not_found'],
        ['admin_kill', { scope: `agent:${agent_id}` }, 'agent_not_found'],
      ];
      for (const [name, input, code] of asks) {
        expect(await restCall(app, name, input, shown)).toMatchObject({ code });
      }
    }
    const { text } = await restCall(app, 'key_audit', {}, two.key);
    expect(text).not.toContain('person_first00');
    expect(text).toContain('server_admin');
  });

  it.each(storeNames)(
    '[TN4] have names of their own and are limited in number on %s',
    async (store) => {
      const { databaseUrl, drop } = await chooseStore(store);
      const at = databaseUrl === undefined ? {} : { databaseUrl };
      const few = await openApp({ ...at, env: { PLANWRIGHT_MAX_TENANTS: '2' } });
      onTestFinished(async () => {
        await few.close();
        await drop();
      });
      const shown = await few.makeKey({ tenant: localTenant, kind: 'person' });
      const ask = (name: string) => restCall(few, 'tenant_create', { name }, shown);
      const twins = await Promise.all([ask('Twin'), ask('twin ')]);
      expect(twins.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
      expect(await ask('FIRST tenant')).toMatchObject({ code: 'INVALID_ARGUMENTS' });
      for (const name of [
        '',
        ' ',
        'n'.repeat(101),
        'Twin\u200b',
        '\u001b[31mRed',
        'a\nb',
        '\ud800',
      ]) {
        expect(await ask(name)).toMatchObject({ status: 400 });
      }
      const many = await Promise.all(['A', 'B', 'C', 'D'].map(ask));
      expect(many.filter(({ status }) => status === 201)).toHaveLength(1);
      expect(await few.services.reader.tenants(9)).toHaveLength(2);
      expect(await ask('E')).toMatchObject({ code: 'limit_exceeded' });
    },
  );
});

/** A row that somebody's access hangs on; each needs one of the audit. */
const isOfAccess = (row: RowWrite): boolean =>
  row.table === 'keys' || row.table === 'tenants' || (row.table === 'agents' && 'remove' in row);
const isAudit = (row: RowWrite): boolean => row.table === 'audit';

it('[AU2] every change above has its row in the very commit that makes it', () => {
  const changes = sets.map(({ rows = [] }) => rows).filter((rows) => rows.some(isOfAccess));
  expect(changes.length).toBeGreaterThan(20);
  for (const rows of changes) {
    expect(rows.filter(isAudit)).toHaveLength(rows.filter(isOfAccess).length);
  }
  const tickets = sets.filter(({ require = [] }) =>
    require.some((one) => 'unique' in one && one.unique.startsWith('page-ticket:')),
  );
  expect(tickets.length).toBeGreaterThan(0);
  for (const { rows = [] } of tickets) expect(rows.filter(isAudit)).toHaveLength(1);
  expect(switched.length).toBeGreaterThan(2);
  for (const { also = [] } of switched) expect(also.filter(isAudit)).toHaveLength(1);
});
