// Steering through the real engine and the real store: what is acknowledged holds for every server.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { effect, leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import type { Engine } from './engine.ts';
import type { ControlRequest, NewStep } from './engine-api.ts';
import type { GraphStep } from './event-types.ts';
import { verifyRun } from './verify.ts';

const run = 'exec_steer1';
type Steer = ControlRequest extends infer One
  ? One extends ControlRequest
    ? Omit<One, 'tenant' | 'run' | 'by'>
    : never
  : never;
const asNew = (def: GraphStep): NewStep => ({ def, spec: { title: def.id } });

let temp: TempEngine;
let engine: Engine;
beforeEach(async () => {
  temp = await openTempEngine();
  engine = temp.engine;
});
afterEach(async () => {
  const { ok } = await verifyRun(temp.store, run);
  await temp.close();
  if (!ok || temp.errors.length > 0)
    throw new Error('the log or the rows are not right', { cause: temp.errors });
});

const steer = (request: Steer, by = engine) =>
  by.control({ tenant, run, by: 'person_a', ...request } as ControlRequest);
const states = async () =>
  Object.fromEntries((await temp.store.steps(run)).map(({ step, state }) => [step, state]));
const statusOf = async () => (await temp.store.run(run))?.status;

describe('a pause', () => {
  it('[EN27] acknowledged by one server holds on all: nothing more is handed out', async () => {
    await createRun(engine, run, [leaf('task_1'), leaf('task_2')]);
    const other = await temp.beside();
    const held = await take(other);
    expect(await steer({ action: 'pause' })).toMatchObject({ isHeld: true, status: 'RUNNING' });
    expect(await other.claim(claimRequest())).toBeNull();
    expect(await engine.claim(claimRequest())).toBeNull();
    const done = await other.complete({ ...callOf(held), output: {} });
    expect(done).toMatchObject({ stepState: 'VERIFIED', signal: 'pause' });
  });

  it('[EN27] that ends serves those who wait', async () => {
    await createRun(engine, run, [leaf('task_1')]);
    await steer({ action: 'pause' });
    const waiting = engine.claim(claimRequest({ waitMs: 60_000 }));
    await steer({ action: 'resume' });
    expect(await waiting).toMatchObject({ step: 'task_1' });
  });
});

describe('a cancel', () => {
  it('[EN28] lets leases drain, then takes them by the clock, then undoes, then ends', async () => {
    await createRun(engine, run, [effect('task_1'), effect('task_2'), leaf('task_3')]);
    const first = await take(engine);
    await engine.complete({ ...callOf(first), output: {} });
    await take(engine);
    const answer = await steer({ action: 'cancel', compensate: true, drainMs: 30_000 });
    expect(answer).toMatchObject({ status: 'RUNNING', ending: 'CANCELLED' });
    expect(await engine.claim(claimRequest())).toBeNull();
    temp.clock.advance(30_000);
    const other = await temp.beside();
    await until(async () => (await states()).undo_task_2 === 'READY');
    for (const undoes of ['task_2', 'task_1']) {
      const undo = await take(other, { holder: 'agent_b' });
      expect(undo).toMatchObject({ undoes, purpose: 'compensation', action: 'take_back' });
      expect(await other.claim(claimRequest())).toBeNull();
      await other.complete({ ...callOf(undo, 'agent_b'), output: {} });
    }
    expect(await statusOf()).toBe('CANCELLED');
    expect(await states()).toMatchObject({ task_1: 'COMPENSATED', task_2: 'COMPENSATED' });
  });

  it('[EN13] [EN28] of a failed run leaves rows that say what the log says, to its end', async () => {
    await createRun(engine, run, [effect('task_1', [], { attempts_max: 1 })]);
    const failed = await take(engine);
    await engine.fail({ ...callOf(failed), class: 'policy', message: 'no' });
    expect(await statusOf()).toBe('FAILED');
    await steer({ action: 'cancel', compensate: true, drainMs: 0 });
    expect(await statusOf()).toBe('RUNNING');
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
    const undo = await take(engine);
    await engine.complete({ ...callOf(undo), output: {} });
    expect(await statusOf()).toBe('CANCELLED');
  });

  it('[EN28] of an undo that is lost hands it out again, and it counts once', async () => {
    await createRun(engine, run, [effect('task_1')]);
    await take(engine);
    await steer({ action: 'cancel', compensate: true, drainMs: 0 });
    const lost = await take(engine);
    temp.clock.advance(60_001);
    const other = await temp.beside();
    const again = await other.claim(claimRequest({ waitMs: 9_000 }));
    expect(again).toMatchObject({ step: 'undo_task_1', attempt: 2 });
    await expect(engine.complete({ ...callOf(lost), output: {} })).rejects.toMatchObject({
      code: 'lease_lost',
    });
    if (again) await other.complete({ ...callOf(again), output: {} });
    expect(await statusOf()).toBe('CANCELLED');
  });
});

describe('a person in a run that is cancelled', () => {
  const asPerson = { performers: ['human'], holder: 'person_b' };

  it('[EN38] has the time to drain, however long the assignment lasted', async () => {
    await createRun(engine, run, [leaf('task_1', [], { performer: 'human' })]);
    const held = await take(engine, asPerson);
    temp.clock.advance(24 * 3_600_000);
    await steer({ action: 'cancel', compensate: false, drainMs: 30_000 });
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
    temp.clock.advance(29_000);
    await engine.complete({ ...callOf(held, 'person_b'), output: {} });
    expect(await statusOf()).toBe('CANCELLED');
  });

  it('[EN28] may undo something without a timer', async () => {
    const undo = { performer: 'human', action: 'call_them' } as const;
    await createRun(engine, run, [effect('task_1', [], { undo })]);
    await take(engine);
    await steer({ action: 'cancel', compensate: true, drainMs: 0 });
    const claimed = await take(engine, asPerson);
    expect(claimed).toMatchObject({ undoes: 'task_1', expiresAt: 0 });
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
    await engine.complete({ ...callOf(claimed, 'person_b'), output: {} });
    expect(await statusOf()).toBe('CANCELLED');
  });
});

describe('a change of the graph', () => {
  const edit = { run, by: 'person_a', cause: 'edit' } as const;

  it('[EN30] of two servers at once: one is taken, the other is stale', async () => {
    await createRun(engine, run, [leaf('task_1'), leaf('task_2', ['task_1'])]);
    const other = await temp.beside();
    const change = (by: Engine, action: string) =>
      by.patch({
        ...edit,
        baseRev: 1,
        added: [],
        changed: [asNew(leaf('task_2', ['task_1'], { action }))],
      });
    const outcomes = await Promise.allSettled([change(engine, 'one'), change(other, 'two')]);
    const codes = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'taken'));
    expect(new Set(codes)).toEqual(new Set(['stale_patch', 'taken']));
    expect((await temp.store.run(run))?.rev).toBe(2);
  });

  it('[EN30] takes a step from its holder, who learns it with the next call', async () => {
    await createRun(engine, run, [leaf('task_1'), leaf('task_2')]);
    const held = await take(engine);
    const answer = await engine.patch({ ...edit, baseRev: 1, added: [], cancelled: [held.step] });
    expect(answer).toMatchObject({ rev: 2, status: 'RUNNING' });
    const beat = engine.heartbeat({ ...callOf(held), progress: null, note: null });
    await expect(beat).rejects.toMatchObject({ code: 'lease_lost' });
    expect(await temp.store.dueOfRun(run)).toEqual([]);
  });

  it('[EN31] grows the total, and progress does not fall', async () => {
    await createRun(engine, run, [leaf('task_1'), leaf('task_2')]);
    await engine.complete({ ...callOf(await take(engine)), output: {} });
    const before = (await temp.store.run(run))?.progress ?? 0;
    expect(before).toBe(500_000);
    const added = Array.from({ length: 9 }, (_, index) => asNew(leaf(`more_${index}`)));
    await engine.patch({ ...edit, baseRev: 1, added });
    expect(await temp.store.run(run)).toMatchObject({ steps_total: 11, progress: before });
  });

  it('[EN30] hands new steps to those who wait', async () => {
    await createRun(engine, run, [leaf('task_1', [], { performer: 'human' })]);
    const waiting = engine.claim(claimRequest({ waitMs: 60_000 }));
    await engine.patch({ ...edit, baseRev: 1, added: [asNew(leaf('task_2'))] });
    expect(await waiting).toMatchObject({ step: 'task_2' });
  });
});

describe('after a failure', () => {
  it('[EN26] retry, skip and resume go through the engine, in one commit each', async () => {
    await createRun(engine, run, [
      leaf('task_1', [], { attempts_max: 1 }),
      leaf('task_2', ['task_1']),
    ]);
    const failOnce = async () => {
      const held = await take(engine);
      await engine.fail({ ...callOf(held), class: 'logic', message: 'no' });
    };
    await failOnce();
    expect(await statusOf()).toBe('FAILED');
    expect(await steer({ action: 'retry_step', step: 'task_1' })).toMatchObject({
      status: 'RUNNING',
    });
    await failOnce();
    await steer({ action: 'resume' });
    await failOnce();
    const before = (await temp.store.run(run))?.head_seq ?? 0;
    const skipped = await steer({ action: 'skip_step', step: 'task_1' });
    expect(skipped).toMatchObject({ status: 'RUNNING', seq: before + 3 });
    expect(await states()).toEqual({ task_1: 'SKIPPED', task_2: 'READY' });
  });
});

describe('a kill', () => {
  it('[EN29] of a run ends it on all servers, and its holders learn it', async () => {
    await createRun(engine, run, [effect('task_1'), leaf('task_2')]);
    const other = await temp.beside();
    const held = await take(other);
    expect(await steer({ action: 'kill' })).toMatchObject({ status: 'CANCELLED', ending: '' });
    await expect(other.complete({ ...callOf(held), output: {} })).rejects.toMatchObject({
      code: 'lease_lost',
    });
    expect(await other.claim(claimRequest())).toBeNull();
    expect(await temp.store.dueOfRun(run)).toEqual([]);
  });
});
