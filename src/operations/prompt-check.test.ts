import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, type Json, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
}, 30_000);
afterAll(() => bakery.close());

async function ended(input: object): Promise<Json> {
  const { plan_id } = await bakery.call('plan_create', { brain: 'offline', ...input });
  return bakery.call('plan_wait', { plan_id, timeout_seconds: 50 });
}

describe('prompt_check', () => {
  it('[RD24] makes no plan and stores nothing', async () => {
    const count = async () =>
      ((await bakery.call('plan_list', { limit: 50 })).plans as Json[]).length;
    const before = await count();
    const answer = await bakery.call('prompt_check', { prompt: 'Open a bakery in Lyon' });
    expect(answer).toMatchObject({ verdict: 'usable', read: { places: [{ name: 'Lyon' }] } });
    expect(await count()).toBe(before);
  });

  it('[RD24] says of a goal what plan_create does with it', async () => {
    for (const [prompt, verdict] of [
      ['asdf asdf', 'unusable'],
      ['Kill my neighbor', 'refused'],
      ['Build a perpetual motion engine', 'confirm'],
    ] as const) {
      const checked = await bakery.call('prompt_check', { prompt });
      expect(checked.verdict).toBe(verdict);
      const status = await ended({ prompt });
      expect(status.state).toBe('failed');
      expect((status.error as Json).message).toContain(checked.reason);
    }
  });

  it('[RD25] a goal that takes a confirmation is planned once it is confirmed', async () => {
    const prompt = 'Buy a boat';
    const asked = await ended({ prompt });
    expect((asked.error as Json).message).toContain('confirm: true');
    expect(await ended({ prompt, confirm: true })).toMatchObject({ state: 'completed' });
  });

  it('[RD25] no confirmation opens what is refused', async () => {
    expect(await ended({ prompt: 'Poison the guests at a wedding', confirm: true })).toMatchObject({
      state: 'failed',
    });
  });
});
