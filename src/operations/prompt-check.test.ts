import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, type Json, openBakery } from '../../test/support/execution.ts';
import { questionIds } from '../contract/prompt-check.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
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

  it('[RD22] every question that is asked can be answered by its id', async () => {
    const asked = new Set<string>();
    for (const prompt of ['Write a book', 'asdf asdf', 'Build a perpetual motion engine']) {
      const { questions } = await bakery.call('prompt_check', { prompt });
      for (const { id } of questions as { id: string }[]) {
        asked.add(id);
        await bakery.call('prompt_check', { prompt, answers: { [id]: 'Yes' } });
      }
    }
    expect([...asked].sort()).toEqual([...questionIds].sort());
  });

  it('[RD22] an answer to nothing that is asked is refused, with the ids there are', async () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`id_${n}`, 'x']));
    const refused = bakery.call('prompt_check', { prompt: 'Write a book', answers: many });
    await expect(refused).rejects.toThrow(
      /answers: they go by the ids of questions: confirm, .*, bans\./,
    );
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
