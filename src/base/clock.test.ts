import { describe, expect, it } from 'vitest';
import { isoTime, ManualClock, systemClock } from './clock.ts';

describe('clock', () => {
  it('[BA1] a manual clock stands still until it is advanced', () => {
    const clock = new ManualClock(1_000);
    expect([clock.now(), clock.now()]).toEqual([1_000, 1_000]);
    clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });

  it('[BA1] the system clock gives whole milliseconds', () => {
    expect(Number.isInteger(systemClock.now())).toBe(true);
    expect(systemClock.now()).toBeGreaterThan(1_700_000_000_000);
  });

  it('[BA1] times are written in UTC with milliseconds', () => {
    expect(isoTime(0)).toBe('1970-01-01T00:00:00.000Z');
    expect(isoTime(1_767_225_599_999)).toBe('2025-12-31T23:59:59.999Z');
  });
});
