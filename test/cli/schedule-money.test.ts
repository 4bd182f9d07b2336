// Money, deadlines and odds as planwright schedule tells and writes them.
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { money } from '../../src/plan/brains/offline/money.ts';
import { planOffline } from '../../src/plan/brains/offline/run-offline.ts';
import { dateText } from '../../src/plan/localized.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { makeHome } from '../support/server.ts';

let home: string;

beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const cli = (...args: string[]) => runCli(args, { home });
let files = 0;
function fileOf(content: object): string {
  files += 1;
  const file = join(home, `given-${files}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const plan = (more: object = {}) => ({
  title: 'Bread',
  start_date: '2026-03-02',
  phases: [
    {
      phase_id: 'phase_1',
      name: 'Bake',
      tasks: [
        {
          task_id: 'task_1',
          title: 'Knead',
          assignee_role: 'Cook',
          estimate: { low: 8, likely: 8, high: 8 },
        },
        {
          task_id: 'task_2',
          title: 'Bake',
          assignee_role: 'Cook',
          estimate: { low: 4, likely: 8, high: 24 },
          prerequisites: ['task_1'],
        },
        { task_id: 'task_3', title: 'Sell', milestone: true, prerequisites: ['task_2'] },
      ],
    },
  ],
  ...more,
});

describe('planwright schedule about money and odds', () => {
  it('[SC124] one headline: the planned cost, and what the asked confidence needs', async () => {
    const roles = [{ name: 'Cook', rate_per_hour: 50 }];
    const given = plan({
      roles,
      costs: { currency: 'EUR' },
      budget: { amount: 1010, currency: 'EUR' },
    });
    const file = fileOf(given);
    const answer = jsonOf(await cli('schedule', file, '--simulate', '200', '--json'));
    const { cost, at_confidence: asked } = answer as Record<string, Record<string, number>>;
    const round = (value = 0) => Math.round(value).toLocaleString('en-US');
    const text = (await cli('schedule', file, '--simulate', '200')).stdout;
    expect(text).toContain(`  planned cost ${round(cost?.total)} EUR\n`);
    expect(text).toContain(`, cost ${round(asked?.cost)} EUR (200 runs)`);
    expect(text.match(/planned cost/g)).toHaveLength(1);
    expect(asked?.confidence).toBe(0.8);
    expect(asked?.cost).toBeGreaterThan(cost?.total ?? 0);
  });

  it('[SC125] meets_deadline and meets_budget are those of the asked confidence when simulated', async () => {
    const roles = [{ name: 'Cook', rate_per_hour: 50 }];
    const more = { roles, costs: { currency: 'EUR' }, deadline: '2026-03-04T11:00' };
    const free = jsonOf(await cli('schedule', fileOf(plan(more)), '--json'));
    const budget = { amount: (free.cost as { total: number }).total, currency: 'EUR' };
    const file = fileOf(plan({ ...more, budget }));
    const planned = jsonOf(await cli('schedule', file, '--json'));
    expect(planned).toMatchObject({ meets_deadline: true, meets_budget: true });
    const simulated = jsonOf(await cli('schedule', file, '--simulate', '200', '--json'));
    expect(simulated).toMatchObject({ meets_deadline: false, meets_budget: false });
    const text = (await cli('schedule', file, '--simulate', '200')).stdout;
    expect(text).toMatch(/deadline .*: kept as planned, but not at the asked odds of 80 % \(odds/);
    expect(text).toMatch(/budget .*: kept as planned, but not at the asked odds of 80 % \(odds/);
  });

  it('[SC125] odds that are enough decide too, and that it is not planned so is told', async () => {
    const roles = [{ name: 'Cook', rate_per_hour: 50 }];
    const costs = { currency: 'EUR' };
    // The plan has the means, 18 hours; more than half of the runs are shorter.
    const given = { roles, costs, budget: { amount: 890, currency: 'EUR' }, confidence: 0.5 };
    const more = { ...given, deadline: '2026-03-04T10:45' };
    const answer = jsonOf(await cli('schedule', fileOf(plan(more)), '--simulate', '400', '--json'));
    expect(answer).toMatchObject({
      meets_deadline: true,
      meets_budget: true,
      cost: { verdict: 'within_budget' },
    });
    const text = (await cli('schedule', fileOf(plan(more)), '--simulate', '400')).stdout;
    expect(text).toContain(': kept at the asked odds of 50 %, but not as planned (odds ');
    expect(text).not.toContain('MISSED');
  });

  it('[SC126] a plan of ours written again keeps its deadline, and tells no old dates or costs', async () => {
    const made = await planOffline({
      planId: 'plan_s2',
      goal: 'Open a bakery in Lyon by June 20, 2026 with EUR 300,000',
      startDate: '2025-11-17',
    });
    const write = async (given: object): Promise<typeof made.plan> => {
      const run = await cli('schedule', fileOf(given), '--format', 'json');
      return JSON.parse(run.stdout) as typeof made.plan;
    };
    const { deadline, meets_deadline } = made.plan.schedule;
    const same = await write(made.plan);
    expect(same.schedule).toMatchObject({ deadline, meets_deadline });
    expect([same.summary, same.risks, same.costs]).toEqual([
      made.plan.summary,
      made.plan.risks,
      made.plan.costs,
    ]);
    const later = structuredClone(made.plan);
    later.start_date = '2026-05-11';
    for (const task of later.phases.flatMap(({ tasks: own }) => own)) {
      delete task.not_before;
      delete task.fixed_start;
      if (task.cost !== null) task.cost = { ...task.cost, base: task.cost.base + 1, high: 1e6 };
    }
    const moved = await write(later);
    expect(moved.schedule).toMatchObject({ deadline, meets_deadline: false });
    expect(moved.summary).toContain(`from 2026-05-11 to ${moved.finish_date}.`);
    expect(moved.summary).toContain(`The deadline ${deadline} is missed`);
    expect(moved.summary).not.toContain(made.plan.finish_date);
    expect(moved.costs.base).toBe(moved.schedule.cost?.total);
    expect(moved.summary).toContain(money(moved.costs.base, 'EUR'));
    const first = JSON.stringify([moved.summary, moved.executive_summary, moved.pitch]);
    for (const old of [made.plan.start_date, made.plan.finish_date])
      expect(first).not.toContain(dateText(old, 'en'));
    expect(moved.executive_summary?.expected).toContain(dateText(moved.finish_date, 'en'));
    for (const [index, phase] of moved.phases.entries()) {
      const days = (Date.parse(phase.finish_date) - Date.parse(phase.start_date)) / 864e5 + 1;
      expect([index, phase.duration_weeks]).toEqual([index, Math.round((days / 7) * 10) / 10]);
    }
  });

  it('[SC126] odds of an earlier simulation that are left out are told', async () => {
    const target = join(home, 'with-odds.json');
    await cli('schedule', fileOf(plan()), '--simulate', '50', '--out', target);
    const { lint } = jsonOf(await cli('schedule', target, '--json'));
    const told = (lint as { code: string; message: string }[]).filter(
      ({ code }) => code === 'odds_left_out',
    );
    expect(told).toMatchObject([{ message: expect.stringContaining('--simulate 50') }]);
    const again = jsonOf(await cli('schedule', target, '--simulate', '50', '--json'));
    expect(JSON.stringify(again.lint)).not.toContain('odds_left_out');
  });
});
