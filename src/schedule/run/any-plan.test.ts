// Plans with everything that a plan may say: whatever is scheduled is right, whatever is refused is
// refused in words.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlanwrightError } from '../../base/errors.ts';
import { scheduleSchema } from '../../contract/plan-schedule.ts';
import { repair } from '../graph/repair.ts';
import { readPlan } from '../read/plan.ts';
import { rowsOf, type Scheduled } from '../scheduled.ts';
import { changedPlan } from '../write/changed-plan.ts';
import { writeCsv } from '../write/csv.ts';
import { writeIcal } from '../write/ical.ts';
import { writeMermaid } from '../write/mermaid.ts';
import { writeMsProject } from '../write/msproject/msproject.ts';
import { planSchedule } from '../write/plan.ts';
import { scheduleProject } from './schedule-project.ts';

const hours = fc.integer({ min: 0, max: 60 });
const estimate = fc
  .tuple(hours, hours, hours)
  .map((all) => all.toSorted((a, b) => a - b))
  .map(([low = 0, likely = 0, high = 0]) => ({ low, likely, high }));
const use = fc.oneof(
  fc.record({ role: fc.constantFrom('A', 'B', 'Bot'), units: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ skill: fc.constant('cook') }),
);
const uses = fc.uniqueArray(use, { maxLength: 2, selector: (one) => JSON.stringify(one) });
const instant = fc
  .integer({ min: 0, max: 60 * 24 })
  .map((hour) => new Date(Date.UTC(2026, 2, 2, hour)).toISOString().slice(0, 16));
const calendar = fc.constantFrom('office', 'always', 'nights');
const maybe = <Value>(of: fc.Arbitrary<Value>) => fc.option(of, { nil: undefined, freq: 2 });

const way = fc.record({ estimate, uses: maybe(uses), calendar: maybe(calendar) });
const task = fc.record({
  assignee_role: fc.constantFrom('A', 'B', 'Bot'),
  performer: maybe(fc.constantFrom('agent', 'human')),
  estimate,
  uses: maybe(uses),
  ways: maybe(fc.array(way, { minLength: 1, maxLength: 3 })),
  milestone: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, fc.constant(true)),
  not_before: maybe(instant),
  fixed_start: fc.option(instant, { nil: undefined, freq: 4 }),
  deadline: maybe(instant),
  group: maybe(fc.constantFrom('x', 'y')),
  title: fc.string({ unit: 'binary', maxLength: 20 }),
  started: fc.option(instant, { nil: undefined, freq: 6 }),
  optional: fc.boolean(),
});
const link = fc.record({
  from: fc.nat(11),
  to: fc.nat(11),
  type: fc.constantFrom('finish_to_start', 'start_to_start', 'finish_to_finish', 'start_to_finish'),
  lag: fc.integer({ min: -20, max: 40 }),
  lag_in: fc.constantFrom('working', 'elapsed', 'office'),
});

const plans = fc
  .record({
    tasks: fc.array(task, { minLength: 1, maxLength: 12 }),
    links: fc.array(link, { maxLength: 14 }),
    zone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    risk: maybe(fc.record({ probability: fc.double({ min: 0, max: 1, noNaN: true }) })),
  })
  .map(({ tasks, links, zone, risk }) => ({
    start_date: '2026-03-02',
    time_zone: zone,
    phases: [0, 1].map((phase) => ({
      phase_id: `phase_${phase}`,
      tasks: tasks.flatMap(({ ways, started, ...rest }, index) =>
        index % 2 === phase
          ? [
              {
                ...rest,
                task_id: `task_${index}`,
                ...(ways && { ways: ways.map((one, at) => ({ ...one, way_id: `w${at}` })) }),
                ...(started && { actual: { started, progress: 0.5 } }),
              },
            ]
          : [],
      ),
    })),
    dependencies: links
      .filter(({ from, to }) => from < to && to < tasks.length)
      .map(({ from, to, ...rest }) => ({ from: `task_${from}`, to: `task_${to}`, ...rest })),
    roles: [
      { name: 'A', capacity: 2, skills: ['cook'], rate_per_hour: 10 },
      { name: 'B', capacity: 3, skills: ['cook'], calendar: 'nights' },
      { name: 'Bot', kind: 'agent', capacity: 2 },
    ],
    calendars: [
      {
        calendar_id: 'nights',
        week: Array.from({ length: 7 }, () => [
          { from: '00:00', to: '10:00' },
          { from: '20:00', to: '24:00' },
        ]),
        exceptions: [{ date: '2026-03-05', hours: [] }],
      },
    ],
    ...(risk && {
      risks: [{ risk_id: 'risk_1', ...risk, cost: { low: 1, base: 2, high: 3 }, tasks: [] }],
    }),
  }));

function scheduled(plan: unknown): void {
  const { project, risks, title } = readPlan(plan);
  const effort = { seed: 1, schedules: 30 };
  const job = { project, effort, risks, simulation: { runs: 20, seed: 1 } };
  const outcome = scheduleProject(job);
  expect(outcome.violations).toEqual([]);
  const leaves = (rows: readonly { readonly id: string }[]): string[] =>
    rows.map(({ id }) => id).filter((id) => id.startsWith('task_'));
  expect(leaves(outcome.tasks)).toEqual(leaves(project.tasks));
  for (const { start, finish } of outcome.tasks) expect(finish).toBeGreaterThanOrEqual(start);
  const made = planSchedule({ project, outcome, effort, currency: 'EUR', calendar: 'x' });
  expect(scheduleSchema.parse(made)).toEqual(made);
  const rows = rowsOf(project, outcome);
  const all: Scheduled = {
    planId: 'plan_x',
    title,
    project,
    rows,
    finish: outcome.finish,
    currency: null,
  };
  for (const write of [writeCsv, writeIcal, writeMermaid, writeMsProject]) {
    expect(write(all)).not.toMatch(/undefined|NaN|Invalid/);
  }
}

/** The words in which it is refused; null when it is not. Other failures go on. */
function refusalOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (isPlanwrightError(error)) return error.message;
    throw error;
  }
}

describe('any plan at all', () => {
  it('[SC83] is scheduled without a violation and written in every format, or refused in words', () => {
    let done = 0;
    fc.assert(
      fc.property(plans, (plan) => {
        const refusal = refusalOf(() => scheduled(plan));
        done += refusal === null ? 1 : 0;
        expect((refusal ?? 'it was scheduled').length).toBeGreaterThan(10);
      }),
      { numRuns: 120 },
    );
    expect(done).toBeGreaterThan(60);
  });

  const effort = { seed: 1, schedules: 20 };

  it('[SC105] closing its gap breaks nothing, and the written plan gives the same answer', () => {
    let changed = 0;
    const test = (given: object): void => {
      const plan = { ...given, deadline: '2026-03-04', costs: { currency: 'EUR' } };
      const { project, risks } = readPlan(plan);
      const job = { project, risks, effort, closeGap: true };
      const { closed, violations, finish } = scheduleProject(job);
      if (closed === null) throw new Error('it was not closed');
      expect(violations).toEqual([]);
      const { project: after, addedRisks, addedCosts } = closed;
      const change = { before: project, after, currency: 'EUR', addedRisks, addedCosts };
      const written = changedPlan(plan, change);
      const again = readPlan(JSON.parse(JSON.stringify(written)));
      expect(again.project).toEqual(after);
      const { risks: all, stated } = again;
      expect(scheduleProject({ project: after, risks: all, stated, effort }).finish).toBe(finish);
      changed += closed.taken.length > 0 ? 1 : 0;
    };
    fc.assert(
      fc.property(plans, (plan) => {
        expect(refusalOf(() => test(plan))).not.toBe('');
      }),
      { numRuns: 40 },
    );
    expect(changed).toBeGreaterThan(5);
  });

  it('[SC105] broken anywhere, it is repaired, and the written plan needs no repair', () => {
    const bad = fc.constantFrom('task_0', 'task_1', 'task_2', 'phase_0', 'nobody');
    const breaks = fc.record({
      links: fc.array(fc.record({ from: bad, to: bad }), { maxLength: 6 }),
      roles: fc.subarray(['A', 'B', 'Bot', 'A']),
      twin: fc.boolean(),
    });
    fc.assert(
      fc.property(plans, breaks, (plan, { links, roles, twin }) => {
        const [first, second] = plan.phases;
        const raw = {
          ...plan,
          phases: [
            first,
            { ...second, tasks: [...(second?.tasks ?? []), ...(twin ? (first?.tasks ?? []) : [])] },
          ],
          dependencies: [...plan.dependencies, ...links],
          roles: roles.map((name) => ({ name, calendar: name === 'B' ? 'gone' : 'office' })),
        };
        const before = readPlan(raw, { lenient: true }).project;
        const { project: after } = repair(before);
        const written = changedPlan(raw, { before, after, currency: null });
        const again = readPlan(JSON.parse(JSON.stringify(written))).project;
        expect(again.tasks).toEqual(after.tasks);
        expect(again.links).toEqual(after.links);
        expect(repair(again).changes).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('[SC81] no JSON makes it fail otherwise than in words', () => {
    const key = fc.constantFrom(
      'phases',
      'tasks',
      'task_id',
      'phase_id',
      'estimate',
      'start_date',
      'uses',
      'roles',
      'calendars',
      'week',
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 6 },
        fc.constantFrom('2026-03-02', 'a', '', 1, -1, 1e300, null, true),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(key, tie('any'), { maxKeys: 5 }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (raw) => {
        expect(refusalOf(() => readPlan(raw))).not.toBe('');
      }),
      { numRuns: 300 },
    );
  });
});
