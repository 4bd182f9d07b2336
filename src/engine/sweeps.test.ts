import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { purgeOld, startSweeps } from './sweeps.ts';

describe('sweeps', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('[EN41] run one round at a time, and stopping waits for the one under way', async () => {
    let begun = 0;
    let finish = (): void => undefined;
    const run = (): Promise<void> => {
      begun += 1;
      return new Promise((resolve) => {
        finish = resolve;
      });
    };
    const stop = startSweeps([{ everyMs: 1_000, run }], () => undefined);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(begun).toBe(1);
    let isStopped = false;
    const stopped = stop().then(() => {
      isStopped = true;
    });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(begun).toBe(1);
  });

  it('[EN41] go on after a round that failed, and tell of it', async () => {
    const errors: unknown[] = [];
    let rounds = 0;
    const run = (): Promise<void> => {
      rounds += 1;
      return Promise.reject(new Error('no'));
    };
    const stop = startSweeps([{ everyMs: 1_000, run }], (error) => errors.push(error));
    await vi.advanceTimersByTimeAsync(2_500);
    await stop();
    expect([rounds, errors.length]).toEqual([2, 2]);
  });
});

describe('keys whose time is over', () => {
  it.each([
    [35_000, 4],
    [0, 1],
    [5_000_000, 100],
  ])('[LM8] of %i all go at once, up to a million, in %i batches', async (count, batches) => {
    let left = count;
    let calls = 0;
    const store = {
      now: () => 7,
      purgeUniques: async (_now: number, limit: number) => {
        calls += 1;
        const purged = Math.min(left, limit);
        left -= purged;
        return purged;
      },
    };
    await purgeOld(store);
    expect([calls, left]).toEqual([batches, Math.max(0, count - 1_000_000)]);
  });
});
