// Measures the offline planner on goals from outside, which are never copied into the project. The
// checks here are written apart from the planner's own rules, so that both must be right.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/contract/plan.ts';
import { graveHarm } from '../../src/plan/brains/offline/harm.ts';
import { type OfflineRun, runOffline } from '../../src/plan/brains/offline/run-offline.ts';
import { cleanGoal } from '../../src/plan/brains/offline/text.ts';
import { judgeGoal } from '../../src/plan/judge-goal.ts';
import { readGoal } from '../../src/plan/stages/facts.ts';
import { goalLabels, missedOf, readRows } from '../support/goal-labels.ts';

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

/** About a second each, so each is planned once for all that look at it. */
const runs = new Map<string, Promise<OfflineRun>>();
const planningMs = 240_000;

function run(goal: string): Promise<OfflineRun> {
  const planned =
    runs.get(goal) ?? runOffline({ planId: 'plan_d1', goal, startDate: '2025-11-17' });
  runs.set(goal, planned);
  return planned;
}

const squash = (text: string) => text.toLowerCase().replace(/[\s.,'’]/g, '');

async function recovered(find: (goal: string) => string[]): Promise<number> {
  let all = 0;
  let back = 0;
  for (const goal of read('goals.jsonl')) {
    const result = await run(goal);
    if (result.halt) continue;
    const facts = (result.outputs.plan as Plan).facts.map((fact) =>
      squash(`${fact.text} ${fact.value}`),
    );
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
    timeout: planningMs,
  }, async () => {
    const unplanned: string[] = [];
    for (const goal of read('goals.jsonl')) {
      const result = await run(goal);
      if (result.halt && graveHarm(goal) === null) unplanned.push(goal.slice(0, 80));
    }
    expect(unplanned).toEqual([]);
  });

  it('[RD30] those labelled by hand as grave harm stop with a reason, and no other does', () => {
    const labels = new Map(goalLabels().map((label) => [label.id, label]));
    const rows = readRows(folder, 'goals.jsonl');
    const wrong = rows.filter(({ id, goal }) => {
      const { verdict, reason } = judgeGoal(cleanGoal(goal), '2025-11-17');
      const harm = labels.get(id)?.harm === true;
      return harm ? verdict !== 'refused' || !reason.includes('it asks for') : verdict !== 'usable';
    });
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(rows.filter(({ id }) => labels.get(id)?.harm).length).toBe(5);
  });

  it('[RD31] at least 90% of the amounts, dates, spans and places labelled by hand come back', () => {
    const goals = new Map(readRows(folder, 'goals.jsonl').map(({ id, goal }) => [id, goal]));
    const labels = goalLabels().filter(({ amounts }) => amounts !== undefined);
    expect(labels.length).toBeGreaterThanOrEqual(20);
    const counted = labels.map((label) => {
      const goal = goals.get(label.id) ?? '';
      const { facts } = readGoal({ planId: 'plan_d1', goal, startDate: '2025-11-17' });
      return missedOf(label, facts);
    });
    const all = counted.reduce((sum, one) => sum + one.all, 0);
    const missed = counted.flatMap((one) => one.missed);
    expect(all).toBeGreaterThan(100);
    expect((all - missed.length) / all, missed.join('; ')).toBeGreaterThanOrEqual(0.9);
  });

  it('[PL1] at least 90% of amounts, places and years come back', {
    timeout: planningMs,
  }, async () => {
    expect(await recovered(moneyIn)).toBeGreaterThanOrEqual(0.9);
    expect(await recovered(placesIn)).toBeGreaterThanOrEqual(0.9);
    expect(await recovered(yearsIn)).toBeGreaterThanOrEqual(0.9);
  });

  it('[PL2] no two plans of one playbook share 40% of their titles', {
    timeout: planningMs,
  }, async () => {
    const plans = (await Promise.all(read('goals.jsonl').map(run))).flatMap(({ halt, outputs }) =>
      halt ? [] : [outputs.plan as Plan],
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

  it('[RD32] all texts that are no goals are sent back, with what to add', () => {
    const passed = readRows(folder, 'unusable_goals.jsonl').filter(({ goal }) => {
      const { verdict, whatToAdd } = judgeGoal(cleanGoal(goal), '2025-11-17');
      return verdict === 'usable' || whatToAdd.length === 0;
    });
    expect(passed.map(({ id }) => id)).toEqual([]);
  });
});
