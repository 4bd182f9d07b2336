import { describe, expect, it } from 'vitest';
import {
  days,
  exactWay,
  follows,
  hours,
  monday,
  project,
  role,
  task,
  way,
} from '../../../test/support/small-projects.ts';
import type { Project } from '../project.ts';
import { compile } from '../solve/compile.ts';
import { solve } from '../solve/solve.ts';
import { type ReportOptions, simulateProject } from './report.ts';
import type { Risk } from './risk.ts';

const effort = { runs: 4000, seed: 3 };

function reportOf(given: Project, options: ReportOptions = {}) {
  const compiled = compile(given);
  const answer = solve(compiled.problem, { schedules: 50, seed: 1 });
  return simulateProject(compiled, answer, effort, options);
}

const byCook = [{ role: 'cook', units: 1 }];

const kitchen: Project = project({
  roles: [role('cook', { ratePerHour: 30, calendar: 'office', skills: ['frying'] })],
  tasks: [
    task('phase', [], { kind: 'summary' }),
    task('shop', [way('w', 8, { uses: byCook })], { parent: 'phase', group: 'weather' }),
    task('fry', [way('w', 8, { uses: [{ skill: 'frying', units: 1 }] })], {
      parent: 'phase',
      group: 'weather',
      deadline: monday + days(3),
    }),
    task('open', [], { kind: 'milestone', deadline: monday + days(4) }),
    task('post', [exactWay('w', 1)]),
  ],
  links: [follows('fry', 'open')],
  deadline: monday + days(4),
});

describe('the report of a simulation', () => {
  it('[SC67] speaks in instants and ids, on the calendar of the roles', () => {
    const report = reportOf(kitchen);
    const { p10, p50, p80, p95 } = report.finish;
    expect(report.runs).toBe(4000);
    for (const instant of [p10, p50, p80, p95]) expect(Number.isSafeInteger(instant)).toBe(true);
    // Two tasks of a working day each, one cook: the second ends on Tuesday or Wednesday.
    expect(p10).toBeGreaterThan(monday + days(1) + hours(9));
    expect(p95).toBeLessThanOrEqual(monday + days(2) + hours(17));
    expect(report.finishAtConfidence).toBe(p80);
    expect(report.criticality.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['shop', 'fry', 'open']),
    );
    expect(report.criticality.some(({ id }) => id === 'post')).toBe(false);
  });

  it('[SC67] milestones and tasks with a deadline have percentiles, odds and slack', () => {
    const { milestones } = reportOf(kitchen);
    expect(milestones.map(({ id }) => id)).toEqual(['fry', 'open']);
    const [fry, open] = milestones;
    expect(fry).toMatchObject({ deadline: monday + days(3), odds: 1 });
    expect(open?.slackMinutes).toBe(monday + days(4) - (open?.finish.p80 ?? 0));
  });

  it('[SC67] odds are exact to the minute, also on a coarse grid', () => {
    const coarse = project({
      tasks: [task('a', [exactWay('w', 48)], { deadline: monday + hours(47) })],
      deadline: monday + hours(48),
    });
    expect(reportOf(coarse)).toMatchObject({ deadlineOdds: 1, milestones: [{ odds: 0 }] });
    expect(reportOf({ ...coarse, deadline: monday + hours(48) - 1 }).deadlineOdds).toBe(0);
  });

  it('[SC66] costs follow rates and risks, and the budget has odds', () => {
    const risk: Risk = {
      id: 'fire',
      probability: 1,
      cost: { low: 100, likely: 100, high: 100 },
      tasks: [],
    };
    const plain = reportOf(kitchen, { budget: 1e6 });
    const burnt = reportOf(kitchen, { risks: [risk], budget: 1 });
    expect(plain.cost.mean).toBeCloseTo(2 * ((8 * (0.8 + 4 + 1.5)) / 6) * 30, -1);
    expect(burnt.cost.p50 - plain.cost.p50).toBeCloseTo(100, 6);
    expect(plain.budgetOdds).toBe(1);
    expect(burnt.budgetOdds).toBe(0);
  });

  it('[SC68] the tornado is sorted, and a risk on a summary touches the work below', () => {
    const delayMinutes = { low: hours(8), likely: hours(8), high: hours(8) };
    const risk: Risk = { id: 'strike', probability: 0.5, delayMinutes, tasks: ['phase'] };
    const { tornado } = reportOf(kitchen, { risks: [risk] });
    const swings = tornado.map(({ swingMinutes }) => Math.abs(swingMinutes));
    expect(tornado[0]).toMatchObject({ kind: 'risk', id: 'strike' });
    expect(swings).toEqual(swings.toSorted((a, b) => b - a));
    expect(swings[0]).toBeCloseTo(days(2), -3);
  });

  it('[SC139] what cannot matter is no driver, whatever the runs show by accident', () => {
    const wide = (id: string) => task(id, [way('w', 4)]);
    const idle = Array.from({ length: 40 }, (_, index) => wide(`idle${index}`));
    const given = project({
      tasks: [...idle, task('long', [way('w', 99)])],
    });
    const risk: Risk = {
      id: 'fine',
      probability: 0.5,
      cost: { low: 100, likely: 100, high: 100 },
      tasks: [],
    };
    const { tornado } = reportOf(given, { risks: [risk] });
    expect(tornado.map(({ id }) => id)).toEqual(['long', 'fine']);
    expect(tornado[1]).toMatchObject({ swingMinutes: 0, correlation: 0 });
    expect(tornado[1]?.costSwing).toBeCloseTo(100, 6);
  });

  it('[SC61] a group is wider than its tasks apart', () => {
    const deviation = (rho: number) => reportOf(kitchen, { rho: { weather: rho } }).cost.deviation;
    expect(deviation(0.9)).toBeGreaterThan(deviation(0) * 1.2);
  });

  it('[SC69] a risk of an unknown task, or a delay without work, is named', () => {
    const risk = (tasks: readonly string[]): Risk => ({
      id: 'strike',
      probability: 0.5,
      delayMinutes: { low: 1, likely: 1, high: 1 },
      tasks,
    });
    expect(() => reportOf(kitchen, { risks: [risk(['nowhere'])] })).toThrow(/“strike” names/);
    expect(() => reportOf(kitchen, { risks: [risk(['open'])] })).toThrow(/touches no task/);
  });
});
