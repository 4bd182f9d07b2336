// The thread that delivers, with a real host, both stores and an endpoint on loopback.
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Config, loadConfig } from '../../src/base/config.ts';
import type { GraphStep } from '../../src/engine/event-types.ts';
import type { DeliveryThread } from '../../src/events/webhooks/deliveries.ts';
import { type Host, openHost } from '../../src/host.ts';
import { openReceiver, type Receiver } from '../support/hook-receiver.ts';
import { makeHome } from '../support/server.ts';
import { chooseStore, type StoreChoice, storeNames } from '../support/stores.ts';
import { tenant } from '../support/temp-engine.ts';

const run = 'exec_thread1';
const by = 'person_a';

const def: GraphStep = {
  ...{ id: 'task_1', needs: [], performer: 'human', purpose: 'work', action: 'bake' },
  ...{ attempts_max: 1, timeout_ms: 60_000, tier: 1 },
};

const waitFor = (isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 60_000, interval: 5 });

describe.each(storeNames)('the delivery thread on %s', (name) => {
  let choice: StoreChoice;
  let home: string;
  let receiver: Receiver;
  let config: Config;
  let host: Host;
  let errors: unknown[];

  beforeEach(async () => {
    choice = await chooseStore(name);
    home = await makeHome();
    receiver = await openReceiver();
    const database = choice.databaseUrl ? { PLANWRIGHT_DATABASE_URL: choice.databaseUrl } : {};
    const allow = { PLANWRIGHT_FETCH_ALLOW: receiver.hostPort };
    config = loadConfig({ env: { PLANWRIGHT_HOME: home, ...database, ...allow } });
    errors = [];
    host = await open();
    await host.engine.createRun({
      run,
      kind: 'execution',
      plan: 'plan_a',
      tenant,
      by,
      steps: [{ def, spec: {} }],
    });
  });
  afterEach(async () => {
    await host.close();
    await receiver.close();
    await rm(home, { recursive: true, force: true });
    await choice.drop();
  });

  const open = (withDeliveries = true): Promise<Host> =>
    openHost(config, (error) => errors.push(error), { withWorker: false, withDeliveries });

  async function register(): Promise<void> {
    const put = {
      ...{ id: host.ids.next('hook'), tenant, url: receiver.url(), types: '', created_by: by },
      ...{ created_at: host.store.now(), disabled_at: 0, disabled_why: '', secret_version: 1 },
    };
    await host.engine.commit([{ rows: [{ table: 'webhooks', put }] }]);
  }

  const note = () =>
    host.engine.note({ tenant, run, by, step: '', kind: 'remark', reportedAt: 0, note: 'Hot.' });

  const isEmpty = async (): Promise<boolean> =>
    (await host.store.outboxPending(Number.MAX_SAFE_INTEGER, 1)).length === 0;

  const lastSeq = async (): Promise<number> => (await host.store.run(run))?.head_seq ?? 0;

  const threadOf = (): DeliveryThread => {
    const thread = host.deliveries?.thread;
    if (!thread) throw new Error('there is no thread');
    return thread;
  };

  it('[WH17] is there from the first webhook on, and from the start where there is one', async () => {
    await note();
    expect(host.deliveries?.thread).toBeNull();
    await register();
    const first = await lastSeq();
    await note();
    await waitFor(() => receiver.seqsOf(run).includes(first + 1));
    await waitFor(isEmpty);
    await host.close();
    host = await open();
    expect(host.deliveries?.thread).not.toBeNull();
    await note();
    await waitFor(() => receiver.seqsOf(run).includes(first + 2));
    expect(receiver.seqsOf(run)).toEqual([first + 1, first + 2]);
    expect(errors).toEqual([]);
  });

  it('[WH17] is not there in a process that does not deliver, whose events wait', async () => {
    await register();
    await host.close();
    host = await open(false);
    await note();
    expect(host.deliveries).toBeNull();
    expect(await isEmpty()).toBe(false);
    await host.close();
    host = await open();
    await waitFor(() => receiver.seqsOf(run).length > 0);
    await waitFor(isEmpty);
  });

  it('[WH17] killed again and again it is started again, and no event is lost', async () => {
    await register();
    const first = (await lastSeq()) + 1;
    for (let kills = 0; kills < 3; kills += 1) {
      const thread = threadOf();
      const before = receiver.got.length;
      receiver.answers('never');
      for (let notes = 0; notes < 5; notes += 1) await note();
      await waitFor(() => receiver.got.length > before);
      await thread.end();
      await note();
      receiver.answers(204);
      await waitFor(() => ![null, thread].includes(host.deliveries?.thread ?? null));
    }
    const last = await lastSeq();
    await waitFor(() => receiver.seqsOf(run).length === last - first + 1);
    await waitFor(isEmpty);
    const seqs = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    expect(receiver.seqsOf(run)).toEqual(seqs);
    expect(errors.map(String)).toEqual(Array(3).fill('Error: the delivery thread ended with 1'));
  });

  it('[WH17] ends by itself at a stop with a message under way, which the next start sends', async () => {
    receiver.answers('never');
    await register();
    await note();
    await waitFor(() => receiver.got.length === 1);
    const thread = threadOf();
    await host.close();
    expect((await thread.ended).message).toBe('the delivery thread ended with 0');
    receiver.answers(204);
    host = await open();
    await waitFor(() => receiver.got.length === 2);
    await waitFor(isEmpty);
    expect(receiver.got[1]?.body).toBe(receiver.got[0]?.body);
    expect(errors).toEqual([]);
  });

  it('[WH17] a stop before it is ready does not wait for it', async () => {
    await register();
    await host.close();
    host = await open();
    const thread = threadOf();
    await host.close();
    expect(await thread.ended).toBeInstanceOf(Error);
    expect(errors).toEqual([]);
    host = await open();
    await note();
    await waitFor(() => receiver.got.length === 1);
  });

  it('[WH12] rows of a webhook that is gone are dropped where there is no other', async () => {
    await host.close();
    host = await open(false);
    const row = { id: `hook_gone1/${run}`, tenant, run, topic: 'hook_gone1', seq: 1, sent: 0 };
    await host.engine.commit([{ outbox: [row] }]);
    await host.close();
    host = await open();
    await waitFor(isEmpty);
    expect(receiver.got).toEqual([]);
  });
});
