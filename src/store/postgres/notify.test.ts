import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createNotifier } from './notify.ts';

describe('the notifier', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function countingPool(): { pool: pg.Pool; count: () => number } {
    let count = 0;
    const query = async () => {
      count += 1;
      return { rows: [] };
    };
    const connect = async () => ({ query, release: () => {} });
    return { pool: { connect } as unknown as pg.Pool, count: () => count };
  }

  it('[ST15] speaks at most once in 10 ms, and once more after the last commit', async () => {
    const { pool, count } = countingPool();
    const notifier = createNotifier(pool, 'server');
    for (let ms = 0; ms < 100; ms += 1) {
      notifier.committed();
      await vi.advanceTimersByTimeAsync(1);
    }
    expect(count()).toBeGreaterThanOrEqual(9);
    expect(count()).toBeLessThanOrEqual(11);
    const before = count();
    notifier.committed();
    await notifier.stop();
    expect(count()).toBe(before + 1);
    notifier.committed();
    await vi.advanceTimersByTimeAsync(50);
    expect(count()).toBe(before + 1);
  });
});
