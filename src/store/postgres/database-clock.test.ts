import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DatabaseClock, startDatabaseClock } from './database-clock.ts';

describe('the database clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => {
    clock.stop();
    vi.useRealTimers();
  });
  let clock: DatabaseClock;
  let databaseMs: number;
  const ask = async (): Promise<number> => databaseMs;

  it('[ST21] follows the database, not this machine', async () => {
    databaseMs = 5_000_000;
    clock = await startDatabaseClock(ask);
    expect(clock.now()).toBe(5_000_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.now()).toBe(5_001_000);
  });

  it('[ST21] corrects itself every 30 s and never goes back', async () => {
    databaseMs = 5_000_000;
    clock = await startDatabaseClock(ask);
    await vi.advanceTimersByTimeAsync(29_999);
    const before = clock.now();
    databaseMs = 4_000_000;
    await vi.advanceTimersByTimeAsync(1);
    expect(clock.now()).toBe(before);
    databaseMs = 6_000_000;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(clock.now()).toBe(6_000_000);
  });

  it('[ST21] goes on while the database is away', async () => {
    databaseMs = 5_000_000;
    let isAway = false;
    clock = await startDatabaseClock(async () => {
      if (isAway) throw new Error('away');
      return databaseMs;
    });
    isAway = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(clock.now()).toBe(5_060_000);
  });
});
