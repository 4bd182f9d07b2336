// Plan, odds, critical path and forecast count alike: where nothing is uncertain they agree.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPlan } from '../read/plan.ts';
import { planSchedule } from '../write/plan.ts';
import { scheduleProject } from './schedule-project.ts';

const effort = { seed: 1, schedules: 30 };
const simulation = { runs: 5, seed: 1 };

const uses = fc.uniqueArray(
  fc.constantFrom<object>({ role: 'Day' }, { role: 'Night' }, { role: 'Bot' }, { skill: 'cook' }),
  { minLength: 1, maxLength: 2 },
);
const exact = fc
  .integer({ min: 1, max: 30 })
  .map((hours) => ({ low: hours, likely: hours, high: hours }));
const plans = fc
  .record({
    tasks: fc.array(
      fc.record({
        ways: fc.array(fc.record({ estimate: exact, uses }), { minLength: 1, maxLength: 2 }),
        fixed: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 5 }),
      }),
      { minLength: 2, maxLength: 9 },
    ),
    links: fc.array(
      fc.record({
        from: fc.nat(8),
        to: fc.nat(8),
        type: fc.constantFrom(
          'finish_to_start',
          'start_to_start',
          'finish_to_finish',
          'start_to_finish',
        ),
        lag: fc.integer({ min: -10, max: 30 }),
        lag_in: fc.constantFrom('working', 'elapsed', 'office'),
      }),
      { maxLength: 8 },
    ),
  })
  .map(({ tasks, links }) => ({
    start_date: '2026-03-25',
    time_zone: 'Europe/Berlin',
    calendars: [
      {
        calendar_id: 'night',
        week: Array.from({ length: 7 }, () => [
          { from: '00:00', to: '11:00' },
          { from: '20:00', to: '24:00' },
        ]),
      },
    ],
    roles: [
      { name: 'Day', skills: ['cook'] },
      { name: 'Night', calendar: 'night', skills: ['cook'], capacity: 2 },
      { name: 'Bot', kind: 'agent', calendar: 'always' },
    ],
    phases: [
      {
        phase_id: 'all',
        tasks: tasks.map(({ ways, fixed }, index) => ({
          task_id: `t${index}`,
          title: `t${index}`,
          ways: ways.map((one, at) => ({ ...one, way_id: `w${at}` })),
          ...(fixed !== null && {
            fixed_start: new Date(Date.UTC(2026, 2, 25, fixed)).toISOString().slice(0, 16),
          }),
        })),
      },
    ],
    dependencies: links
      .filter(({ from, to }) => from < to && to < tasks.length)
      .map(({ from, to, ...rest }) => ({ from: `t${from}`, to: `t${to}`, ...rest })),
  }));

describe('a plan without uncertainty', () => {
  it('[SC111] is simulated to exactly its planned finish, on any calendars', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const { project } = readPlan(plan);
        const outcome = scheduleProject({ project, effort, simulation });
        expect(outcome.violations).toEqual([]);
        expect(outcome.simulation?.finish).toMatchObject({
          p10: outcome.finish,
          p50: outcome.finish,
          p95: outcome.finish,
        });
        const critical = outcome.tasks.filter((row) => row.critical).map(({ id }) => id);
        expect(critical).toEqual(expect.arrayContaining([...outcome.criticalPath]));
      }),
      { numRuns: 100 },
    );
  });
});

const hours = (likely: number) => ({ low: likely, likely, high: likely });

describe('work that has begun', () => {
  const together = {
    start_date: '2026-03-02',
    roles: [{ name: 'Cook' }],
    phases: [
      {
        phase_id: 'all',
        tasks: ['soup', 'cake'].map((id) => ({
          task_id: id,
          title: id,
          assignee_role: 'Cook',
          estimate: hours(8),
          actual: { started: '2026-03-02T09:00', progress: 0.5 },
        })),
      },
    ],
  };

  it('[SC114] two tasks that run on one unit miss no fixed start', () => {
    const { project } = readPlan(together);
    const { lint, tasks } = scheduleProject({ project, effort });
    expect(lint.map(({ code }) => code)).not.toContain('fixed_start_missed');
    expect(tasks.filter(({ critical }) => critical).length).toBeGreaterThan(0);
  });

  it('[SC115] has the float that its rest leaves', () => {
    const [phase] = together.phases;
    const plan = {
      ...together,
      roles: [{ name: 'Cook' }, { name: 'Bot', calendar: 'always' }],
      phases: [
        {
          ...phase,
          tasks: [
            { ...phase?.tasks[0], assignee_role: 'Cook' },
            { task_id: 'long', title: 'long', assignee_role: 'Bot', estimate: hours(48) },
          ],
        },
      ],
    };
    const { tasks } = scheduleProject({ project: readPlan(plan).project, effort });
    const soup = tasks.find(({ id }) => id === 'soup');
    expect(soup?.totalFloatMinutes).toBeGreaterThan(0);
    expect(soup?.critical).toBe(false);
  });
});

describe('the roles that were chosen for a skill', () => {
  const skilled = (more: object = {}) => ({
    start_date: '2026-03-02',
    roles: [
      { name: 'Day', skills: ['cook'] },
      { name: 'Bot', kind: 'agent', calendar: 'always', skills: ['cook'] },
    ],
    phases: [
      {
        phase_id: 'all',
        tasks: [
          { task_id: 'a', title: 'a', uses: [{ skill: 'cook' }], estimate: hours(20), ...more },
        ],
      },
    ],
  });

  it('[SC112] are in the plan, and what has begun is measured by them', () => {
    const { project } = readPlan(skilled());
    const outcome = scheduleProject({ project, effort });
    const schedule = planSchedule({ project, outcome, effort, currency: null, calendar: 'x' });
    expect(schedule.tasks?.find(({ id }) => id === 'a')?.uses).toEqual([{ role: 'Bot', units: 1 }]);
    const begun = skilled({ actual: { started: '2026-03-02T00:00' } });
    const again = readPlan({ ...begun, schedule });
    const now = Date.parse('2026-03-02T12:00Z') / 60_000;
    const baseline = again.baseline ?? [];
    const left = scheduleProject({ project: again.project, effort, baseline, now });
    expect(left.finish).toBe(Date.parse('2026-03-02T20:00Z') / 60_000);
  });
});
