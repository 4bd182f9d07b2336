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
  scheduleRoundTheClock as schedule,
  task,
  way,
} from '../../../test/support/small-projects.ts';
import type { Actual, Project } from '../project.ts';
import { ageOf, newer } from './aged.ts';
import { remainderOf } from './remainder.ts';
import { remainingProject } from './remaining.ts';

/** Three tasks of 10 hours in a row, in a phase each for the first two. */
const chain: Project = project({
  tasks: [
    task('one', [], { kind: 'summary' }),
    task('a', [exactWay('w', 10)], { parent: 'one' }),
    task('two', [], { kind: 'summary' }),
    task('b', [exactWay('w', 10)], { parent: 'two' }),
    task('c', [exactWay('w', 10)]),
  ],
  links: [follows('a', 'b'), follows('b', 'c')],
});

const withActuals = (given: Project, actuals: Readonly<Record<string, Actual>>): Project => ({
  ...given,
  tasks: given.tasks.map((each) => {
    const actual = actuals[each.id];
    return actual === undefined ? each : { ...each, actual };
  }),
});

const at = (count: number): number => monday + hours(count);
const baseline = schedule(chain).placed;

const spans = (given: Project, now: number) =>
  Object.fromEntries(
    reforecast(given, now, schedule, baseline).placed.map(({ id, start, finish }) => [
      id,
      [(start - monday) / 60, (finish - monday) / 60],
    ]),
  );

describe('a forecast', () => {
  it('[SC76] keeps what is finished and moves the rest, summaries around their tasks', () => {
    const late = withActuals(chain, { a: { started: at(1), finished: at(14) } });
    expect(spans(late, at(14))).toEqual({
      one: [1, 14],
      a: [1, 14],
      two: [14, 24],
      b: [14, 24],
      c: [24, 34],
    });
  });

  it('[SC132] where only the finish is known, the start is counted back in working time', () => {
    const byAnn = { uses: [{ role: 'ann', units: 1 }] };
    const done = project({
      roles: [role('ann', { calendar: 'office' })],
      tasks: [task('a', [exactWay('w', 16, byAnn)]), task('b', [exactWay('w', 40, byAnn)])],
    });
    // Wednesday 13:00: 4 hours of that day, 8 of Tuesday, 4 of Monday.
    const known = withActuals(done, { a: { finished: at(2 * 24 + 13) } });
    const start = remainingProject(known, at(3 * 24)).finished.get('a')?.start;
    expect(start).toBe(at(13));
    // Longer than the project: it began with it.
    const long = withActuals(done, { b: { finished: at(2 * 24 + 13) } });
    expect(remainingProject(long, at(3 * 24)).finished.get('b')?.start).toBe(at(9));
  });

  it('[SC76] says what slipped against the plan, and how far', () => {
    const late = withActuals(chain, { a: { started: at(0), finished: at(14) } });
    const { slips, finish } = reforecast(late, at(14), schedule, baseline);
    expect(finish).toBe(at(34));
    expect(slips).toEqual(['a', 'b', 'c'].map((id) => ({ task: id, byMinutes: hours(4) })));
  });

  it('[SC76] a running task goes on with what remains, from now, and keeps its start', () => {
    const running = withActuals(chain, { a: { started: at(2), progress: 0.3 } });
    expect(spans(running, at(6))).toMatchObject({ a: [2, 13], b: [13, 23] });
    const stated = withActuals(chain, { a: { started: at(2), remainingMinutes: 30 } });
    expect(spans(stated, at(6))).toMatchObject({ a: [2, 6.5], b: [6.5, 16.5] });
  });

  it('[SC76] nothing that has not started begins before now', () => {
    expect(spans(chain, at(5))).toMatchObject({ a: [5, 15], c: [25, 35] });
    const fixed = { ...chain, tasks: chain.tasks.map((each) => ({ ...each, notBefore: at(9) })) };
    expect(spans(fixed, at(5))).toMatchObject({ a: [9, 19] });
  });

  it('[SC76] a task that started out of order no longer waits', () => {
    const early = withActuals(chain, { b: { started: at(1), progress: 0.5 } });
    expect(spans(early, at(4))).toMatchObject({ a: [4, 14], b: [1, 9], c: [9, 19] });
  });

  it('[SC76] lags from what is finished go on as dates', () => {
    const link = { lagMinutes: hours(6), lagIn: 'elapsed' as const };
    const lagged = { ...chain, links: [follows('a', 'b', link), follows('b', 'c')] };
    const done = withActuals(lagged, { a: { started: at(0), finished: at(10) } });
    expect(spans(done, at(12))).toMatchObject({ b: [16, 26] });
    expect(spans(done, at(20))).toMatchObject({ b: [20, 30] });
    const ends = {
      ...chain,
      links: [follows('a', 'b', { ...link, lagMinutes: hours(15), type: 'FF' })],
    };
    const doneToo = withActuals(ends, { a: { started: at(0), finished: at(10) } });
    expect(spans(doneToo, at(12))).toMatchObject({ b: [15, 25] });
  });

  it('[SC76] when all is done there is nothing to schedule', () => {
    const done = { started: at(0), finished: at(5) };
    const all = withActuals(chain, { a: done, b: done, c: done });
    const forecast = reforecast(all, at(6), schedule, baseline);
    expect(forecast.finish).toBe(at(5));
    expect(forecast.remaining.project.tasks).toEqual([]);
  });

  it('[SC76] the way that was taken is kept, and only it', () => {
    const ways = [exactWay('slow', 10), exactWay('fast', 2)];
    const choice = project({
      tasks: [task('a', ways, { actual: { started: at(0), way: 'fast' } })],
    });
    const { project: left } = remainingProject(choice, at(1));
    expect(left.tasks[0]?.ways).toMatchObject([{ id: 'fast', estimate: { likely: 60 } }]);
  });

  it('[SC76] a running task goes on in working hours only', () => {
    const office = project({
      roles: [role('cook', { calendar: 'office' })],
      tasks: [
        task('a', [exactWay('w', 8, { uses: [{ role: 'cook', units: 1 }] })], {
          actual: { started: at(13) },
        }),
      ],
    });
    const [left] = remainingProject(office, at(20)).project.tasks;
    expect(left?.fixedStart).toBe(monday + days(1) + hours(9));
    expect(left?.ways[0]?.estimate).toEqual({ low: 240, likely: 240, high: 240 });
  });

  it.each<[Actual, RegExp]>([
    [{ started: at(9) }, /task “a” has started in the future/],
    [{ finished: at(9) }, /task “a” has finished in the future/],
    [{ started: at(3), finished: at(2) }, /before it started/],
    [{ started: at(0), progress: 1.5 }, /progress outside/],
    [{ started: at(0), remainingMinutes: -1 }, /remainder/],
    [{ started: at(0), way: 'x' }, /no way “x”/],
  ])('[SC76] actuals that cannot be true are refused: %j', (actual, reason) => {
    expect(() => remainingProject(withActuals(chain, { a: actual }), at(5))).toThrow(reason);
  });

  it('[SC76] any actuals: the past is kept, nothing waiting starts before now', () => {
    const anyActual = fc.record({
      begin: fc.nat(30),
      length: fc.nat(30),
      state: fc.constantFrom('waiting', 'running', 'finished'),
    });
    fc.assert(
      fc.property(fc.array(anyActual, { minLength: 3, maxLength: 3 }), fc.nat(20), (all, more) => {
        const now = at(60 + more);
        const ids = ['a', 'b', 'c'] as const;
        const actuals = ids.flatMap((id, index): [string, Actual][] => {
          const { begin, length, state } = all[index] ?? { begin: 0, length: 0, state: 'waiting' };
          const started = at(begin);
          if (state === 'waiting') return [];
          return [
            [id, state === 'running' ? { started } : { started, finished: at(begin + length) }],
          ];
        });
        const given = withActuals(chain, Object.fromEntries(actuals));
        const rows = new Map(reforecast(given, now, schedule).placed.map((row) => [row.id, row]));
        for (const id of ids) {
          const actual = Object.fromEntries(actuals)[id];
          const row = rows.get(id);
          const startRight = (start: number) =>
            actual === undefined ? start >= now : start === actual.started;
          const finishRight = (finish: number) =>
            actual?.finished === undefined ? finish > now : finish === actual.finished;
          expect(row?.start).toSatisfy(startRight);
          expect(row?.finish).toSatisfy(finishRight);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('what remains of a running task', () => {
  const { estimate } = way('w', 10);

  it('[SC77] stated beats progress, progress beats the estimate', () => {
    const started = { started: at(0) };
    const stated = remainderOf(estimate, { ...started, remainingMinutes: 90, progress: 0.9 }, 60);
    expect(stated).toMatchObject({ basis: 'stated', minutes: { low: 58, likely: 90, high: 122 } });
    const progress = remainderOf(estimate, { ...started, progress: 0.75 }, 60);
    expect(progress).toMatchObject({ basis: 'progress', minutes: { likely: 150 } });
    const none = remainderOf(estimate, started, 60);
    expect(none).toMatchObject({
      basis: 'estimate',
      minutes: { low: 420, likely: 540, high: 840 },
    });
  });

  it('[SC77] inside the estimate what is left shrinks, but never to nothing', () => {
    const left = [500, 600, 700, 800, 890].map(
      (worked) => remainderOf(estimate, {}, worked).minutes,
    );
    const likely = left.map((each) => each.likely);
    expect(likely).toEqual(likely.toSorted((a, b) => b - a));
    expect(likely.at(-1)).toBeGreaterThan(0);
    expect(left.every(({ low, likely: mid, high }) => low <= mid && mid <= high)).toBe(true);
  });

  it('[SC77] beyond the highest estimate it says what it assumes', () => {
    const overdue = remainderOf(estimate, {}, 2000);
    expect(overdue).toMatchObject({
      basis: 'overdue',
      minutes: { low: 30, likely: 90, high: 300 },
    });
    expect(overdue.text).toMatch(/outlived its highest estimate; 15%/);
  });
});

describe('figures with an age', () => {
  it('[SC79] tell how old they are and how many events they do not know', () => {
    const aged = { value: 1, revision: 7, computedAt: at(1) };
    expect(ageOf(aged, 7, at(2))).toEqual({ ageMinutes: 60, eventsBehind: 0, fresh: true });
    expect(ageOf(aged, 9, at(2))).toMatchObject({ eventsBehind: 2, fresh: false });
    const older = { value: 2, revision: 6, computedAt: at(3) };
    expect(newer(aged, older)).toBe(aged);
    expect(newer(undefined, older)).toBe(older);
    expect(newer(older, aged)).toBe(aged);
  });
});
