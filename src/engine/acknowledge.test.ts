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
import type { ClaimedStep, HolderCall } from './engine-api.ts';
import { pulseDueId } from './lease.ts';
import { leaseDueId } from './projection.ts';
import { replayDecide } from './replay.ts';
import { verifyRun } from './verify.ts';

const run = 'exec_ack1';
const leaseMs = 60_000;
const ackMs = 10_000;

describe('a lease that its holder promised to acknowledge', () => {
  let temp: TempEngine;
  let wokeAt = 0;
  beforeEach(async () => {
    wokeAt = 0;
    temp = await openTempEngine(undefined, { wokeAt: () => wokeAt });
    await createRun(temp.engine, run, [effect('task_1', [], { attempts_max: 1 })]);
  });
  afterEach(() => temp.close());

  const row = async () => (await temp.store.steps(run)).find(({ step }) => step === 'task_1');
  const endsAt = async () =>
    (await temp.store.dueOfRun(run)).find(({ id }) => id === leaseDueId(run, 'task_1'))?.at;
  const claim = (change = {}) => take(temp.engine, { leaseMs, ackMs, ...change });
  async function ringAfter(ms: number): Promise<void> {
    temp.clock.advance(ms);
    await temp.beside();
    const isQuiet = async () => (await temp.store.due(temp.clock.now(), 1)).length === 0;
    await until(isQuiet);
  }

  it('[EN51] goes back untouched if the token is not shown in time, and no attempt is used up', async () => {
    const held = await claim();
    expect(held).toMatchObject({
      expiresAt: temp.clock.now() + leaseMs,
      acknowledgeBy: temp.clock.now() + ackMs,
    });
    await ringAfter(ackMs);
    expect(await row()).toMatchObject({ state: 'READY', attempt: 1, failures: 0 });
    expect(await take(temp.engine, { holder: 'agent_b' })).toMatchObject({ attempt: 2 });
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
    expect(await replayDecide(temp.store, run)).toMatchObject({ ok: true });
  });

  it.each<[string, (held: ClaimedStep, call: HolderCall) => Promise<unknown>]>([
    ['a heartbeat', (_, call) => temp.engine.heartbeat({ ...call, progress: null, note: null })],
    ['one of several tokens', (held) => renew(held)],
    ['the word that it began', (_, call) => temp.engine.startStep({ ...call, reportedAt: 1 })],
  ])('[EN51] has its whole time from %s on', async (_, show) => {
    const held = await claim();
    temp.clock.advance(ackMs - 1);
    await show(held, callOf(held));
    expect(await endsAt()).toBe(temp.clock.now() + leaseMs);
    await ringAfter(leaseMs - 1);
    expect(await row()).toMatchObject({ state: 'LEASED' });
    await ringAfter(1);
    expect(await row()).toMatchObject({ state: 'FAILED', failures: 1 });
  });

  const renew = ({ token }: ClaimedStep) =>
    temp.engine.renew({ tenant, holder: 'agent_a', tokens: [token] });

  it('[EN51] is not cut short for a holder that promised nothing, or a shorter lease', async () => {
    await claim({ ackMs: 0 });
    expect(await endsAt()).toBe(temp.clock.now() + leaseMs);
    await createRun(temp.engine, 'exec_ack2', [leaf('task_1')]);
    const short = await claim({ run: 'exec_ack2', leaseMs: ackMs });
    expect(short).toMatchObject({ expiresAt: temp.clock.now() + ackMs, acknowledgeBy: 0 });
  });

  it('[EN51] counts a result that comes after all', async () => {
    const held = await claim();
    await ringAfter(ackMs);
    const answer = await temp.engine.complete({ ...callOf(held), output: {} });
    expect(answer).toMatchObject({ stepState: 'VERIFIED' });
  });

  it('[EN51] lets its holder finish when the run is cancelled after it was acknowledged', async () => {
    const held = await claim();
    await renew(held);
    temp.clock.advance(ackMs);
    const cancel = { action: 'cancel', compensate: false, drainMs: 30_000 } as const;
    await temp.engine.control({ tenant, run, by: 'person_a', ...cancel });
    expect(await endsAt()).toBe(temp.clock.now() + 30_000);
  });

  it('[EN51] is given again to a claim with the same key, and waits once more', async () => {
    const once = { key: 'claim/1', bodyHash: 'a' };
    const first = await claim({ once });
    temp.clock.advance(ackMs - 1);
    const again = await claim({ once });
    const now = temp.clock.now();
    expect(again).toEqual({ ...first, expiresAt: now + leaseMs, acknowledgeBy: now + ackMs });
    expect(await endsAt()).toBe(now + ackMs);
    await renew(again);
    temp.clock.advance(1_000);
    const expiresAt = temp.clock.now() + leaseMs;
    expect(await claim({ once })).toEqual({ ...first, expiresAt, acknowledgeBy: 0 });
    expect(await endsAt()).toBe(expiresAt);
  });

  it('[EN60] waits no shorter for being asked for again late in its first term', async () => {
    const once = { key: 'claim/1', bodyHash: 'a' };
    await claim({ once, ackMs: leaseMs - 1 });
    temp.clock.advance(leaseMs / 2);
    await claim({ once, ackMs: leaseMs - 1 });
    await ringAfter(leaseMs - 1);
    expect(await row()).toMatchObject({ state: 'READY', failures: 0 });
  });

  it('[EN60] uses up no attempt where the server stood still while it waited', async () => {
    await claim();
    temp.clock.advance(90_000);
    wokeAt = temp.clock.now();
    await ringAfter(0);
    expect(await endsAt()).toBe(wokeAt + ackMs);
    await ringAfter(ackMs);
    expect(await row()).toMatchObject({ state: 'READY', failures: 0 });
  });

  it('[EN61] is said to be over where its claim is repeated after it went back', async () => {
    const once = { key: 'claim/1', bodyHash: 'a' };
    const first = await claim({ once });
    await ringAfter(ackMs);
    expect(await claim({ once })).toMatchObject({ token: first.token, isOver: true });
    expect(await row()).toMatchObject({ state: 'READY', attempt: 1 });
  });

  it('[EN62] counts as lost when five in a row were not acknowledged', async () => {
    for (let count = 0; count < 4; count += 1) {
      await claim();
      await ringAfter(ackMs);
      expect(await row()).toMatchObject({ state: 'READY', failures: 0 });
    }
    await claim();
    await ringAfter(ackMs);
    expect(await row()).toMatchObject({ state: 'FAILED', failures: 1, attempt: 5 });
    expect(await replayDecide(temp.store, run)).toMatchObject({ ok: true });
  });

  it('[EN62] begins to count again after one that was acknowledged', async () => {
    const lose = async (count: number) => {
      for (let one = 0; one < count; one += 1) {
        await claim();
        await ringAfter(ackMs);
      }
    };
    await lose(4);
    await temp.engine.release(callOf(await claim()));
    await lose(4);
    expect(await row()).toMatchObject({ state: 'READY', failures: 0, attempt: 9 });
  });

  it('[EN51] is given again to a holder that asks for what it has, and is its own then', async () => {
    const first = await claim();
    temp.clock.advance(ackMs - 1);
    const again = await take(temp.engine, { again: true });
    const expiresAt = temp.clock.now() + leaseMs;
    expect(again).toEqual({ ...first, expiresAt, acknowledgeBy: 0 });
    expect(await endsAt()).toBe(expiresAt);
  });

  it('[EN50] other calls of its holder renew nothing', async () => {
    await claim();
    const ends = await endsAt();
    temp.clock.advance(1_000);
    await temp.engine.claim(claimRequest());
    await temp.engine.message({
      ...{ tenant, run, by: 'agent_a', to: '', step: '', thread: '', text: 'hello' },
    });
    expect(await endsAt()).toBe(ends);
  });

  it('[EN52] has one more term where the server stood still, and no second one', async () => {
    const held = await claim();
    await renew(held);
    temp.clock.advance(90_000);
    wokeAt = temp.clock.now();
    await ringAfter(0);
    expect(await row()).toMatchObject({ state: 'LEASED', attempt: 1 });
    expect(await endsAt()).toBe(wokeAt + leaseMs);
    await ringAfter(leaseMs);
    expect(await row()).toMatchObject({ state: 'FAILED', failures: 1 });
  });

  it('[EN52] has one more term also where it would have run out just after', async () => {
    const held = await claim();
    await renew(held);
    temp.clock.advance(leaseMs - 1);
    wokeAt = temp.clock.now();
    await ringAfter(1);
    expect(await endsAt()).toBe(wokeAt + leaseMs);
  });

  it('[EN52] never goes beyond the time of its step', async () => {
    await createRun(temp.engine, 'exec_ack2', [leaf('task_1', [], { timeout_ms: 70_000 })]);
    await take(temp.engine, { run: 'exec_ack2', leaseMs });
    const takenAt = temp.clock.now();
    temp.clock.advance(leaseMs);
    wokeAt = temp.clock.now();
    await ringAfter(0);
    const [due] = await temp.store.dueOfRun('exec_ack2');
    expect(due?.at).toBe(takenAt + 70_000);
  });

  it('[EN52] is not kept for what began after the server went on', async () => {
    wokeAt = temp.clock.now() - 1;
    await claim({ ackMs: 0 });
    await ringAfter(leaseMs);
    expect(await row()).toMatchObject({ state: 'FAILED' });
  });
});

describe('a server that starts', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine(undefined, { isServer: true });
    await createRun(temp.engine, run, [effect('task_1', [], { attempts_max: 1 })]);
  });
  afterEach(() => temp.close());

  const away = async () => {
    await temp.engine.close();
    temp.clock.advance(2 * leaseMs);
  };
  const start = async () => {
    const engine = await temp.beside();
    const isQuiet = async () => (await engine.store.due(temp.clock.now(), 1)).length === 0;
    await until(isQuiet);
    const [[due], [step]] = [await engine.store.dueOfRun(run), await engine.store.steps(run)];
    return { engine, endsAt: due?.at, step };
  };

  it('[EN63] gives one term to a lease that ran out while none ran', async () => {
    const { token } = await take(temp.engine, { leaseMs });
    await away();
    const { engine, endsAt } = await start();
    expect(endsAt).toBe(temp.clock.now() + leaseMs);
    const [kept] = await engine.renew({ tenant, holder: 'agent_a', tokens: [token] });
    expect(kept).toMatchObject({ isHeld: true });
  });

  it('[EN63] waits for an acknowledgement once more', async () => {
    await take(temp.engine, { leaseMs, ackMs });
    await away();
    expect(await start()).toMatchObject({ endsAt: temp.clock.now() + ackMs });
  });

  it('[EN63] gives no term where another server ran until then', async () => {
    await take(temp.engine, { leaseMs });
    await away();
    const holder = 'worker_other';
    const at = temp.clock.now() + 1;
    const self = { boot: '', namespace: '', pid: 0, started: '' };
    const due = {
      ...{ id: pulseDueId(holder), at, kind: 'pulse' as const, tenant: '', run: '' },
      ...{ step: holder, attempt: 0 },
    };
    const put = { id: holder, role: 'server', ...self };
    const rows = [{ table: 'processes', put }] as const;
    await temp.openStore().commit([{ due: [{ set: due }], rows }]);
    expect((await start()).step).toMatchObject({ state: 'FAILED', failures: 1 });
  });
});
