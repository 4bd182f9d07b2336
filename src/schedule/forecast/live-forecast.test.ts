import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reforecast } from '../../../test/support/reforecast.ts';
import {
  days,
  exactWay,
  follows,
  hours,
  monday,
  project,
  role,
  task,
} from '../../../test/support/small-projects.ts';
import type { Scheduler } from '../money/proposals.ts';
import type { Actual, Project } from '../project.ts';
import { simulateProject } from '../simulate/report.ts';
import { checkAnswer } from '../solve/check.ts';
import { compile } from '../solve/compile.ts';
import { toPlaced } from '../solve/placed.ts';
import { solve } from '../solve/solve.ts';
import { LiveForecast } from './live-forecast.ts';

const byDev = { uses: [{ role: 'dev', units: 1 }] };
const at = (count: number): number => monday + hours(count);

/** Two developers' tasks on one developer, then a test; weekdays 9 to 17. */
const build: Project = project({
  roles: [role('dev', { calendar: 'office' })],
  tasks: [
    task('front', [exactWay('w', 8, byDev)]),
    task('back', [exactWay('w', 16, byDev)]),
    task('test', [exactWay('w', 4, byDev)]),
    task('paint dries', [exactWay('w', 30)]),
  ],
  links: [follows('front', 'test'), follows('back', 'test')],
  deadline: monday + days(9),
});

const level: Scheduler = (given) => {
  const compiled = compile(given);
  const answer = solve(compiled.problem, { schedules: 50, seed: 1 });
  expect(checkAnswer(compiled.problem, answer)).toEqual([]);
  const makespan = answer.makespan * compiled.tickMinutes;
  return { placed: toPlaced(compiled, answer), makespan };
};

const planned = level(build).placed;
const plannedFinish = Math.max(...planned.map(({ finish }) => finish));
const first = planned.find(({ start }) => start === at(9))?.id === 'front' ? 'front' : 'back';

describe('a forecast that follows events', () => {
  it('[SC79] before anything happens it is the plan, with the roles in their order', () => {
    const live = new LiveForecast(build, at(0), planned);
    expect(live.finish).toBe(plannedFinish);
    expect(live.dates.dates('test').start).toBe(planned.find(({ id }) => id === 'test')?.start);
  });

  it('[SC79] one event moves what waits for the task, by links and by its role', () => {
    const live = new LiveForecast(build, at(0), planned);
    live.advance(at(9) + days(2));
    const moved = live.happened(first, { started: at(9), finished: at(9) + days(2) });
    expect(live.revision).toBe(1);
    expect(live.finish).toBeGreaterThan(plannedFinish);
    expect(moved.finish).toBe(live.finish);
  });

  it('[SC79] what is left, levelled again, is a valid schedule and keeps the past', () => {
    const live = new LiveForecast(build, at(0), planned);
    live.advance(at(12));
    live.happened(first, { started: at(9), progress: 0.5 });
    const forecast = reforecast(live.project, at(12), level, planned);
    expect(forecast.placed.find(({ id }) => id === first)?.start).toBe(at(9));
    expect(forecast.finish).toBe(live.finish);
  });

  it('[SC79] work goes on between reports, and what is overdue says so by moving', () => {
    const live = new LiveForecast(build, at(0), planned);
    live.advance(at(10));
    live.happened(first, { started: at(9), remainingMinutes: hours(4) });
    const finish = () => live.dates.dates(first).finish;
    expect(finish()).toBe(at(14));
    live.advance(at(12));
    expect(finish()).toBe(at(14));
    expect(live.remaining().running.get(first)?.remainder.minutes.likely).toBe(hours(2));
    live.advance(at(16));
    expect(finish()).toBeGreaterThan(at(16));
  });

  it('[SC79] odds come with their age, and late ones never replace newer ones', () => {
    const live = new LiveForecast(build, at(0), planned);
    expect(live.odds()).toBeNull();
    const compiled = compile(live.remaining().project);
    const answer = solve(compiled.problem, { schedules: 50, seed: 1 });
    const report = simulateProject(compiled, answer, { runs: 50, seed: 1 });
    live.keepOdds({ value: report, revision: live.revision, computedAt: at(0) });
    expect(live.odds()?.age).toMatchObject({ fresh: true, ageMinutes: 0 });
    live.advance(at(10));
    live.happened(first, { started: at(9) });
    expect(live.odds()?.age).toEqual({ fresh: false, eventsBehind: 1, ageMinutes: hours(10) });
    live.keepOdds({ value: { ...report, runs: 7 }, revision: 1, computedAt: at(10) });
    live.keepOdds({ value: report, revision: 0, computedAt: at(11) });
    expect(live.odds()?.report.runs).toBe(7);
  });

  it('[SC79] events one by one give what all of them give at once', () => {
    const anyEvent = fc.record({
      id: fc.constantFrom('front', 'back', 'test', 'paint dries'),
      begin: fc.nat(40),
      length: fc.option(fc.nat(40)),
      progress: fc.constantFrom(undefined, 0, 0.5, 1),
    });
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 6 }), (events) => {
        const now = at(100);
        const live = new LiveForecast(build, now, planned);
        const actuals = new Map<string, Actual>();
        for (const { id, begin, length, progress } of events) {
          const actual: Actual = {
            started: at(begin),
            ...(length === null ? {} : { finished: at(begin + length) }),
            ...(progress === undefined ? {} : { progress }),
          };
          actuals.set(id, actual);
          live.happened(id, actual);
        }
        const tasks = build.tasks.map((each) => {
          const actual = actuals.get(each.id);
          return actual === undefined ? each : { ...each, actual };
        });
        const anew = new LiveForecast({ ...build, tasks }, now, planned);
        expect(live.dates.all()).toEqual(anew.dates.all());
        expect(live.project.tasks).toEqual(tasks);
      }),
      { numRuns: 60 },
    );
  });

  it('[SC79] an event of nothing, or one that cannot be true, changes nothing', () => {
    const live = new LiveForecast(build, at(0), planned);
    expect(() => live.happened('nobody', { started: at(0) })).toThrow(/“nobody”/);
    expect(() => live.happened('front', { started: at(5) })).toThrow(/in the future/);
    expect(live.revision).toBe(0);
    expect(live.finish).toBe(plannedFinish);
  });
});
