import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { fold } from './apply.ts';
import { contentJson, maxOutputBytes, maxOwnOutputBytes } from './content.ts';
import type { ClaimedStep } from './engine-api.ts';
import { leaseToken } from './lease.ts';
import { leaseDueId } from './projection.ts';
import { backoffMs } from './recovery.ts';
import { verifyRun } from './verify.ts';

const run = 'exec_engine1';

describe('the engine', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
    await createRun(temp.engine, run, [leaf('task_1', [], { timeout_ms: 90_000 }), leaf('task_2')]);
  });
  afterEach(() => temp.close());

  const state = async () => fold(run, await temp.store.events(run, 0, 1_000));
  const events = async () => (await state()).seq;
  const dueAt = async () =>
    (await temp.store.due(Number.MAX_SAFE_INTEGER, 10)).find(
      (row) => row.id === leaseDueId(run, 'task_1'),
    )?.at;
  async function claim(holder = 'agent_a'): Promise<ClaimedStep> {
    const claimed = await temp.engine.claim(claimRequest({ holder }));
    if (!claimed) throw new Error('nothing to claim');
    return claimed;
  }
  const note = (kind: string) =>
    temp.engine.note({
      tenant,
      run,
      by: 'agent_a',
      step: '',
      kind,
      reportedAt: 0,
      note: { text: kind },
    });

  it('[EN3] start, complete and fail go through the token', async () => {
    const first = await claim();
    const started = await temp.engine.startStep({ ...callOf(first), reportedAt: 5 });
    expect(started).toMatchObject({ run, step: 'task_1', stepState: 'LEASED', seq: 6 });
    const done = await temp.engine.complete({ ...callOf(first), output: { made: 'it' } });
    expect(done).toMatchObject({ stepState: 'VERIFIED', runStatus: 'RUNNING', seq: 7 });
    const output = (await state()).steps.get('task_1')?.output?.id ?? '';
    const row = await temp.store.content(output);
    expect(row && contentJson(row)).toEqual({ made: 'it' });
    const second = await claim();
    const failed = await temp.engine.fail({ ...callOf(second), class: 'transient', message: 'x' });
    expect(failed).toMatchObject({ stepState: 'WAITING', waitFor: 'time', signal: 'continue' });
    const waitsMs = failed.waitUntil - temp.clock.now();
    expect(waitsMs).toBe(backoffMs('transient', 1, `${run}/${second.step}`));
  });

  it('[EN3] a forged, foreign or late token gets lease_lost everywhere and changes nothing', async () => {
    const claimed = await claim();
    const secret = (await temp.store.meta('secret')) ?? '';
    const forged = leaseToken('0'.repeat(64), { run, step: 'task_1', attempt: 1 }, 'agent_a');
    const future = leaseToken(secret, { run, step: 'task_1', attempt: 2 }, 'agent_a');
    const calls = [
      { ...callOf(claimed), token: forged },
      { ...callOf(claimed), token: future },
      { ...callOf(claimed), holder: 'agent_b' },
      { ...callOf(claimed), token: 'lt_nonsense' },
    ];
    const before = await events();
    const beats = { progress: 50, note: 'half' };
    for (const call of calls) {
      const tries = [
        temp.engine.heartbeat({ ...call, ...beats }),
        temp.engine.startStep({ ...call, reportedAt: 1 }),
        temp.engine.complete({ ...call, output: {} }),
        temp.engine.fail({ ...call, class: 'logic', message: 'no' }),
      ];
      for (const one of tries) await expect(one).rejects.toMatchObject({ code: 'lease_lost' });
    }
    expect(await events()).toBe(before);
    expect(await temp.store.telemetry(run)).toEqual([]);
    expect(await temp.store.contentIds(run)).toHaveLength(1);
  });

  it('[EN20] a sign of life moves the end of the lease, never beyond the time of the step', async () => {
    const claimed = await claim();
    const takenAt = temp.clock.now();
    expect(await dueAt()).toBe(takenAt + 60_000);
    temp.clock.advance(20_000);
    const call = { ...callOf(claimed), progress: 30, note: 'on it' };
    expect(await temp.engine.heartbeat(call)).toEqual({
      expiresAt: takenAt + 80_000,
      signal: 'continue',
    });
    expect(await dueAt()).toBe(takenAt + 80_000);
    temp.clock.advance(20_000);
    expect(await temp.engine.heartbeat(call)).toMatchObject({ expiresAt: takenAt + 90_000 });
    expect(await temp.store.telemetry(run)).toEqual([
      { run, step: 'task_1', at: takenAt + 40_000, progress: 30, note: 'on it' },
    ]);
  });

  it('[EN20] a sign of life is no event', async () => {
    const claimed = await claim();
    const before = await events();
    await temp.engine.heartbeat({ ...callOf(claimed), progress: 10, note: null });
    expect(await events()).toBe(before);
  });

  it('[EN5] a lease that ran out goes to the next, and the late one is told', async () => {
    const late = await claim();
    temp.clock.advance(60_000);
    const other = await temp.beside();
    await until(async () => (await state()).steps.get('task_1')?.state === 'READY');
    const request = claimRequest({ holder: 'agent_b', run });
    const claims = [await other.claim(request), await other.claim(request)];
    const again = claims.find((claimed) => claimed?.step === 'task_1');
    expect(again).toMatchObject({ attempt: 2 });
    await expect(temp.engine.complete({ ...callOf(late), output: {} })).rejects.toMatchObject({
      code: 'lease_lost',
    });
    expect(temp.errors).toEqual([]);
  });

  it('[EN16] a timer that is due when the engine opens rings', async () => {
    const claimed = await claim();
    await temp.engine.fail({ ...callOf(claimed), class: 'transient', message: 'busy' });
    temp.clock.advance(1_000);
    await temp.beside();
    await until(async () => (await state()).steps.get('task_1')?.state === 'READY');
    const rows = await temp.store.due(Number.MAX_SAFE_INTEGER, 10);
    expect(rows).toEqual([]);
  });

  it('[EN16] a timer that the run is past is cleared away', async () => {
    const id = leaseDueId(run, 'task_2');
    const at = temp.clock.now() - 1;
    const due = { id, at, kind: 'lease', tenant, run, step: 'task_2', attempt: 7 } as const;
    await temp.store.commit([{ due: [{ set: due }] }]);
    await temp.beside();
    await until(async () => (await temp.store.nextDueAt()) === null);
    expect((await state()).steps.get('task_2')?.state).toBe('READY');
  });

  it('[EN22] an output that is too large is refused and nothing of it is kept', async () => {
    const claimed = await claim();
    const before = await temp.store.contentIds(run);
    const output = { text: 'x'.repeat(maxOutputBytes) };
    const tries = temp.engine.complete({ ...callOf(claimed), output });
    await expect(tries).rejects.toMatchObject({ code: 'limit_exceeded' });
    expect(await temp.store.contentIds(run)).toEqual(before);
    expect((await state()).steps.get('task_1')?.state).toBe('LEASED');
  });

  it('[EN22] what the engine itself puts together may be larger, within a limit too', async () => {
    const own = leaf('task_1', [], { performer: 'engine' });
    await createRun(temp.engine, 'exec_engine2', [own]);
    const performers = ['engine'];
    const claimed = await temp.engine.claim({ ...claimRequest(), performers });
    if (!claimed) throw new Error('nothing to claim');
    const tooLarge = { text: 'x'.repeat(maxOwnOutputBytes) };
    const tries = temp.engine.complete({ ...callOf(claimed), output: tooLarge });
    await expect(tries).rejects.toMatchObject({ code: 'limit_exceeded' });
    const output = { text: 'x'.repeat(maxOutputBytes * 8) };
    const done = await temp.engine.complete({ ...callOf(claimed), output });
    expect(done).toMatchObject({ stepState: 'VERIFIED' });
  });

  it('[EN22] files and rows of a completion are there with it', async () => {
    const claimed = await claim();
    const bytes = new TextEncoder().encode('# A report');
    const file = { owner: 'plan_temp1', path: 'report.md', contentType: 'text/markdown', bytes };
    await temp.engine.complete({ ...callOf(claimed), output: {}, artifacts: [file] });
    const [row] = await temp.store.artifacts(tenant, 'plan_temp1');
    expect(row).toMatchObject({ path: 'report.md', size: bytes.byteLength });
    expect((await verifyRun(temp.store, run)).ok).toBe(true);
  });

  it('[EN22] files of a completion that came too late are not kept', async () => {
    const claimed = await claim();
    await temp.engine.fail({ ...callOf(claimed), class: 'logic', message: 'no' });
    const bytes = new Uint8Array(3);
    const file = { owner: 'plan_temp1', path: 'late.bin', contentType: 'x/y', bytes };
    const late = temp.engine.complete({ ...callOf(claimed), output: {}, artifacts: [file] });
    await expect(late).rejects.toMatchObject({ code: 'lease_lost' });
    expect(await temp.store.artifacts(tenant, 'plan_temp1')).toEqual([]);
  });

  it('[EN18] a run is created once, whoever comes first', async () => {
    const other = await temp.beside();
    const both = [temp.engine, other].map((engine) =>
      createRun(engine, 'exec_twice1', [leaf('task_1')]),
    );
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await temp.store.events('exec_twice1', 0, 10)).toHaveLength(3);
  });

  it('[EN18] a listener that throws neither loses nor doubles what was committed', async () => {
    temp.engine.onAdvance(() => {
      throw new Error('the listener broke');
    });
    const seqs = (await Promise.all([note('first'), note('second'), note('third')])).map(
      ({ seq }) => seq,
    );
    expect(seqs).toEqual([4, 5, 6]);
    expect(await events()).toBe(6);
    expect(temp.errors.length).toBeGreaterThan(0);
  });

  it('[EN21] an erasure takes every content, and the log stays valid', async () => {
    const claimed = await claim();
    await temp.engine.complete({ ...callOf(claimed), output: { secret: 'canary' } });
    await note('remark');
    const erased = await temp.engine.erase({ tenant, plan: 'plan_temp1' });
    expect(erased).toEqual({ contents: 3, runs: [run], unrecorded: [] });
    expect(await temp.store.contentIds(run)).toEqual([]);
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true, erased: 3 });
  });

  it('[EN21] an open run ends with its erasure, and nothing writes its text again', async () => {
    const held = await claim();
    await temp.engine.erase({ tenant, plan: 'plan_temp1' });
    const { status, steps, active } = await state();
    expect(status).toBe('CANCELLED');
    expect(active).toBe(0);
    expect([...steps.values()].every((step) => step.state === 'CANCELLED')).toBe(true);
    const late = { ...callOf(held), output: { canary: 'canary' } };
    await expect(temp.engine.complete(late)).rejects.toMatchObject({ code: 'lease_lost' });
    const beat = { ...callOf(held), progress: 5, note: 'canary' };
    await expect(temp.engine.heartbeat(beat)).rejects.toMatchObject({ code: 'lease_lost' });
    await expect(note('canary')).rejects.toMatchObject({ code: 'plan_erased' });
    expect(await temp.store.contentIds(run)).toEqual([]);
    expect(await temp.store.telemetry(run)).toEqual([]);
    expect(await temp.store.due(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
  });

  it('[EN15] a step that is given back is free again at once, and no failure', async () => {
    const held = await claim();
    await temp.engine.release(callOf(held));
    const again = await claim();
    expect(again).toMatchObject({ step: held.step, attempt: 2 });
    await expect(temp.engine.release(callOf(held))).rejects.toMatchObject({ code: 'lease_lost' });
  });
});
