import { describe, expect, it, vi } from 'vitest';
import { attemptOf, badThenGood, reply, scripted } from '../../test/support/paid-steps.ts';
import { withCall } from '../models/model.ts';
import type { Ledger } from './ledger.ts';
import { ReplyStore } from './reply-store.ts';
import { StepLedger } from './step-ledger.ts';

const question = {
  ...{ tenant: 't', plan: 'p', run: 'r', step: 's', attempt: 1, stage: 'levers' },
  ...{ version: '1', seed: 0 },
};
const request = {
  ...{ system: 'Rules', prompt: 'Ask', schema: {}, schemaName: 'levers', maxOutputTokens: 9 },
};
const noReplies = { reply: vi.fn(), content: vi.fn(), meta: vi.fn() };

describe('the account of a step', () => {
  it('[US1] makes what is asked ready while the reply is waited for, and once', async () => {
    const content = { row: {}, ref: { id: 'c', digest: 'd' } };
    const { promise: isReady, resolve: makeReady } = Promise.withResolvers<void>();
    const asked = vi.fn(() => {
      makeReady();
      return content;
    });
    const record = vi.fn(async () => ({}));
    const replies = new ReplyStore(noReplies, 't', 'secret');
    const ledger = { asked, record } as unknown as Ledger;
    const account = new StepLedger(ledger, replies, question, [], new Map());
    const slow = withCall(scripted(badThenGood), async () => {
      await isReady;
      return reply('{}');
    });
    await account.remembering(slow).call(request, new AbortController().signal);
    await account.record(attemptOf({}));
    expect(asked.mock.calls).toEqual([[question, 'Rules', 'Ask']]);
    expect(record.mock.calls).toEqual([
      [question, expect.anything(), expect.stringMatching(/^[0-9a-f]{64}$/), content],
    ]);
  });
});
