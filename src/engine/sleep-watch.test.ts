import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SleepWatch } from './sleep-watch.ts';

describe('the watch for a server that stood still', () => {
  let monotonic = 0;
  let wall = 0;
  let watch: SleepWatch;
  beforeEach(() => {
    vi.useFakeTimers();
    [monotonic, wall] = [0, 1_000_000];
    watch = new SleepWatch(() => 7_000, { monotonic: () => monotonic, wall: () => wall });
    watch.start();
  });
  afterEach(() => {
    watch.stop();
    vi.useRealTimers();
  });

  function pass(monotonicMs: number, wallMs: number): void {
    monotonic += monotonicMs;
    wall += wallMs;
  }
  function tick(monotonicMs: number, wallMs = monotonicMs): void {
    pass(monotonicMs, wallMs);
    vi.advanceTimersByTime(1_000);
  }

  it('[EN52] sees nothing in a server that is only busy, however long it runs', () => {
    for (let count = 0; count < 100; count += 1) tick(5_900);
    expect(watch.wokeAt()).toBe(0);
  });

  it('[EN52] sees a paused process on the monotonic clock', () => {
    tick(90_000);
    expect(watch.wokeAt()).toBe(7_000);
  });

  it('[EN52] sees a machine that slept on the wall clock alone', () => {
    tick(1_000, 90_000);
    expect(watch.wokeAt()).toBe(7_000);
  });

  it('[EN52] sees nothing where the wall clock is set back', () => {
    tick(1_000, -90_000);
    expect(watch.wokeAt()).toBe(0);
  });

  it('[EN52] sees it also before its own timer has rung', () => {
    pass(90_000, 90_000);
    expect(watch.wokeAt()).toBe(7_000);
  });
});
