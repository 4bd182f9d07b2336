// Changes of what runs, through REST: what is shown, who is asked, and when it does not count any more.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Changes, extra, late, openChanges } from '../../test/support/changes.ts';
import { type Bakery, tenant } from '../../test/support/execution.ts';
import type { InboxItem } from '../contract/approvals.ts';

let changes: Changes;
let bakery: Bakery;

beforeAll(async () => {
  changes = await openChanges();
  bakery = changes.bakery;
});
beforeEach(async () => {
  await bakery.start();
});
afterAll(() => bakery.close());

describe('what a change would do', () => {
  it('[CG1] is shown for steps, dates and money, and a dry run leaves nothing', async () => {
    const before = await changes.finish();
    const shown = await changes.change({ ...late, dry_run: true });
    expect(shown).toMatchObject({ state: 'proposed', change_id: null, digest: null, base_rev: 1 });
    const { diff } = shown;
    expect(diff.reason).toBe('The oven is late');
    expect(shown.summary).toMatch(
      /^The oven is late: changes 1 step until 2035-03-01\S+; the end moves from 2035-\d\d-\d\d to 2035-\d\d-\d\d \(\+/,
    );
    expect(shown.summary).toContain(`to ${diff.dates?.finish.after.slice(0, 10)}`);
    expect(diff.changed).toEqual([
      { step_id: 'task_2_1_a', title: expect.any(String), fields: ['wait'] },
    ]);
    expect([diff.added, diff.cancelled, diff.taken_back]).toEqual([[], [], []]);
    expect(diff.dates?.finish.before).toBe(before);
    expect(diff.dates?.finish.days).toBeGreaterThan(30);
    expect(diff.dates?.tasks.map(({ task_id }) => task_id)).toContain('task_2_1');
    expect(diff.money).toMatchObject({ currency: 'EUR', steps_usd: { before: 0, after: 0 } });
    expect(diff.money.before).toBeGreaterThan(0);
    expect([await changes.list(), (await bakery.status()).rev]).toEqual([[], 1]);
  });

  it('[CG1] counts what new steps say that they cost, and what is left out', async () => {
    const paid = { ...extra, cost: { usd: 12.5 } };
    const { tasks } = await bakery.call('execution_tasks', { execution_id: bakery.executionId });
    const ids = (tasks as { step_id: string }[]).map(({ step_id }) => step_id);
    const last = ids.findLast((id) => /^task_\d+_\d+$/.test(id)) ?? '';
    const more = { kind: 'edit', patch: { add: [paid], cancel: [last] }, dry_run: true };
    const { diff } = await changes.change(more);
    expect(diff.money.steps_usd).toEqual({ before: 0, after: 12.5 });
    expect(diff.added).toEqual([{ step_id: 'extra_1', title: 'Taste the bread' }]);
    const cancelled = diff.cancelled.map(({ step_id }) => step_id).toSorted();
    expect(cancelled.length).toBeGreaterThan(1);
    expect(cancelled).toEqual(ids.filter((id) => id.startsWith(last)).toSorted());
    expect(diff.money.after).toBeLessThanOrEqual(diff.money.before ?? 0);
  });

  it.each([
    ['a delay without a date', { kind: 'delay', affects: ['task_2_1'] }, 'until'],
    ['a delay with two', { ...late, delay_hours: 4 }, 'until'],
    ['a date that has passed', { ...late, until: '2020-01-01' }, 'past'],
    ['a step that is not there', { ...late, affects: ['task_9_9'] }, 'task_9_9'],
    ['nothing that is affected', { ...late, affects: [] }, 'affects'],
    ['an edit of nothing', { kind: 'edit' }, 'Say what to change'],
    ['no reason', { ...late, reason: ' ' }, 'reason'],
    ['an assumption alone', { kind: 'drift', affects: ['assumption_1'] }, 'affects'],
  ])('[CG1] %s is refused with the reason', async (_, more, hint) => {
    const refused = await changes.askFor(more);
    expect([refused.status, refused.code]).toEqual([400, 'INVALID_ARGUMENTS']);
    expect(refused.text).toContain(hint);
    expect(await changes.list()).toEqual([]);
  });
});

describe('the word of a person', () => {
  it('[CG2] is asked for in the inbox, for exactly this change, and makes it', async () => {
    const asked = await changes.change(late);
    expect(asked).toMatchObject({ state: 'waiting', asks_because: expect.any(String) });
    expect(asked.digest).toMatch(/^[0-9a-f]{64}$/);
    const { items } = await bakery.call('inbox_list', { limit: 500 });
    const item = (items as InboxItem[]).find(({ step_id }) => step_id === asked.change_id);
    expect(item).toMatchObject({ kind: 'approval', digest: asked.digest });
    expect(item?.text).toContain('The oven is late');
    expect(item?.text).toContain(`to ${asked.diff.dates?.finish.after.slice(0, 10)}`);
    expect(await bakery.task('task_2_1_a')).toMatchObject({ engine_state: 'PENDING' });
    await changes.approve(asked);
    expect((await changes.list())[0]).toMatchObject({
      state: 'applied',
      change_id: asked.change_id,
    });
    await changes.settled(asked.change_id, 'VERIFIED');
    const [, own, made] = await changes.patches();
    expect(own?.added.map(({ id }) => id)).toEqual([asked.change_id]);
    expect(made).toMatchObject({ cause: 'edit', by: 'service_bakery00', base_rev: 1 });
    expect(made?.changed?.[0]?.wait).toEqual({ for: 'time', until: Date.parse('2035-03-01') });
  });

  it('[CG2] an agent asks and does not approve, not even with a key that says so', async () => {
    const agent = await bakery.newAgent('Ada');
    const asked = await changes.change(late, agent.key);
    expect(asked).toMatchObject({ state: 'waiting', asked_by: agent.id });
    const { change_id: step_id, digest } = asked;
    const own = await bakery.control('approve', { step_id, digest }, agent.key);
    expect([own.status, own.code]).toEqual([403, 'forbidden']);
    const wide = await bakery.app.makeKey({ tenant, kind: 'agent', principal: agent.id });
    const again = await bakery.control('approve', { step_id, digest }, wide);
    expect([again.status, again.code]).toEqual([403, 'forbidden']);
    expect((await changes.list())[0]?.state).toBe('waiting');
  });

  it('[CG2] no leaves all as it is, and the execution goes on', async () => {
    const asked = await changes.change(late);
    const said = await changes.say('reject', asked, { reason: 'We rent one.' });
    expect(said.status, said.text).toBe(200);
    expect((await changes.list())[0]?.state).toBe('rejected');
    expect((await changes.patches()).length).toBe(2);
    const status = await bakery.status();
    expect(['QUEUED', 'RUNNING']).toContain(status.state);
    expect(status.blocked.map(({ step_id }) => step_id)).not.toContain(asked.change_id);
    await bakery.mustClaim();
  });

  it('[CG2] whoever asked may let it go before it is decided', async () => {
    const asked = await changes.change(late);
    await bakery.control('skip_step', { step_id: asked.change_id });
    expect((await changes.list())[0]?.state).toBe('withdrawn');
    expect((await changes.say('approve', asked)).code).toBe('not_allowed_now');
    expect((await changes.patches()).length).toBe(2);
  });

  it('[CG2] the digest of another change is refused', async () => {
    const one = await changes.change(late);
    const other = await changes.change({ ...late, until: '2035-04-01' });
    const said = await changes.say('approve', { ...one, digest: other.digest });
    expect([said.status, said.code]).toEqual([409, 'stale_approval']);
  });
});

describe('a graph that moved on', () => {
  it('[CG3] in the same part makes the change stale: it is not approved any more', async () => {
    const asked = await changes.change(late);
    await changes.patch({ change: [{ step_id: 'task_2_1_a', title: 'Another way' }] }, 2);
    expect((await changes.list())[0]?.state).toBe('stale');
    const said = await changes.say('approve', asked);
    expect([said.status, said.code]).toEqual([409, 'stale_approval']);
    expect((await changes.patches()).length).toBe(3);
  });

  it('[CG3] elsewhere does not', async () => {
    const asked = await changes.change(late);
    await changes.patch({ add: [extra] }, 2);
    expect((await changes.list())[0]?.state).toBe('waiting');
    await changes.approve(asked);
    expect((await changes.list())[0]?.state).toBe('applied');
  });

  it('[CG3] of two changes of one part the second that is approved is stale', async () => {
    const [one, other] = [
      await changes.change(late),
      await changes.change({ ...late, until: '2035-04-01' }),
    ];
    await changes.approve(one);
    expect((await changes.say('approve', other)).code).toBe('stale_approval');
    expect((await changes.list()).map(({ state }) => state)).toEqual(['stale', 'applied']);
  });
});

describe('the policy of the execution', () => {
  const within = (max_days: number, max_money: number) =>
    bakery.start({ pre_approved: ['T2'], changes: { max_days, max_money } });

  it('[CG4] lets small changes pass and asks for larger ones', async () => {
    await within(3, 1_000);
    const small = await changes.change({ ...late, until: '2035-01-04' });
    expect(small).toMatchObject({ state: 'applied', asks_because: null, digest: null });
    expect(small.diff.dates?.finish.days).toBeLessThanOrEqual(3);
    await changes.settled(small.change_id, 'VERIFIED');
    const large = await changes.change(late);
    expect(large).toMatchObject({
      state: 'waiting',
      asks_because: expect.stringContaining('3 may'),
    });
    expect(large.diff.dates?.finish.days).toBeGreaterThan(3);
  });

  it('[CG4] asks for what costs more', async () => {
    await within(100, 5);
    const add = (usd: number) => ({ kind: 'edit', patch: { add: [{ ...extra, cost: { usd } }] } });
    const dear = await changes.change(add(50));
    expect(dear.state).toBe('waiting');
    expect(dear.asks_because).not.toBeNull();
    const free = await changes.change({ kind: 'edit', patch: { add: [extra] } });
    expect(free.state).toBe('applied');
  });

  it('[CG4] asks for steps that an agent gives, and for less care, however small', async () => {
    await within(100, 1_000_000);
    const agent = await bakery.newAgent('Ada');
    const given = await changes.change({ kind: 'edit', patch: { add: [extra] } }, agent.key);
    expect(given).toMatchObject({
      state: 'waiting',
      asks_because: expect.stringContaining('agent'),
    });
    const small = await changes.change({ ...late, until: '2035-01-04' }, agent.key);
    expect(small.state).toBe('applied');
    await changes.patch({ add: [{ ...extra, approval: true }] }, (await bakery.status()).rev);
    const weaker = { kind: 'edit', patch: { change: [{ step_id: 'extra_1', approval: false }] } };
    expect(await changes.change(weaker)).toMatchObject({ state: 'waiting' });
  });

  it('[CG4] says no to a policy that is none', async () => {
    const policy = { changes: { max_days: 3 } };
    const refused = await bakery.ask('execution_create', { plan_id: bakery.planId, policy });
    expect([refused.status, refused.code]).toEqual([400, 'INVALID_ARGUMENTS']);
    expect(refused.text).toContain('max_money');
    const ask = { plan_id: bakery.planId, policy: { changes: 'ask' } };
    expect((await bakery.ask('execution_create', ask)).status).toBeLessThan(300);
  });
});
