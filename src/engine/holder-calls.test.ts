import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { group, leaf } from '../../test/support/run-driver.ts';
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
import type { NewStep } from './engine-api.ts';
import { leaseDueId } from './projection.ts';

const run = 'exec_hold1';
const person = { performers: ['human'], holder: 'person_a' };

let temp: TempEngine;
let engine: Engine;
beforeEach(async () => {
  temp = await openTempEngine();
  engine = temp.engine;
});
afterEach(() => temp.close());

const dueOf = async (step: string) =>
  (await temp.store.dueOfRun(run)).find((row) => row.id === leaseDueId(run, step));
const steer = (request: object) =>
  engine.control({ tenant, run, by: 'person_a', ...request } as never);
const stateOf = async (step: string) =>
  (await temp.store.steps(run)).find((row) => row.step === step)?.state;
const create = (steps: readonly NewStep[], id = run) =>
  engine.createRun({
    run: id,
    kind: 'execution',
    plan: 'plan_temp1',
    tenant,
    by: 'person_a',
    steps,
  });

describe('a sign of life', () => {
  const renew = (tokens: readonly string[], holder = 'agent_a') =>
    engine.renew({ tenant, holder, tokens });

  it('[EN38] renews the leases whose tokens are shown, in every run, and no others', async () => {
    await createRun(engine, run, [leaf('task_1'), leaf('task_2')]);
    await createRun(engine, 'exec_hold2', [leaf('task_1')]);
    const mine = await take(engine, { run });
    const unknown = await take(engine, { run });
    const also = await take(engine, { run: 'exec_hold2' });
    temp.clock.advance(30_000);
    const now = temp.clock.now();
    const held = { isHeld: true, expiresAt: now + 60_000, signal: 'continue' };
    expect(await renew([also.token, 'lt_forged', mine.token])).toEqual([
      { ...held, run: 'exec_hold2', step: also.step },
      { isHeld: false },
      { ...held, run, step: mine.step },
    ]);
    const ends = [
      ...(await temp.store.dueOfRun(run)),
      ...(await temp.store.dueOfRun('exec_hold2')),
    ];
    const at = Object.fromEntries(ends.map((row) => [row.id, row.at]));
    expect(at).toEqual({
      [leaseDueId(run, mine.step)]: now + 60_000,
      [leaseDueId(run, unknown.step)]: now + 30_000,
      [leaseDueId('exec_hold2', also.step)]: now + 60_000,
    });
    expect(await renew([mine.token], 'agent_b')).toEqual([{ isHeld: false }]);
  });

  it('[EN38] does not go beyond the time that the step may take', async () => {
    await createRun(engine, run, [leaf('task_1', [], { timeout_ms: 70_000 })]);
    const { token } = await take(engine);
    const takenAt = temp.clock.now();
    temp.clock.advance(50_000);
    await renew([token]);
    expect((await dueOf('task_1'))?.at).toBe(takenAt + 70_000);
  });

  it('[EN38] tells the holder what to do now: go on, pause or stop', async () => {
    await createRun(engine, run, [leaf('task_1'), leaf('task_2')]);
    const claimed = await take(engine);
    const beat = async () =>
      (await engine.heartbeat({ ...callOf(claimed), progress: null, note: null })).signal;
    expect(await beat()).toBe('continue');
    await steer({ action: 'pause' });
    expect(await beat()).toBe('pause');
    await steer({ action: 'resume' });
    await steer({ action: 'cancel', compensate: false, drainMs: 20_000 });
    expect(await beat()).toBe('cancel');
    expect((await dueOf(claimed.step))?.at).toBe(temp.clock.now() + 20_000);
  });
});

describe('an assignment to a person', () => {
  it('[EN38] does not run out, and a sign of life changes nothing', async () => {
    await createRun(engine, run, [leaf('task_1', [], { performer: 'human' })]);
    const claimed = await take(engine, person);
    expect(claimed.expiresAt).toBe(0);
    expect(await dueOf('task_1')).toBeUndefined();
    temp.clock.advance(400 * 24 * 3_600_000);
    const call = callOf(claimed, 'person_a');
    await engine.renew({ tenant, holder: 'person_a', tokens: [call.token] });
    expect(await engine.heartbeat({ ...call, progress: 50, note: null })).toEqual({
      expiresAt: 0,
      signal: 'continue',
    });
    await engine.complete({ ...call, output: {} });
    expect(await stateOf('task_1')).toBe('VERIFIED');
  });

  it('[EN38] runs out with the time to drain when the run is cancelled', async () => {
    await createRun(engine, run, [leaf('task_1', [], { performer: 'human' })]);
    await take(engine, person);
    await steer({ action: 'cancel', compensate: false, drainMs: 20_000 });
    expect((await dueOf('task_1'))?.at).toBe(temp.clock.now() + 20_000);
  });
});

describe('a claim that says again', () => {
  it('[EN38] is given what the holder has already, and new work only if it has none', async () => {
    await createRun(engine, run, [leaf('task_1'), leaf('task_2')]);
    await createRun(engine, 'exec_hold2', [leaf('task_1')]);
    const first = await take(engine, { again: true });
    const second = await take(engine, { again: true });
    expect(second).toMatchObject({ run: first.run, step: first.step, token: first.token });
    expect((await take(engine)).token).not.toBe(first.token);
    await engine.complete({ ...callOf(second), output: {} });
    expect((await take(engine, { again: true, holder: 'agent_new' })).attempt).toBe(1);
  });

  it('[EN38] looks only at the run that it names', async () => {
    await createRun(engine, run, [leaf('task_1')]);
    await createRun(engine, 'exec_hold2', [leaf('task_1')]);
    await take(engine, { run });
    expect((await take(engine, { again: true, run: 'exec_hold2' })).run).toBe('exec_hold2');
  });
});

describe('an output', () => {
  const outputSchema = {
    type: 'object',
    properties: { title: { type: 'string' }, pages: { type: 'integer', minimum: 1 } },
    required: ['title', 'pages'],
    additionalProperties: false,
  };

  it('[EN37] that does not fit its schema is refused with what is wrong where; the lease stays', async () => {
    await create([{ def: leaf('task_1'), spec: {}, outputSchema }]);
    const claimed = await take(engine);
    const before = (await temp.store.run(run))?.head_seq;
    const bad = engine.complete({ ...callOf(claimed), output: { title: 7, pages: 0 } });
    await expect(bad).rejects.toMatchObject({
      code: 'output_invalid',
      facts: {
        problems: [
          expect.stringContaining('output.title'),
          expect.stringContaining('output.pages'),
        ],
      },
    });
    expect((await temp.store.run(run))?.head_seq).toBe(before);
    expect(await stateOf('task_1')).toBe('LEASED');
    await engine.complete({ ...callOf(claimed), output: { title: 'It', pages: 1 } });
    expect(await stateOf('task_1')).toBe('VERIFIED');
  });

  it.each([null, [], 'text', {}, { title: 'It' }, { title: 'It', pages: 1, more: 1 }])(
    '[EN37] %j does not fit',
    async (output) => {
      await create([{ def: leaf('task_1'), spec: {}, outputSchema }]);
      const claimed = await take(engine);
      await expect(engine.complete({ ...callOf(claimed), output })).rejects.toMatchObject({
        code: 'output_invalid',
      });
    },
  );

  it('[EN37] is checked by the schema of steps that were added later too', async () => {
    await createRun(engine, run, [leaf('task_1')]);
    const def = leaf('task_2');
    const added = [{ def, spec: {}, outputSchema }];
    await engine.patch({ run, by: 'person_a', cause: 'edit', baseRev: 1, added });
    const other = await temp.beside();
    await take(other);
    const claimed = await take(other);
    expect(claimed.step).toBe('task_2');
    await expect(other.complete({ ...callOf(claimed), output: {} })).rejects.toMatchObject({
      code: 'output_invalid',
    });
  });

  it('[EN37] needs a schema that can be used, before any work is built on it', async () => {
    const broken = { type: 'nonsense' };
    const creating = create([{ def: leaf('task_1'), spec: {}, outputSchema: broken }]);
    await expect(creating).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(await temp.store.run(run)).toBeNull();
  });
});

describe('a completion with new steps', () => {
  const fanOut = (keys: readonly string[]): NewStep[] =>
    keys.map((key) => ({
      def: leaf(`phase_1_f${key}`, ['split_1'], { parent: 'phase_1' }),
      spec: { title: key },
    }));

  it('[EN30] adds them in its own commit, or does neither', async () => {
    await createRun(engine, run, [
      leaf('split_1', [], { parent: 'phase_1' }),
      group('phase_1', ['split_1']),
    ]);
    const claimed = await take(engine);
    const bad = { cause: 'fan_out', added: [{ def: leaf('stray_1'), spec: {} }] } as const;
    const call = { ...callOf(claimed), output: {} };
    await expect(engine.complete({ ...call, patch: bad })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    });
    expect(await stateOf('split_1')).toBe('LEASED');
    await engine.complete({ ...call, patch: { cause: 'fan_out', added: fanOut(['a', 'b']) } });
    const steps = await temp.store.steps(run);
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'split_1 VERIFIED',
      'phase_1 PENDING',
      'phase_1_fa READY',
      'phase_1_fb READY',
    ]);
    expect((await temp.store.run(run))?.steps_total).toBe(3);
  });

  it('[EN30] passes what is new and has all it needs: checkpoints and branches not taken', async () => {
    await createRun(engine, run, [
      leaf('pick_1', [], { purpose: 'decision' }),
      leaf('split_1', ['pick_1'], { parent: 'phase_1' }),
      group('phase_1', ['split_1']),
    ]);
    await engine.complete({ ...callOf(await take(engine)), output: {}, choice: 'yes' });
    const claimed = await take(engine);
    const parent = 'phase_1';
    const added = [
      leaf('phase_1_f1', ['pick_1'], { parent, when: { step: 'pick_1', is: 'no' } }),
      leaf('phase_1_f2', ['pick_1'], { parent, performer: 'engine', purpose: 'checkpoint' }),
    ].map((def) => ({ def, spec: {} }));
    await engine.complete({ ...callOf(claimed), output: {}, patch: { cause: 'fan_out', added } });
    expect(await stateOf('phase_1_f1')).toBe('SKIPPED');
    expect(await stateOf('phase_1_f2')).toBe('VERIFIED');
    expect((await temp.store.run(run))?.status).toBe('COMPLETED');
  });
});

describe('a wait', () => {
  it('[EN25] for a time ends when the clock says so, without anybody asking', async () => {
    await createRun(engine, run, [leaf('task_1', [], { wait: { for: 'time', delay_ms: 90_000 } })]);
    expect(await engine.claim(claimRequest())).toBeNull();
    temp.clock.advance(90_000);
    const other = await temp.beside();
    expect(await other.claim(claimRequest({ waitMs: 9_000 }))).toMatchObject({ step: 'task_1' });
  });

  it('[EN25] for an event ends with its signal, and brings along what was said', async () => {
    await createRun(engine, run, [leaf('task_1', [], { wait: { for: 'event', key: 'paid' } })]);
    const waiting = engine.claim(claimRequest({ waitMs: 60_000 }));
    await steer({ action: 'signal', key: 'paid', answer: 'in cash' });
    const claimed = await waiting;
    const answer = await temp.store.content(claimed?.answer ?? '');
    expect(Buffer.from(answer?.bytes ?? []).toString()).toBe('{"message":"in cash"}');
  });

  it('[EN25] for an answer: the next holder gets it, and the question is no error any more', async () => {
    await createRun(engine, run, [leaf('task_1')]);
    await engine.ask({ ...callOf(await take(engine)), question: 'Which color?' });
    expect(await engine.claim(claimRequest())).toBeNull();
    await steer({ action: 'answer', step: 'task_1', answer: 'Blue' });
    const claimed = await take(engine, { holder: 'agent_b' });
    expect(claimed).toMatchObject({ attempt: 2, lastError: '' });
    const answer = await temp.store.content(claimed.answer);
    expect(Buffer.from(answer?.bytes ?? []).toString()).toBe('{"message":"Blue"}');
  });
});
