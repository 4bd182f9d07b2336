import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bell, RunWatch } from './run-watch.ts';

describe('a run watch', () => {
  it('[EV1] tells those who watch the run, and everybody when it does not know which', () => {
    const watch = new RunWatch();
    const heard: string[] = [];
    watch.watch('exec_1', ({ seq }) => heard.push(`one ${seq}`));
    watch.watch('exec_1', ({ seq }) => heard.push(`two ${seq}`));
    watch.watch('exec_2', ({ seq }) => heard.push(`three ${seq}`));
    watch.tell({ run: 'exec_1', seq: 5 });
    watch.tell({ run: 'exec_9', seq: 6 });
    watch.tell({ run: '', seq: 0 });
    expect(heard).toEqual(['one 5', 'two 5', 'one 0', 'two 0', 'three 0']);
  });

  it('[EV1] forgets those who left', () => {
    const watch = new RunWatch();
    const heard: number[] = [];
    const leave = watch.watch('exec_1', ({ seq }) => heard.push(seq));
    expect(watch.size).toBe(1);
    leave();
    expect(watch.size).toBe(0);
    watch.watch('exec_1', ({ seq }) => heard.push(seq * 10));
    leave();
    watch.tell({ run: 'exec_1', seq: 5 });
    expect(heard).toEqual([50]);
  });
});

describe('a bell', () => {
  const { signal } = new AbortController();
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[EV1] remembers a ring from before anybody waited, once', async () => {
    const bell = new Bell();
    bell.ring();
    bell.ring();
    expect(await bell.wait(1_000, signal)).toBe(true);
    const second = bell.wait(1_000, signal);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toBe(false);
  });

  it('[EV1] wakes the one who waits', async () => {
    const bell = new Bell();
    const waiting = bell.wait(60_000, signal);
    bell.ring();
    expect(await waiting).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[EV3] gives up when the reader goes away', async () => {
    const reader = new AbortController();
    const bell = new Bell();
    const waiting = bell.wait(60_000, reader.signal);
    reader.abort();
    expect(await waiting).toBe(false);
    expect(await bell.wait(60_000, reader.signal)).toBe(false);
    expect(vi.getTimerCount()).toBe(0);
  });
});
