import { describe, expect, it } from 'vitest';
import { readPlan } from '../read/plan.ts';
import type { ScheduleJob } from './outcome.ts';
import { scheduleProject } from './schedule-project.ts';

const point = (hours: number) => ({ low: hours, likely: hours, high: hours });
const money = (base: number) => ({ low: base, base, high: base });

/** Two days of a cook at 50 an hour, then one of a clerk at 30 and 100 beside. */
const shop = (knead: object, sell: object = {}, more: object = {}) => ({
  start_date: '2026-03-02',
  costs: { currency: 'USD' },
  roles: [
    { name: 'Cook', rate_per_hour: 50 },
    { name: 'Clerk', rate_per_hour: 30 },
  ],
  phases: [
    {
      phase_id: 'all',
      tasks: [
        { task_id: 'knead', assignee_role: 'Cook', estimate: point(16), ...knead },
        {
          task_id: 'sell',
          assignee_role: 'Clerk',
          estimate: point(8),
          cost: money(100),
          prerequisites: ['knead'],
          ...sell,
        },
      ],
    },
  ],
  ...more,
});

function run(raw: object, more: Partial<ScheduleJob> = {}) {
  const { project, risks, stated, budget } = readPlan(raw);
  return scheduleProject({
    project,
    effort: { seed: 1, schedules: 20 },
    risks,
    stated,
    budget,
    ...more,
  });
}

const done = (more: object = {}) => ({
  actual: { started: '2026-03-02T09:00', finished: '2026-03-04T13:00', ...more },
});
const oven = { cost_id: 'oven', name: 'Oven', ...money(400), currency: 'USD', source: 'shop' };
const sum = (parts: readonly { amount: number }[]) =>
  parts.reduce((total, { amount }) => total + amount, 0);

describe('what finished work costs', () => {
  it('[SC120] without a stated cost it is the rates by the hours it took, and called estimated', () => {
    const { cost, lint } = run(shop(done()));
    expect(cost).toMatchObject({ spent: 1000, spentEstimated: 1000, total: 1000 + 240 + 100 });
    expect(sum(cost.cashFlow)).toBe(cost.total);
    expect(sum(cost.shares)).toBe(cost.total);
    const found = lint.find(({ code }) => code === 'spent_estimated');
    expect(found).toMatchObject({ severity: 'hint', ids: ['knead'] });
    expect(found?.message).toMatch(/“knead”: 1000 is counted/);
  });

  it('[SC120] with a stated cost it is that, and nothing is called estimated', () => {
    const { cost, lint } = run(shop(done({ cost: 700 })));
    expect(cost).toMatchObject({ spent: 700, spentEstimated: 0, total: 700 + 340 });
    expect(lint.map(({ code }) => code)).not.toContain('spent_estimated');
    expect(run(shop(done({ cost: 0 }))).cost).toMatchObject({ spent: 0, spentEstimated: 0 });
  });

  it('[SC120] when its hours are not known, they are the planned ones', () => {
    const { cost } = run(shop({ actual: { finished: '2026-03-04T13:00' } }));
    expect(cost).toMatchObject({ spent: 800, spentEstimated: 800 });
  });

  it('[SC120] its fixed cost and its lines are spent with it, also those of its phase', () => {
    const sell = { actual: { started: '2026-03-05T09:00', finished: '2026-03-05T17:00' } };
    const lines = [
      { ...oven, task: 'sell' },
      { ...oven, cost_id: 'sign', task: 'all' },
    ];
    const raw = shop(done(), sell, { cost_lines: [...lines, { ...oven, cost_id: 'rent' }] });
    const { cost } = run(raw, { budget: 2000 });
    expect(cost).toMatchObject({ spent: 1000 + 340 + 800, total: 2540, verdict: 'over_budget' });
    expect(sum(cost.cashFlow)).toBe(2540);
  });

  it('[SC120] a running task that states no cost has cost its hours so far', () => {
    const knead = { actual: { started: '2026-03-02T09:00', progress: 0.25 } };
    const { cost, verdict } = run(shop(knead), {
      now: Date.parse('2026-03-02T17:00Z') / 60_000,
      budget: 1339,
    });
    expect(cost).toMatchObject({ spent: 400, spentEstimated: 400, total: 400 + 600 + 340 });
    expect(verdict?.budget).toBe(false);
  });
});

describe('running work', () => {
  const now = Date.parse('2026-03-03T17:00Z') / 60_000;
  const told = (actual: object) => {
    const { lint, tasks } = run(shop({ actual: { started: '2026-03-02T09:00', ...actual } }), {
      now,
    });
    const found = lint.filter(({ code }) => code === 'remainder_assumed');
    return { found, finish: tasks.find(({ id }) => id === 'knead')?.finish, tasks };
  };

  it('[SC147] what is assumed to remain of it is told', () => {
    expect(told({}).found).toMatchObject([
      {
        severity: 'hint',
        ids: ['knead'],
        message: expect.stringContaining('outlived its highest'),
      },
    ]);
    expect(told({ progress: 0.5 }).found).toEqual([]);
    expect(told({ remaining_hours: 3 }).found).toEqual([]);
  });

  it.each([{ progress: 1 }, { remaining_hours: 0 }, { progress: 0.4, remaining_hours: 0 }])(
    '[SC148] %j is finished by now, which is told, and takes not a minute more',
    (actual) => {
      const { found, finish, tasks } = told(actual);
      expect(finish).toBe(now);
      expect(found[0]?.message).toContain('no finish is stated');
      expect(tasks.find(({ id }) => id === 'sell')?.start).toBe(now + 16 * 60);
    },
  );
});

describe('the cost of each task', () => {
  const costs = (raw: object, more: Partial<ScheduleJob> = {}) => {
    const { tasks, cost } = run(raw, more);
    const rows = Object.fromEntries(tasks.map(({ id, cost: own }) => [id, own]));
    return { rows, total: cost.total };
  };
  const lines = {
    cost_lines: [{ ...oven, task: 'sell' }, oven].map((one, at) => ({ ...one, cost_id: `c${at}` })),
  };

  it('[SC136] has the rates by its hours, its fixed cost and its lines', () => {
    const { rows, total } = costs(shop({}, {}, lines));
    expect(rows).toEqual({ all: 0, knead: 800, sell: 240 + 100 + 400 });
    expect(total).toBe(800 + 740 + 400);
  });

  it('[SC142] is what it has cost, where that is known, and what is still to come', () => {
    expect(costs(shop(done({ cost: 700 }))).rows).toMatchObject({ knead: 700, sell: 340 });
    const half = { actual: { started: '2026-03-02T09:00', progress: 0.5, cost: 300 } };
    const { rows, total } = costs(shop(half, {}, lines));
    expect(rows).toEqual({ all: 0, knead: 300 + 400, sell: 740 });
    expect(total).toBe(700 + 740 + 400);
  });
});

describe('a cost line of a running task', () => {
  const knead = (cost?: number) => ({
    actual: {
      started: '2026-03-02T09:00',
      progress: 0.25,
      ...(cost === undefined ? {} : { cost }),
    },
  });
  const line = { cost_lines: [{ ...oven, task: 'knead' }] };
  const now = Date.parse('2026-03-02T17:00Z') / 60_000;

  it('[SC121] beside a stated cost counts only by the work that is left, and says so', () => {
    const { cost, lint } = run(shop(knead(600), {}, line), { now });
    expect(cost).toMatchObject({ spent: 600, total: 600 + 600 + 300 + 340 });
    const found = lint.find(({ code }) => code === 'cost_line_in_part');
    expect(found?.message).toMatch(/“oven”.*25 % of the work is done, so 75 % of the line/);
  });

  it('[SC121] without a stated cost it is counted once, in part as spent', () => {
    const { cost } = run(shop(knead(), {}, line), { now });
    expect(cost).toMatchObject({ spent: 400 + 100, total: 400 + 100 + 600 + 300 + 340 });
  });

  it('[SC121] the odds have the same sum', () => {
    const simulation = { runs: 10, seed: 1 };
    const { cost, simulation: odds } = run(shop(knead(600), {}, line), { now, simulation });
    expect(odds?.cost.p50).toBeCloseTo(cost.total, 6);
    expect(odds?.costAtConfidence).toBeCloseTo(cost.total, 6);
  });
});

describe('risks that delay nothing', () => {
  const opening = { task_id: 'open', milestone: true };
  const raw = shop({}, {});
  const withRisk = (tasks: string[]) => ({
    ...raw,
    phases: [...raw.phases, { phase_id: 'end', tasks: [opening] }],
    risks: [{ risk_id: 'rain', probability: 0.5, delay: point(8), tasks }],
  });

  it.each([[['open']], [['end']], [[]]])(
    '[SC127] %j: told alike with and without a simulation',
    (tasks) => {
      const plain = run(withRisk(tasks));
      const simulated = run(withRisk(tasks), { simulation: { runs: 10, seed: 1 } });
      const told = (outcome: typeof plain) =>
        outcome.lint.filter(({ code }) => code === 'risk_without_work');
      expect(told(plain)).toHaveLength(1);
      expect(told(plain)[0]?.message).toMatch(/risk “rain” delays, but touches no task/);
      expect(told(simulated)).toEqual(told(plain));
      expect(simulated.simulation?.runs).toBe(10);
    },
  );

  it('[SC127] one whose tasks are finished is no mistake, and stops no simulation', () => {
    const plan = { ...withRisk(['knead', 'open']) };
    const [first, ...rest] = plan.phases;
    const [knead, ...others] = first?.tasks ?? [];
    const begun = { ...first, tasks: [{ ...knead, ...done() }, ...others] };
    const outcome = run(
      { ...plan, phases: [begun, ...rest] },
      { simulation: { runs: 10, seed: 1 } },
    );
    expect(outcome.lint.map(({ code }) => code)).not.toContain('risk_without_work');
    expect(outcome.simulation?.runs).toBe(10);
  });
});

describe('the range of what a risk costs', () => {
  const costs = (probability: number) => {
    const delay = { low: 1, likely: 2, high: 4 };
    const cost = { low: 10, base: 20, high: 60 };
    const risks = [{ risk_id: 'rain', probability, delay, cost, tasks: ['knead'] }];
    const { low, total, high } = run(shop({}, {}, { risks })).cost;
    return [low, total, high].map((amount) => amount - 800 - 340);
  };

  it('[SC151] a certain one costs at least its low, an impossible one nothing', () => {
    expect(costs(0.5)).toEqual(
      [0, (25 + (50 * 13) / 6) / 2, 260].map((sum) => expect.closeTo(sum, 2)),
    );
    expect(costs(1)).toEqual([60, 25 + (50 * 13) / 6, 260].map((sum) => expect.closeTo(sum, 2)));
    expect(costs(0)).toEqual([0, 0, 0]);
  });
});

describe('amounts that are too large', () => {
  it.each([
    ['a cost of a task', { cost: { low: 1, base: 1, high: 1e15 } }, {}],
    ['what was spent', { actual: { started: '2026-03-02T09:00', cost: 1e14 } }, {}],
    ['a budget', {}, { budget: { amount: 1e14, currency: 'USD' } }],
  ])('[SC128] %s: the limit is said, not that something is out of order', (_, knead, more) => {
    expect(() => run(shop(knead, {}, more))).toThrow(/11,258,999,068,426/);
  });
});
