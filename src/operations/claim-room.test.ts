// How much one agent may hold, and for how long.
import { afterEach, describe, expect, it } from 'vitest';
import { type Answer, restCall } from '../../test/security/faces.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { leaf } from '../../test/support/run-driver.ts';
import { localTenant } from './principals.ts';

const tenant = 'tenant_claims';
const run = 'exec_claims00001';

let app: TestApp;
afterEach(() => app.close());

async function open(
  env: Readonly<Record<string, string>> = {},
  steps = 30,
  tenant = 'tenant_claims',
): Promise<void> {
  app = await openApp({ allowsLocal: tenant === localTenant, env });
  const ids = Array.from({ length: steps }, (_, nth) => `task_${nth}`);
  await app.services.engine.createRun({
    ...{ run, kind: 'execution', plan: 'plan_claims0001', tenant, by: 'person_claims' },
    steps: ids.map((id) => ({
      def: leaf(id, [], { timeout_ms: 7 * 86_400_000 }),
      spec: { title: id },
    })),
  });
}

const service = (): Promise<string> => app.makeKey({ tenant });

async function register(more: object = {}): Promise<{ id: string; key: string }> {
  const { body } = await restCall(app, 'agent_register', { name: 'Ada', ...more }, await service());
  const { agent_id, key } = body as { agent_id: string; key: string };
  return { id: agent_id, key };
}

const claim = (key: string, more: object = {}): Promise<Answer> =>
  restCall(app, 'work_claim', { wait_seconds: 0, ...more }, key);

const claims = (key: string, count: number): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => claim(key)));

const taken = (answers: readonly Answer[]): number =>
  answers.filter(({ body }) => (body as { claimed?: boolean }).claimed === true).length;

const codesOf = (answers: readonly Answer[]): Set<unknown> =>
  new Set(
    answers.flatMap(({ status, body }) => (status < 300 ? [] : [(body as { code: string }).code])),
  );

const held = async (id: string): Promise<number> =>
  (await app.services.reader.heldSteps(tenant, id)).length;

describe('how much an agent holds', () => {
  it('[LM4] 20 steps at a time, however it asks; one that it ends makes room', async () => {
    await open();
    const { id, key } = await register();
    const answers = await claims(key, 30);
    expect(taken(answers)).toBe(20);
    expect(codesOf(answers)).toEqual(new Set(['rate_limited']));
    expect(await held(id)).toBe(20);
    const [first] = answers as [Answer, ...Answer[]];
    const { token } = (first.body as { lease: { token: string } }).lease;
    await restCall(app, 'work_complete', { lease_token: token, output: {} }, key);
    expect(taken(await claims(key, 2))).toBe(1);
    expect(await held(id)).toBe(20);
  });

  it('[LM4] claims that wait count too, and their places are free when they end', async () => {
    await open({}, 1);
    const { key } = await register({ capacity: 2 });
    const other = await register();
    await claim(other.key);
    const waiting = [1, 2].map(() => claim(key, { wait_seconds: 0.3 }));
    const answers = [...(await Promise.all(waiting)), await claim(key)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('[LM4] a claim that is repeated with its key gives the same step at the limit', async () => {
    await open();
    const { key } = await register({ capacity: 1 });
    const send = (idempotency: string) =>
      app.call('/api/work/claim', {
        method: 'POST',
        body: '{"wait_seconds":0}',
        headers: { 'content-type': 'application/json', 'idempotency-key': idempotency },
        key,
      });
    const first = (await (await send('first')).json()) as { step: { step_id: string } };
    const again = (await (await send('first')).json()) as { step: { step_id: string } };
    expect(again.step.step_id).toBe(first.step.step_id);
    expect((await send('second')).status).toBe(429);
  });

  it('[LM4] it registers with a capacity up to what the server allows', async () => {
    await open({ PLANWRIGHT_MAX_AGENT_LEASES: '25' });
    const { key } = await register({ capacity: 25 });
    expect(taken(await claims(key, 30))).toBe(25);
    const { status, body } = await restCall(
      app,
      'agent_register',
      { name: 'Bo', capacity: 26 },
      await service(),
    );
    expect([status, (body as { code: string }).code]).toEqual([422, 'limit_exceeded']);
  });

  it('[LM4] what it has in hand is given again at the limit', async () => {
    await open();
    const { id, key } = await register({ capacity: 1 });
    expect(taken([await claim(key)])).toBe(1);
    const work = await app.call(`/api/agents/${id}/work`, { key });
    expect(work.status).toBe(200);
  });

  it('[LM4] a service has a limit too, and claims up to it', async () => {
    await open({ PLANWRIGHT_MAX_KEY_LEASES: '25' });
    const key = await service();
    const answers = await claims(key, 30);
    expect(taken(answers)).toBe(25);
    expect(codesOf(answers)).toEqual(new Set(['rate_limited']));
    const [first] = answers as [Answer, ...Answer[]];
    const { token } = (first.body as { lease: { token: string } }).lease;
    await restCall(app, 'work_complete', { lease_token: token, output: {} }, key);
    expect(taken(await claims(key, 2))).toBe(1);
    expect(taken(await claims(await service(), 2))).toBe(2);
  });

  it('[LM4] the local caller has a limit too', async () => {
    await open({ PLANWRIGHT_MAX_KEY_LEASES: '3' }, 30, localTenant);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => restCall(app, 'work_claim', { wait_seconds: 0 })),
    );
    expect(taken(answers)).toBe(3);
    expect(codesOf(answers)).toEqual(new Set(['rate_limited']));
  });

  it('[LM4] claims that find nothing use up no place', async () => {
    await open({ PLANWRIGHT_MAX_KEY_LEASES: '2' }, 1);
    const key = await service();
    await claims(await service(), 1);
    for (let nth = 0; nth < 5; nth += 1) expect((await claim(key)).status).toBe(200);
  });

  it('[LM13] all callers of a tenant together have a limit', async () => {
    await open({ PLANWRIGHT_MAX_TENANT_LEASES: '12' });
    const keys = [await service(), await service(), (await register()).key];
    const answers = (await Promise.all(keys.map((key) => claims(key, 6)))).flat();
    expect(taken(answers)).toBe(12);
    expect(codesOf(answers)).toEqual(new Set(['rate_limited']));
    const other = await app.makeKey({ tenant: 'tenant_unrelated' });
    expect((await claim(other)).status).toBe(200);
    const [first] = answers.filter(({ body }) => 'lease' in (body as object)) as [Answer];
    const { token } = (first.body as { lease: { token: string } }).lease;
    const ends = await Promise.all(
      keys.map((key) => restCall(app, 'work_complete', { lease_token: token, output: {} }, key)),
    );
    expect(ends.some(({ status }) => status === 200)).toBe(true);
    expect(taken(await claims(keys[0] ?? '', 3))).toBe(1);
  });

  it.each([
    [{}, 14_400],
    [{ PLANWRIGHT_MAX_LEASE_SECONDS: '60' }, 60],
  ])('[LM5] with %j a lease of a day lasts %i seconds', async (env, seconds) => {
    await open(env);
    const { key } = await register();
    const before = app.services.now();
    const { body } = await claim(key, { lease_seconds: 86_400 });
    const { token, expires_at } = (body as { lease: { token: string; expires_at: string } }).lease;
    const lasts = (until: string) => Math.floor((Date.parse(until) - before) / 1_000);
    expect(lasts(expires_at)).toBeGreaterThanOrEqual(seconds);
    expect(lasts(expires_at)).toBeLessThan(seconds + 60);
    const beat = await restCall(app, 'work_heartbeat', { lease_token: token }, key);
    expect(lasts((beat.body as { expires_at: string }).expires_at)).toBeLessThan(seconds + 60);
  });
});
