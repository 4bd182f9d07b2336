// Registering over and over, lapsing, removing: no number of registrations blocks an agent for ever.
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { restCall } from '../../test/security/faces.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { type Bakery, openBakery, tenant } from '../../test/support/execution.ts';
import { agentLapseMs } from './agents.ts';

let bakery: Bakery;

interface Listed {
  readonly agent_id: string;
  readonly is_live: boolean;
}

beforeAll(async () => {
  bakery = await openBakery({ PLANWRIGHT_MAX_AGENTS: '4' });
  return () => bakery.close();
});

const rowsOf = (app: TestApp) => app.services.reader.agents(tenant);

/** As if it had made no call for so long. */
async function letRest(app: TestApp, ids: readonly string[], ms = agentLapseMs + 1): Promise<void> {
  const rows = (await rowsOf(app)).filter(({ id }) => ids.includes(id));
  const seen_at = app.services.now() - ms;
  const puts = rows.map((row) => ({ table: 'agents', put: { ...row, seen_at } }) as const);
  await app.services.engine.commit([{ rows: puts }]);
}

afterEach(async () => {
  const rows = await rowsOf(bakery.app);
  const removals = rows.map(({ id }) => ({ table: 'agents', remove: { id } }) as const);
  await bakery.app.services.engine.commit([{ rows: removals }]);
});

describe('registering again', () => {
  it('[AG1] with its own key an agent stays the same agent, and what it declares is new', async () => {
    const { id, key } = await bakery.newAgent('Ada');
    for (let start = 0; start < 10; start += 1) {
      const input = { name: 'Ada', role: `Start ${start}`, capabilities: ['bake'] };
      expect(await bakery.call('agent_register', input, key)).toMatchObject({
        agent_id: id,
        key: null,
      });
    }
    const { agents } = await bakery.call('agent_list', {});
    expect(agents).toMatchObject([{ agent_id: id, role: 'Start 9', capabilities: ['bake'] }]);
    expect((await bakery.ask('work_claim', { wait_seconds: 0 }, key)).status).toBe(200);
  });

  it('[AG1] the key of an agent registers no other agent, whatever name it gives', async () => {
    const { id, key } = await bakery.newAgent('Ada');
    const answer = await bakery.call('agent_register', { name: 'Bo' }, key);
    expect(answer).toMatchObject({ agent_id: id, key: null });
    expect((await rowsOf(bakery.app)).map(({ name }) => name)).toEqual(['Bo']);
  });

  it('[AG2] without an agent’s key the same name is another agent with another key', async () => {
    const made = [await bakery.newAgent('Ada'), await bakery.newAgent('Ada')];
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    expect(new Set(made.map(({ key }) => key)).size).toBe(2);
    expect(made.map(({ key }) => key)).not.toContain('null');
  });

  it('[AG2] a caller without a key never gets the key of an agent that exists', async () => {
    const app = await openApp();
    onTestFinished(() => app.close());
    const keys = new Set<string>();
    for (let start = 0; start < 5; start += 1) {
      const { body } = await restCall(app, 'agent_register', { name: 'Ada' });
      keys.add((body as { key: string }).key);
    }
    expect(keys.size).toBe(5);
  });
});

describe('the limit', () => {
  it('[AG3] counts live agents of one tenant, and says what to do', async () => {
    for (let count = 0; count < 4; count += 1) await bakery.newAgent(`Agent ${count}`);
    const refused = await bakery.ask('agent_register', { name: 'Late' });
    expect([refused.status, refused.code]).toEqual([422, 'limit_exceeded']);
    expect(refused.body).toMatchObject({ facts: { max: 4 } });
    const other = await bakery.app.makeKey({ tenant: 'tenant_other' });
    expect((await bakery.ask('agent_register', { name: 'Other' }, other)).status).toBe(201);
  });

  it('[AG3] an agent that lapsed makes room, and its next call brings it back', async () => {
    const made = [];
    for (let count = 0; count < 4; count += 1) made.push(await bakery.newAgent(`Agent ${count}`));
    const [first] = made;
    await letRest(bakery.app, [first?.id ?? '']);
    const before = (await bakery.call('agent_list', {})).agents as Listed[];
    const lapsed = before.filter(({ is_live }) => !is_live);
    expect([before.length, lapsed.map(({ agent_id }) => agent_id)]).toEqual([4, [first?.id]]);
    await bakery.newAgent('Late');
    await bakery.call('work_claim', { wait_seconds: 0 }, first?.key);
    const back = (await bakery.call('agent_list', {})).agents as Listed[];
    expect(back.every(({ is_live }) => is_live)).toBe(true);
    expect(back).toHaveLength(5);
  });

  it('[AG3] any call keeps an agent live, not only asking for work', async () => {
    const { id, key } = await bakery.newAgent('Ada');
    await letRest(bakery.app, [id]);
    await bakery.call('plan_list', {}, key);
    await expect
      .poll(async () => (await bakery.app.services.reader.agent(tenant, id))?.seen_at)
      .toBeGreaterThan(bakery.app.services.now() - agentLapseMs);
  });

  it('[AG4] thousands of registrations of agents that come and go block nobody', async () => {
    const { reader } = bakery.app.services;
    for (let hour = 0; hour < 12; hour += 1) {
      const ids: string[] = [];
      for (let count = 0; count < 4; count += 1) {
        ids.push((await bakery.newAgent(`Hour ${hour}`)).id);
      }
      await letRest(bakery.app, ids, agentLapseMs + 1 + (12 - hour));
    }
    const kept = await rowsOf(bakery.app);
    expect(kept.length).toBeLessThanOrEqual(40);
    expect(kept.map(({ name }) => name)).toContain('Hour 11');
    expect(kept.map(({ name }) => name)).not.toContain('Hour 0');
    const ids = new Set(kept.map(({ id }) => id));
    const agentKeys = (await reader.keys(tenant)).filter(
      ({ kind, label }) => kind === 'agent' && label.startsWith('Hour'),
    );
    for (const key of agentKeys) expect(key.revoked_at === 0).toBe(ids.has(key.principal));
  });

  it('[AG4] an agent with a lease is not removed for being quiet', async () => {
    await bakery.start();
    const { id, key } = await bakery.newAgent('Slow');
    await bakery.mustClaim(key);
    await letRest(bakery.app, [id], agentLapseMs * 20);
    for (let count = 0; count < 45; count += 1) {
      await letRest(bakery.app, [(await bakery.newAgent('Quick')).id]);
    }
    expect((await rowsOf(bakery.app)).map((row) => row.id)).toContain(id);
  });
});

describe('the list', () => {
  it('[AG5] comes page by page, the newest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await bakery.newAgent('Ada')).id);
    const first = await bakery.call('agent_list', { limit: 3 });
    const next = await bakery.call('agent_list', { limit: 3, cursor: first.next_cursor });
    const listed = [first, next].flatMap(({ agents }) => agents as { agent_id: string }[]);
    expect(listed.map(({ agent_id }) => agent_id)).toEqual(ids.toSorted().reverse());
    expect(next.next_cursor).toBeNull();
  });
});

describe('removing an agent', () => {
  it('[AG6] revokes its key, gives back its task and takes it off the list', async () => {
    await bakery.start();
    const { id, key } = await bakery.newAgent('Ada');
    const { token, step } = await bakery.mustClaim(key);
    expect(await bakery.call('agent_remove', { agent_id: id })).toEqual({
      agent_id: id,
      removed: true,
    });
    expect((await bakery.ask('work_claim', {}, key)).status).toBe(401);
    expect(
      (await bakery.ask('work_complete', { lease_token: token, output: {} }, key)).status,
    ).toBe(401);
    expect((await bakery.call('agent_list', {})).agents).toEqual([]);
    expect(await bakery.task(step.step_id)).toMatchObject({ state: 'QUEUED' });
    expect((await bakery.mustClaim()).step.step_id).toBe(step.step_id);
    expect(await bakery.ask('agent_remove', { agent_id: id })).toMatchObject({
      status: 404,
      code: 'agent_not_found',
    });
  });

  it('[AG6] makes room for another', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await bakery.newAgent('Ada')).id);
    await bakery.call('agent_remove', { agent_id: ids[0] });
    expect((await bakery.ask('agent_register', { name: 'Bo' })).status).toBe(201);
  });

  it('[AG6] is for administrators of its tenant', async () => {
    const { id, key } = await bakery.newAgent('Ada');
    expect((await bakery.ask('agent_remove', { agent_id: id }, key)).status).toBe(403);
    const stranger = await bakery.app.makeKey({ tenant: 'tenant_other' });
    expect(await bakery.ask('agent_remove', { agent_id: id }, stranger)).toMatchObject({
      code: 'agent_not_found',
    });
    expect(await rowsOf(bakery.app)).toHaveLength(1);
  });
});

describe('an agent that two calls change at once', () => {
  let app: TestApp;
  let key = '';
  let id = '';
  /** What happens right after a call has read the agent. */
  let meanwhile: (() => Promise<unknown>) | null = null;

  beforeEach(async () => {
    app = await openApp({
      wrap: (services) => {
        const agent = async (...args: Parameters<typeof services.reader.agent>) => {
          const found = await services.reader.agent(...args);
          const next = meanwhile;
          meanwhile = null;
          await next?.();
          return found;
        };
        const get = (target: object, name: string) =>
          name === 'agent' ? agent : Reflect.get(target, name, target);
        return {
          ...services,
          reader: new Proxy(services.reader, { get } as ProxyHandler<typeof services.reader>),
        };
      },
    });
    const admin = await app.makeKey({ tenant });
    const { body } = await restCall(app, 'agent_register', { name: 'Ada', role: 'Old' }, admin);
    ({ key, agent_id: id } = body as { key: string; agent_id: string });
    await letRest(app, [id], 60_000);
    return () => app.close();
  });

  const claim = () => restCall(app, 'work_claim', { wait_seconds: 0 }, key);
  const register = () => restCall(app, 'agent_register', { name: 'Ada', role: 'New' }, key);
  const remove = async () =>
    restCall(app, 'agent_remove', { agent_id: id }, await app.makeKey({ tenant }));

  it('[AG10] keeps what it registered while another call noted that it was seen', async () => {
    meanwhile = register;
    await claim();
    expect(await rowsOf(app)).toMatchObject([{ role: 'New' }]);
  });

  it('[AG10] is registered and removed whatever notes come between', async () => {
    meanwhile = claim;
    expect((await register()).status).toBe(201);
    expect(await rowsOf(app)).toMatchObject([{ role: 'New' }]);
    await letRest(app, [id], 60_000);
    meanwhile = claim;
    expect((await remove()).status).toBe(200);
    expect(await rowsOf(app)).toEqual([]);
  });

  it('[AG10] stays removed after a claim that read it before', async () => {
    meanwhile = remove;
    await claim();
    expect(await rowsOf(app)).toEqual([]);
  });

  it('[AG10] stays removed after a registration that read it before', async () => {
    meanwhile = remove;
    expect((await register()).code).toBe('agent_not_found');
    expect(await rowsOf(app)).toEqual([]);
  });
});
