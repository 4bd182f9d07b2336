import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { contentRef, leaf, RunDriver } from '../../test/support/run-driver.ts';
import {
  callOf,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import type { ClaimedStep, CompleteRequest } from './engine-api.ts';
import type { Amounts, GraphStep } from './event-types.ts';
import { decodeEvent } from './log-header.ts';
import { replayDecide } from './replay.ts';
import { verifyRun } from './verify.ts';

const run = 'exec_late1';

describe('a result that comes after its lease ran out', () => {
  let temp: TempEngine;
  let held: ClaimedStep;
  const kind = new Map([['kind:agent', 1]]);

  async function open(slots: ReadonlyMap<string, number> = new Map()): Promise<void> {
    temp = await openTempEngine(undefined, { slots });
    await createRun(temp.engine, run, [leaf('task_1'), leaf('task_2', ['task_1'])]);
    held = await take(temp.engine);
  }
  beforeEach(() => open());
  afterEach(() => temp.close());

  const row = async () => (await temp.store.steps(run)).find(({ step }) => step === 'task_1');
  const types = async () => (await temp.store.events(run, 0, 100)).map(decodeEvent_);
  const decodeEvent_ = ({ header }: { header: string }) => decodeEvent(header).type;
  async function runOut(): Promise<void> {
    temp.clock.advance(60_000);
    await temp.beside();
    await until(async () => (await row())?.state === 'READY');
  }
  const complete = (change: Partial<CompleteRequest> = {}) =>
    temp.engine.complete({ ...callOf(held), output: { ok: 1 }, ...change });
  const refused = { code: 'lease_lost' };
  const steer = (request: object) =>
    temp.engine.control({ tenant, run, by: 'person_a', ...request } as never);

  it('[EN53] counts if nobody has taken the step since, and opens what waits for it', async () => {
    await runOut();
    expect(await complete()).toMatchObject({ step: 'task_1', stepState: 'VERIFIED' });
    expect(await row()).toMatchObject({ state: 'VERIFIED', attempt: 2, holder: 'agent_a' });
    expect((await types()).slice(-3)).toEqual(['attempt.ended', 'step.leased', 'step.verified']);
    expect((await take(temp.engine)).step).toBe('task_2');
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
    expect(await replayDecide(temp.store, run)).toMatchObject({ ok: true, same_machine: true });
  });

  it('[EN53] counts once, and is answered again by its key', async () => {
    await runOut();
    const once = { key: 'late/1', bodyHash: 'a' };
    const first = await complete({ once });
    expect(await complete({ once })).toEqual(first);
    await expect(complete()).rejects.toMatchObject(refused);
    expect((await types()).filter((type) => type === 'step.verified')).toHaveLength(1);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['somebody else has the step', () => take(temp.engine, { holder: 'agent_b' })],
    ['somebody else had the step', () => takeAndGiveBack()],
    ['the run is paused', () => steer({ action: 'pause' })],
    ['the run was cancelled', () => steer({ action: 'cancel', compensate: true, drainMs: 0 })],
    ['a person skipped the step', () => steer({ action: 'skip_step', step: 'task_1' })],
    ['the step was changed', () => change()],
    ['its holder was stopped', () => stop()],
  ])('[EN53] does not count if %s', async (_, happen) => {
    await runOut();
    await happen();
    const before = await types();
    await expect(complete()).rejects.toMatchObject(refused);
    expect(await types()).toEqual(before);
  });

  it('[EN53] does not count with the token of another attempt or another holder', async () => {
    await runOut();
    const again = await take(temp.engine);
    temp.clock.advance(60_000);
    await temp.beside();
    await until(async () => (await row())?.state === 'READY');
    await expect(complete()).rejects.toMatchObject(refused);
    await expect(complete({ token: again.token, holder: 'agent_b' })).rejects.toMatchObject(
      refused,
    );
    expect(await complete({ token: again.token })).toMatchObject({ stepState: 'VERIFIED' });
  });

  it('[EN53] does not count after its holder gave the step back', async () => {
    await temp.engine.release(callOf(held));
    await expect(complete()).rejects.toMatchObject(refused);
  });

  it('[EN53] takes no slot and leaves none behind', async () => {
    await temp.close();
    await open(kind);
    await runOut();
    await complete();
    expect(await temp.store.slotCount('kind:agent')).toBe(0);
    expect((await take(temp.engine)).step).toBe('task_2');
    expect(await temp.store.slotCount('kind:agent')).toBe(1);
  });

  async function takeAndGiveBack(): Promise<void> {
    const holder = 'agent_b';
    const other = await take(temp.engine, { holder });
    await temp.engine.release(callOf(other, holder));
  }

  function change() {
    const changed = [{ def: leaf('task_1', [], { action: 'other' }), spec: {} }];
    const patch = { run, by: 'person_a', cause: 'edit', baseRev: 1, added: [], changed } as const;
    return temp.engine.patch(patch);
  }

  const stop = () =>
    temp.engine.setSwitch({ scope: 'agent:agent_a', by: 'person_a', reason: '', isOn: true });
});

describe('what a late result costs', () => {
  const paid = (cost: Amounts): GraphStep => leaf('task_1', [], { cost });
  const open = (limit: number) => new RunDriver([paid({ money: 60 })], run, { money: limit });

  function lateWith(driver: RunDriver, usage?: Amounts, isUnacknowledged = false): void {
    const { step, attempt, holder } = driver.lease('task_1');
    driver.do({ type: 'expire', step, attempt, isUnacknowledged });
    driver.do({ type: 'retake', step, attempt, holder });
    const again = { step, attempt: attempt + 1, holder, output: contentRef('ct_1') };
    driver.do({ type: 'complete', ...again, ...(usage ? { usage } : {}) });
  }
  const purse = ({ state }: RunDriver) => ({
    spent: state.purse.spent.money,
    reserved: state.purse.reserved.money,
  });

  it('[EN53] was charged with the attempt that was lost, and is not charged twice', () => {
    const driver = open(60);
    lateWith(driver);
    expect(driver.state.steps.get('task_1')?.state).toBe('VERIFIED');
    expect(purse(driver)).toEqual({ spent: 60, reserved: 0 });
  });

  it('[EN53] counts what is above that', () => {
    const driver = open(200);
    lateWith(driver, { money: 15 });
    expect(purse(driver)).toEqual({ spent: 75, reserved: 0 });
  });

  it('[EN53] is charged in full where the attempt was charged nothing', () => {
    const driver = open(200);
    lateWith(driver, undefined, true);
    expect(purse(driver)).toEqual({ spent: 60, reserved: 0 });
  });

  it('[EN53] is not what its worker may say of itself: a retake needs a lease that ran out', () => {
    const driver = open(200);
    const { step, attempt, holder } = driver.lease('task_1');
    const retake = { type: 'retake', step, attempt, holder } as const;
    expect(driver.refused(retake).code).toBe('lease_lost');
    driver.do({ type: 'fail', step, attempt, holder, class: 'logic', error: contentRef('ct_2') });
    expect(driver.refused(retake).code).toBe('lease_lost');
    const again = driver.lease('task_1');
    driver.do({ type: 'expire', step, attempt: again.attempt });
    for (const wrong of [{ holder: 'agent_thief' }, { attempt }, { attempt: again.attempt + 1 }]) {
      const other = { ...retake, attempt: again.attempt, ...wrong };
      expect(driver.refused(other).code).toBe('lease_lost');
    }
  });
});
