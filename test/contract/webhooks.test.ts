// Webhooks from the outside: the operations over HTTP, a real engine, both stores, an endpoint on
// loopback.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restCall } from '../security/faces.ts';
import { openApp, type TestApp } from '../support/app.ts';
import { type Got, openReceiver, type Receiver } from '../support/hook-receiver.ts';
import { chooseStore, type StoreChoice, storeNames } from '../support/stores.ts';

type Json = Readonly<Record<string, unknown>>;

const waitFor = (isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 20_000, interval: 5 });

describe.each(storeNames)('webhooks on %s', (store) => {
  let choice: StoreChoice;
  let app: TestApp;
  let key: string;
  let receiver: Receiver;
  let tenants = 0;

  beforeAll(async () => {
    choice = await chooseStore(store);
    receiver = await openReceiver();
    app = await openApp({
      ...(choice.databaseUrl === undefined ? {} : { databaseUrl: choice.databaseUrl }),
      env: { PLANWRIGHT_FETCH_ALLOW: receiver.hostPort },
      withDeliveries: true,
    });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
    await choice.drop();
    if (app.errors.length > 0) throw app.errors[0]?.error;
  });

  /** Each test has a tenant and a path of its own, so that none sees the events of another. */
  async function begin(): Promise<string> {
    tenants += 1;
    key = await app.makeKey({ tenant: `tenant_${store}${tenants}` });
    return `/t${tenants}`;
  }

  async function call(name: string, input: object): Promise<Json> {
    const answer = await restCall(app, name, input, key);
    if (answer.status >= 300) throw new Error(`${name}: ${answer.text}`);
    return answer.body as Json;
  }

  const register = (path: string, more: object = {}) =>
    call('webhook_register', { url: receiver.url(path), ...more });

  async function makePlan(): Promise<string> {
    const { plan_id } = await call('plan_create', { prompt: 'Open a small bakery in Lyon' });
    await call('plan_wait', { plan_id, timeout_seconds: 50 });
    return String(plan_id);
  }

  const startRun = async (planId: string) =>
    String((await call('execution_create', { plan_id: planId })).execution_id);

  const logOf = async (run: string) => (await app.services.reader.events(run, 0, 10_000)).length;

  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

  const deliveriesOf = async (id: unknown) =>
    (await call('webhook_deliveries', { webhook_id: id })).deliveries as Json[];

  const isSignedWith = (secret: unknown, { headers, body }: Got): boolean => {
    const bytes = Buffer.from(String(secret).slice('whsec_'.length), 'base64');
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const mac = createHmac('sha256', bytes).update(text).digest('base64');
    return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${mac}`);
  };

  it('[WH1] every event of a plan and of its execution comes, in order and signed', async () => {
    const path = await begin();
    const { secret, webhook_id } = await register(path);
    const planId = await makePlan();
    const execution = await startRun(planId);
    const generation = (await app.services.reader.plan(`tenant_${store}${tenants}`, planId))?.run;
    for (const run of [generation ?? '', execution]) {
      const last = await logOf(run);
      expect(last).toBeGreaterThan(2);
      await waitFor(() => receiver.seqsOf(run, path).length === last);
      expect(receiver.seqsOf(run, path)).toEqual(upTo(last));
    }
    const mine = receiver.got.filter((one) => one.path === path);
    expect(mine.every((one) => isSignedWith(secret, one))).toBe(true);
    expect(mine.some((one) => one.body.includes('bakery'))).toBe(false);
    await waitFor(async () => (await deliveriesOf(webhook_id)).length === mine.length);
    const ids = (await deliveriesOf(webhook_id)).map((one) => one.message_id);
    expect(new Set(ids)).toEqual(new Set(mine.map((one) => one.headers['webhook-id'])));
  });

  it('[WH10] a delivery, or an execution from an event on, is sent again when asked for', async () => {
    const path = await begin();
    const run = await startRun(await makePlan());
    const { webhook_id } = await register(path);
    const last = await logOf(run);
    await call('webhook_redeliver', { webhook_id, execution_id: run, from_seq: 2 });
    await waitFor(() => receiver.seqsOf(run, path).length === last - 1);
    expect(receiver.seqsOf(run, path)).toEqual(upTo(last).slice(1));
    await waitFor(async () => (await deliveriesOf(webhook_id)).length === 1);
    const [delivery] = await deliveriesOf(webhook_id);
    const input = { webhook_id, delivery_id: delivery?.delivery_id };
    await call('webhook_redeliver', input);
    await waitFor(async () => (await deliveriesOf(webhook_id)).length === 2);
    const [first, second] = receiver.got.filter((one) => one.path === path);
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  });

  it('[WH7] one that answered 410 is off with the reason, and can be turned on again', async () => {
    const path = await begin();
    const plan = await makePlan();
    receiver.answers(410, path);
    const { webhook_id } = await register(path);
    await startRun(plan);
    const one = async () => ((await call('webhook_list', {})).webhooks as Json[])[0];
    await waitFor(async () => (await one())?.disabled_at !== null);
    expect((await one())?.disabled_reason).toContain('410');
    const refused = await restCall(
      app,
      'webhook_redeliver',
      { webhook_id, delivery_id: 'del_00000000' },
      key,
    );
    expect([refused.status, refused.code]).toEqual([409, 'not_allowed_now']);
    receiver.answers(204, path);
    expect(await call('webhook_enable', { webhook_id })).toMatchObject({ disabled_at: null });
    const run = await startRun(plan);
    await waitFor(async () => receiver.seqsOf(run, path).length === (await logOf(run)));
  });

  it('[WH14] a new secret signs beside the old one, or alone after a leak', async () => {
    const path = await begin();
    const plan = await makePlan();
    const { secret, webhook_id } = await register(path);
    const secrets = [secret];
    const signers = async (): Promise<boolean[]> => {
      const run = await startRun(plan);
      await waitFor(() => receiver.seqsOf(run, path).length > 0);
      const got = receiver.got.find((one) => one.runId === run);
      return secrets.map((one) => got !== undefined && isSignedWith(one, got));
    };
    secrets.push((await call('webhook_rotate', { webhook_id })).secret);
    expect(await signers()).toEqual([true, true]);
    const leaked = await call('webhook_rotate', { webhook_id, keep_old: false });
    secrets.push(leaked.secret);
    expect(leaked.old_secret_until).toBeNull();
    expect(await signers()).toEqual([false, false, true]);
  });

  it('[WH12] a deleted one gets nothing more and leaves nothing', async () => {
    const path = await begin();
    const plan = await makePlan();
    const { webhook_id } = await register(path);
    const before = await startRun(plan);
    await waitFor(() => receiver.seqsOf(before, path).length > 0);
    await call('webhook_delete', { webhook_id });
    const count = receiver.got.filter((one) => one.path === path).length;
    const control = await register(`${path}-other`);
    const run = await startRun(plan);
    await waitFor(() => receiver.seqsOf(run, `${path}-other`).length > 0);
    expect(receiver.got.filter((one) => one.path === path)).toHaveLength(count);
    const { reader } = app.services;
    const id = String(webhook_id);
    const log = () => reader.deliveries(`tenant_${store}${tenants}`, id, '~', 10);
    // A note of a message that was under way may come after it was deleted, and is removed then.
    await waitFor(async () => (await log()).length === 0);
    expect(await reader.outboxOf(id, '', Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    expect(await call('webhook_list', {})).toMatchObject({
      webhooks: [{ webhook_id: control.webhook_id }],
    });
  });

  it('[WH5] the rows of one webhook are read by themselves, in pages', async () => {
    const { engine, reader } = app.services;
    const row = (topic: string, run: string, sent = 0) => ({
      ...{ id: `${topic}/${run}`, tenant: 'tenant_none', run, seq: 5, topic, sent },
    });
    const names = ['exec_c', 'exec_a', 'exec_b', 'exec_d'];
    const others = [
      row('hook_pag', 'exec_a'),
      row('hook_page0', 'exec_a'),
      row('hook_pagf', 'exec_a'),
    ];
    const rows = [...names.map((run) => row('hook_page', run)), row('hook_page', 'exec_e', 5)];
    await engine.commit([
      { outbox: [...others, ...rows] },
      { outboxSent: [{ id: 'hook_page/exec_b', sent: 0, nextAt: 100, tries: 1 }] },
    ]);
    const page = async (after: string, now: number, limit: number) =>
      (await reader.outboxOf('hook_page', after, now, limit)).map((one) => one.run);
    expect(await page('', 99, 10)).toEqual(['exec_a', 'exec_c', 'exec_d']);
    expect(await page('', 100, 2)).toEqual(['exec_a', 'exec_b']);
    expect(await page('hook_page/exec_b', 100, 2)).toEqual(['exec_c', 'exec_d']);
    expect(await page('hook_page/exec_d', 100, 2)).toEqual([]);
  });

  it('[WH15] [WH19] addresses and types that cannot be are refused, and so is the twenty-first', async () => {
    await begin();
    const bad = [
      [{ url: 'https://a:s3cr3t@example.org/' }, 'INVALID_ARGUMENTS'],
      [{ url: 'gopher://example.org/s3cr3t' }, 'INVALID_ARGUMENTS'],
      [{ url: `https://example.org/${'x'.repeat(2_000)}` }, 'INVALID_ARGUMENTS'],
      [{ url: 'https://example.org/', types: ['run.exploded'] }, 'INVALID_ARGUMENTS'],
    ] as const;
    for (const [input, code] of bad) {
      const answer = await restCall(app, 'webhook_register', input, key);
      expect([answer.status, answer.code]).toEqual([400, code]);
      expect(answer.text).not.toContain('s3cr3t');
    }
    for (const url of ['http://10.0.0.1/s3cr3t', 'http://[::ffff:7f00:1]/', 'http://0/']) {
      const answer = await restCall(app, 'webhook_register', { url }, key);
      expect([answer.status, answer.code]).toEqual([403, 'address_blocked']);
      expect(answer.text).not.toContain('s3cr3t');
    }
    const url = 'https://example.org/in?token=s3cr3t';
    for (let count = 0; count < 20; count += 1) await call('webhook_register', { url });
    const more = await restCall(app, 'webhook_register', { url }, key);
    expect([more.status, more.code]).toEqual([422, 'limit_exceeded']);
    const list = await call('webhook_list', {});
    expect(list.webhooks).toHaveLength(20);
    expect(JSON.stringify(list)).not.toMatch(/s3cr3t|whsec_/);
  });
});
