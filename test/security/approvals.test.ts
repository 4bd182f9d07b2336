// Risky acts wait for a person, through every face and on both stores: nobody else's word counts, and
// only for exactly what was shown.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { scopes } from '../../src/contract/common.ts';
import {
  type Cast,
  faces,
  JudgedRun,
  judgedTenant,
  mail,
  openCast,
  through,
} from '../support/judged-run.ts';
import { storeNames } from '../support/stores.ts';

const cells = storeNames.flatMap((store) => faces.map((one) => ({ store, ...one })));

describe.each(cells)('approvals over $face on $store', ({ store, face, via }) => {
  let cast: Cast;
  let run: JudgedRun;

  beforeAll(async () => {
    cast = await openCast(store);
  });
  afterAll(() => cast.close());

  /** Over MCP a refusal is a tool error in an HTTP answer that is fine. */
  const statusOf = (status: number): number => (face === 'REST' ? status : 200);

  const start = async (add: readonly object[] = [mail], policy?: object) => {
    run = new JudgedRun(cast, through(cast, via));
    await run.start(add, policy);
  };

  it('[FC2] what is to be done is shown whole, and done only after a person said so', async () => {
    await start();
    const status = await run.status();
    const asked = await run.asked();
    expect(asked).toMatchObject({
      title: 'Mail the offer',
      action: 'send_email',
      risk_tier: 'T2',
      what: { params: mail.params, performer: 'agent', proposal: null },
    });
    expect(status.approvals).toContainEqual(asked);
    expect(status.blocked).toContainEqual(
      expect.objectContaining({ step_id: 'extra_1', waits_for: 'approval' }),
    );
    expect((await run.claim(cast.agent))?.step.step_id).not.toBe('extra_1');
    expect((await run.approve(asked.digest, cast.person)).code).toBeNull();
    expect((await run.take(cast.critic)).step.params).toEqual(mail.params);
    // What the plan itself asks for is asked as before.
    const others = status.approvals.filter(({ step_id }) => step_id !== 'extra_1');
    expect((await run.status()).approvals).toEqual(others);
  });

  it('[FC1] the key of an agent or a service approves nothing, whatever its scopes', async () => {
    await start();
    const { digest } = await run.asked();
    const agentId = (await cast.app.services.reader.agents(judgedTenant))[0]?.id ?? '';
    const forged = await cast.app.makeKey({
      ...{ tenant: judgedTenant, kind: 'agent', principal: agentId, scopes },
    });
    const before = await run.countOf('approval.given');
    for (const key of [cast.agent, cast.service, forged]) {
      for (const action of ['approve', 'reject', 'accept_with_shortfall']) {
        const more = { step_id: 'extra_1', digest, reason: 'Because.' };
        const answer = await run.control(action, more, key);
        expect(answer).toMatchObject({ code: 'forbidden', status: statusOf(403) });
      }
    }
    expect(await run.countOf('approval.given')).toBe(before);
    expect(await run.task()).toMatchObject({ state: 'BLOCKED' });
  });

  it('[FC1] a person without the scope approves nothing, and one of another tenant finds nothing', async () => {
    await start();
    const { digest } = await run.asked();
    const without = await cast.app.makeKey({
      ...{ tenant: judgedTenant, kind: 'person' },
      scopes: scopes.filter((scope) => scope !== 'approve'),
    });
    expect((await run.approve(digest, without)).code).toBe('forbidden');
    const foreign = await cast.app.makeKey({ tenant: 'tenant_foreign', kind: 'person' });
    expect((await run.approve(digest, foreign)).code).toBe('execution_not_found');
    expect(await run.task()).toMatchObject({ state: 'BLOCKED' });
  });

  it('[FC1] approve alone does not steer, and steering does not approve', async () => {
    await start();
    const only = await cast.app.makeKey({
      ...{ tenant: judgedTenant, kind: 'person', scopes: ['approve'] },
    });
    expect((await run.control('pause', {}, only)).code).toBe('forbidden');
    expect((await run.approve((await run.asked()).digest, only)).code).toBeNull();
  });

  it('[FC3] an approval of what changed meanwhile is stale, and has to be asked for again', async () => {
    await start();
    const shown = await run.asked();
    const changed = { step_id: 'extra_1', params: { to: 'everybody', count: 10_000 } };
    expect((await run.patch({ change: [changed] })).code).toBeNull();
    const late = await run.approve(shown.digest, cast.person);
    expect(late).toMatchObject({ code: 'stale_approval', status: statusOf(409) });
    const again = await run.asked();
    expect(again.digest).not.toBe(shown.digest);
    expect(again.what?.params).toEqual(changed.params);
    expect((await run.approve(again.digest, cast.person)).code).toBeNull();
    expect((await run.take(cast.agent)).step.params).toEqual(changed.params);
  });

  it('[FC3] what was approved and changes before it is taken asks again', async () => {
    await start();
    await run.approve((await run.asked()).digest, cast.person);
    await run.patch({ change: [{ step_id: 'extra_1', params: { to: 'everybody' } }] });
    expect(await run.task()).toMatchObject({ state: 'BLOCKED', waits_for: 'approval' });
    expect((await run.asked()).what?.params).toEqual({ to: 'everybody' });
  });

  it('[FC4] approving twice is no mistake and counts once', async () => {
    await start();
    const { digest } = await run.asked();
    const once = await Promise.all(
      [cast.person, cast.other, cast.person].map((key) => run.approve(digest, key)),
    );
    expect(once.map(({ code }) => code)).toEqual([null, null, null]);
    expect((await run.approve(digest, cast.other)).code).toBeNull();
    expect(await run.countOf('approval.given')).toBe(1);
  });

  it('[FC5] what is refused fails with the reason, and asks again when it is tried again', async () => {
    await start();
    const { digest } = await run.asked();
    const missing = await run.control('reject', { step_id: 'extra_1', digest }, cast.person);
    expect(missing.code).toBe('INVALID_ARGUMENTS');
    const more = { step_id: 'extra_1', digest, reason: 'Too many mails.' };
    expect((await run.control('reject', more, cast.person)).code).toBeNull();
    expect(await run.task()).toMatchObject({ state: 'ERROR', error: 'Too many mails.' });
    expect((await run.status()).blocked).toContainEqual(
      expect.objectContaining({ reason: 'It was not approved: Too many mails.' }),
    );
    await run.control('retry_step', { step_id: 'extra_1' }, cast.service);
    expect((await run.asked()).digest).toBe(digest);
  });

  it('[FC6] an approval that was not used in its time is over', async () => {
    await start([{ ...mail, approval: { lasts_seconds: 1 } }]);
    const { digest } = await run.asked();
    await run.approve(digest, cast.person);
    expect(await run.task()).toMatchObject({ state: 'QUEUED' });
    await vi.waitFor(async () => expect(await run.task()).toMatchObject({ state: 'BLOCKED' }), {
      timeout: 60_000,
      interval: 100,
    });
    expect((await run.claim(cast.agent))?.step.step_id).not.toBe('extra_1');
    expect((await run.asked()).digest).toBe(digest);
  });

  it('[FC7] an agent proposes exactly what it wants to do, and gets that back approved', async () => {
    await start([{ ...mail, risk_tier: 'T1' }]);
    const held = await run.take(cast.agent);
    expect(held.step.approved_proposal).toBeNull();
    const huge = { lease_token: held.token, proposal: { text: 'x'.repeat(300_000) } };
    expect((await run.ask('work_propose', huge, cast.agent)).code).toBe('limit_exceeded');
    const proposal = { mails: [{ to: 'ann@example.org', text: 'Our offer' }] };
    const propose = { lease_token: held.token, proposal };
    const waits = await run.must<object>('work_propose', propose, cast.agent);
    expect(waits).toMatchObject({ task_state: 'BLOCKED', step_id: 'extra_1' });
    const asked = await run.asked();
    expect(asked).toMatchObject({ asked_by: 'Ada', what: { proposal } });
    expect((await run.approve(asked.digest, cast.agent)).code).toBe('forbidden');
    expect((await run.approve(asked.digest, cast.person)).code).toBeNull();
    const again = await run.take(cast.critic);
    expect(again.step).toMatchObject({ approved_proposal: proposal, attempt: 2 });
    const other = { lease_token: again.token, proposal: { mails: [] } };
    await run.must('work_propose', other, cast.critic);
    expect((await run.approve(asked.digest, cast.person)).code).toBe('stale_approval');
  });

  it('[FC8] whoever held the step neither approves nor refuses it', async () => {
    await start([{ ...mail, risk_tier: 'T1', performer: 'human' }]);
    const held = await run.take(cast.person);
    const propose = { lease_token: held.token, proposal: { sum: 900 } };
    await run.must('work_propose', propose, cast.person);
    const { digest } = await run.asked();
    expect((await run.approve(digest, cast.person)).code).toBe('forbidden');
    const more = { step_id: 'extra_1', digest, reason: 'No.' };
    expect((await run.control('reject', more, cast.person)).code).toBe('forbidden');
    expect((await run.approve(digest, cast.other)).code).toBeNull();
  });

  it('[FC2] what is too long for a status is whole in the list of approvals', async () => {
    await start([{ ...mail, params: { text: 'x'.repeat(9_000) } }]);
    const asked = (await run.status()).approvals.find(({ step_id }) => step_id === 'extra_1');
    const whole = await run.asked();
    expect(asked).toEqual({ ...whole, what: null });
    expect(whole.what?.params).toEqual({ text: 'x'.repeat(9_000) });
  });

  it('[FC11] the policy of an execution stands on its record and says what asks', async () => {
    const policy = { pre_approved: ['send_email'], tiers: { count_stock: 'T3' } };
    await start(
      [mail, { ...mail, step_id: 'extra_2', action: 'count_stock', risk_tier: 'T1' }],
      policy,
    );
    expect((await run.status()).policy).toEqual(policy);
    expect(await run.task('extra_1')).toMatchObject({ state: 'QUEUED', risk_tier: 'T2' });
    expect(await run.task('extra_2')).toMatchObject({ performer: 'human', risk_tier: 'T3' });
    await start([{ ...mail, action: 'make_call' }], policy);
    expect(await run.task()).toMatchObject({ waits_for: 'approval' });
    await start([{ ...mail, action: 'make_call' }], { pre_approved: ['T2'] });
    expect(await run.task()).toMatchObject({ state: 'QUEUED' });
  });

  it('[FC12] only a person makes light of a step: tier, approval and checks', async () => {
    const checks = [{ key: 'look', performer: 'human' }];
    await start([{ ...mail, approval: true, checks }], { pre_approved: ['T2'] });
    for (const change of [{ risk_tier: 'T1' }, { approval: false }, { checks: [] }]) {
      const edit = { change: [{ step_id: 'extra_1', ...change }] };
      expect((await run.patch(edit)).code).toBe('forbidden');
      expect((await run.patch(edit, cast.agent)).code).toBe('forbidden');
    }
    expect(
      (await run.patch({ change: [{ step_id: 'extra_1', approval: false }] }, cast.person)).code,
    ).toBeNull();
    expect(await run.task()).toMatchObject({ state: 'QUEUED' });
    const harder = { change: [{ step_id: 'extra_1', risk_tier: 'T3' }] };
    expect((await run.patch(harder)).code).toBeNull();
    expect(await run.task()).toMatchObject({ performer: 'human', risk_tier: 'T3' });
  });
});
