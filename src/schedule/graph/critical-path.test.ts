import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  sampleLink as link,
  projectArbitrary,
  sampleProject,
  sampleStart,
  sampleTask as task,
  work,
} from '../../../test/support/random-project.ts';
import { isoDateTimeIn } from '../time/local-time.ts';
import { criticalPath } from './critical-path.ts';
import type { TaskFacts } from './network.ts';

const show = (minute: number) => isoDateTimeIn('Europe/Berlin', minute).slice(5, 16);
const hours = 60;

describe('critical path', () => {
  it('[SC48] dates follow the calendar, its holidays and the change of the clocks', () => {
    const days = criticalPath(
      sampleProject(
        [task('a', 16 * hours), task('b', 16 * hours), task('c', 8 * hours)],
        [link('a', 'b'), link('b', 'c')],
      ),
    );
    const lines = days.all().map(({ id, start, finish }) => `${id} ${show(start)} ${show(finish)}`);
    // Wednesday the 25th is a holiday, the clocks change on Sunday the 29th.
    expect(lines).toEqual([
      'a 03-23T09:00 03-24T17:00',
      'b 03-26T09:00 03-27T17:00',
      'c 03-30T09:00 03-30T17:00',
    ]);
    expect(days.path().map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(show(days.finish)).toBe('03-30T17:00');
  });

  it('[SC48] floats are working minutes, total to the end and free to the next task', () => {
    const result = criticalPath(
      sampleProject(
        [task('a', 480), task('b', 2_400), task('c', 480), task('d', 480), task('e', 0)],
        [link('a', 'b'), link('b', 'e'), link('a', 'c'), link('c', 'd'), link('d', 'e')],
      ),
    );
    const floats = result
      .all()
      .map(({ id, totalFloatMinutes, freeFloatMinutes }) => [
        id,
        totalFloatMinutes,
        freeFloatMinutes,
      ]);
    expect(floats).toEqual([
      ['a', 0, 0],
      ['b', 0, 0],
      ['c', 1_440, 0],
      ['d', 1_440, 1_440],
      ['e', 0, 0],
    ]);
    expect(result.critical()).toEqual(['a', 'b', 'e']);
    // The final milestone ends at the same moment as what it waits for, and is the end of the path.
    expect(result.path().map(({ id }) => id)).toEqual(['a', 'b', 'e']);
  });

  it('[SC48] all four link types with lags', () => {
    const project = (type: 'FS' | 'SS' | 'FF' | 'SF', lagMinutes: number) =>
      sampleProject([task('a', 120), task('b', 60)], [link('a', 'b', { type, lagMinutes })]);
    const start = (type: 'FS' | 'SS' | 'FF' | 'SF', lag: number) =>
      show(criticalPath(project(type, lag)).dates('b').start);
    expect(start('FS', 60)).toBe('03-23T12:00');
    expect(start('FS', -60)).toBe('03-23T10:00');
    expect(start('SS', 30)).toBe('03-23T09:30');
    expect(start('FF', 0)).toBe('03-23T10:00');
    expect(start('FF', 600)).toBe('03-24T12:00');
    expect(start('SF', 90)).toBe('03-23T09:30');
    const elapsed = link('a', 'b', { lagMinutes: 600, lagIn: 'elapsed' });
    const drying = sampleProject([task('a', 120), task('b', 60)], [elapsed]);
    expect(show(criticalPath(drying).dates('b').start)).toBe('03-24T09:00');
  });

  it('[SC183] a lag in office hours is the same for whoever follows, at night and part time too', () => {
    const start = (calendar: string, lagMinutes: number) => {
      const ways = [{ id: 'way', estimate: work(60), uses: [], calendar }];
      const later = task('b', 60, { ways });
      const links = [link('a', 'b', { lagMinutes, lagIn: 'office' as const })];
      return show(criticalPath(sampleProject([task('a', 120), later], links)).dates('b').start);
    };
    // Six more hours of Monday, then four of Tuesday.
    for (const calendar of ['clock', 'office']) expect(start(calendar, 600)).toBe('03-24T13:00');
    expect(start('clock', 480)).toBe('03-24T11:00');
    expect(start('clock', 360)).toBe('03-23T17:00');
    expect(start('clock', -60)).toBe('03-23T10:00');
  });

  it('[SC49] a missed deadline or fixed start is negative float, up to where it begins', () => {
    const late = { deadline: sampleStart + 8 * hours + 20 * hours };
    const project = sampleProject([task('a', 480), task('b', 480, late)], [link('a', 'b')]);
    const result = criticalPath(project);
    // The deadline is Tuesday 04:00 UTC: all of Tuesday's eight hours are missing.
    expect(result.dates('a').totalFloatMinutes).toBe(-480);
    expect(result.dates('b').totalFloatMinutes).toBe(-480);
    const fixed = { fixedStart: sampleStart + 8 * hours };
    const pinned = criticalPath(
      sampleProject([task('a', 480), task('b', 480, fixed)], [link('a', 'b')]),
    );
    expect(pinned.dates('b').totalFloatMinutes).toBe(-480);
    const whole = criticalPath({ ...sampleProject([task('a', 480)], []), deadline: sampleStart });
    expect(whole.dates('a').totalFloatMinutes).toBe(-480);
  });

  it('[SC50] summaries span their leaves, and links to them bind the leaves', () => {
    const within = { parent: 's' };
    const result = criticalPath(
      sampleProject(
        [
          task('s', 0, { kind: 'summary' }),
          task('a', 480, within),
          task('b', 480, within),
          task('z', 60),
          task('y', 60),
        ],
        [link('a', 'b'), link('s', 'z'), link('y', 's')],
      ),
    );
    const [s, a, b, z, y] = result.all();
    expect([s?.start, s?.finish]).toEqual([a?.start, b?.finish]);
    expect(s?.critical).toBe(true);
    expect(a?.start).toBe(y?.finish);
    expect(z?.start).toBe(b?.finish);
    expect(result.path().map(({ id }) => id)).toEqual(['y', 'a', 'b', 'z']);
  });

  it('[SC51] a ring, an unknown task and a number out of range are named', () => {
    const ring = sampleProject(
      [task('a', 1), task('b', 1), task('c', 1)],
      [link('a', 'b'), link('b', 'c'), link('c', 'a')],
    );
    expect(() => criticalPath(ring)).toThrow(/a → b → c → a/);
    expect(() => criticalPath(sampleProject([task('a', 1)], [link('a', 'x')]))).toThrow(
      /"a" → "x"/,
    );
    expect(() => criticalPath(sampleProject([task('a', -5)], []))).toThrow(
      /task "a".*out of range/,
    );
    expect(() => criticalPath(sampleProject([task('a', Number.NaN)], []))).toThrow(/task "a"/);
    expect(() => criticalPath(sampleProject([task('a', 1), task('a', 1)], []))).toThrow(
      /two tasks/,
    );
    const far = task('a', 1, { notBefore: 1e15 });
    expect(() => criticalPath(sampleProject([far], []))).toThrow(/task "a": a date/);
    const many = Array.from({ length: 100_001 }, () => task('a', 1));
    expect(() => criticalPath(sampleProject(many, []))).toThrow(/100001 tasks, at most 100000/);
    const endless = ['a', 'b', 'c', 'd', 'e'].map((id) => task(id, 2 ** 30));
    const long = sampleProject(
      endless,
      endless.slice(1).map(({ id }) => link('a', id)),
    );
    expect(() => criticalPath(long)).toThrow(/up to 2198/);
  });

  it('[SC52] what slips when a task slips', () => {
    const result = criticalPath(
      sampleProject([task('a', 480), task('b', 480), task('c', 60)], [link('a', 'b')]),
    );
    const slip = result.slips('a', 480);
    expect(slip.moved.map(({ id }) => id)).toEqual(['a', 'b']);
    // Tuesday becomes Thursday, since Wednesday is a holiday.
    expect(slip.finishByMinutes).toBe(2 * 24 * hours);
    expect(show(slip.finish)).toBe('03-26T17:00');
    expect(result.slips('c', 60).moved.map(({ id }) => id)).toEqual(['c']);
    expect(result.slips('c', 60).finishByMinutes).toBe(0);
    expect(show(result.finish)).toBe('03-24T17:00');
  });
});

describe('float laws', () => {
  it('[SC53] total ≥ free ≥ 0, and the path decides the end', () => {
    fc.assert(
      fc.property(projectArbitrary(), (project) => {
        const result = criticalPath(project);
        for (const { totalFloatMinutes: total, freeFloatMinutes: free } of result.all()) {
          expect(free).toBeGreaterThanOrEqual(0);
          expect(total).toBeGreaterThanOrEqual(free);
        }
        const last = result.path().at(-1)?.id ?? '';
        expect(result.dates(last).finish).toBe(result.finish);
      }),
    );
  });

  it('[SC53] a delay by the free float moves nobody else, by the total float not the end, by more the end', () => {
    fc.assert(
      fc.property(projectArbitrary(), (project) => {
        const result = criticalPath(project);
        for (const { id, totalFloatMinutes, freeFloatMinutes } of result.all()) {
          const others = result.slips(id, freeFloatMinutes).moved.filter((each) => each.id !== id);
          expect(others).toEqual([]);
          expect(result.slips(id, totalFloatMinutes).finishByMinutes).toBe(0);
          expect(result.slips(id, totalFloatMinutes + 1).finishByMinutes).toBeGreaterThan(0);
          expect(result.slips(id, freeFloatMinutes + 1).moved.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('[SC53] on one calendar every task of the path has the least float', () => {
    const one = { calendars: ['clock'] };
    fc.assert(
      fc.property(projectArbitrary(one), (project) => {
        const result = criticalPath(project);
        const least = Math.min(...result.all().map((dates) => dates.totalFloatMinutes));
        for (const { id } of result.path()) {
          expect(result.dates(id).totalFloatMinutes).toBe(least);
        }
        expect(least).toBe(0);
      }),
    );
  });
});

describe('re-forecast', () => {
  const facts: fc.Arbitrary<TaskFacts> = fc.record(
    {
      workMinutes: fc.integer({ min: 0, max: 3_000 }),
      notBefore: fc.integer({ min: sampleStart, max: sampleStart + 20_000 }),
      started: fc.integer({ min: sampleStart - 2_000, max: sampleStart + 10_000 }),
      finished: fc.integer({ min: sampleStart + 10_000, max: sampleStart + 15_000 }),
      resumeAt: fc.integer({ min: sampleStart, max: sampleStart + 12_000 }),
    },
    { requiredKeys: [] },
  );
  const events = fc.array(fc.tuple(fc.nat(8), facts), { minLength: 1, maxLength: 6 });

  it('[SC54] after any events the dates equal those computed afresh', () => {
    fc.assert(
      fc.property(projectArbitrary({ promises: true }), events, (project, list) => {
        const live = criticalPath(project);
        const known = new Map<string, TaskFacts>();
        for (const [index, news] of list) {
          const id = project.tasks[index % project.tasks.length]?.id ?? '';
          live.update(id, news);
          known.set(id, { ...known.get(id), ...news });
          const fresh = criticalPath(project, { facts: known });
          expect(live.all()).toEqual(fresh.all());
          expect(live.finish).toBe(fresh.finish);
          expect(live.path()).toEqual(fresh.path());
        }
      }),
    );
  });

  it('[SC54] as time passes, what has not begun begins now or later', () => {
    const instants = fc.integer({ min: sampleStart, max: sampleStart + 20_000 });
    fc.assert(
      fc.property(projectArbitrary(), fc.nat(8), instants, (project, index, now) => {
        const id = project.tasks[index % project.tasks.length]?.id ?? '';
        const running = { started: sampleStart, workMinutes: 300 };
        const live = criticalPath(project);
        live.update(id, running);
        live.advance(now);
        const facts = new Map<string, TaskFacts>(
          project.tasks.map((each) => [each.id, { notBefore: now }]),
        );
        const fresh = criticalPath(project, {
          facts: facts.set(id, { ...running, resumeAt: now }),
        });
        expect(live.all()).toEqual(fresh.all());
        expect(live.path()).toEqual(fresh.path());
      }),
    );
  });

  it('[SC54] a finished task stands, what follows it moves', () => {
    const live = criticalPath(sampleProject([task('a', 480), task('b', 480)], [link('a', 'b')]));
    const finished = live.dates('a').finish + 24 * hours;
    const news = live.update('a', { started: live.dates('a').start, finished });
    expect(live.dates('a')).toMatchObject({ finish: finished, critical: false });
    expect(show(live.dates('b').start)).toBe('03-26T09:00');
    expect(news.moved.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(live.critical()).toEqual(['b']);
    expect(live.path()).toEqual([{ id: 'b', role: null }]);
  });

  it('[SC54] what begins on time frees those it should have waited for', () => {
    const project = sampleProject([task('a', 480), task('b', 480)], [link('a', 'b')]);
    const live = criticalPath(project);
    const started = live.dates('b').start;
    live.update('b', { started });
    const fresh = criticalPath(project, { facts: new Map([['b', { started }]]) });
    expect(live.all()).toEqual(fresh.all());
    expect(live.dates('a').totalFloatMinutes).toBe(480);
  });

  it('[SC54] a running task goes on from when it is said to', () => {
    const live = criticalPath(sampleProject([task('a', 480), task('b', 60)], [link('a', 'b')]));
    const { start } = live.dates('a');
    live.update('a', { started: start, workMinutes: 120, resumeAt: start + 7 * hours });
    expect(show(live.dates('a').finish)).toBe('03-24T10:00');
    expect(live.dates('a').start).toBe(start);
    expect(show(live.slips('a', 60).finish)).toBe('03-24T12:00');
    expect(() => live.update('a', { workMinutes: -1 })).toThrow(/out of range/);
    expect(() => live.update('nobody', {})).toThrow(/does not exist/);
  });
});
