import { describe, expect, it } from 'vitest';
import { readPlan } from '../read/plan.ts';
import type { ScheduleJob } from './outcome.ts';
import { scheduleProject } from './schedule-project.ts';

const effort = { seed: 1, schedules: 50 };
const point = (hours: number) => ({ low: hours, likely: hours, high: hours });
const task = (task_id: string, more: object = {}) => ({
  task_id,
  title: task_id,
  assignee_role: 'Cook',
  estimate: point(16),
  ...more,
});
const money = (base: number) => ({ low: base, base, high: base });

/** Two days each by one cook at 50 an hour, then a day of a clerk at 30: 7 days from Monday. */
const bakery = (more: object = {}, tasks: Record<string, object> = {}) => ({
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
        task('knead', tasks.knead),
        task('bake', { prerequisites: ['knead'], ...tasks.bake }),
        task('pack', { prerequisites: ['knead'], optional: true, ...tasks.pack }),
        task('sell', {
          assignee_role: 'Clerk',
          estimate: point(8),
          cost: money(100),
          prerequisites: ['bake', 'pack'],
          ...tasks.sell,
        }),
      ],
    },
  ],
  ...more,
});

function jobOf(raw: object, more: Partial<ScheduleJob> = {}): ScheduleJob {
  const { project, risks, stated, budget, baseline } = readPlan(raw);
  const known = baseline === null ? {} : { baseline };
  return { project, effort, risks, stated, budget, propose: true, ...known, ...more };
}

const at = (text: string) => Date.parse(`${text}Z`) / 60_000;

describe('what would help', () => {
  it('[SC176] nothing overlaps into tasks that must not begin early', () => {
    const raw = bakery({ deadline: '2026-03-06' });
    const tracked = (notEarly: string[]) =>
      scheduleProject(jobOf(raw, { notEarly }))
        .proposals.filter(({ kind }) => kind === 'fast_track')
        .map(({ text }) => /“(\w+)”/.exec(text)?.[1]);
    const all = tracked([]);
    expect(all.length).toBeGreaterThan(0);
    for (const name of all) expect(tracked([name ?? ''])).not.toContain(name);
  });

  it('[SC104] a deadline of one task alone is helped too', () => {
    const raw = bakery({}, { bake: { deadline: '2026-03-04' }, knead: { optional: true } });
    const { proposals } = scheduleProject(jobOf(raw));
    expect(proposals.length).toBeGreaterThan(0);
    for (const proposal of proposals) expect(proposal.late).toBe('bake');
    expect(proposals[0]?.gainMinutes).toBeGreaterThan(0);
  });

  it('[SC104] nothing is proposed when every date and the budget are kept', () => {
    const raw = bakery(
      { budget: { amount: 5000, currency: 'USD' } },
      { sell: { deadline: '2026-04-01' } },
    );
    expect(scheduleProject(jobOf(raw)).proposals).toEqual([]);
  });
});

describe('the asked confidence', () => {
  const wide = { estimate: { low: 4, likely: 16, high: 40 } };
  const tasks = { knead: wide, bake: wide, pack: wide };
  const simulation = { runs: 400, seed: 1 };
  const planned = scheduleProject(jobOf(bakery({}, tasks), { simulation }));
  const deadline = planned.finish + 60;
  const run = (more: Partial<ScheduleJob>) => {
    const job = jobOf(bakery({}, tasks), { simulation, ...more });
    return scheduleProject({ ...job, project: { ...job.project, deadline } });
  };

  it('[SC109] a deadline that is planned to be kept is missed below the asked odds, with changes', () => {
    const odds = run({}).simulation?.deadlineOdds ?? 0;
    const { verdict, proposals, lint, finish } = run({ confidence: odds + 0.01 });
    expect(finish).toBeLessThanOrEqual(deadline);
    expect(verdict).toMatchObject({ confidence: odds + 0.01, deadline: false, budget: null });
    expect(proposals.length).toBeGreaterThan(0);
    expect(lint.map(({ code }) => code)).toContain('deadline_at_risk');
  });

  it('[SC109] at odds that are reached it is kept, and nothing is proposed', () => {
    const odds = run({}).simulation?.deadlineOdds ?? 0;
    const { verdict, proposals } = run({ confidence: odds });
    expect([verdict?.deadline, proposals]).toEqual([true, []]);
  });

  it('[SC109] without a simulation the planned dates decide, and it is said', () => {
    const job = jobOf(bakery({ deadline: '2026-03-02' }));
    const { verdict } = scheduleProject(job);
    expect(verdict).toMatchObject({ confidence: null, deadline: false });
    expect(verdict?.note).toMatch(/planned dates/);
  });

  it('[SC109] the budget too is kept only at the asked odds', () => {
    const spread = planned.simulation?.cost;
    const budget = spread?.p50 ?? 0;
    expect(run({ budget, confidence: 0.8 }).verdict?.budget).toBe(false);
    expect(run({ budget: spread?.p90 ?? 0, confidence: 0.8 }).verdict?.budget).toBe(true);
  });

  it('[SC109] closing the gap aims at the asked odds', () => {
    const { closed, simulation: after, verdict } = run({ closeGap: true, confidence: 0.8 });
    expect(closed?.taken.length).toBeGreaterThan(0);
    expect(closed?.met).toBe(verdict?.deadline);
    expect(after?.deadlineOdds).toBeGreaterThanOrEqual(0.8);
  });
});

describe('what is due', () => {
  const simulation = { runs: 100, seed: 1 };

  it('[SC125] a deadline of the plan is about its end, that of a task about the task', () => {
    const tasks = { knead: { deadline: '2026-03-02' } };
    const { verdict } = scheduleProject(jobOf(bakery({ deadline: '2026-03-20' }, tasks)));
    expect(verdict).toMatchObject({ deadline: true, taskDeadlines: false });
    const odds = scheduleProject(jobOf(bakery({ deadline: '2026-03-20' }, tasks), { simulation }));
    expect(odds.verdict).toMatchObject({ deadline: true, taskDeadlines: false, confidence: 0.8 });
  });

  it('[SC125] where only tasks have deadlines, the last of these is due', () => {
    const tasks = { knead: { deadline: '2026-03-02' }, bake: { deadline: '2026-03-20' } };
    for (const more of [{}, { simulation }]) {
      const { verdict } = scheduleProject(jobOf(bakery({}, tasks), more));
      expect(verdict).toMatchObject({ deadline: true, taskDeadlines: false });
    }
  });

  it('[SC125] what was due and is finished is judged by when it was', () => {
    const actual = { started: '2026-03-02T09:00', finished: '2026-03-03T17:00' };
    const due = (deadline: string) =>
      scheduleProject(jobOf(bakery({}, { knead: { deadline, actual } }), { simulation })).verdict;
    expect([due('2026-03-02')?.deadline, due('2026-03-03')?.deadline]).toEqual([false, true]);
  });

  it('[SC128] a day is one day, more are days', () => {
    const lateBy = (deadline: string) =>
      scheduleProject(jobOf(bakery({}, { knead: { deadline } }))).lint.find(
        ({ code }) => code === 'deadline_missed',
      )?.message;
    expect(lateBy('2026-03-02T17:00')).toContain('ends 1 day after');
    expect(lateBy('2026-03-02T16:00')).toContain('ends 2 days after');
  });
});

describe('closing the gap', () => {
  it('[SC106] takes what helps until the deadline is met; the answer is that of the changed plan', () => {
    const job = jobOf(bakery({ deadline: '2026-03-06' }), { closeGap: true });
    const { closed, finish, cost, proposals, violations } = scheduleProject(job);
    expect(closed).toMatchObject({ met: true, taken: [{ text: 'Leave out “pack”.' }] });
    expect(closed?.project.tasks.map(({ id }) => id)).not.toContain('pack');
    expect([finish, cost.total, proposals, violations]).toEqual([
      at('2026-03-06T17:00'),
      2 * 800 + 240 + 100,
      [],
      [],
    ]);
  });

  it('[SC106] what more capacity costs, and what an overlap risks, is in the answer', () => {
    const raw = bakery({ deadline: '2026-03-05' }, { pack: { optional: false } });
    const { closed, cost } = scheduleProject(jobOf(raw, { closeGap: true }));
    expect(closed?.addedCosts).toHaveLength(1);
    const [added] = closed?.addedCosts ?? [];
    expect(cost.total).toBeGreaterThan(3 * 800 + 240 + 100 + (added?.amount.likely ?? 0) - 1);
    expect(closed?.addedRisks.length).toBeGreaterThan(0);
  });

  it('[SC106] with nothing missed nothing is taken, with nothing that helps it is said', () => {
    const kept = scheduleProject(jobOf(bakery(), { closeGap: true }));
    expect(kept.closed).toMatchObject({ met: true, taken: [] });
    const hopeless = jobOf(bakery({ deadline: '2026-03-02' }), { closeGap: true });
    expect(scheduleProject(hopeless).closed).toMatchObject({ met: false });
  });

  it('[SC106] of a plan that runs, only what is still to come is changed', () => {
    const knead = { actual: { started: '2026-03-02T09:00', finished: '2026-03-03T17:00' } };
    const raw = bakery({ deadline: '2026-03-06' }, { knead });
    const { closed, tasks } = scheduleProject(jobOf(raw, { closeGap: true }));
    expect(closed).toMatchObject({ met: true, taken: [{ text: 'Leave out “pack”.' }] });
    expect(tasks.find(({ id }) => id === 'knead')?.finish).toBe(at('2026-03-03T17:00'));
  });
});

describe('progress against the baseline', () => {
  const planned = scheduleProject(jobOf(bakery()));
  const rows = planned.tasks.map(({ id, way, start, finish }) => ({ id, way, start, finish }));
  const knead = {
    actual: { started: '2026-03-02T09:00', finished: '2026-03-04T13:00', cost: 1000 },
  };
  const bake = { actual: { started: '2026-03-04T13:00', progress: 0.25, cost: 200 } };
  const now = at('2026-03-05T17:00');
  const job = (more: Partial<ScheduleJob> = {}) =>
    jobOf(bakery({ budget: { amount: 3000, currency: 'USD' } }, { knead, bake }), {
      now,
      baseline: rows,
      ...more,
    });

  it('[SC107] planned, earned and spent, the indexes, and what it will cost', () => {
    const { progress } = scheduleProject(job());
    expect(progress?.earnedValue).toMatchObject({
      budgetAtCompletion: 3 * 800 + 240 + 100,
      plannedValue: 1600,
      earnedValue: 800 + 200,
      actualCost: 1200,
      schedulePerformance: 0.625,
      estimateAtCompletion: 3288,
      withoutCost: [],
    });
    expect(progress?.earnedValue?.costPerformance).toBeCloseTo(1000 / 1200, 9);
  });

  it('[SC141] what earned value calls spent is what the costs call spent, lines included', () => {
    const line = { low: 1, base: 90, high: 200, currency: 'USD', source: 'quote' };
    const lines = [
      { cost_id: 'flour', name: 'Flour', ...line, task: 'knead' },
      { cost_id: 'paper', name: 'Paper', ...line, task: 'bake' },
      { cost_id: 'rent', name: 'Rent', ...line },
      { cost_id: 'cleaning', name: 'Cleaning', ...line, task: 'all' },
    ];
    const half = { actual: { started: '2026-03-04T13:00', progress: 0.25 } };
    const raw = bakery({ cost_lines: lines }, { knead, bake: half });
    const { progress, cost } = scheduleProject(jobOf(raw, { now, baseline: rows }));
    // Twelve hours of baking and a quarter of its paper, beside the 1000 that are stated.
    expect([cost.spent, cost.spentEstimated]).toEqual([1622.5, 622.5]);
    expect(progress?.earnedValue).toMatchObject({
      budgetAtCompletion: 3 * 800 + 240 + 100 + 3 * 90,
      plannedValue: 1600 + 2 * 90,
      earnedValue: 800 + 90 + (800 + 90) / 4,
      actualCost: cost.spent,
      withoutCost: ['bake'],
    });
  });

  it('[SC107] what slips, latest first, and the end', () => {
    const { progress, finish } = scheduleProject(job());
    expect(progress).toMatchObject({ now, baselineFinish: planned.finish });
    expect(progress?.finishByMinutes).toBe(finish - planned.finish);
    const [first] = progress?.slips ?? [];
    expect(first?.byMinutes).toBeGreaterThan(0);
    expect(progress?.slips.map(({ id }) => id)).not.toContain('all');
  });

  it('[SC107] the budget is held against what was spent and what is to come', () => {
    const { cost, proposals, simulation } = scheduleProject(
      job({ simulation: { runs: 50, seed: 1 } }),
    );
    // Three quarters of the baking, the packing, the selling.
    expect(cost).toMatchObject({
      spent: 1200,
      total: 1200 + 600 + 800 + 340,
      verdict: 'within_budget',
      shares: [
        { category: 'spent', amount: 1200 },
        { category: 'labor', amount: 1640 },
        { category: 'fixed', amount: 100 },
      ],
    });
    expect(simulation?.cost.p50).toBeCloseTo(cost.total, 6);
    expect(simulation?.budgetOdds).toBe(1);
    expect(proposals).toEqual([]);
    expect(scheduleProject(job({ budget: 2900 })).proposals.length).toBeGreaterThan(0);
  });

  it('[SC107] what is overspent is not saved by work that costs nothing', () => {
    const actual = { started: '2026-03-02', finished: '2026-03-02', cost: 500 };
    const plan = {
      start_date: '2026-03-02',
      costs: { currency: 'USD' },
      phases: [{ phase_id: 'all', tasks: [task('knead', { actual }), task('bake')] }],
    };
    const { project } = readPlan(plan, {});
    const simulation = { runs: 20, seed: 1 };
    const outcome = scheduleProject({ project, effort, budget: 100, simulation });
    expect(outcome.simulation?.budgetOdds).toBe(0);
  });

  it('[SC107] cash flow and shares hold what was spent too, and sum to the total', () => {
    const early = { actual: { ...knead.actual, started: '2026-02-23T09:00' } };
    const raw = bakery({ start_date: '2026-02-23' }, { knead: early, bake });
    const { cost } = scheduleProject(jobOf(raw, { now }));
    const sum = (amounts: readonly { amount: number }[]) =>
      amounts.reduce((total, { amount }) => total + amount, 0);
    expect(cost.cashFlow.map(({ period }) => period)).toEqual(['2026-02', '2026-03']);
    expect(sum(cost.cashFlow)).toBeCloseTo(cost.total, 6);
    expect(sum(cost.shares)).toBeCloseTo(cost.total, 6);
    expect(cost.shares.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1, 9);
    // Five of the seven and a half days of kneading lie in February.
    expect(cost.cashFlow[0]?.amount).toBeCloseTo((1000 * 5) / 7.5, 2);
  });

  it('[SC107] the hours that are stated to remain are those that are scheduled', () => {
    const wide = { estimate: { low: 10, likely: 16, high: 40 } };
    const actual = { started: '2026-03-02T09:00', remaining_hours: 6.5 };
    const { tasks } = scheduleProject(jobOf(bakery({}, { knead: { ...wide, actual } })));
    expect(tasks.find(({ id }) => id === 'knead')?.workMinutes).toBe(6.5 * 60);
  });

  it('[SC107] the fixed cost of a running task is still to come only in part', () => {
    const sell = { actual: { started: '2026-03-02T09:00', progress: 0.5, cost: 50 } };
    const { cost } = scheduleProject(jobOf(bakery({}, { sell })));
    expect(cost.total).toBe(50 + 3 * 800 + 120 + 50);
  });

  it('[SC107] without a baseline, or before anything happened, nothing is invented', () => {
    const { baseline: _, ...without } = job();
    expect(scheduleProject(without).progress).toBeNull();
    expect(scheduleProject(jobOf(bakery(), { baseline: rows })).progress).toBeNull();
    const free = { ...bakery({}, { knead }), roles: undefined };
    const cheap = jobOf(free, { baseline: rows });
    const { progress } = scheduleProject({ ...cheap, project: withoutCosts(cheap) });
    expect(progress).toMatchObject({ earnedValue: null });
  });
});

function withoutCosts({ project }: ScheduleJob): ScheduleJob['project'] {
  const tasks = project.tasks.map((each) => ({
    ...each,
    ways: each.ways.map(({ id, estimate, uses }) => ({ id, estimate, uses })),
  }));
  return { ...project, tasks };
}
