// Steps in other hands, on the real engine: one holder at a time, and a log that is decided again the same.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
} from '../../test/support/temp-engine.ts';
import { fold } from './apply.ts';
import { contentJson } from './content.ts';
import type { ControlRequest } from './engine-api.ts';
import type { GraphStep } from './event-types.ts';
import { replayDecide } from './replay.ts';
import { verifyRun } from './verify.ts';

const run = 'exec_hand1';

describe('a step in other hands', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
  });
  afterEach(async () => {
    // Whatever happened: the log is whole, and leads to itself.
    const [log, replay] = [await verifyRun(temp.store, run), await replayDecide(temp.store, run)];
    await temp.close();
    if (!log.ok || !replay.ok) throw new Error(JSON.stringify({ log, replay }));
  });

  const create = (...steps: GraphStep[]) => createRun(temp.engine, run, steps);
  const control = (said: object, by = 'person_a') =>
    temp.engine.control({ tenant, run, by, ...said } as ControlRequest);
  const state = async () => fold(run, await temp.store.events(run, 0, 1_000));
  const step = async (id = 'task_1') => (await state()).steps.get(id);
  const asked = async () => (await step())?.wait?.key ?? '';
  const jsonOf = async (id: string | undefined) => {
    const row = await temp.store.content(id ?? '');
    return row && contentJson(row);
  };

  it('[IB5] is taken from an agent by a person, whose assignment does not run out', async () => {
    await create(leaf('task_1', [], { cost: { calls: 3 } }));
    const mine = await take(temp.engine);
    await control({ action: 'take_over', step: 'task_1' });
    expect(await step()).toMatchObject({ lease: { holder: 'person_a', leaseMs: 0 }, failures: 0 });
    await expect(temp.engine.complete({ ...callOf(mine), output: {} })).rejects.toMatchObject({
      code: 'lease_lost',
    });
    const again = { again: true, run, step: 'task_1', holder: 'person_a' };
    const held = await take(temp.engine, again);
    temp.clock.advance(90 * 24 * 3_600_000);
    await temp.engine.complete({ ...callOf(held, 'person_a'), output: { by: 'hand' } });
    expect((await state()).status).toBe('COMPLETED');
  });

  it('[IB5] taken twice is no mistake; what is handed in or not there is not taken', async () => {
    await create(leaf('task_1'), leaf('task_2', ['task_1']));
    await control({ action: 'take_over', step: 'task_1' });
    const { seq } = await state();
    await control({ action: 'take_over', step: 'task_1' });
    expect((await state()).seq).toBe(seq);
    const later = control({ action: 'take_over', step: 'task_2' });
    await expect(later).rejects.toMatchObject({ code: 'not_allowed_now' });
    const nothing = control({ action: 'take_over', step: 'task_7' });
    await expect(nothing).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });

  it('[IB5] is given back by whoever has it, and by nobody else', async () => {
    await create(leaf('task_1'));
    await control({ action: 'take_over', step: 'task_1' });
    const other = control({ action: 'give_back', step: 'task_1' }, 'person_b');
    await expect(other).rejects.toMatchObject({ code: 'not_allowed_now' });
    await control({ action: 'give_back', step: 'task_1' });
    expect(await step()).toMatchObject({ state: 'READY', lease: null, failures: 0 });
    expect(await take(temp.engine)).toMatchObject({ step: 'task_1' });
  });

  it('[EN33] is given back once, however often the call is repeated with its key', async () => {
    await create(leaf('task_1'));
    await control({ action: 'take_over', step: 'task_1' });
    const once = { key: 'give-1', bodyHash: 'a' };
    const give = { action: 'give_back', step: 'task_1', once };
    const answer = await control(give);
    await take(temp.engine);
    expect(await control(give)).toEqual(answer);
    const other = control({ ...give, once: { ...once, bodyHash: 'b' } });
    await expect(other).rejects.toMatchObject({ code: 'idempotency_mismatch' });
  });

  it('[IB6] is given to an agent, which gets it when it asks for work', async () => {
    await create(leaf('task_1'), leaf('task_2'));
    const first = await take(temp.engine, { holder: 'agent_a' });
    await control({ action: 'reassign', step: first.step, to: 'agent_b' });
    const late = temp.engine.complete({ ...callOf(first), output: {} });
    await expect(late).rejects.toMatchObject({ code: 'lease_lost' });
    // Nobody else gets it, and it does not run out before.
    temp.clock.advance(24 * 3_600_000);
    expect(await take(temp.engine, { holder: 'agent_c' })).toMatchObject({ step: 'task_2' });
    expect(await temp.engine.claim(claimRequest({ holder: 'agent_c' }))).toBeNull();
    const got = await take(temp.engine, { holder: 'agent_b' });
    expect(got).toMatchObject({ step: first.step, expiresAt: temp.clock.now() + 60_000 });
    expect(await temp.engine.claim(claimRequest({ holder: 'agent_b' }))).toBeNull();
    await temp.engine.complete({ ...callOf(got, 'agent_b'), output: {} });
    expect((await step(first.step))?.state).toBe('VERIFIED');
  });

  it('[IB6] the work of a person is not given to an agent', async () => {
    await create(leaf('task_1', [], { performer: 'human' }));
    const given = control({ action: 'reassign', step: 'task_1', to: 'agent_b' });
    await expect(given).rejects.toMatchObject({ code: 'not_allowed_now' });
  });

  it('[IB5] whoever takes a step takes its slot', async () => {
    const few = await openTempEngine(undefined, { slots: new Map([['kind:agent', 1]]) });
    try {
      await createRun(few.engine, run, [leaf('task_1'), leaf('task_2')]);
      const first = await take(few.engine);
      const by = 'person_a';
      const say = (step: string) =>
        few.engine.control({ tenant, run, by, action: 'take_over', step });
      await say(first.step);
      await expect(say('task_2')).rejects.toMatchObject({ code: 'conflict' });
      expect(await few.store.slotCount('kind:agent')).toBe(1);
    } finally {
      await few.close();
    }
    await create(leaf('task_1'));
  });

  const risky = (change: Partial<GraphStep> = {}) =>
    leaf('task_1', [], { tier: 2, approval: { lasts_ms: 60_000 }, ...change });
  const instead = (change: object, by?: string) =>
    control({ action: 'approve_alternative', step: 'task_1', ...change }, by);

  it('[IB4] something else is approved in the place of what was asked for, in one commit', async () => {
    await create(risky());
    const shown = await asked();
    const spec = { title: 'task_1', params: { mails: 3 } };
    await instead({ digest: shown, spec, reason: 'Three are enough.' });
    const now = await step();
    expect(now).toMatchObject({ state: 'READY', revision: 2, approval: { by: 'person_a' } });
    expect(now?.approval?.digest).not.toBe(shown);
    const got = await take(temp.engine);
    expect(await jsonOf(got.spec)).toEqual(spec);
    const last = (await temp.store.events(run, 0, 1_000)).slice(3, 5).map(({ header }) => header);
    expect(last[0]).toContain('graph.patched');
    expect(last[1]).toContain('approval.given');
    expect(last[1]).toContain('reason');
  });

  it('[IB4] another proposal goes to whoever takes it then', async () => {
    await create(leaf('task_1'));
    const worker = await take(temp.engine);
    await temp.engine.propose({ ...callOf(worker), proposal: { mails: 10 } });
    const digest = await asked();
    const own = instead({ digest, proposal: { mails: 9 } }, 'agent_a');
    await expect(own).rejects.toMatchObject({ code: 'forbidden' });
    await instead({ digest, proposal: { mails: 3 } });
    const got = await take(temp.engine, { holder: 'agent_b' });
    expect(await jsonOf(got.proposal)).toEqual({ mails: 3 });
  });

  it('[IB4] is refused where what was shown changed, and then changes nothing', async () => {
    await create(risky({ wait: { for: 'event', key: 'paid' } }));
    await control({ action: 'signal', key: 'paid' });
    const { seq } = await state();
    const stale = instead({ digest: 'ab'.repeat(32), spec: {} });
    await expect(stale).rejects.toMatchObject({ code: 'stale_approval' });
    expect((await state()).seq).toBe(seq);
    // What it had waited for before does not come again.
    await instead({ digest: await asked(), spec: { params: {} } });
    expect(await step()).toMatchObject({ state: 'READY' });
    const twice = instead({ digest: await asked(), spec: {} });
    await expect(twice).rejects.toMatchObject({ code: 'not_allowed_now' });
  });
});
