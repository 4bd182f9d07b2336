import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

describe('throttle', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  it('folds many calls into one run', async () => {
    const job = vi.fn(() => Promise.resolve());
    const { ask } = throttle(job, () => 100);
    for (let i = 0; i < 5; i += 1) ask();
    await vi.advanceTimersByTimeAsync(100);
    expect(job).toHaveBeenCalledTimes(1);
  });

  it('serves a call that came during a run by one more', async () => {
    let finish = () => {};
    const job = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
    const { ask } = throttle(job, () => 100);
    ask();
    await vi.advanceTimersByTimeAsync(100);
    ask();
    ask();
    finish();
    await vi.advanceTimersByTimeAsync(100);
    expect(job).toHaveBeenCalledTimes(2);
  });

  it('goes on after a failed run', async () => {
    const job = vi.fn(() => Promise.reject(new Error('offline')));
    const { ask } = throttle(job, () => 100);
    ask();
    await vi.advanceTimersByTimeAsync(100);
    ask();
    await vi.advanceTimersByTimeAsync(100);
    expect(job).toHaveBeenCalledTimes(2);
  });

  it('runs nothing after it was stopped', async () => {
    const job = vi.fn(() => Promise.resolve());
    const { ask, stop } = throttle(job, () => 100);
    ask();
    stop();
    ask();
    await vi.advanceTimersByTimeAsync(1000);
    expect(job).not.toHaveBeenCalled();
  });
});
