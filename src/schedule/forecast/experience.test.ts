import { describe, expect, it } from 'vitest';
import {
  exactWay,
  follows,
  hours,
  monday,
  project,
  role,
  scheduleRoundTheClock,
  task,
} from '../../../test/support/small-projects.ts';
import { assignmentsOf } from '../money/assignments.ts';
import { costBreakdown } from '../money/cost-lines.ts';
import { converter } from '../money/currency.ts';
import type { Actual } from '../project.ts';
import { calibrateProject, pastTasksOf } from './calibrate-project.ts';
import { Calibration, type PastTask } from './calibration.ts';
import { earnedValue } from './earned-value.ts';

const estimate = { low: 60, likely: 60, high: 60 };

const past = (count: number, ratio: number, kind = 'write', worker = 'ann'): PastTask[] =>
  Array.from({ length: count }, () => ({ kind, worker, estimate, actualMinutes: 60 * ratio }));

const factorOf = (tasks: readonly PastTask[], kind = 'write', worker = 'ann') =>
  new Calibration(tasks).correct(kind, worker, estimate).factor;

describe('calibration', () => {
  it('[SC78] without a past nothing changes, and it says so', () => {
    const result = new Calibration([]).correct('write', 'ann', estimate);
    expect(result).toMatchObject({ factor: 1, estimate, samples: { own: 0, kind: 0, all: 0 } });
    expect(result.text).toMatch(/No past tasks/);
  });

  it('[SC78] few samples change little, many come close to what happened', () => {
    const factors = [1, 3, 10, 100].map((count) => factorOf(past(count, 2)));
    expect(factors).toEqual(factors.toSorted((a, b) => a - b));
    expect(factors[0]).toBeLessThan(1.7);
    expect(factors[3]).toBeGreaterThan(1.9);
    expect(factors[3]).toBeLessThan(2.01);
  });

  it('[SC134] one past task moves the estimate by a fifth at most, though it is of the kind and the worker', () => {
    // What is believed before weighs as much as three samples: 2 to the power of about 1/4.
    expect(factorOf(past(1, 2))).toBeGreaterThan(1.15);
    expect(factorOf(past(1, 2))).toBeLessThan(1.21);
    expect(factorOf(past(3, 2))).toBeLessThan(1.55);
  });

  it('[SC134] the past of others and of other kinds counts less than the own', () => {
    const own = factorOf(past(10, 2));
    const ofOthers = factorOf(past(10, 2, 'write', 'bob'));
    const ofOtherKinds = factorOf(past(10, 2, 'test', 'bob'));
    expect(own).toBeGreaterThan(ofOthers);
    expect(ofOthers).toBeCloseTo(ofOtherKinds, 10);
    expect(factorOf(past(1000, 2, 'test', 'bob'))).toBeLessThan(Math.SQRT2 + 0.01);
  });

  it('[SC78] too long and too short are treated alike', () => {
    expect(factorOf(past(5, 2)) * factorOf(past(5, 0.5))).toBeCloseTo(1, 10);
  });

  it('[SC78] one wild sample is bounded', () => {
    const calm = past(20, 1);
    expect(factorOf([...calm, ...past(1, 1e6)])).toBeLessThan(1.2);
    expect(factorOf([...calm, ...past(1, 1e6)])).toBe(factorOf([...calm, ...past(1, 8)]));
    expect(factorOf([...calm, ...past(3, 0), ...past(1, Number.NaN)])).toBeCloseTo(1, 10);
  });

  it('[SC78] a worker learns from the own past first, then from the kind, then from all', () => {
    const mixed = [...past(30, 2), ...past(30, 1, 'write', 'bob'), ...past(30, 1, 'test', 'ann')];
    const ann = factorOf(mixed, 'write', 'ann');
    const bob = factorOf(mixed, 'write', 'bob');
    const someone = factorOf(mixed, 'write', 'eve');
    const tester = factorOf(mixed, 'test', 'ann');
    expect(ann).toBeGreaterThan(someone);
    expect(someone).toBeGreaterThan(bob);
    expect(Math.abs(tester - 1)).toBeLessThan(0.1);
    expect(new Calibration(mixed).correct('write', 'ann', estimate).samples).toEqual({
      own: 30,
      kind: 60,
      all: 90,
    });
  });

  it('[SC78] a scattered past widens the high value, and the order is kept', () => {
    const scattered = [...past(20, 0.4), ...past(20, 2.5)];
    const wide = new Calibration(scattered).correct('write', 'ann', {
      low: 50,
      likely: 60,
      high: 70,
    });
    expect(wide.estimate.high / wide.estimate.likely).toBeGreaterThan(2);
    expect(wide.estimate.low).toBeLessThan(wide.estimate.likely);
    expect(wide.text).toMatch(/from 40 past tasks of this kind and worker/);
  });
});

describe('from actuals to estimates', () => {
  const byAnn = { uses: [{ role: 'ann', units: 1 }] };
  const actual = (from: number, to: number): Actual => ({
    started: monday + hours(from),
    finished: monday + hours(to),
  });
  const given = project({
    roles: [role('ann', { calendar: 'office' })],
    tasks: [
      task('done', [exactWay('w', 4, byAnn)], { actual: actual(9, 33) }),
      task('next', [exactWay('w', 4, byAnn)]),
      task('running', [exactWay('w', 4, byAnn)], { actual: { started: monday } }),
    ],
  });
  const kindOf = () => 'write';

  it('[SC78] finished tasks become experience, in working time', () => {
    expect(pastTasksOf(given, kindOf)).toEqual([
      { kind: 'write', worker: 'ann', estimate: exactWay('w', 4).estimate, actualMinutes: 480 },
    ]);
  });

  it('[SC78] what has not begun is corrected in whole minutes, and it says by what', () => {
    const calibration = new Calibration(pastTasksOf(given, kindOf));
    const { project: corrected, corrections } = calibrateProject(given, calibration, kindOf);
    expect(corrections).toMatchObject([{ task: 'next', way: 'w', samples: { own: 1 } }]);
    const likely = corrected.tasks.map(({ ways }) => ways[0]?.estimate.likely);
    expect(likely).toEqual([240, Math.round(240 * (corrections[0]?.factor ?? 0)), 240]);
    expect(corrections[0]?.factor).toBeGreaterThan(1);
    expect(calibrateProject(given, new Calibration([]), kindOf).project).toEqual(given);
  });
});

describe('earned value', () => {
  const dollars = converter({ project: 'USD', rates: [] });
  const byDev = { uses: [{ role: 'dev', units: 1 }] };
  const plan = project({
    roles: [role('dev', { ratePerHour: 100 })],
    tasks: [task('a', [exactWay('w', 10, byDev)]), task('b', [exactWay('w', 30, byDev)])],
    links: [follows('a', 'b')],
  });
  const { placed: rows } = scheduleRoundTheClock(plan);
  const assignments = assignmentsOf(plan, rows);
  const given = { project: plan, assignments, stated: [], risks: [], converter: dollars };
  const planned = { rows, assignments, costs: costBreakdown(given) };
  const valueAt = (count: number, a?: Actual, b?: Actual) => {
    const tasks = plan.tasks.map((each) => {
      const actual = each.id === 'a' ? a : b;
      return actual === undefined ? each : { ...each, actual };
    });
    const paid = new Map(tasks.map(({ id, actual }) => [id, actual?.cost ?? 0]));
    return earnedValue({ ...plan, tasks }, monday + hours(count), planned, paid, dollars);
  };

  it('[SC79] planned, earned and actual, with their ratios and the estimate at completion', () => {
    const started = monday;
    const done = { started, finished: monday + hours(10), cost: 1250 };
    const half = { started: monday + hours(10), progress: 0.25, cost: 1250 };
    expect(valueAt(25, done, half)).toEqual({
      budgetAtCompletion: 400_000,
      plannedValue: 250_000,
      earnedValue: 175_000,
      actualCost: 250_000,
      schedulePerformance: 0.7,
      costPerformance: 0.7,
      estimateAtCompletion: Math.round(400_000 / 0.7),
      varianceAtCompletion: 400_000 - Math.round(400_000 / 0.7),
      withoutCost: [],
    });
  });

  it('[SC79] before the start there is nothing to divide by, and nothing is invented', () => {
    expect(valueAt(0)).toMatchObject({
      plannedValue: 0,
      schedulePerformance: null,
      costPerformance: null,
      estimateAtCompletion: 400_000,
    });
  });

  it('[SC79] tasks that state no cost are named; progress is inferred when none is reported', () => {
    const value = valueAt(5, { started: monday });
    expect(value.withoutCost).toEqual(['a']);
    expect(value.earnedValue).toBe(50_000);
    expect(value.schedulePerformance).toBe(1);
  });
});
