import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  until,
} from '../../test/support/temp-engine.ts';
import { inProcessLeaseMs, inProcessRenewMs, pulseDueId } from './lease.ts';
import { type Pulse, startPulse } from './pulse.ts';

const holder = 'worker_pulse1';
const run = 'gen_pulse1';

describe('the pulse of an in-process worker', () => {
  let temp: TempEngine;
  let pulse: Pulse;
  let lostCount: number;
  beforeEach(async () => {
    temp = await openTempEngine();
    lostCount = 0;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const onLost = async () => {
      lostCount += 1;
    };
    pulse = await startPulse(temp.store, holder, onLost, (error) => temp.errors.push(error));
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

  it('[EN38] is one timer for all that it holds, moved on while the process lives', async () => {
    await hold();
    expect(await temp.store.dueOfRun(run)).toEqual([]);
    const startedAt = temp.clock.now();
    expect(await pulseAt()).toBe(startedAt + inProcessLeaseMs);
    pass(inProcessRenewMs);
    await until(async () => (await pulseAt()) === startedAt + inProcessRenewMs + inProcessLeaseMs);
    expect(lostCount).toBe(0);
    await pulse.stop();
    expect(await pulseAt()).toBeUndefined();
  });

  it('[EN38] that stops beating gives its steps to others, as lost', async () => {
    await hold();
    vi.useRealTimers();
    temp.clock.advance(inProcessLeaseMs);
    await temp.beside();
    await until(async () => (await stepState()) === 'READY 1 1');
    expect(await pulseAt()).toBeUndefined();
  });

  it('[EN38] learns at its next beat that it was taken for dead, and begins anew', async () => {
    await temp.store.commit([{ due: [{ clear: pulseDueId(holder) }] }]);
    pass(inProcessRenewMs);
    await until(async () => (await pulseAt()) !== undefined);
    expect(lostCount).toBe(1);
    expect(await pulseAt()).toBe(temp.clock.now() + inProcessLeaseMs);
  });
});
