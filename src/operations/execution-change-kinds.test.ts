// Changes of what runs, through REST: each kind, the dates after, and the step that stands for a change.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Changes, extra, late, openChanges } from '../../test/support/changes.ts';
import { type Bakery, tenant } from '../../test/support/execution.ts';
import type { ExecutionChange } from '../contract/execution-change.ts';

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

describe('what is done and under way', () => {
  it('[CG5] finished work stays, and of the rest only what comes first waits', async () => {
    const { token, step } = await bakery.mustClaim();
    await bakery.call('work_complete', { lease_token: token, output: { ok: true } });
    expect(step.step_id).toBe('task_1_1_a');
    const asked = await changes.change({ ...late, affects: ['phase_1'] });
    const touched = asked.diff.changed.map(({ step_id }) => step_id);
    expect(touched).toContain('task_1_1_b');
    expect(touched).not.toContain('task_1_1_a');
    expect(touched).not.toContain('task_1_2_b');
    expect(asked.diff.left_alone).toContainEqual({ step_id: 'task_1_1_a', why: 'It is VERIFIED.' });
    await changes.approve(asked);
    expect(await bakery.task('task_1_1_a')).toMatchObject({ state: 'COMPLETE', attempt: 1 });
    expect(await bakery.task('task_1_1_b')).toMatchObject({ engine_state: 'WAITING' });
    const nothing = await changes.askFor({ ...late, affects: ['task_1_1_a'] });
    expect([nothing.status, nothing.code]).toEqual([409, 'not_allowed_now']);
  });

  it('[CG5] who works on what is affected loses it, or finishes it if that is said', async () => {
    const agent = await bakery.newAgent('Ada');
    const { token } = await bakery.mustClaim(agent.key);
    const delay = { ...late, affects: ['task_1_1_a', 'task_2_1_a'] };
    const kept = await changes.change({ ...delay, let_finish: true, dry_run: true });
    expect(kept.diff.taken_back).toEqual([]);
    expect(kept.diff.left_alone.map(({ step_id }) => step_id)).toEqual(['task_1_1_a']);
    const asked = await changes.change(delay);
    expect(asked.diff.taken_back).toMatchObject([{ step_id: 'task_1_1_a', holder: agent.id }]);
    await bakery.call('work_heartbeat', { lease_token: token }, agent.key);
    await changes.approve(asked);
    const lost = await bakery.ask('work_heartbeat', { lease_token: token }, agent.key);
    expect(lost.code).toBe('lease_lost');
  });
});

describe('a lost agent', () => {
  it('[CG6] has its steps taken back and offered to whoever can do them', async () => {
    const [ada, bob] = [await bakery.newAgent('Ada'), await bakery.newAgent('Bob')];
    const { step } = await bakery.mustClaim(ada.key);
    const asked = await changes.change({ kind: 'lost_agent', affects: [ada.id] }, bob.key);
    expect(asked.diff.taken_back.map(({ step_id }) => step_id)).toEqual([step.step_id]);
    await changes.approve(asked);
    const again = await bakery.mustClaim(bob.key);
    expect(again.step).toMatchObject({ step_id: step.step_id, attempt: 2 });
  });

  it('[CG6] that nobody can stand in for leaves a step that waits for the capability', async () => {
    const add = [{ ...extra, action: 'fly_kite' }];
    await changes.patch({ add }, 1);
    const made = await bakery.call('agent_register', { name: 'Kit', capabilities: ['fly_kite'] });
    const key = String(made.key);
    await bakery.mustClaim(key);
    // Others are heard of, but none of them can do this.
    const agents = await bakery.app.services.reader.agents(tenant);
    const others = agents.filter(({ id }) => id !== made.agent_id);
    const rows = others.map((one) => ({
      table: 'agents' as const,
      put: { ...one, capabilities: '[{"action":"bake"}]' },
    }));
    await bakery.app.services.engine.commit([{ rows }]);
    const asked = await changes.change({ kind: 'lost_agent', affects: [String(made.agent_id)] });
    await changes.approve(asked);
    const { blocked } = await bakery.status();
    expect(blocked.find(({ step_id }) => step_id === 'extra_1')).toMatchObject({
      waits_for: 'capability',
    });
  });

  it('[CG6] that holds nothing is no change', async () => {
    const agent = await bakery.newAgent('Ada');
    const refused = await changes.askFor({ kind: 'lost_agent', affects: [agent.id] });
    expect([refused.status, refused.code]).toEqual([409, 'not_allowed_now']);
  });
});

describe('a drifted assumption', () => {
  it('[CG7] has a person look before what hangs on it goes on', async () => {
    const affects = ['assumption_1', 'task_1_1'];
    const asked = await changes.change({ kind: 'drift', affects, reason: 'Rents rose by a third' });
    expect(asked.affects).toEqual(affects);
    const [review] = asked.diff.added;
    expect(asked.diff.changed).toMatchObject([{ step_id: 'task_1_1_a', fields: ['needs'] }]);
    await changes.approve(asked);
    expect(await bakery.task('task_1_1_a')).toMatchObject({ engine_state: 'PENDING' });
    expect(await bakery.claim()).toBeNull();
    const { token, step } = await bakery.mustClaim(changes.person);
    expect(step).toMatchObject({
      step_id: review?.step_id,
      title: 'Look again: Rents rose by a third',
    });
    await bakery.call(
      'work_complete',
      { lease_token: token, output: { ok: true } },
      changes.person,
    );
    expect((await bakery.mustClaim()).step.step_id).toBe('task_1_1_a');
  });
});

describe('dates', () => {
  it('[CG8] after the change are those that were shown before it', async () => {
    const asked = await changes.change(late);
    expect(await changes.finish()).toBe(asked.diff.dates?.finish.before);
    await changes.approve(asked);
    expect(await changes.finish()).toBe(asked.diff.dates?.finish.after);
    expect(await changes.finish()).not.toBe(asked.diff.dates?.finish.before);
  });

  it('[CG8] count hours of delay from when it would begin', async () => {
    const asked = await changes.change({
      kind: 'delay',
      affects: ['task_2_1'],
      delay_hours: 48,
      dry_run: true,
    });
    const view = await bakery.call('execution_forecast', { execution_id: bakery.executionId });
    const tasks = view.tasks as { task_id: string; start: string }[];
    const start = tasks.find(({ task_id }) => task_id === 'task_2_1')?.start ?? '';
    expect(asked.until).toBe(new Date(Date.parse(start) + 48 * 3_600_000).toISOString());
  });
});

describe('a change that is repeated or held up', () => {
  it('[CG9] is asked for once with its key, and approved once', async () => {
    const path = `/api/executions/${bakery.executionId}/changes`;
    const send = (reason: string) =>
      bakery.app.call(path, {
        ...{ method: 'POST', key: bakery.key, body: JSON.stringify({ ...late, reason }) },
        headers: { 'content-type': 'application/json', 'idempotency-key': 'late-oven' },
      });
    const first = (await (await send('Late')).json()) as ExecutionChange;
    const second = (await (await send('Late')).json()) as ExecutionChange;
    expect(second.change_id).toBe(first.change_id);
    expect((await send('Very late')).status).toBe(409);
    expect(await changes.list()).toHaveLength(1);
    await changes.approve(first);
    await changes.settled(first.change_id, 'VERIFIED');
    await changes.say('approve', first);
    expect((await changes.patches()).length).toBe(3);
  });

  it('[CG9] is made at once also while the execution is paused', async () => {
    await bakery.control('pause');
    const asked = await changes.change(late);
    await changes.approve(asked);
    expect((await changes.list())[0]?.state).toBe('applied');
    expect(await bakery.task(asked.change_id ?? '')).toMatchObject({ engine_state: 'READY' });
    await bakery.control('resume');
    await changes.settled(asked.change_id, 'VERIFIED');
    expect((await changes.patches()).length).toBe(3);
  });

  it('[CG9] no more than twenty wait at a time', async () => {
    const all = Array.from({ length: 20 }, (_, index) => ({
      ...late,
      until: `2035-03-${String(index + 1).padStart(2, '0')}`,
    }));
    for (const one of all) await changes.change(one);
    const refused = await changes.askFor(late);
    expect(refused.code).toBe('limit_exceeded');
  });
});

describe('the step that stands for a change', () => {
  it('[CG10] counts neither for progress nor for the end, and is nobody’s to edit', async () => {
    const before = await bakery.status();
    const asked = await changes.change(late);
    expect((await bakery.status()).progress).toEqual(before.progress);
    const edit = { change: [{ step_id: asked.change_id, title: 'Another' }] };
    const base = { execution_id: bakery.executionId, base_rev: 2 };
    expect((await bakery.ask('execution_patch', { ...base, ...edit })).status).toBe(400);
    const other = { cancel: [asked.change_id] };
    expect((await bakery.ask('execution_patch', { ...base, ...other })).status).toBe(400);
    expect((await changes.askFor({ ...late, affects: [asked.change_id] })).status).toBe(400);
    await bakery.control('pause');
    await changes.approve(asked);
    const taken = await bakery.control('take_over', { step_id: asked.change_id }, changes.person);
    expect([taken.status, taken.code]).toEqual([409, 'not_allowed_now']);
    await changes.change({ ...late, affects: ['task_2_2'] });
    await bakery.control('cancel', { drain_seconds: 0 });
    expect((await bakery.status()).state).toBe('CANCELLED');
    expect((await changes.list())[0]?.state).toBe('withdrawn');
  });

  it('[CG10] is no part of a fork', async () => {
    const asked = await changes.change(late);
    const input = { execution_id: bakery.executionId, add: [extra] };
    const fork = await bakery.call('execution_fork', input);
    bakery.executionId = String(fork.execution_id);
    expect(await bakery.task(asked.change_id ?? '')).toBeUndefined();
    expect((await changes.askFor(late)).code).toBe('not_allowed_now');
  });
});
