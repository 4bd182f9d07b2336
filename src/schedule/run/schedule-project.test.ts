import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SchedulablePlan } from '../../contract/plan-schedulable.ts';
import type { Minute, Project } from '../project.ts';
import { readPlan } from '../read/plan.ts';
import { type PsplibFile, psplibProblem } from '../read/psplib.ts';
import { solve } from '../solve/solve.ts';
import type { ScheduleOutcome } from './outcome.ts';
import { scheduleProject } from './schedule-project.ts';

const effort = { seed: 7, schedules: 100 };
const point = (hours: number) => ({ low: hours, likely: hours, high: hours });

type PlanTask = SchedulablePlan['phases'][number]['tasks'][number];
const task = (task_id: string, hours: number, role: string, more: Partial<PlanTask> = {}) => ({
  task_id,
  assignee_role: role,
  estimate: point(hours),
  ...more,
});

const planOf = (
  tasks: readonly PlanTask[],
  more: Partial<SchedulablePlan> = {},
): SchedulablePlan => ({
  start_date: '2026-03-02',
  phases: [{ phase_id: 'all', tasks: [...tasks] }],
  ...more,
});

const run = (plan: SchedulablePlan): { project: Project; outcome: ScheduleOutcome } => {
  const { project, risks } = readPlan(plan);
  return { project, outcome: scheduleProject({ project, effort, risks }) };
};
const rowOf = ({ tasks }: ScheduleOutcome, id: string) => tasks.find((row) => row.id === id);
const at = (text: string): Minute => Date.parse(`${text}Z`) / 60_000;

describe('a plan is scheduled', () => {
  it('[SC2] a cycle is named, and nothing else with it', () => {
    const links = [
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
      ['d', 'b'],
      ['d', 'e'],
    ].map(([from = '', to = '']) => ({ from, to }));
    const tasks = ['a', 'b', 'c', 'd', 'e'].map((id) => task(id, 1, 'Cook'));
    const cycle = () => run(planOf(tasks, { dependencies: links }));
    expect(cycle).toThrow(/circle: (?:"?[bcd]"? → ){2,3}"?[bcd]"?/);
    expect(cycle).not.toThrow(/\ba\b →|→ "?e"?/);
  });

  it('[SC137] what would end after the last date is refused, with the year and what to do', () => {
    const tasks = [task('a', 900_000, 'Cook'), task('b', 900_000, 'Cook')];
    const cost = { low: 1, base: 2, high: 3 };
    const late = () => run(planOf([...tasks, task('c', 1, 'Cook', { cost })]));
    expect(late).toThrow(/would end in the year 2888; dates are computed up to 2198/);
    expect(() => run(planOf(tasks, { start_date: '1741-01-01' }))).toThrow(/1742 and 2198/);
  });

  it('[SC136] what is finished or under way keeps its roles and all of its hours', () => {
    const cook = [{ role: 'Cook', units: 2 }];
    const tasks = [
      task('done', 8, 'Cook', {
        uses: cook,
        actual: { started: '2026-03-02T09:00', finished: '2026-03-03T11:00' },
      }),
      task('weekend', 3, 'Cook', {
        actual: { started: '2026-02-28T09:00', finished: '2026-02-28T12:00' },
      }),
      task('running', 8, 'Cook', {
        uses: cook,
        actual: { started: '2026-03-03T11:00', remaining_hours: 7 },
      }),
    ];
    const { project } = readPlan(planOf(tasks, { roles: [{ name: 'Cook', capacity: 2 }] }));
    const outcome = scheduleProject({ project, effort, now: at('2026-03-03T15:00') });
    expect(rowOf(outcome, 'done')).toMatchObject({ uses: cook, workMinutes: 10 * 60 });
    expect(rowOf(outcome, 'weekend')).toMatchObject({ workMinutes: 3 * 60 });
    expect(rowOf(outcome, 'running')).toMatchObject({ uses: cook, workMinutes: 11 * 60 });
  });

  it('[SC3] lengths are PERT means, and the longer branch decides', () => {
    const { outcome } = run(
      planOf(
        [
          task('first', 0, 'Cook', { estimate: { low: 2, likely: 5, high: 14 } }),
          task('long', 10, 'Cook'),
          task('short', 2, 'Clerk'),
          task('last', 1, 'Cook'),
        ],
        {
          dependencies: [
            { from: 'first', to: 'long' },
            { from: 'first', to: 'short' },
            { from: 'long', to: 'last', lag: 4 },
            { from: 'short', to: 'last' },
          ],
        },
      ),
    );
    expect(rowOf(outcome, 'first')).toMatchObject({
      workMinutes: 360,
      start: at('2026-03-02T09:00'),
      finish: at('2026-03-02T15:00'),
    });
    expect(rowOf(outcome, 'last')?.finish).toBe(at('2026-03-04T14:00'));
    expect(outcome.criticalPath).toEqual(['first', 'long', 'last']);
    expect(rowOf(outcome, 'short')).toMatchObject({ critical: false, totalFloatMinutes: 720 });
    expect(rowOf(outcome, 'all')).toMatchObject({ way: null, finish: outcome.finish });
  });

  it('[SC4] a role does one task at a time, free roles work in parallel, a not-before is kept', () => {
    const { outcome } = run(
      planOf([
        task('a', 4, 'Cook'),
        task('b', 4, 'Cook'),
        task('c', 4, 'Clerk', { not_before: '2026-03-02T12:00' }),
      ]),
    );
    const starts = ['a', 'b'].map((id) => rowOf(outcome, id)?.start ?? 0).sort((a, b) => a - b);
    expect(starts).toEqual([at('2026-03-02T09:00'), at('2026-03-02T13:00')]);
    expect(rowOf(outcome, 'c')?.start).toBe(at('2026-03-02T12:00'));
    expect(outcome).toMatchObject({ optimal: true, violations: [] });
  });

  it('[SC83] agents work at night and on weekends, people in office hours', () => {
    const { outcome } = run(
      planOf([
        task('agent', 24, 'Bot', { performer: 'agent' }),
        task('person', 24, 'Cook', { performer: 'human' }),
      ]),
    );
    expect(rowOf(outcome, 'agent')?.finish).toBe(at('2026-03-03T00:00'));
    expect(rowOf(outcome, 'person')?.finish).toBe(at('2026-03-04T17:00'));
  });

  it('[SC83] a fixed start that cannot be kept is reported, and so is a late task', () => {
    const { outcome } = run(
      planOf(
        [
          task('before', 8, 'Cook'),
          task('held', 1, 'Cook', { fixed_start: '2026-03-02T12:00', deadline: '2026-03-02' }),
        ],
        { dependencies: [{ from: 'before', to: 'held' }] },
      ),
    );
    expect(outcome.lint.map(({ code }) => code)).toEqual(['fixed_start_missed', 'deadline_missed']);
  });

  const files: fc.Arbitrary<PsplibFile> = fc
    .tuple(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.nat(4), fc.nat(3)), {
        minLength: 2,
        maxLength: 14,
      }),
      fc.array(fc.tuple(fc.nat(13), fc.nat(13)), { maxLength: 20 }),
    )
    .map(([jobs, pairs]) => ({
      capacity: [4, 3],
      // One job of length 1, so that the tick is a period.
      jobs: [[1, 0, 0] as const, ...jobs].map(([duration, one, two], index, all) => ({
        modes: [{ duration, units: [one, two] }],
        successors: [
          ...new Set(
            pairs.filter(([a, b]) => a === index && b > a && b < all.length).map(([, b]) => b),
          ),
        ],
      })),
    }));

  const wrapped = (file: PsplibFile, calendar: string): SchedulablePlan =>
    planOf(
      file.jobs.map((job, index) => ({
        task_id: `job_${index}`,
        estimate: point(job.modes[0]?.duration ?? 0),
        uses: (job.modes[0]?.units ?? []).flatMap((units, role) =>
          units > 0 ? [{ role: `R${role}`, units }] : [],
        ),
        calendar,
      })),
      {
        roles: file.capacity.map((capacity, role) => ({ name: `R${role}`, capacity })),
        dependencies: file.jobs.flatMap(({ successors }, from) =>
          successors.map((to) => ({ from: `job_${from}`, to: `job_${to}` })),
        ),
      },
    );

  it('[SC92] a benchmark project wrapped as a plan gives the makespan of the solver itself', () => {
    fc.assert(
      fc.property(files, (file) => {
        const { outcome, project } = run(wrapped(file, 'always'));
        const { makespan } = solve(psplibProblem(file), effort);
        expect(outcome.violations).toEqual([]);
        expect(outcome.finish - project.start).toBe(makespan * 60);
      }),
      { numRuns: 60 },
    );
  });

  it('[SC92] in office hours it stays valid, and no hour lies outside them', () => {
    fc.assert(
      fc.property(files, (file) => {
        const { outcome } = run(wrapped(file, 'office'));
        expect(outcome.violations).toEqual([]);
        for (const { start, finish } of outcome.tasks.slice(1)) {
          const hour = (start / 60) % 24;
          expect(hour >= 9 && hour < 17).toBe(true);
          expect(finish).toBeGreaterThan(start);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('[SC93] the same plan, seed and effort give the same outcome, odds included', () => {
    const plan = planOf(
      [
        task('a', 0, 'Cook', { estimate: { low: 2, likely: 4, high: 12 }, group: 'x' }),
        task('b', 0, 'Cook', { estimate: { low: 2, likely: 4, high: 12 }, group: 'x' }),
      ],
      {
        deadline: '2026-03-03',
        budget: { amount: 100, currency: 'EUR' },
        roles: [{ name: 'Cook', rate_per_hour: 10 }],
        risks: [
          {
            risk_id: 'fire',
            probability: 0.2,
            delay: point(16),
            cost: { low: 5, base: 6, high: 7 },
            tasks: ['all'],
          },
        ],
      },
    );
    const { project, risks, budget } = readPlan(plan);
    const once = () =>
      scheduleProject({ project, effort, risks, budget, simulation: { runs: 500, seed: 3 } });
    const outcome = once();
    expect(once()).toEqual(outcome);
    const { simulation } = outcome;
    expect(simulation?.runs).toBe(500);
    expect(simulation?.deadlineOdds).toBeGreaterThan(0.1);
    expect(simulation?.deadlineOdds).toBeLessThan(0.99);
    expect(simulation?.finish.p80).toBeGreaterThanOrEqual(simulation?.finish.p50 ?? Infinity);
    expect(simulation?.cost.p50).toBeGreaterThan(80);
    expect(simulation?.tornado.map(({ id }) => id)).toContain('fire');
    expect(outcome.cost.cashFlow.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(
      outcome.cost.total,
      2,
    );
  });

  it('[SC94] when the deadline is missed, it says what would help', () => {
    const plan = planOf([task('a', 8, 'Cook'), task('b', 8, 'Cook')], { deadline: '2026-03-02' });
    const { project } = readPlan(plan);
    const { proposals } = scheduleProject({ project, effort, propose: true });
    expect(proposals[0]).toMatchObject({ gainMinutes: 1440, meetsDeadline: true });
    expect(scheduleProject({ project, effort }).proposals).toEqual([]);
  });
});

describe('a plan that is under way', () => {
  it('[SC83] what is done stays, what runs goes on, and the rest follows', () => {
    const plan = planOf(
      [
        task('done', 8, 'Cook', {
          actual: { started: '2026-03-02T09:00', finished: '2026-03-03T12:00', cost: 70 },
        }),
        task('running', 8, 'Clerk', { actual: { started: '2026-03-03T09:00', progress: 0.5 } }),
        task('next', 4, 'Cook'),
      ],
      { dependencies: [{ from: 'done', to: 'next' }] },
    );
    const { outcome } = run(plan);
    expect(rowOf(outcome, 'done')).toMatchObject({
      start: at('2026-03-02T09:00'),
      finish: at('2026-03-03T12:00'),
      critical: false,
    });
    expect(rowOf(outcome, 'running')).toMatchObject({ start: at('2026-03-03T09:00') });
    expect(rowOf(outcome, 'running')?.finish).toBe(at('2026-03-03T16:00'));
    expect(rowOf(outcome, 'next')?.start).toBe(at('2026-03-03T12:00'));
    expect(rowOf(outcome, 'all')).toMatchObject({ start: at('2026-03-02T09:00') });
    expect(outcome.finish).toBe(at('2026-03-03T16:00'));
    expect(outcome.cost).toMatchObject({ spent: 70, total: 70 });
  });

  it('[SC83] when all is done, the end is when it was done', () => {
    const actual = { started: '2026-03-02T09:00', finished: '2026-03-02T11:00' };
    const { outcome } = run(planOf([task('done', 8, 'Cook', { actual })]));
    expect(outcome.finish).toBe(at('2026-03-02T11:00'));
    expect(outcome.tasks.map(({ id }) => id)).toEqual(['all', 'done']);
  });
});
