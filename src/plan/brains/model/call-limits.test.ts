import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failing, said, scriptedModel } from '../../../../test/doubles/scripted-model.ts';
import { leaf } from '../../../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
} from '../../../../test/support/temp-engine.ts';
import { CallLimits } from './call-limits.ts';

const limits = new Map([['provider:spare', 1]]);
const run = 'exec_limits001';
const request = {
  ...{ system: '', prompt: 'Say yes.', schema: {}, schemaName: 'x', maxOutputTokens: 10 },
};

let temp: TempEngine;
let slept: number[];
beforeEach(async () => {
  temp = await openTempEngine(undefined, { slots: limits });
  slept = [];
});
afterEach(() => temp.close());

/** Each is a server of its own, on the same store. */
const newServer = (onSleep: () => void = () => undefined): CallLimits =>
  new CallLimits({
    store: temp.store,
    limits,
    random: () => 0,
    sleep: (ms) => {
      slept.push(ms);
      onSleep();
      temp.clock.advance(ms);
      return Promise.resolve();
    },
  });

const placeOf = (step: string) => ({ tenant, plan: 'plan_1', run, step, attempt: 1 });
const { signal } = new AbortController();

describe('slots of a provider that is asked second', () => {
  it('[MD26] are counted over all servers, and given back after the call', async () => {
    const first = await newServer().places(placeOf('task_1'), 'main')('spare', signal);
    // The one who waits gets it when the other is done.
    const second = newServer(first);
    const release = await second.places(placeOf('task_2'), 'main')('spare', signal);
    expect(slept.length).toBeGreaterThan(0);
    expect(await temp.store.slotCount('provider:spare')).toBe(1);
    release();
    await expect.poll(() => temp.store.slotCount('provider:spare')).toBe(0);
  });

  it('[MD26] the one that the lease has is not taken twice, and one without a limit not at all', async () => {
    const places = newServer().places(placeOf('task_1'), 'spare');
    (await places('spare', signal))();
    (await places('other', signal))();
    expect(await temp.store.slotCount('provider:spare')).toBe(0);
    expect(slept).toEqual([]);
  });

  it('[MD26] are freed with the lease when their process is gone', async () => {
    await createRun(temp.engine, run, [leaf('task_1', [], { performer: 'model', slot: 'main' })]);
    const claimed = await take(temp.engine, claimRequest({ performers: ['model'] }));
    await newServer().places(placeOf('task_1'), 'main')('spare', signal);
    expect(await temp.store.slotCount('provider:spare')).toBe(1);
    await temp.engine.fail({ ...callOf(claimed), class: 'lost_worker', message: 'It died.' });
    expect(await temp.store.slotCount('provider:spare')).toBe(0);
  });

  it('[MD26] nobody waits on after it was called off', async () => {
    await newServer().places(placeOf('task_1'), 'main')('spare', signal);
    const stop = new AbortController();
    const waiting = newServer(() => stop.abort(new Error('enough')));
    const taken = waiting.places(placeOf('task_2'), 'main')('spare', stop.signal);
    await expect(taken).rejects.toThrow('enough');
  });
});

describe('a provider that says "too many"', () => {
  it('[MD27] is left alone by all servers until the time it names', async () => {
    const busy = scriptedModel([failing('rate_limit', 5_000)], { slot: 'main' });
    await expect(newServer().heeding(busy).call(request, signal)).rejects.toThrow('rate_limit');
    expect(slept).toEqual([]);
    const other = scriptedModel([said('{}')], { slot: 'main' });
    await newServer().heeding(other).call(request, signal);
    expect(slept).toEqual([5_000]);
    await newServer().heeding(other).call(request, signal);
    expect(slept).toHaveLength(1);
    const elsewhere = scriptedModel([said('{}')], { slot: 'spare' });
    await newServer().heeding(elsewhere).call(request, signal);
    expect(slept).toHaveLength(1);
  });

  it('[MD27] a time beyond reason is not waited for, and other failures cool nothing', async () => {
    const busy = scriptedModel([failing('rate_limit', 86_400_000)], { slot: 'main' });
    await expect(newServer().heeding(busy).call(request, signal)).rejects.toThrow();
    const broken = scriptedModel([failing('transient')], { slot: 'spare' });
    await expect(newServer().heeding(broken).call(request, signal)).rejects.toThrow();
    const good = (slot: string) => scriptedModel([said('{}')], { slot });
    await newServer().heeding(good('main')).call(request, signal);
    await newServer().heeding(good('spare')).call(request, signal);
    expect(slept).toEqual([60_000]);
  });
});
