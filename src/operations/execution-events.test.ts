import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
  await bakery.start();
  await bakery.mustClaim();
});
afterAll(() => bakery.close());

interface Page {
  readonly events: readonly { readonly seq: number }[];
  readonly next_after: number;
  readonly has_more: boolean;
}

describe('the events of an execution', () => {
  it.each([1, 2, 3])(
    '[OP20] page by page, %i at a time, miss none and repeat none',
    async (limit) => {
      const execution_id = bakery.executionId;
      const seqs: number[] = [];
      for (let after = 0, hasMore = true; hasMore; ) {
        const input = { execution_id, after, limit };
        const page = (await bakery.call('execution_events', input)) as unknown as Page;
        seqs.push(...page.events.map((event) => event.seq));
        ({ next_after: after, has_more: hasMore } = page);
      }
      expect(seqs.length).toBeGreaterThan(limit);
      expect(seqs).toEqual(seqs.map((_, index) => index + 1));
    },
  );
});
