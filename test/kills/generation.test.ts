// kill -9 at random moments while a model thinks about a plan.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crashSeed } from '../crash/rounds.ts';
import { createTestDatabase } from '../support/database.ts';
import { openPipeline, type Pipeline } from '../support/pipeline.ts';
import { isWhole, sized } from '../support/size.ts';
import {
  type KilledPlan,
  type KillOptions,
  killGenerations,
  startDate,
} from './generation-kills.ts';

let calm: Pipeline;
beforeAll(async () => {
  calm = await openPipeline();
});
afterAll(() => calm.close());

/** The same goal on a server that nobody kills. */
async function filesWithoutKills(goal: string): Promise<Map<string, string>> {
  const made = await calm.plan({ prompt: goal, detail: 'brief', start_date: startDate });
  expect(made).toMatchObject({ state: 'completed' });
  const plan_id = String(made.plan_id);
  const { files } = (await calm.call('plan_files', { plan_id })) as { files: { path: string }[] };
  const entries = files.map(async ({ path }) => {
    const { text } = await calm.ask('plan_file', { plan_id, path });
    return [path, text.replaceAll(plan_id, 'PLAN')] as const;
  });
  return new Map(await Promise.all(entries));
}

async function expectAsWithoutKills(plan: KilledPlan): Promise<void> {
  expect(plan).toMatchObject({ state: 'completed', isLogSound: true, repeated: [], again: [] });
  expect([...plan.unaccounted]).toEqual([]);
  expect([...new Set(plan.rows.values())]).toEqual([1]);
  const calm = await filesWithoutKills(plan.goal);
  expect([...plan.files.keys()].toSorted()).toEqual([...calm.keys()].toSorted());
  const texts = [...calm].filter(([path]) => !path.startsWith('usage_'));
  for (const [path, text] of texts) expect(plan.files.get(path), path).toBe(text);
  expect(spentOf(plan.files)).toEqual(spentOf(calm));
}

/** The account has ids and times of its own; what it comes to is the same. */
function spentOf(files: ReadonlyMap<string, string>): object {
  type Sums = { total: { calls: number; tokens_in: number; tokens_out: number } };
  const { total } = JSON.parse(files.get('usage_summary.json') ?? '{}') as Sums;
  const { calls, tokens_in, tokens_out } = total;
  return { calls, tokens_in, tokens_out };
}

/** Each with a server and data of its own, side by side. */
async function lanes(options: readonly KillOptions[]): Promise<KilledPlan[]> {
  const each = options.map(killGenerations);
  // Every lane is waited for, so that a failure leaves no server behind.
  await Promise.allSettled(each);
  return (await Promise.all(each)).flat();
}

const sumOf = (plans: readonly KilledPlan[], what: 'kills' | 'cutOff' | 'saved'): number =>
  plans.reduce((sum, plan) => sum + plan[what], 0);

describe('kill -9 while a model thinks about a plan', () => {
  it('[PP20] many times on SQLite: no verified step runs again, no recorded call is paid again', async () => {
    const seed = crashSeed();
    const kills = sized(3, 10);
    const plans = await lanes([
      { kills, seed },
      { kills, seed: seed + 1 },
    ]);
    for (const plan of plans) await expectAsWithoutKills(plan);
    expect(sumOf(plans, 'kills')).toBe(2 * kills);
    // Calls that a kill cut off, and calls that it could not take back; a few kills may show one kind only.
    const shown = [sumOf(plans, 'cutOff'), sumOf(plans, 'saved')];
    expect(isWhole ? Math.min(...shown) : Math.max(...shown)).toBeGreaterThan(0);
  });

  it('[PP20] a few times on PostgreSQL: the same', async () => {
    const kills = sized(1, 3);
    const database = await createTestDatabase();
    try {
      const plans = await lanes([{ kills, seed: crashSeed(), databaseUrl: database.url }]);
      for (const plan of plans) await expectAsWithoutKills(plan);
      expect(sumOf(plans, 'kills')).toBe(kills);
    } finally {
      await database.drop();
    }
  });
});
