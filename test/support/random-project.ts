// Random projects for property tests: small, with every kind of link, lag and calendar.
import fc from 'fast-check';
import {
  type Calendar,
  type Link,
  linkTypes,
  type Project,
  type Role,
  type Task,
} from '../../src/schedule/project.ts';
import { roundTheClockCalendar, weekdayCalendar } from '../../src/schedule/time/calendar.ts';

/** Monday 2026-03-23, 00:00 UTC: the clocks of Berlin change in its first week. */
export const sampleStart = Date.UTC(2026, 2, 23) / 60_000;

const weekend: Calendar = {
  id: 'weekend',
  zone: 'America/New_York',
  week: [[], [], [], [], [], [{ from: 600, to: 840 }], [{ from: 60, to: 300 }]],
  exceptions: [{ date: '2026-04-04', spans: [] }],
};

export const sampleCalendars: readonly Calendar[] = [
  roundTheClockCalendar('clock'),
  weekdayCalendar('office', 'Europe/Berlin', ['2026-03-25']),
  weekend,
];

export interface ProjectShape {
  readonly maxTasks?: number;
  /** Calendars that tasks may have; default all. */
  readonly calendars?: readonly string[];
  readonly elapsedLags?: boolean;
  /** With deadlines and fixed starts. */
  readonly promises?: boolean;
}

export const work = (minutes: number) => ({ low: minutes, likely: minutes, high: minutes });

export function sampleTask(id: string, minutes: number, more: Partial<Task> = {}): Task {
  const kind = minutes === 0 ? 'milestone' : 'task';
  const ways = minutes === 0 ? [] : [{ id: 'way', estimate: work(minutes), uses: [] }];
  return { id, name: id, kind, ways, ...more };
}

export function sampleLink(from: string, to: string, more: Partial<Link> = {}): Link {
  return { from, to, type: 'FS', lagMinutes: 0, lagIn: 'working', ...more };
}

export function sampleProject(
  tasks: readonly Task[],
  links: readonly Link[],
  more: Partial<Project> = {},
): Project {
  return {
    start: sampleStart,
    zone: 'Europe/Berlin',
    tasks,
    links,
    roles: [],
    calendars: sampleCalendars,
    defaultCalendar: 'office',
    ...more,
  };
}

export function sampleRole(id: string, capacity: number, more: Partial<Role> = {}): Role {
  return { id, kind: 'person', capacity, calendar: 'office', skills: [], ...more };
}

const instant = fc.option(fc.integer({ min: sampleStart, max: sampleStart + 20_000 }), {
  nil: undefined,
  freq: 4,
});

function taskArbitrary(id: string, shape: ProjectShape): fc.Arbitrary<Task> {
  const calendars = shape.calendars ?? sampleCalendars.map((calendar) => calendar.id);
  return fc
    .record({
      minutes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000 })),
      calendar: fc.constantFrom(...calendars),
      notBefore: instant,
      deadline: shape.promises === true ? instant : fc.constant(undefined),
      fixedStart: shape.promises === true ? instant : fc.constant(undefined),
    })
    .map(({ minutes, calendar, notBefore, deadline, fixedStart }) => {
      const plain = sampleTask(id, minutes);
      return {
        ...plain,
        ways: plain.ways.map((way) => ({ ...way, calendar })),
        ...(notBefore === undefined ? {} : { notBefore }),
        ...(deadline === undefined ? {} : { deadline }),
        ...(fixedStart === undefined ? {} : { fixedStart }),
      };
    });
}

function linkArbitrary(count: number, shape: ProjectShape): fc.Arbitrary<Link | null> {
  const node = fc.integer({ min: 0, max: count - 1 });
  return fc
    .record({
      ends: fc.tuple(node, node),
      type: fc.constantFrom(...linkTypes),
      lagMinutes: fc.oneof(fc.constant(0), fc.integer({ min: -900, max: 900 })),
      lagIn:
        shape.elapsedLags === false
          ? fc.constant('working' as const)
          : fc.constantFrom('working' as const, 'elapsed' as const, 'office' as const),
    })
    .map(({ ends: [a, b], ...link }) =>
      a === b ? null : { from: `t${Math.min(a, b)}`, to: `t${Math.max(a, b)}`, ...link },
    );
}

/** Tasks t0, t1, …; links go from lower to higher numbers, the tasks come in any order. */
export function projectArbitrary(shape: ProjectShape = {}): fc.Arbitrary<Project> {
  return fc.integer({ min: 1, max: shape.maxTasks ?? 9 }).chain((count) => {
    const tasks = Array.from({ length: count }, (_, index) => taskArbitrary(`t${index}`, shape));
    return fc
      .record({
        tasks: fc
          .tuple(...tasks)
          .chain((list) => fc.shuffledSubarray(list, { minLength: count, maxLength: count })),
        links: fc.array(linkArbitrary(count, shape), { maxLength: count * 2 }),
        defaultCalendar: fc.constantFrom(...(shape.calendars ?? ['clock', 'office', 'weekend'])),
      })
      .map(({ tasks: list, links, defaultCalendar }) =>
        sampleProject(
          list,
          links.filter((link) => link !== null),
          { defaultCalendar },
        ),
      );
  });
}
