import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type HookServer,
  type HookStage,
  openHookStage,
  upTo,
} from '../../../test/support/hook-stage.ts';
import { maxEvents, retryDelaysMs } from './delivery.ts';
import { slotMs } from './hook-owner.ts';
import { oldSecretKey, oldSecretMs, webhookSecret } from './sign.ts';

const waitFor = (isSo: () => boolean | Promise<boolean>): Promise<unknown> =>
  vi.waitUntil(isSo, { timeout: 60_000, interval: 2 });

describe('the deliverer', () => {
  let stage: HookStage;
  let server: HookServer;

  beforeEach(async () => {
    stage = await openHookStage();
    server = await stage.open();
  });
  afterEach(() => stage.close());

  const has = (run: string, last: number, path?: string) => () =>
    stage.receiver.seqsOf(run, path).length === last;

  const isOutboxEmpty = async (): Promise<boolean> =>
    (await server.store.outboxPending(Number.MAX_SAFE_INTEGER, 10)).length === 0;

  const log = (id: string) => server.store.deliveries('tenant_hooks', id, '~', 100);

  /** Moves the clock and lets the deliverer see it. */
  const pass = (ms: number): void => {
    stage.clock.advance(ms);
    server.deliverer.wake(0);
  };

  it('[WH1] delivers every event of a run once, in order, and nothing stays in the outbox', async () => {
    const hook = await server.register();
    for (let round = 0; round < 12; round += 1) await server.write('exec_one1', 1 + (round % 30));
    await server.write('exec_one1', 600);
    const last = (await server.store.events('exec_one1', 0, 1_000)).length;
    await waitFor(has('exec_one1', last));
    await waitFor(isOutboxEmpty);
    const all = stage.receiver.got.flatMap((one) => one.seqs);
    expect(all).toEqual(upTo(last));
    const sizes = stage.receiver.got.map((one) => one.seqs.length);
    expect(Math.max(...sizes)).toBe(maxEvents);
    expect(new Set((await log(hook.id)).map((row) => row.status))).toEqual(new Set([204]));
  });

  it('[WH1] a webhook gets what happens after it was registered, of its own tenant alone', async () => {
    await server.write('exec_late1', 5);
    await server.register({ tenant: 'tenant_other', url: stage.receiver.url('/other') });
    await server.register();
    await server.write('exec_late1', 2);
    await waitFor(has('exec_late1', 2));
    expect(stage.receiver.seqsOf('exec_late1')).toEqual([6, 7]);
    expect(stage.receiver.got.map((one) => one.path)).toEqual(['/']);
  });

  it('[WH2] what comes while a message of the run is under way shares the next one', async () => {
    stage.receiver.answers('never');
    await server.register();
    await server.write('exec_fill1', 1);
    await waitFor(() => stage.receiver.got.length === 1);
    for (let count = 0; count < 5; count += 1) await server.write('exec_fill1', 1);
    stage.receiver.answers(204);
    stage.receiver.release(204);
    await waitFor(has('exec_fill1', 6));
    await waitFor(isOutboxEmpty);
    expect(stage.receiver.got.map((one) => one.seqs)).toEqual([[1], [2, 3, 4, 5, 6]]);
  });

  it('[WH3] only events of the types that were asked for are sent', async () => {
    await server.register({ types: 'step.woken' });
    await server.write('exec_type1', 3);
    await server.write('exec_type1', 2, 'step.woken');
    await server.write('exec_type1', 300);
    await server.write('exec_type1', 1, 'step.woken');
    await waitFor(has('exec_type1', 3));
    expect(stage.receiver.seqsOf('exec_type1')).toEqual([4, 5, 306]);
    await waitFor(isOutboxEmpty);
  });

  it('[WH4] a server that died after sending and before noting sends again, and none is missing', async () => {
    let isDead = false;
    const bury: (() => void)[] = [];
    const dying = await stage.open((store) => ({
      ...store,
      async commit(sets) {
        // The process is gone with the answer in its hand.
        if (!isDead || !sets.some((set) => set.outboxSent)) return store.commit(sets);
        return new Promise((_, reject) => bury.push(() => reject(new Error('dead'))));
      },
    }));
    await server.stop();
    await dying.register();
    await dying.write('exec_crash1', 3);
    isDead = true;
    await waitFor(has('exec_crash1', 3));
    await dying.write('exec_crash1', 2);
    stage.clock.advance(slotMs);
    server = await stage.open();
    await waitFor(has('exec_crash1', 5));
    await waitFor(isOutboxEmpty);
    const sent = stage.receiver.got.flatMap((one) => one.seqs);
    expect(sent.slice(0, 3)).toEqual([1, 2, 3]);
    expect(sent.slice(3)).toEqual([1, 2, 3, 4, 5]);
    const stopped = dying.stop();
    for (const one of bury) one();
    await stopped;
  });

  it('[WH5] an endpoint that never answers does not hold up another', async () => {
    stage.receiver.answers('never', '/slow');
    const slow = await server.register({ url: stage.receiver.url('/slow') });
    await server.register({ url: stage.receiver.url('/fast') });
    for (let run = 0; run < 100; run += 1) await server.write(`exec_many${run}`, 2);
    const isAllThere = () => upTo(99, 0).every((run) => has(`exec_many${run}`, 2, '/fast')());
    await waitFor(isAllThere);
    expect(stage.receiver.got.filter((one) => one.path === '/slow')).toHaveLength(4);
    expect(await log(slow.id)).toEqual([]);
  });

  it('[WH6] an outage of twenty minutes: held back as a whole, then all of it, in order', async () => {
    stage.receiver.answers(503);
    const hook = await server.register();
    await server.write('exec_out1', 2);
    await waitFor(async () => (await log(hook.id)).length === 1);
    const first = stage.receiver.got[0];
    for (let minute = 1; minute <= 20; minute += 1) {
      await server.write('exec_out1', 1);
      await server.write('exec_out2', 1);
      pass(60_000);
      // The second attempt is due after five seconds, the third five minutes after it.
      const attempts = minute < 6 ? 2 : 3;
      await waitFor(async () => (await log(hook.id)).length === attempts);
    }
    stage.receiver.answers(204);
    expect(stage.receiver.got).toHaveLength(3);
    pass(30 * 60_000);
    await waitFor(has('exec_out1', 22));
    await waitFor(has('exec_out2', 20));
    await waitFor(isOutboxEmpty);
    const again = stage.receiver.got.filter((one) => one.runId === 'exec_out1');
    expect(again[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again[1]?.body).toBe(first?.body);
    expect(stage.receiver.seqsOf('exec_out1')).toEqual(upTo(22));
    expect(stage.receiver.seqsOf('exec_out2')).toEqual(upTo(20));
  });

  it('[WH6] messages that fail side by side are one failure', async () => {
    stage.receiver.answers('never');
    const hook = await server.register();
    for (let run = 0; run < 4; run += 1) await server.write(`exec_side${run}`, 1);
    await waitFor(() => stage.receiver.got.length === 4);
    stage.receiver.release(503);
    await waitFor(async () => (await log(hook.id)).length === 4);
    stage.receiver.answers(204);
    const rows = await server.store.outboxOf(hook.id, '', Number.MAX_SAFE_INTEGER, 9);
    expect(rows.map((row) => row.tries)).toEqual([1, 1, 1, 1]);
    pass(retryDelaysMs[0] ?? 0);
    await waitFor(isOutboxEmpty);
    expect(stage.receiver.got).toHaveLength(8);
  });

  it('[WH7] seven failures disable it, with the reason, and its rows go', async () => {
    stage.receiver.answers(500);
    const hook = await server.register();
    await server.write('exec_bad1', 1);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      await waitFor(async () => (await log(hook.id)).length === index + 1);
      pass(delayMs - 1);
      await server.deliverer.sweep();
      pass(1);
    }
    await waitFor(() => server.hooks.hooks.size === 0);
    await waitFor(isOutboxEmpty);
    const row = await server.store.webhook('tenant_hooks', hook.id);
    expect(row?.disabled_at).toBe(stage.clock.now());
    expect(row?.disabled_why).toBe('7 attempts failed. It answered with status 500.');
    const attempts = (await log(hook.id)).reverse();
    expect(attempts.map((one) => one.attempt)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const waits = attempts.slice(1).map((one, index) => one.at - (attempts[index]?.at ?? 0));
    expect(waits).toEqual(retryDelaysMs);
    await server.write('exec_bad1', 1);
    expect(await isOutboxEmpty()).toBe(true);
  });

  it('[WH7] 410 disables it at once', async () => {
    stage.receiver.answers(410);
    const hook = await server.register();
    await server.write('exec_gone1', 1);
    await waitFor(() => server.hooks.hooks.size === 0);
    await waitFor(isOutboxEmpty);
    const row = await server.store.webhook('tenant_hooks', hook.id);
    expect(row?.disabled_why).toContain('410');
    expect(stage.receiver.got).toHaveLength(1);
  });

  it('[WH8] a redirect is a failure and is not followed', async () => {
    stage.receiver.answers(307);
    const hook = await server.register();
    await server.write('exec_moved1', 1);
    await waitFor(async () => (await log(hook.id)).length === 1);
    expect((await log(hook.id))[0]).toMatchObject({ status: 307, attempt: 1 });
    expect(stage.receiver.got.map((one) => one.path)).toEqual(['/']);
  });

  it('[WH8] an address that may not be called is a failure that names the host alone', async () => {
    const hook = await server.register({ url: 'http://10.0.0.1:81/s3cr3t?key=s3cr3t' });
    await server.write('exec_priv1', 1);
    await waitFor(async () => (await log(hook.id)).length === 1);
    const [entry] = await log(hook.id);
    expect(entry).toMatchObject({ status: 0, error: '10.0.0.1 is not on the public internet' });
    expect(JSON.stringify(entry)).not.toContain('s3cr3t');
  });

  it('[WH9] two servers on one file: none lost, none sent twice while both live', async () => {
    const other = await stage.open();
    await server.register();
    await waitFor(() => other.hooks.hooks.size === 1);
    for (let round = 0; round < 10; round += 1) {
      await server.write('exec_two1', 3);
      await other.write('exec_two1', 2);
      await other.write('exec_two2', 1);
    }
    await waitFor(has('exec_two1', 50));
    await waitFor(has('exec_two2', 10));
    await waitFor(isOutboxEmpty);
    const seqs = (run: string) =>
      stage.receiver.got.filter((one) => one.runId === run).flatMap((one) => one.seqs);
    expect(seqs('exec_two1')).toEqual(upTo(50));
    expect(seqs('exec_two2')).toEqual(upTo(10));
  });

  it('[WH9] another server goes on when the one that delivered is gone', async () => {
    await server.register();
    await server.write('exec_next1', 1);
    await waitFor(has('exec_next1', 1));
    await waitFor(isOutboxEmpty);
    const other = await stage.open();
    await server.stop();
    await other.write('exec_next1', 1);
    stage.clock.advance(slotMs);
    other.deliverer.wake(0);
    await waitFor(has('exec_next1', 2));
    expect(stage.receiver.got.map((one) => one.seqs)).toEqual([[1], [2]]);
  });

  it('[WH10] what is asked for again comes again, also while the endpoint is left alone', async () => {
    const hook = await server.register();
    await server.write('exec_again1', 400);
    await waitFor(has('exec_again1', 400));
    await waitFor(isOutboxEmpty);
    stage.receiver.answers(500);
    await server.write('exec_again1', 1);
    await waitFor(async () => (await log(hook.id)).some((row) => row.status === 500));
    stage.receiver.answers(204);
    const before = stage.receiver.got.length;
    const id = `${hook.id}/exec_again1/20-350`;
    const row = { id, tenant: 'tenant_hooks', run: 'exec_again1', topic: hook.id };
    await server.commit([{ outbox: [{ ...row, seq: 350, sent: 19 }] }]);
    await waitFor(() => stage.receiver.got.length === before + 2);
    const again = stage.receiver.got.slice(before).flatMap((one) => one.seqs);
    expect(again).toEqual(upTo(350, 20));
  });

  it('[WH11] the delivery log keeps the newest thousand', async () => {
    const hook = await server.register();
    const put = (index: number): object => ({
      ...{ id: `del_${String(index).padStart(8, '0')}`, tenant: 'tenant_hooks', webhook: hook.id },
      ...{ run: 'exec_old1', from_seq: 1, to_seq: 1, attempt: 1, at: 0, status: 204, error: '' },
      took_ms: 1,
    });
    const rows = upTo(1_300).map((index) => ({ table: 'deliveries', put: put(index) }) as never);
    await server.store.commit([{ rows }]);
    for (let run = 0; run < 200; run += 1) await server.write(`exec_log${run}`, 1);
    await waitFor(isOutboxEmpty);
    const kept = async () =>
      (await server.store.deliveries('tenant_hooks', hook.id, '~', 5_000)).length;
    await waitFor(async () => (await kept()) === 1_000);
    expect(await kept()).toBe(1_000);
  });

  it('[WH12] rows of a webhook that is gone are dropped', async () => {
    const hook = await server.register({ disabled_at: 1 });
    const row = { id: `${hook.id}/exec_orphan1`, tenant: 'tenant_hooks', run: 'exec_orphan1' };
    await server.store.commit([{ outbox: [{ ...row, topic: hook.id, seq: 3, sent: 0 }] }]);
    expect(await isOutboxEmpty()).toBe(false);
    await server.deliverer.sweep();
    expect(await isOutboxEmpty()).toBe(true);
    expect(stage.receiver.got).toEqual([]);
  });

  it('[WH12] a note that was under way when its webhook was deleted is removed after it', async () => {
    const gate = Promise.withResolvers<void>();
    let isHeld = false;
    const slow = await stage.open((store) => ({
      ...store,
      async commit(sets) {
        if (
          sets.some((set) => set.rows?.some((row) => row.table === 'deliveries' && 'put' in row))
        ) {
          isHeld = true;
          await gate.promise;
        }
        return store.commit(sets);
      },
    }));
    const hook = await slow.register();
    await slow.write('exec_gone1', 1);
    await waitFor(() => isHeld);
    await slow.commit([{ rows: [{ table: 'webhooks', remove: { id: hook.id } }] }]);
    await waitFor(() => !slow.hooks.hooks.has(hook.id));
    gate.resolve();
    const log = () => slow.store.deliveries('tenant_hooks', hook.id, '~', 10);
    await slow.deliverer.stop();
    expect(await log()).toEqual([]);
  });

  it('[WH14] messages verify with the secret, and for a day after a new one with both', async () => {
    const serverSecret = await stage.secret();
    const keyOf = (version: number) =>
      Buffer.from(webhookSecret(serverSecret, hook.id, version).slice('whsec_'.length), 'base64');
    const isSignedBy = (version: number) => {
      const got = stage.receiver.got.at(-1);
      if (!got) return false;
      const { headers, body } = got;
      const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const mac = createHmac('sha256', keyOf(version)).update(text).digest('base64');
      return (headers['webhook-signature'] ?? '').split(' ').includes(`v1,${mac}`);
    };
    const sendOne = async (): Promise<boolean[]> => {
      const before = stage.receiver.got.length;
      await server.write('exec_sign1', 1);
      await waitFor(() => stage.receiver.got.length === before + 1);
      return [isSignedBy(1), isSignedBy(2), isSignedBy(3)];
    };
    const hook = await server.register();
    expect(await sendOne()).toEqual([true, false, false]);
    const put = { ...hook, secret_version: 2 };
    const until = stage.clock.now() + oldSecretMs;
    const require = [{ unique: oldSecretKey(put), value: '1', until }];
    await server.commit([{ require, rows: [{ table: 'webhooks', put }] }]);
    expect(await sendOne()).toEqual([true, true, false]);
    stage.clock.advance(oldSecretMs - 1);
    expect(await sendOne()).toEqual([true, true, false]);
    stage.clock.advance(1);
    expect(await sendOne()).toEqual([false, true, false]);
    const sentAt = Number(stage.receiver.got.at(-1)?.headers['webhook-timestamp']);
    expect(sentAt).toBe(Math.floor(stage.clock.now() / 1_000));
  });

  it('[WH4] stopping leaves what is under way for the next start', async () => {
    stage.receiver.answers('never');
    await server.register();
    await server.write('exec_stop1', 1);
    await waitFor(() => stage.receiver.got.length === 1);
    await server.stop();
    stage.receiver.answers(204);
    stage.clock.advance(slotMs);
    server = await stage.open();
    await waitFor(() => stage.receiver.got.length === 2);
    await waitFor(isOutboxEmpty);
    expect(stage.receiver.got.map((one) => one.seqs)).toEqual([[1], [1]]);
  });
});
