import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  sampleLink as link,
  sampleRole as role,
  sampleCalendars,
  sampleProject,
  sampleStart,
  sampleTask as task,
  work,
} from '../../../test/support/random-project.ts';
import { isPlanwrightError } from '../../base/errors.ts';
import { linkTypes, type Project, type Task, taskKinds, type Use } from '../project.ts';
import { criticalPath } from './critical-path.ts';
import { lint } from './lint.ts';
import { repair } from './repair.ts';

const errorsOf = (project: Project) => lint(project).filter(({ severity }) => severity === 'error');
const linksOf = (project: Project) => project.links.map(({ from, to }) => `${from}>${to}`);

describe('repair', () => {
  it('[SC59] a sound project stays as it is', () => {
    const project = sampleProject([task('a', 1), task('b', 1)], [link('a', 'b')]);
    expect(repair(project)).toEqual({ project, changes: [] });
  });

  it('[SC59] a cycle is broken at the link that goes back in the order of the tasks', () => {
    const tasks = ['a', 'b', 'c'].map((id) => task(id, 1));
    const { project, changes } = repair(
      sampleProject(tasks, [link('c', 'a'), link('a', 'b'), link('b', 'c')]),
    );
    expect(linksOf(project)).toEqual(['a>b', 'b>c']);
    expect(changes.map(({ message }) => message)).toEqual([
      'the link "c" → "a" was dropped: it goes back in the order of the tasks and closes the circle "a" → "b" → "c" → "a"',
    ]);
  });

  it('[SC59] a link back that closes no cycle stays', () => {
    const { project, changes } = repair(
      sampleProject([task('a', 1), task('b', 1)], [link('b', 'a')]),
    );
    expect([linksOf(project), changes]).toEqual([['b>a'], []]);
  });

  it('[SC59] unknown, own and double links go, the longer lag of two stays', () => {
    const { project, changes } = repair(
      sampleProject(
        [task('a', 1), task('b', 1)],
        [link('a', 'a'), link('a', 'x'), link('a', 'b'), link('a', 'b', { lagMinutes: 9 })],
      ),
    );
    expect(project.links).toEqual([link('a', 'b', { lagMinutes: 9 })]);
    expect(changes.map(({ code }) => code)).toEqual([
      'self_link',
      'unknown_task',
      'duplicate_link',
    ]);
  });

  it('[SC59] links of summaries become links of their leaves', () => {
    const within = { parent: 's' };
    const { project } = repair(
      sampleProject(
        [
          task('s', 0, { kind: 'summary' }),
          task('a', 1, within),
          task('b', 1, within),
          task('z', 1),
        ],
        [link('a', 'b'), link('s', 'z'), link('s', 'a')],
      ),
    );
    expect(linksOf(project)).toEqual(['a>b', 'b>z']);
  });

  it('[SC59] links that inputs ask for are added, but never close a cycle', () => {
    const tasks = [
      task('a', 1, { inputs: ['y'], outputs: ['x'] }),
      task('b', 1, { inputs: ['x'], outputs: ['y'] }),
    ];
    const { project, changes } = repair(sampleProject(tasks, []));
    expect(linksOf(project)).toEqual(['b>a']);
    expect(changes.map(({ code }) => code)).toEqual(['missing_link']);
  });

  it('[SC59] durations are put in order around the likely one', () => {
    const estimate = (low: number, likely: number, high: number): Task => ({
      ...task('a', 1),
      ways: [{ id: 'way', estimate: { low, likely, high }, uses: [] }],
    });
    const fixed = (one: Task) =>
      repair(sampleProject([one], [])).project.tasks[0]?.ways[0]?.estimate;
    expect(fixed(estimate(9, 5, 2))).toEqual({ low: 5, likely: 5, high: 5 });
    expect(fixed(estimate(-9, 5.4, Number.NaN))).toEqual({ low: 0, likely: 5, high: 5 });
  });

  it('[SC59] a task with tasks below it becomes their summary', () => {
    const { project, changes } = repair(
      sampleProject([task('phase', 50), task('a', 1, { parent: 'phase' })], []),
    );
    expect(project.tasks[0]).toMatchObject({ kind: 'summary', ways: [] });
    expect(changes.map(({ code }) => code)).toEqual(['parent_not_summary', 'summary_with_ways']);
  });

  it('[SC59] wrong hours cost their span or day, not the other days or the holidays', () => {
    const at = (from: number, to: number) => ({ from: from * 60, to: to * 60 });
    const good = [at(8, 12)];
    const own = {
      id: 'own',
      zone: 'UTC',
      week: [good, [at(17, 9)], [at(8, 12), at(11, 15)], good, good, [], []],
      exceptions: [
        { date: '2026-12-24', spans: [] },
        { date: '2026-13-24', spans: [] },
      ],
    };
    const given = sampleProject([task('a', 1)], []);
    const { project, changes } = repair({ ...given, calendars: [...given.calendars, own] });
    expect(project.calendars.find(({ id: name }) => name === 'own')).toEqual({
      ...own,
      week: [good, [at(9, 17)], good, good, good, [], []],
      exceptions: [{ date: '2026-12-24', spans: [] }],
    });
    expect(changes.map(({ message }) => message)).toEqual([
      'calendar "own": the hours of Tuesday became 09:00 to 17:00: hours from 17:00 to 09:00 have no length',
      'calendar "own": the hours of Wednesday became 08:00 to 12:00: spans must be in order and not overlap',
      'calendar "own": the exception "2026-13-24" was dropped: that is no date',
    ]);
  });

  it('[SC59] changes are told in hours, and new ids fit the published pattern', () => {
    const bad = {
      ...task('b', 1),
      ways: [{ id: 'w', uses: [], estimate: { low: 540, likely: 90, high: 30 } }],
    };
    const { project, changes } = repair(
      sampleProject([task('a', 1), task('a', 1), task('t1', 1), task('t1', 1), bad], []),
    );
    expect(changes.map(({ message }) => message).join()).toContain('became 1.5, 1.5, 1.5 hours');
    expect(project.tasks.map(({ id: name }) => name)).toEqual(['a', 'a_2', 't1', 'task_t1', 'b']);
  });

  it('[SC138] what is out of range becomes the nearest that is allowed, and that is told', () => {
    const endless = { low: 60, likely: 1e12, high: 1e12 };
    const late = Date.UTC(9999, 0, 1) / 60_000;
    const one = {
      ...task('a', 1, {
        notBefore: late,
        deadline: late,
        actual: { started: late, progress: 0.5 },
      }),
      ways: [{ id: 'w', uses: [], estimate: endless }],
    };
    const given = sampleProject([one, task('b', 1)], [link('a', 'b', { lagMinutes: -1e12 })], {
      start: late,
      deadline: late,
      roles: [
        { ...role('cook', 1), ratePerHour: 1e14 },
        { ...role('owner', 1), ratePerHour: -5 },
      ],
    });
    const { project, changes } = repair(given);
    const decade = [Date.UTC(2188, 0, 1) / 60_000, Date.UTC(2188, 11, 31) / 60_000] as const;
    for (const date of [project.start, project.deadline, project.tasks[0]?.notBefore]) {
      expect(date).toBeGreaterThan(decade[0]);
      expect(date).toBeLessThan(decade[1]);
    }
    expect(project.tasks[0]?.ways[0]?.estimate).toEqual({ low: 60, likely: 6e7, high: 6e7 });
    expect(project.tasks[0]?.actual).toEqual({ progress: 0.5 });
    expect(project.links[0]?.lagMinutes).toBe(-6e6);
    expect(project.roles.map(({ ratePerHour }) => ratePerHour)).toEqual([999_999_999_999, 0]);
    const told = changes.map(({ message }) => message).join('\n');
    expect(told).toContain('the start was out of range and became 2188-');
    expect(told).toContain('the deadline was out of range and became 2188-');
    expect(told).toContain('task "a": the not-before date was out of range and became 2188-');
    expect(told).toContain('task "a": of what happened the start cannot be true');
    expect(told).toContain('the estimate became 1, 1000000, 1000000 hours');
    expect(told).toContain('the rate of role "owner" became 0 an hour: -5 is no rate');
    expect(told).toContain(
      'the lag of the link "a" → "b" was out of range and became -100000 hours',
    );
  });

  it('[SC138] a task that gets another id is named, not counted', () => {
    const twins = [
      task('a', 1),
      { ...task('a', 1), name: 'Bake' },
      { ...task('', 1), name: 'Eat' },
    ];
    const { changes } = repair(sampleProject(twins, []));
    const told = changes.map(({ message }) => message);
    expect(told).toContain('another task "a" ("Bake") is called "a_2" now');
    expect(told).toContain('the task with the id "" ("Eat") is called "task_3" now');
  });

  it('[SC59] many rings at once are broken quickly', () => {
    const count = 2_000;
    const tasks = Array.from({ length: count }, (_, index) => task(`t${index}`, 1));
    const links = tasks.flatMap((_, index) =>
      [1, 7, 31].map((step) => link(`t${index}`, `t${(index * step + 13) % count}`)),
    );
    expect(errorsOf(repair(sampleProject(tasks, links)).project)).toEqual([]);
  });

  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'x'.repeat(300), '');
  const number = fc.oneof(
    fc.integer({ min: -5, max: 500 }),
    fc.constantFrom(Number.NaN, Infinity, -Infinity, 1e300, 2.5),
  );
  const date = fc.option(
    fc.oneof(fc.integer({ min: sampleStart, max: sampleStart + 9_000 }), number),
    {
      nil: undefined,
    },
  );
  const points = fc.record({ low: number, likely: number, high: number });
  const names = fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 });
  const calendar = fc.constantFrom('clock', 'office', 'weekend', 'gone', 'broken');
  const use = fc.oneof(
    fc.record({ role: fc.constantFrom('r', 's', 'ghost'), units: number }),
    fc.record({ skill: fc.constantFrom('k', 'none'), units: number }),
  );
  const way = fc.record(
    {
      id: fc.constantFrom('w', 'v'),
      estimate: points,
      uses: fc.array(use, { maxLength: 3 }),
      calendar,
      fixedCost: points,
    },
    { requiredKeys: ['id', 'estimate', 'uses'] },
  );
  const actual = fc.record(
    { started: number, finished: number, progress: number, remainingMinutes: number, way: id },
    { requiredKeys: [] },
  );
  const anyTask = fc
    .record(
      {
        id,
        kind: fc.constantFrom(...taskKinds),
        ways: fc.array(way, { maxLength: 2 }),
        parent: id,
        notBefore: date,
        fixedStart: date,
        deadline: date,
        inputs: names,
        outputs: names,
        actual,
      },
      { requiredKeys: ['id', 'kind', 'ways'] },
    )
    .map((made) => {
      const kept = Object.entries(made).filter(([, value]) => value !== undefined);
      return { name: '', ...Object.fromEntries(kept) } as unknown as Task;
    });
  const anyLink = fc.record({
    from: id,
    to: id,
    type: fc.constantFrom(...linkTypes),
    lagMinutes: number,
    lagIn: fc.constantFrom('working' as const, 'elapsed' as const, 'office' as const),
  });
  const anyRole = fc.record({
    id: fc.constantFrom('r', 's'),
    kind: fc.constant('person' as const),
    capacity: number,
    calendar,
    skills: fc.constantFrom([], ['k']),
    ratePerHour: number,
  });
  const broken = { id: 'broken', zone: 'Mars', week: [], exceptions: [] };
  const anyProject: fc.Arbitrary<Project> = fc.record({
    start: fc.oneof(fc.constant(sampleStart), number),
    zone: fc.constantFrom('Europe/Berlin', 'Nowhere'),
    tasks: fc.array(anyTask, { maxLength: 7 }),
    links: fc.array(anyLink, { maxLength: 10 }),
    roles: fc.array(anyRole, { maxLength: 3 }),
    calendars: fc.constantFrom(sampleCalendars, [...sampleCalendars, broken, broken], []),
    defaultCalendar: calendar,
    deadline: number,
  });

  /** How many tasks have dates; null when what was as good as endless ends too late. */
  function datesOf(given: Project): number | null {
    const lengths = [
      ...given.tasks.flatMap(({ ways }) => ways.map(({ estimate }) => estimate.high)),
      ...given.links.map(({ lagMinutes }) => lagMinutes),
    ];
    try {
      return criticalPath(given).all().length;
    } catch (error) {
      if (isPlanwrightError(error) && lengths.some((length) => length >= 1e6)) return null;
      throw error;
    }
  }

  it('[SC59] whatever comes in, what comes out has no errors, has dates, and needs no repair', () => {
    fc.assert(
      fc.property(anyProject, (project) => {
        const once = repair(project);
        expect(errorsOf(once.project)).toEqual([]);
        expect([project.tasks.length, null]).toContain(datesOf(once.project));
        expect(repair(once.project)).toEqual({ project: once.project, changes: [] });
        expect(repair(project)).toEqual(once);
        expect(errorsOf(project).length === 0 || once.changes.length > 0).toBe(true);
        for (const { message } of once.changes) expect(message.length).toBeGreaterThan(10);
      }),
      { numRuns: 100 },
    );
  });

  it('[SC59] roles that are missing or too small are made to fit, and that is said', () => {
    const uses = [
      { role: 'cook', units: 3 },
      { role: 'ghost', units: 1 },
    ];
    const hard = { ...task('a', 1), ways: [{ id: 'way', estimate: work(1), uses }] };
    const { project, changes } = repair(sampleProject([hard], [], { roles: [role('cook', 0)] }));
    expect(project.roles.map(({ id: name, capacity }) => [name, capacity])).toEqual([
      ['cook', 1],
      ['ghost', 1],
    ]);
    expect(changes.map(({ code }) => code)).toEqual([
      'no_capacity',
      'over_capacity',
      'unknown_role',
    ]);
  });

  it('[SC59] uses of one skill stay apart, and give way only when they do not fit together', () => {
    const soup = { skill: 'soup', units: 1 };
    const cooks = ['ann', 'bob'].map((id) => role(id, 1, { skills: ['soup'] }));
    const repaired = (uses: Use[]) =>
      repair(
        sampleProject([{ ...task('a', 1), ways: [{ id: 'way', estimate: work(1), uses }] }], [], {
          roles: cooks,
        }),
      );
    expect(repaired([soup, soup]).changes).toEqual([]);
    const { project, changes } = repaired([soup, soup, soup]);
    expect(project.tasks[0]?.ways[0]?.uses).toEqual([soup, soup]);
    expect(changes.map(({ code }) => code)).toEqual(['over_capacity']);
  });
});
