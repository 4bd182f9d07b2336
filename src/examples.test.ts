import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { planSchema } from './contract/plan.ts';
import { exampleFolder, openExamples } from './examples.ts';

function shelfWith(plan: string) {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'shop'));
  writeFileSync(join(folder, 'shop', 'about.json'), '{"title":"A shop","goal":"Open a shop"}');
  writeFileSync(join(folder, 'shop', 'plan.json'), plan);
  return openExamples(folder).list();
}

describe('plans that ship', () => {
  it('[FR6] are listed with their goals and what their plans say', async () => {
    const found = await openExamples().list();
    expect(found.map(({ name }) => name)).toEqual([
      ...['bicycle-repair-shop', 'clinic-shifts', 'dog-breeders'],
    ]);
    expect(found[0]?.goal).toContain('Ghent');
    const file = new URL('bicycle-repair-shop/plan.json', exampleFolder);
    const { start_date, finish_date, costs, verdict } = planSchema.parse(
      JSON.parse(readFileSync(file, 'utf8')),
    );
    expect(found[0]?.figures).toEqual({
      ...{ start_date, finish_date, tasks: 32, verdict: verdict?.decision },
      ...{ currency: 'EUR', cost: costs.base, budget: 75_000 },
    });
    expect(found[2]?.figures?.budget).toBeNull();
  });

  it.each(['', '[]', '{"start_date":"soon"}'])(
    '[FR6] one whose plan.json is %j is listed without figures',
    async (plan) => {
      expect(await shelfWith(plan)).toEqual([
        { name: 'shop', title: 'A shop', summary: '', goal: 'Open a shop', figures: null },
      ]);
    },
  );
});
