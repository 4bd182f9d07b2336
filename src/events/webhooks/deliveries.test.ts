import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Advance } from '../../engine/engine-api.ts';
import { Deliveries, type DeliveryThread } from './deliveries.ts';
import type { HookNews } from './hook-news.ts';
import { HookOutbox } from './hook-outbox.ts';

class FakeThread implements DeliveryThread {
  readonly heard: HookNews[] = [];
  readonly #gone = Promise.withResolvers<Error>();
  readonly ended = this.#gone.promise;
  isStopped = false;

  tell(news: HookNews): void {
    this.heard.push(news);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.#gone.resolve(new Error('stopped'));
  }

  async end(): Promise<void> {
    this.#gone.resolve(new Error('died'));
  }
}

const row = { id: 'hook_a', tenant: 'tenant_a', types: '', secret_version: 1 };

describe('the keeper of the delivery thread', () => {
  let rows: object[];
  let hooks: HookOutbox;
  let threads: FakeThread[];
  let errors: unknown[];
  let deliveries: Deliveries;
  let foreign: () => void;
  let advance: (news: Advance) => void;

  beforeEach(async () => {
    vi.useFakeTimers();
    [rows, threads, errors] = [[], [], []];
    const onError = (error: unknown): void => void errors.push(error);
    const onForeignCommit = (listener: () => void) => {
      foreign = listener;
      return () => undefined;
    };
    const store = { allWebhooks: async () => rows, taken: async () => null, onForeignCommit };
    hooks = new HookOutbox(store as never, onError);
    await hooks.load();
  });
  afterEach(async () => {
    await deliveries.stop();
    await hooks.stop();
    vi.useRealTimers();
  });

  function open(): void {
    const startThread = (): DeliveryThread => {
      const thread = new FakeThread();
      threads.push(thread);
      return thread;
    };
    const onAdvance = (listener: (news: Advance) => void) => {
      advance = listener;
      return () => undefined;
    };
    const onError = (error: unknown): void => void errors.push(error);
    deliveries = new Deliveries({ hooks, engine: { onAdvance }, startThread, onError });
  }

  async function register(): Promise<void> {
    rows = [row];
    await hooks.committed([{ rows: [{ table: 'webhooks', put: row as never }] }]);
  }

  /** The newest dies; waits until it is known. */
  async function die(): Promise<void> {
    await threads.at(-1)?.end();
    await vi.advanceTimersByTimeAsync(0);
  }

  it('[WH17] starts it with the first webhook and not before', async () => {
    open();
    foreign();
    advance({ run: 'exec_a', seq: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads).toEqual([]);
    await register();
    expect(threads).toHaveLength(1);
    await register();
    expect(threads).toHaveLength(1);
  });

  it('[WH17] starts it at once where there is a webhook', async () => {
    await register();
    open();
    expect(threads).toHaveLength(1);
    expect(deliveries.thread).toBe(threads[0]);
  });

  it('[WH17] tells it what moved at most once in 20 ms, and all else at once', async () => {
    await register();
    open();
    const heard = threads[0]?.heard;
    for (let seq = 1; seq <= 100; seq += 1) {
      hooks.outboxFor('tenant_a', 'exec_a', seq - 1, seq, [{ type: 'step.leased' }]);
      advance({ run: 'exec_a', seq });
    }
    expect(heard).toEqual([]);
    await vi.advanceTimersByTimeAsync(20);
    expect(heard).toEqual([{ kind: 'moved', hooks: ['hook_a'], hurried: ['exec_a'] }]);
    advance({ run: 'exec_a', seq: 100, isTelemetry: true });
    advance({ run: '', seq: 0 });
    await vi.advanceTimersByTimeAsync(20);
    expect(heard).toHaveLength(1);
    await hooks.committed([{ outbox: [{ topic: 'hook_a' } as never] }]);
    foreign();
    expect(heard?.slice(1)).toEqual([{ kind: 'asked', hooks: ['hook_a'] }, { kind: 'foreign' }]);
  });

  it('[WH18] names the runs of which there is more to tell than that steps went on', async () => {
    await register();
    open();
    const heard = threads[0]?.heard;
    const tell = async (advances: readonly Advance[]): Promise<void> => {
      hooks.outboxFor('tenant_a', 'exec_a', 0, 1, [{ type: 'step.leased' }]);
      for (const one of advances) advance(one);
      await vi.advanceTimersByTimeAsync(20);
    };
    const routine = { run: 'exec_a', seq: 1, isRoutine: true };
    await tell([routine, routine]);
    await tell([routine, { run: 'exec_b', seq: 9 }]);
    await tell([routine]);
    expect(heard).toEqual([
      { kind: 'moved', hooks: ['hook_a'], hurried: [] },
      { kind: 'moved', hooks: ['hook_a'], hurried: ['exec_b'] },
      { kind: 'moved', hooks: ['hook_a'], hurried: [] },
    ]);
  });

  it('[WH17] starts it again when it died, after a pause that grows to half a minute', async () => {
    await register();
    open();
    for (const pauseMs of [
      100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000,
    ]) {
      const count = threads.length;
      await die();
      expect(deliveries.thread).toBeNull();
      foreign();
      await vi.advanceTimersByTimeAsync(pauseMs - 1);
      expect(threads).toHaveLength(count);
      await vi.advanceTimersByTimeAsync(1);
      expect(threads).toHaveLength(count + 1);
    }
    expect(errors).toHaveLength(11);
    expect(errors[0]).toMatchObject({ message: 'died' });
    await vi.advanceTimersByTimeAsync(60_000);
    await die();
    await vi.advanceTimersByTimeAsync(100);
    expect(threads).toHaveLength(13);
  });

  it('[WH17] stops it, and starts none after that', async () => {
    await register();
    open();
    await deliveries.stop();
    expect(threads[0]?.isStopped).toBe(true);
    await register();
    foreign();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('[WH17] a stop in the pause starts none', async () => {
    await register();
    open();
    await die();
    await deliveries.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(threads).toHaveLength(1);
  });
});
