import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());

const paid = { step_id: 'extra_1', title: 'Buy an oven', action: 'buy_oven', priority: 9 };

async function startWith(budget: object, ...add: readonly object[]): Promise<void> {
  const policy = { pre_approved: ['T2'] };
  const made = await bakery.call('execution_create', { plan_id: bakery.planId, policy, budget });
  bakery.executionId = String(made.execution_id);
  if (add.length === 0) return;
  const patch = { execution_id: bakery.executionId, base_rev: 1, add };
  await bakery.call('execution_patch', patch);
}

async function take(id: string) {
  for (;;) {
    const taken = await bakery.mustClaim();
    if (taken.step.step_id === id) return taken;
  }
}

describe('the budget of an execution', () => {
  it('[FC20] is shown with what is reserved and spent, to the cent and below', async () => {
    await startWith({ usd: 10, calls: 100 }, { ...paid, cost: { usd: 2.5, calls: 1 } });
    const { token } = await take('extra_1');
    expect(await bakery.status()).toMatchObject({
      usage: {
        budget: { usd: 10, calls: 100 },
        reserved: { usd: 2.5, calls: 1 },
        spent: { usd: 0 },
      },
    });
    const usage = { usd: 1.234567, calls: 3 };
    await bakery.call('work_complete', { lease_token: token, output: {}, usage });
    expect(await bakery.status()).toMatchObject({
      usage: { reserved: { usd: 0 }, spent: { usd: 1.234567, calls: 3 } },
    });
  });

  it('[FC20] stops what would go over it, says so, and goes on when a person gives more', async () => {
    await startWith({ usd: 1 }, { ...paid, cost: { usd: 2 } });
    await bakery.claim();
    const { blocked } = await bakery.status();
    expect(blocked.find((one) => one.step_id === 'extra_1')).toMatchObject({ waits_for: 'budget' });
    const more = { budget: { usd: 5 } };
    const agent = await bakery.app.makeKey({ tenant: 'tenant_bakery', kind: 'agent' });
    const fund = { execution_id: bakery.executionId, ...more };
    expect((await bakery.ask('execution_fund', fund, agent)).status).toBe(403);
    await bakery.call('execution_fund', fund, await bakery.newPerson());
    await take('extra_1');
    expect(await bakery.status()).toMatchObject({ usage: { budget: { usd: 5 } } });
  });

  it('[FC20] loses no millionth of a dollar to the way numbers are kept', async () => {
    await startWith({ usd: 10 }, { ...paid, cost: { usd: 1 } });
    const { token } = await take('extra_1');
    const usage = { usd: 0.000249 };
    await bakery.call('work_complete', { lease_token: token, output: {}, usage });
    expect(await bakery.status()).toMatchObject({ usage: { spent: usage } });
  });

  it('[FC20] refuses amounts that are none', async () => {
    const input = { plan_id: bakery.planId, budget: { usd: -1 } };
    expect((await bakery.ask('execution_create', input)).status).toBe(400);
    await startWith({ usd: 1 });
    const fund = { execution_id: bakery.executionId, budget: { usd: Number.NaN } };
    expect((await bakery.ask('execution_fund', fund, await bakery.newPerson())).status).toBe(400);
  });
});

describe('a fork of an execution', () => {
  const forkWith = (more: object) =>
    bakery.call('execution_fork', { execution_id: bakery.executionId, ...more });

  it('[FC21] tries a change in which nothing acts, and is promoted by a person as a patch', async () => {
    await startWith({});
    const parent = bakery.executionId;
    const { token, step } = await bakery.mustClaim();
    await bakery.call('work_complete', { lease_token: token, output: { ok: true } });
    const fork = await forkWith({ add: [paid] });
    expect(fork).toMatchObject({ parent_id: parent, base_rev: 1 });
    expect(fork.inherited).toContain(step.step_id);
    const wait = { execution_id: fork.execution_id, timeout_seconds: 20 };
    expect(await bakery.call('execution_wait', wait)).toMatchObject({ state: 'COMPLETED' });
    const promote = { execution_id: fork.execution_id };
    const agent = await bakery.app.makeKey({ tenant: 'tenant_bakery', kind: 'agent' });
    expect((await bakery.ask('execution_promote', promote, agent)).status).toBe(403);
    const done = await bakery.call('execution_promote', promote, await bakery.newPerson());
    expect(done).toMatchObject({ execution_id: parent, rev: 2 });
    expect(await bakery.task('extra_1')).toMatchObject({ action: 'buy_oven', performer: 'agent' });
  });

  it('[FC21] is refused where the parent changed in the same part since', async () => {
    await startWith({}, paid);
    const change = [{ step_id: 'extra_1', title: 'Rent an oven' }];
    const fork = await forkWith({ change });
    const edit = { execution_id: bakery.executionId, base_rev: 2, change };
    await bakery.call('execution_patch', edit);
    const promote = { execution_id: fork.execution_id };
    const answer = await bakery.ask('execution_promote', promote, await bakery.newPerson());
    expect([answer.status, answer.code]).toEqual([409, 'stale_patch']);
    const own = await bakery.ask(
      'execution_promote',
      { execution_id: bakery.executionId },
      await bakery.newPerson(),
    );
    expect(own.code).toBe('INVALID_ARGUMENTS');
  });

  it('[FC21] hands out nothing and takes no edit', async () => {
    await startWith({});
    const fork = await forkWith({ add: [paid] });
    const claim = { execution_id: fork.execution_id };
    expect(await bakery.call('work_claim', claim)).toMatchObject({ claimed: false });
    const edit = {
      execution_id: fork.execution_id,
      base_rev: 1,
      add: [{ ...paid, step_id: 'extra_2' }],
    };
    expect((await bakery.ask('execution_patch', edit)).code).toBe('not_allowed_now');
  });
});
