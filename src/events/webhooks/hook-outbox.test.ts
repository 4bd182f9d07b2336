import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type HookServer,
  type HookStage,
  openHookStage,
  tenant,
} from '../../../test/support/hook-stage.ts';
import type { Store } from '../../store/store.ts';
import type { HookNews } from './hook-news.ts';

const events = [{ type: 'step.leased' }, { type: 'step.verified' }];

describe('the outbox of webhooks', () => {
  let stage: HookStage;
  let server: HookServer;

  beforeEach(async () => {
    stage = await openHookStage();
    server = await stage.open();
    // The outbox alone: nothing is to be sent.
    await server.deliverer.stop();
  });
  afterEach(() => stage.close());

  const rows = (of = tenant) => server.hooks.outboxFor(of, 'exec_a', 4, 6, events);

  it('[WH1] gives one row for each webhook of the tenant, from the events before', async () => {
    const first = await server.register();
    const second = await server.register();
    await server.register({ tenant: 'tenant_other' });
    const row = { tenant, run: 'exec_a', seq: 6, sent: 4 };
    expect(rows()).toEqual([
      { ...row, id: `${first.id}/exec_a`, topic: first.id },
      { ...row, id: `${second.id}/exec_a`, topic: second.id },
    ]);
    expect(rows('tenant_none')).toEqual([]);
  });

  it('[WH3] gives none where no event is of a type that is wanted', async () => {
    await server.register({ types: 'run.ended note.recorded' });
    const some = await server.register({ types: 'run.ended step.verified' });
    expect(rows().map((one) => one.topic)).toEqual([some.id]);
  });

  it('[WH7] gives none for a webhook that is disabled', async () => {
    await server.register({ disabled_at: 5 });
    expect(rows()).toEqual([]);
  });

  it('[WH1] knows of a change here at once, and of one elsewhere soon', async () => {
    const other = await stage.open();
    expect(rows()).toEqual([]);
    const hook = await other.register();
    expect(other.hooks.outboxFor(tenant, 'exec_a', 0, 1, events)).toHaveLength(1);
    await vi.waitUntil(() => rows().length === 1, { timeout: 60_000, interval: 5 });
    const put = { ...hook, disabled_at: 9 };
    await other.commit([{ rows: [{ table: 'webhooks', put }] }]);
    expect(other.hooks.outboxFor(tenant, 'exec_a', 0, 1, events)).toEqual([]);
    await vi.waitUntil(() => rows().length === 0, { timeout: 60_000, interval: 5 });
  });

  it('[WH1] has stopped when the last read has ended, so that the store may close', async () => {
    const gate = Promise.withResolvers<void>();
    let reads = 0;
    let ended = 0;
    const slow = (store: Store): Store => ({
      ...store,
      async allWebhooks() {
        reads += 1;
        if (reads > 2) await gate.promise;
        ended += 1;
        return store.allWebhooks();
      },
    });
    const other = await stage.open(slow);
    await server.register();
    other.deliverer.heard({ kind: 'changed' });
    await vi.waitUntil(() => reads > 3, { timeout: 60_000, interval: 5 });
    const endedFirst: number[] = [];
    const stopping = [other.hooks.stop(), other.deliverer.stop()].map((stop) =>
      stop.then(() => endedFirst.push(ended)),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(endedFirst).toEqual([]);
    gate.resolve();
    await Promise.all(stopping);
    expect(Math.min(...endedFirst)).toBe(4);
  });

  it('[WH10] tells of rows that somebody asked for, and reads nothing anew for other rows', async () => {
    const heard: HookNews[] = [];
    server.hooks.on((news) => heard.push(news));
    await server.hooks.committed([{ rows: [{ table: 'keys', remove: { id: 'key_1' } }] }]);
    expect(heard).toEqual([]);
    const row = { id: 'hook_a/exec_a/1-2', tenant, run: 'exec_a', topic: 'hook_a' };
    await server.hooks.committed([{ outbox: [{ ...row, seq: 2, sent: 0 }] }]);
    expect(heard).toEqual([{ kind: 'asked', hooks: ['hook_a'] }]);
  });
});
