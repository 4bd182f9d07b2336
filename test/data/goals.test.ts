// Measures the offline planner on goals from outside, which are never copied into the project. The
// checks here are written apart from the planner's own rules, so that both must be right.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graveHarm } from '../../src/plan/brains/offline/harm.ts';
import { type OfflineResult, runStages } from '../../src/plan/offline-plan.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

interface Row {
  readonly goal: string;
}

function read(name: string): string[] {
  const lines = readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line.length > 0);
  return lines.map((line) => (JSON.parse(line) as Row).goal);
}

const run = (goal: string): Promise<OfflineResult> =>
  runStages({ planId: 'plan_d1', goal, startDate: '2025-11-17' });
const squash = (text: string) => text.toLowerCase().replace(/[\s.,'’]/g, '');

async function recovered(find: (goal: string) => string[]): Promise<number> {
  let all = 0;
  let back = 0;
  for (const goal of read('goals.jsonl')) {
    const result = await run(goal);
    if (result.kind === 'halted') continue;
    const facts = result.plan.facts.map((fact) => squash(`${fact.text} ${fact.value}`));
    for (const wanted of find(goal)) {
      all += 1;
      if (facts.some((fact) => fact.includes(squash(wanted)))) back += 1;
    }
  }
  expect(all).toBeGreaterThan(5);
  return back / all;
}

const moneyIn = (goal: string) =>
  goal.match(
    /[$€£₹฿₽]\s?\d[\d.,]*\d|[$€£₹฿₽]\s?\d|\b(?:USD|EUR|DKK) \d[\d.,]*|\b\d[\d.,]*(?= (?:million |billion |trillion )?(?:USD|EUR|DKK))/g,
  ) ?? [];
const regionNames = new Intl.DisplayNames('en', { type: 'region' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = letters
  .flatMap((a) => letters.map((b) => regionNames.of(a + b) ?? ''))
  .filter((name) => name.length > 3);
const cities = [
  'Copenhagen',
  'Berlin',
  'Bangkok',
  'Vienna',
  'Brussels',
  'Amsterdam',
  'Beijing',
  'Roskilde',
  'Novosibirsk',
];
const placesIn = (goal: string) =>
  [...new Set([...countries, ...cities])].filter((name) =>
    new RegExp(`(?<!\\p{L})${name.replace(/[()]/g, '.')}(?!\\p{L})`, 'u').test(goal),
  );
const yearsIn = (goal: string) => [
  ...new Set(goal.match(/(?<![\d.,$€-])20[2-4]\d(?![\d%])/g) ?? []),
];

describe('goals from outside', () => {
  it('[PL12] all of them become a plan, but those that ask for grave harm', {
    timeout: 60_000,
  }, async () => {
    const unplanned: string[] = [];
    for (const goal of read('goals.jsonl')) {
      const result = await run(goal);
      if (result.kind === 'halted' && graveHarm(goal) === null) unplanned.push(goal.slice(0, 80));
    }
    expect(unplanned).toEqual([]);
  });

  it('[PL7] a few, not many, are refused', async () => {
    const goals = read('goals.jsonl');
    const refused = goals.filter((goal) => graveHarm(goal) !== null).length / goals.length;
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThan(0.2);
  });

  it('[PL1] at least 90% of amounts, places and years come back', { timeout: 60_000 }, async () => {
    expect(await recovered(moneyIn)).toBeGreaterThanOrEqual(0.9);
    expect(await recovered(placesIn)).toBeGreaterThanOrEqual(0.9);
    expect(await recovered(yearsIn)).toBeGreaterThanOrEqual(0.9);
  });

  it('[PL2] no two plans of one playbook share 40% of their titles', {
    timeout: 60_000,
  }, async () => {
    const plans = (await Promise.all(read('goals.jsonl').map(run))).flatMap((result) =>
      result.kind === 'planned' ? [result.plan] : [],
    );
    const titles = plans.map((plan) =>
      plan.phases.flatMap((phase) => phase.tasks.map((task) => task.title)),
    );
    let worst = 0;
    titles.forEach((list, index) => {
      for (const other of titles.slice(index + 1)) {
        const seen = new Set(other);
        worst = Math.max(
          worst,
          list.filter((title) => seen.has(title)).length / Math.min(list.length, other.length),
        );
      }
    });
    expect(worst).toBeLessThan(0.4);
  });

  it('[PL6] at least 80% of the texts that are no goals are caught', async () => {
    const results = await Promise.all(read('unusable_goals.jsonl').map(run));
    const caught = results.filter((result) => result.kind === 'halted').length / results.length;
    expect(caught).toBeGreaterThanOrEqual(0.8);
  });
});
