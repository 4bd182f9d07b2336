// What goes out: the outbox with its marks, webhooks, deliveries, messages; and the switches.
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutboxRow, Store, WriteSet } from '../../src/store/store.ts';
import type { Harness } from './harness.ts';
import { put } from './sample-rows.ts';

const row = (id: string, seq: number, sent = 0): OutboxRow => ({
  id,
  tenant: 'tenant_a',
  run: 'exec_1',
  seq,
  topic: 'hook_1',
  sent,
});

export function outboxContract(harness: () => Harness): void {
  let store: Store;
  beforeEach(async () => {
    store = await harness().open();
  });
  const commit = async (...sets: WriteSet[]): Promise<void> => {
    expect(await store.commit(sets)).toEqual(sets.map(() => ({ ok: true })));
  };
  const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

  describe('the outbox', () => {
    it('[ST26] moves a row on, never back, and keeps what the deliverer noted', async () => {
      await commit({ outbox: [row('out_1', 4, 2)] });
      await commit({ outboxSent: [{ id: 'out_1', sent: 4, nextAt: 70, tries: 2 }] });
      await commit({ outbox: [row('out_1', 9, 0)] });
      await commit({ outbox: [row('out_1', 8, 0)] });
      await commit({ outbox: [row('out_1', 5, 0)] });
      expect(await store.outboxPending(70, 9)).toEqual([
        { ...row('out_1', 9, 4), next_at: 70, tries: 2 },
      ]);
    });

    it('[ST26] goes to the head of the run, also when that moved while it was pending', async () => {
      const live = 'hook_1/exec_1';
      const run = (head_seq: number) => put('runs', { id: 'exec_1', head_seq });
      const pending = async () =>
        (await store.outboxPending(0, 9)).map(({ seq, sent }) => [seq, sent]);
      await commit({ rows: [run(4)], outbox: [row(live, 4)] });
      await commit({ rows: [run(6)], outbox: [row(live, 6)] });
      expect(await pending()).toEqual([[6, 0]]);
      await commit({ rows: [run(7)], outbox: [row(live, 7)] });
      await commit({ outboxSent: [{ id: live, sent: 6, nextAt: 0, tries: 0 }] });
      expect(await pending()).toEqual([[7, 6]]);
      await commit({ outboxSent: [{ id: live, sent: 7, nextAt: 0, tries: 0 }] });
      expect(await pending()).toEqual([]);
      await commit({ rows: [run(8)], outbox: [row(live, 8), row('hook_1/exec_1/again', 3, 1)] });
      expect(await pending()).toEqual([
        [8, 7],
        [3, 1],
      ]);
    });

    it('[ST26] is pending while something is not sent and its time has come', async () => {
      await commit({ outbox: ['c', 'a', 'b', 'd', 'e'].map((id) => row(id, 5)) });
      await commit({
        outboxSent: [
          { id: 'a', sent: 0, nextAt: 20, tries: 1 },
          { id: 'b', sent: 4, nextAt: 10, tries: 1 },
          { id: 'd', sent: 5, nextAt: 0, tries: 0 },
          { id: 'e', sent: 0, nextAt: 30, tries: 9 },
          { id: 'absent', sent: 0, nextAt: 0, tries: 0 },
        ],
      });
      expect(ids(await store.outboxPending(20, 9))).toEqual(['c', 'b', 'a']);
      expect(ids(await store.outboxPending(20, 2))).toEqual(['c', 'b']);
      expect(await store.nextOutboxAt()).toBe(0);
      await commit({ outboxSent: [{ id: 'c', sent: 5, nextAt: 0, tries: 0 }] });
      expect(await store.nextOutboxAt()).toBe(10);
    });

    it('[ST26] loses a row that was sent beyond what it was for, as events that nobody wants are', async () => {
      const rows = [put('runs', { id: 'exec_a', head_seq: 9 })];
      await commit({ rows, outbox: [row('hook_a/exec_a', 5), row('hook_b/exec_a', 5)] });
      const note = (id: string, sent: number) => ({ id, sent, nextAt: 0, tries: 0 });
      await commit({ outboxSent: [note('hook_a/exec_a', 9), note('hook_b/exec_a', 4)] });
      await commit({ outboxRemove: ['hook_a/exec_a', 'hook_b/exec_a'] });
      expect(await harness().sql('select id from outbox')).toEqual([{ id: 'hook_b/exec_a' }]);
    });

    it('[ST26] loses a row only when all of it is sent', async () => {
      await commit({ outbox: [row('out_1', 5), row('out_2', 5)] });
      const note = (id: string, sent: number) => ({ id, sent, nextAt: 0, tries: 0 });
      const outboxSent = [note('out_1', 4), note('out_2', 5)];
      await commit({ outboxSent, outboxRemove: ['out_1', 'out_2', 'absent'] });
      expect(await harness().sql('select id from outbox')).toEqual([{ id: 'out_1' }]);
      await commit({ outbox: [row('out_1', 4)], outboxSent: [note('out_1', 5)] });
      expect(await store.nextOutboxAt()).toBeNull();
      await commit({ outboxRemove: ['out_1'] });
      expect(await harness().sql('select id from outbox')).toEqual([]);
    });
  });

  describe('what goes out', () => {
    it('[ST27] lists webhooks of a tenant, and of all those that work', async () => {
      const hook = (id: string, tenant: string, disabled_at = 0) =>
        put('webhooks', { id, tenant, disabled_at });
      const rows = [hook('2', 'tenant_a'), hook('1', 'tenant_a', 9), hook('3', 'tenant_b')];
      await commit({ rows });
      expect(ids(await store.webhooks('tenant_a'))).toEqual(['1', '2']);
      expect(ids(await store.allWebhooks())).toEqual(['2', '3']);
      expect(await store.webhook('tenant_b', '2')).toBeNull();
    });

    it('[ST27] lists deliveries from the newest, page by page', async () => {
      const rows = ['1', '2', '3', '4'].map((id) =>
        put('deliveries', { id, webhook: id === '4' ? 'hook_2' : 'hook_1' }),
      );
      await commit({ rows });
      expect(ids(await store.deliveries('tenant_a', 'hook_1', '~', 2))).toEqual(['3', '2']);
      expect(ids(await store.deliveries('tenant_a', 'hook_1', '2', 2))).toEqual(['1']);
    });

    it('[ST27] gives messages that are not delivered, the oldest first', async () => {
      const message = (id: string, recipient: string, change: object) =>
        put('messages', { id, recipient, ...change });
      const rows = [
        message('m_3', 'agent_1', { sent_at: 5 }),
        message('m_1', 'agent_1', { sent_at: 9 }),
        message('m_2', 'run', { sent_at: 5 }),
        message('m_4', 'agent_1', { sent_at: 1, delivered_at: 3 }),
        message('m_5', 'agent_2', { sent_at: 1 }),
        message('m_6', 'agent_1', { sent_at: 1, tenant: 'tenant_b' }),
      ];
      await commit({ rows });
      const found = await store.messagesFor('tenant_a', ['agent_1', 'run'], 9);
      expect(ids(found)).toEqual(['m_2', 'm_3', 'm_1']);
      expect(ids(await store.messagesFor('tenant_a', ['agent_1'], 1))).toEqual(['m_3']);
      expect(await store.messagesFor('tenant_a', [], 9)).toEqual([]);
      const many = Array.from({ length: 9 }, (_, index) => `agent_${index}`);
      await expect(store.messagesFor('tenant_a', many, 9)).rejects.toThrow(RangeError);
    });

    it('[ST27] gives all switches, until they are off', async () => {
      const rows = ['tenant:b', 'all', 'agent:a'].map((scope) => put('switches', { scope }));
      await commit({ rows });
      const scopes = async () => (await store.switches()).map(({ scope }) => scope);
      expect(await scopes()).toEqual(['agent:a', 'all', 'tenant:b']);
      await commit({ rows: [{ table: 'switches', remove: { scope: 'all' } }] });
      expect(await scopes()).toEqual(['agent:a', 'tenant:b']);
    });
  });
}
