import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery({ PLANWRIGHT_DEDUPE_WINDOW_SECONDS: '600' });
});
afterAll(() => bakery.close());

const paid = { step_id: 'extra_1', title: 'Buy an oven', action: 'buy_oven', priority: 9 };

const newPurse = async (budget: object): Promise<string> =>
  String((await bakery.call('purse_create', { label: 'Summer', budget })).purse_id);

async function start(purse_id: string, cost: object, more: object = {}): Promise<string> {
  const budget = { purse_id, ...more };
  const policy = { pre_approved: ['T2'] };
  const made = await bakery.call('execution_create', { plan_id: bakery.planId, policy, budget });
  const execution_id = String(made.execution_id);
  await bakery.call('execution_patch', { execution_id, base_rev: 1, add: [{ ...paid, cost }] });
  return execution_id;
}

const purseOf = (purse_id: string) => bakery.call('purse_get', { purse_id });
const statusOf = (execution_id: string) => bakery.call('execution_status', { execution_id });

/** What is left over from other tests is not taken. */
async function take(run: string, id: string) {
  for (;;) {
    bakery.executionId = run;
    const taken = await bakery.mustClaim();
    if (taken.step.step_id === id) return taken;
  }
}

describe('a purse on the faces', () => {
  it('[BG15] is made, read and listed, and shows what all its executions use', async () => {
    const id = await newPurse({ usd: 10, calls: 50 });
    const [one, two] = [
      await start(id, { usd: 4, calls: 1 }),
      await start(id, { usd: 5, calls: 1 }),
    ];
    const { token } = await take(one, 'extra_1');
    await take(two, 'extra_1');
    expect(await purseOf(id)).toMatchObject({
      ...{ purse_id: id, label: 'Summer', budget: { usd: 10, calls: 50 } },
      ...{ spent: { usd: 0, calls: 0 }, reserved: { usd: 9, calls: 2 } },
    });
    const usage = { usd: 1.234567, calls: 3 };
    await bakery.call('work_complete', { lease_token: token, output: {}, usage });
    expect(await purseOf(id)).toMatchObject({
      ...{ spent: { usd: 1.234567, calls: 3 }, reserved: { usd: 5, calls: 1 } },
    });
    expect(await statusOf(one)).toMatchObject({ usage: { purse_id: id, spent: usage } });
    const { purses } = (await bakery.call('purse_list', { limit: 50 })) as { purses: object[] };
    expect(purses).toContainEqual(expect.objectContaining({ purse_id: id }));
  });

  it('[BG12] stops what would go over it, says so, and goes on when a person gives more', async () => {
    const id = await newPurse({ usd: 5 });
    const [one, two] = [await start(id, { usd: 4 }), await start(id, { usd: 2 })];
    await take(one, 'extra_1');
    bakery.executionId = two;
    await bakery.claim();
    const { blocked } = (await statusOf(two)) as { blocked: { step_id: string }[] };
    expect(blocked.find(({ step_id }) => step_id === 'extra_1')).toMatchObject({
      waits_for: 'budget',
      reason: expect.stringContaining(id),
      how: expect.stringContaining('purse_fund'),
    });
    const fund = { purse_id: id, budget: { usd: 6 } };
    const agent = await bakery.app.makeKey({ tenant: 'tenant_bakery', kind: 'agent' });
    expect((await bakery.ask('purse_fund', fund, agent)).status).toBe(403);
    await bakery.call('purse_fund', fund, await bakery.newPerson());
    await take(two, 'extra_1');
    expect(await purseOf(id)).toMatchObject({ budget: { usd: 6 }, reserved: { usd: 6 } });
  });

  it('[BG15] of another tenant, or of none, cannot be named, read or funded', async () => {
    const id = await newPurse({ usd: 5 });
    const stranger = await bakery.app.makeKey({ tenant: 'tenant_other', kind: 'person' });
    for (const [name, input] of [
      ['purse_get', { purse_id: id }],
      ['purse_fund', { purse_id: id, budget: {} }],
      ['plan_create', { prompt: 'Open a shop', purse_id: id }],
    ] as const) {
      const { status, body } = await bakery.ask(name, input, stranger);
      expect([name, status, body]).toMatchObject([name, 404, { code: 'purse_not_found' }]);
    }
    const input = { plan_id: bakery.planId, budget: { purse_id: 'purse_00000000' } };
    expect((await bakery.ask('execution_create', input)).status).toBe(404);
    const wrong = { plan_id: bakery.planId, budget: { purse_id: 'mine' } };
    expect((await bakery.ask('execution_create', wrong)).status).toBe(400);
  });

  it('[BG15] of a plan is that of its executions, of its retries and of their forks', async () => {
    const id = await newPurse({ usd: 5 });
    const other = await newPurse({ usd: 5 });
    const wish = { prompt: 'Open a bakery in Aarhus', brain: 'offline', purse_id: id };
    const made = await bakery.call('plan_create', wish);
    const again = await bakery.call('plan_create', wish);
    expect(again).toMatchObject({ plan_id: made.plan_id, deduplicated: true });
    const elsewhere = await bakery.call('plan_create', { ...wish, purse_id: other });
    expect(elsewhere.plan_id).not.toBe(made.plan_id);
    const { plan_id } = made;
    await bakery.call('plan_wait', { plan_id, timeout_seconds: 20 });
    const named = { plan_id, budget: { purse_id: other } };
    expect((await bakery.ask('execution_create', named)).status).toBe(400);
    const run = await bakery.call('execution_create', { plan_id });
    expect(run).toMatchObject({ usage: { purse_id: id } });
    const fork = await bakery.call('execution_fork', {
      execution_id: run.execution_id,
      add: [paid],
    });
    expect(await statusOf(String(fork.execution_id))).toMatchObject({ usage: { purse_id: id } });
  });

  it('[BG15] is made once for one Idempotency-Key', async () => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'purse-once' };
    const body = JSON.stringify({ label: 'Once', budget: {} });
    const make = async () => {
      const init = { method: 'POST', headers, body, key: bakery.key };
      return (await bakery.app.call('/api/purses', init)).json();
    };
    expect(await make()).toEqual(await make());
  });
});
