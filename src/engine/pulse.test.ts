import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  turn,
  until,
} from '../../test/support/temp-engine.ts';
import {
  idlePulseMs,
  idleRenewMs,
  inProcessLeaseMs,
  inProcessRenewMs,
  pulseDueId,
} from './lease.ts';
import { type Pulse, startPulse } from './pulse.ts';

const holder = 'worker_pulse1';
const run = 'gen_pulse1';
const self = { boot: 'boot_1', namespace: 'pid:[1]', pid: 41, started: '7' };

describe('the pulse of an in-process worker', () => {
  let temp: TempEngine;
  let pulse: Pulse;
  let lostCount: number;
  let isBusy: boolean;
  beforeEach(async () => {
    temp = await openTempEngine();
    lostCount = 0;
    isBusy = true;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    pulse = await startPulse({
      store: temp.store,
      holder,
      process: { role: 'server', self },
      isBusy: () => isBusy,
      onLost: async () => {
        lostCount += 1;
      },
      onError: (error) => temp.errors.push(error),
    });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await temp.close();
  });

  const pulseAt = async () =>
    (await temp.store.due(Number.MAX_SAFE_INTEGER, 100)).find(
      (row) => row.id === pulseDueId(holder),
    )?.at;
  const pass = (ms: number): void => {
    temp.clock.advance(ms);
    vi.advanceTimersByTime(ms);
  };
  const stepState = async () => {
    const [row] = await temp.store.steps(run);
    return `${row?.state} ${row?.attempt} ${row?.failures}`;
  };
  async function hold(): Promise<void> {
    await createRun(temp.engine, run, [leaf('stage_1', [], { performer: 'engine' })]);
    await take(temp.engine, { holder, performers: ['engine'] });
  }
  /** So many turns of its timer, one after another. */
  async function ticks(count: number): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      pass(inProcessRenewMs);
      for (let turns = 0; turns < 20; turns += 1) await turn();
    }
  }

  it('[EN38] is one timer for all that it holds, moved on while the process lives', async () => {
    await hold();
    expect(await temp.store.dueOfRun(run)).toEqual([]);
    const startedAt = temp.clock.now();
    expect(await pulseAt()).toBe(startedAt + inProcessLeaseMs);
    pass(inProcessRenewMs);
    await until(async () => (await pulseAt()) === startedAt + inProcessRenewMs + inProcessLeaseMs);
    expect(lostCount).toBe(0);
    expect(await temp.store.processes(9)).toEqual([
      { id: holder, role: 'server', ...self, pulse_at: await pulseAt() },
    ]);
    await pulse.stop();
    expect(await pulseAt()).toBeUndefined();
    expect(await temp.store.processes(9)).toEqual([]);
  });

  it('[EN38] that stops beating gives its steps to others, as lost', async () => {
    await hold();
    vi.useRealTimers();
    temp.clock.advance(inProcessLeaseMs);
    await temp.beside();
    await until(async () => (await stepState()) === 'READY 1 1');
    expect(await pulseAt()).toBeUndefined();
    expect(await temp.store.processes(9)).toEqual([]);
  });

  it('[EN38] learns at its next beat that it was taken for dead, and begins anew', async () => {
    const gone = { table: 'processes', remove: { id: holder } } as const;
    await temp.store.commit([{ due: [{ clear: pulseDueId(holder) }], rows: [gone] }]);
    pass(inProcessRenewMs);
    await until(async () => (await pulseAt()) !== undefined);
    expect(lostCount).toBe(1);
    expect(await pulseAt()).toBe(temp.clock.now() + inProcessLeaseMs);
    expect(await temp.store.processes(9)).toMatchObject([{ id: holder, ...self }]);
  });

  it('[EN55] is written seldom while nothing is held, and at once when something is', async () => {
    isBusy = false;
    await ticks(1);
    const idleAt = temp.clock.now() + idlePulseMs;
    expect(await pulseAt()).toBe(idleAt);
    await ticks(idleRenewMs / inProcessRenewMs - 1);
    expect(await pulseAt()).toBe(idleAt);
    await ticks(1);
    expect(await pulseAt()).toBe(idleAt + idleRenewMs);
    isBusy = true;
    pulse.quicken();
    const busyAt = temp.clock.now() + inProcessLeaseMs;
    await until(async () => (await pulseAt()) === busyAt);
    // Once for all that is taken until the next turn of the timer.
    temp.clock.advance(1);
    pulse.quicken();
    await turn();
    expect(await pulseAt()).toBe(busyAt);
    expect(lostCount).toBe(0);
  });

  it('[EN38] that is stopped stays away, though a beat was under way', async () => {
    pass(inProcessRenewMs);
    await pulse.stop();
    await pulse.beat();
    expect(await pulseAt()).toBeUndefined();
    expect(await temp.store.processes(9)).toEqual([]);
    expect(lostCount).toBe(0);
    expect(temp.errors).toEqual([]);
  });
});
