import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DueRow, Store } from '../store/store.ts';
import { type DueLoop, startDueLoop } from './due-loop.ts';

const startMs = 1_000_000;

const dueRow = (id: string, at: number): DueRow => ({
  id,
  at,
  kind: 'wake',
  tenant: 'tenant_1',
  run: 'exec_1',
  step: 'task_1',
  attempt: 1,
});

/** Due rows in memory, on the fake clock. */
class FakeDue {
  readonly rows = new Map<string, DueRow>();
  readonly rung: string[] = [];
  readonly errors: unknown[] = [];
  sweeps = 0;
  failure: Error | null = null;
  loop: DueLoop | null = null;

  put(id: string, at: number): void {
    this.rows.set(id, dueRow(id, at));
  }

  start(handle?: (row: DueRow) => Promise<void>): DueLoop {
    const store = {
      now: () => Date.now(),
      due: async (until: number, limit: number) => {
        this.sweeps += 1;
        if (this.failure) throw this.failure;
        const due = [...this.rows.values()].filter((row) => row.at <= until);
        return due.sort((left, right) => left.at - right.at).slice(0, limit);
      },
      nextDueAt: async () => {
        const times = [...this.rows.values()].map((row) => row.at);
        return times.length === 0 ? null : Math.min(...times);
      },
    } as unknown as Store;
    const ring = async (row: DueRow): Promise<void> => {
      this.rung.push(`${row.id} at ${Date.now() - startMs}`);
      this.rows.delete(row.id);
    };
    this.loop = startDueLoop(store, handle ?? ring, (error) => this.errors.push(error));
    return this.loop;
  }
}

describe('the due loop', () => {
  let due: FakeDue;
  beforeEach(() => {
    vi.useFakeTimers({ now: startMs });
    due = new FakeDue();
  });
  afterEach(() => {
    void due.loop?.stop();
    vi.useRealTimers();
  });

  it('[EN16] rings at once what became due while nobody ran', async () => {
    due.put('late', startMs - 90_000);
    due.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(due.rung).toEqual(['late at 0']);
  });

  it('[EN16] rings each row at its time and not before', async () => {
    due.put('b', startMs + 300);
    due.put('a', startMs + 100);
    due.start();
    await vi.advanceTimersByTimeAsync(99);
    expect(due.rung).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(due.rung).toEqual(['a at 100', 'b at 300']);
  });

  it('[EN16] comes earlier when a nearer row is announced', async () => {
    const loop = due.start();
    await vi.advanceTimersByTimeAsync(0);
    due.put('near', startMs + 40);
    loop.expect(startMs + 40);
    loop.expect(startMs + 4_000);
    await vi.advanceTimersByTimeAsync(40);
    expect(due.rung).toEqual(['near at 40']);
  });

  it('[EN16] finds within five seconds what another process wrote', async () => {
    due.start();
    await vi.advanceTimersByTimeAsync(10);
    due.put('foreign', startMs + 20);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(due.rung).toEqual(['foreign at 5000']);
  });

  it('[EN16] a row in the far future does not overflow the timer', async () => {
    due.put('far', startMs + 400 * 24 * 3_600_000);
    due.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(due.rung).toEqual([]);
    expect(due.sweeps).toBeLessThanOrEqual(14);
  });

  it('[EN16] takes a thousand rows in one go', async () => {
    for (let index = 0; index < 1_000; index += 1) due.put(`row${index}`, startMs);
    due.start();
    await vi.advanceTimersByTimeAsync(50);
    expect(due.rung).toHaveLength(1_000);
  });

  it('[EN16] goes on after a failure, and tells of it', async () => {
    due.failure = new Error('the disk is gone');
    due.put('a', startMs);
    due.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(due.errors).toEqual([due.failure]);
    due.failure = null;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(due.rung).toEqual(['a at 5000']);
  });

  it('[EN16] a row that cannot be handled does not keep the others from ringing', async () => {
    due.put('bad', startMs - 1);
    due.put('good', startMs);
    const rung: string[] = [];
    due.start(async (row) => {
      if (row.id === 'bad') throw new Error('poison');
      rung.push(row.id);
      due.rows.delete(row.id);
    });
    await vi.advanceTimersByTimeAsync(0);
    expect(rung).toEqual(['good']);
    expect(due.errors).toHaveLength(1);
  });

  it('[EN16] is quiet once it is stopped', async () => {
    const loop = due.start();
    await vi.advanceTimersByTimeAsync(0);
    due.put('a', startMs + 10);
    await loop.stop();
    loop.expect(startMs + 10);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(due.rung).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[EN16] does not ring what is left of a sweep after it was stopped', async () => {
    due.put('a', startMs);
    due.put('b', startMs);
    const rung: string[] = [];
    const loop = due.start(async (row) => {
      rung.push(row.id);
      void loop.stop();
    });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(rung).toEqual(['a']);
  });

  it('[EN16] a stop waits for the row under way, so that the store can be closed after it', async () => {
    due.put('a', startMs);
    const opened = Promise.withResolvers<void>();
    const told: string[] = [];
    const loop = due.start(async () => {
      await opened.promise;
      told.push('handled');
    });
    await vi.advanceTimersByTimeAsync(0);
    const stopped = loop.stop().then(() => told.push('stopped'));
    opened.resolve();
    await stopped;
    expect(told).toEqual(['handled', 'stopped']);
  });
});
