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
import type { Engine } from './engine.ts';

const run = 'exec_once1';
const once = (key: string, bodyHash = 'hash1') => ({ once: { key, bodyHash } });
const dayMs = 24 * 3_600_000;

describe('a call with an idempotency key', () => {
  let temp: TempEngine;
  let engine: Engine;
  beforeEach(async () => {
    temp = await openTempEngine();
    engine = temp.engine;
    await createRun(engine, run, [leaf('task_1'), leaf('task_2', ['task_1'])]);
  });
  afterEach(() => temp.close());
  const length = async () => (await temp.store.run(run))?.head_seq;
  const note = (by: Engine, key: string, body?: string) =>
    by.note({
      tenant,
      run,
      by: 'agent_a',
      step: '',
      kind: 'remark',
      reportedAt: 0,
      note: { text: 'x' },
      ...once(key, body),
    });

  it('[EN33] gives the same answer to the same body, and does the work once', async () => {
    const claimed = await take(engine);
    const complete = () => engine.complete({ ...callOf(claimed), output: { n: 1 }, ...once('k1') });
    const first = await complete();
    const before = await length();
    await take(engine);
    expect(await complete()).toEqual(first);
    expect(await length()).toBe((before ?? 0) + 1);
  });

  it('[EN33] with another body is refused, and changes nothing', async () => {
    await note(engine, 'k1');
    const before = await length();
    await expect(note(engine, 'k1', 'hash2')).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
    expect(await length()).toBe(before);
  });

  it('[EN33] is answered as before though the lease is lost since', async () => {
    const claimed = await take(engine);
    const fail = { ...callOf(claimed), class: 'logic', message: 'no', ...once('k1') } as const;
    const first = await engine.fail(fail);
    await take(engine);
    expect(await engine.fail(fail)).toEqual(first);
    await expect(engine.fail({ ...fail, ...once('k2') })).rejects.toMatchObject({
      code: 'lease_lost',
    });
  });

  it('[EN33] that was refused is not kept: it may come true later', async () => {
    const answer = {
      tenant,
      run,
      by: 'person_a',
      action: 'answer',
      step: 'task_1',
      answer: 'blue',
      ...once('k1'),
    } as const;
    await expect(engine.control(answer)).rejects.toMatchObject({ code: 'not_allowed_now' });
    const claimed = await take(engine);
    await engine.ask({ ...callOf(claimed), question: 'which color?' });
    expect(await engine.control(answer)).toMatchObject({ status: 'RUNNING' });
    expect(await engine.control(answer)).toMatchObject({ status: 'RUNNING' });
  });

  it('[EN33] is one call, however many servers it reaches at once', async () => {
    const other = await temp.beside();
    const before = (await length()) ?? 0;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => note(index % 2 ? engine : other, 'k1')),
    );
    expect(new Set(answers.map(({ seq }) => seq)).size).toBe(1);
    expect(await length()).toBe(before + 1);
  });

  it('[EN33] to claim gives the same lease again, also when two claims race', async () => {
    const other = await temp.beside();
    await createRun(engine, 'exec_once2', [leaf('task_1')]);
    const claim = (by: Engine) => by.claim(claimRequest(once('k1')));
    const [first, second] = await Promise.all([claim(engine), claim(other)]);
    expect(first?.token).toBeDefined();
    expect(second?.token).toBe(first?.token);
    expect((await claim(engine))?.token).toBe(first?.token);
    expect(await temp.store.heldSteps(tenant, 'agent_a')).toHaveLength(1);
  });

  it('[EN33] to create a run names the run that was created first', async () => {
    const create = (id: string) =>
      engine.createRun({
        run: id,
        kind: 'execution',
        plan: 'plan_temp1',
        tenant,
        by: 'person_a',
        steps: [{ def: leaf('task_1'), spec: {} }],
        ...once('k1'),
      });
    const first = await create('exec_new1');
    expect(await create('exec_new2')).toEqual(first);
    expect(first).toMatchObject({ ok: true, run: 'exec_new1' });
    expect(await temp.store.run('exec_new2')).toBeNull();
  });

  it('[EN33] is remembered for a day', async () => {
    const first = await note(engine, 'k1');
    temp.clock.advance(dayMs - 1);
    expect(await note(engine, 'k1')).toEqual(first);
    temp.clock.advance(2);
    expect(await note(engine, 'k1', 'hash2')).not.toEqual(first);
  });

  it('[EN33] to steer is answered as before, though the run moved on', async () => {
    const steer = (action: 'pause' | 'resume', key: string) =>
      engine.control({ tenant, run, by: 'person_a', action, ...once(key) });
    const paused = await steer('pause', 'k1');
    expect(paused).toMatchObject({ isHeld: true });
    await steer('resume', 'k2');
    expect(await steer('pause', 'k1')).toEqual(paused);
    expect((await temp.store.run(run))?.held_at).toBe(0);
  });
});
