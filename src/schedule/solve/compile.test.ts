import { describe, expect, it } from 'vitest';
import type { Link, Project, Role, Task, Way } from '../project.ts';
import { roundTheClockCalendar, weekdayCalendar } from '../time/calendar.ts';
import { checkAnswer } from './check.ts';
import { compile } from './compile.ts';
import { missedDates, toPlaced } from './placed.ts';
import { solve } from './solve.ts';
import { maxProjectTicks } from './tick.ts';

/** Thursday 2026-01-01, midnight UTC. */
const newYear = 29_453_760;
const hour = 60;
const day = 24 * hour;

const way = (id: string, minutes: number, more: Partial<Way> = {}): Way => ({
  id,
  estimate: { low: minutes, likely: minutes, high: minutes },
  uses: [{ role: 'ann', units: 1 }],
  ...more,
});
const task = (id: string, ways: readonly Way[], more: Partial<Task> = {}): Task => ({
  id,
  name: id,
  kind: 'task',
  ways,
  ...more,
});
const role = (id: string, calendar: string, more: Partial<Role> = {}): Role => ({
  id,
  kind: 'person',
  capacity: 1,
  calendar,
  skills: [],
  ...more,
});
const link = (from: string, to: string, more: Partial<Link> = {}): Link => ({
  from,
  to,
  type: 'FS',
  lagMinutes: 0,
  lagIn: 'working',
  ...more,
});

function project(more: Partial<Project>): Project {
  return {
    start: newYear,
    zone: 'UTC',
    tasks: [],
    links: [],
    roles: [role('ann', 'office'), role('bot', 'always', { kind: 'agent' })],
    calendars: [weekdayCalendar('office', 'UTC'), roundTheClockCalendar('always')],
    defaultCalendar: 'always',
    ...more,
  };
}

function schedule(given: Project) {
  const compiled = compile(given);
  const answer = solve(compiled.problem, { schedules: 100, seed: 1 });
  expect(checkAnswer(compiled.problem, answer)).toEqual([]);
  const placed = toPlaced(compiled, answer);
  return { compiled, placed, byId: new Map(placed.map((place) => [place.id, place])) };
}

describe('from a project to a problem and back', () => {
  it('[SC135] a skill that is asked of people is not filled by an agent', () => {
    const waysFor = (notBy: 'agent' | undefined) => {
      const uses = [{ skill: 'bread', units: 1, ...(notBy === undefined ? {} : { notBy }) }];
      const roles = [
        role('bot', 'always', { kind: 'agent', skills: ['bread'] }),
        role('ann', 'office', { skills: ['bread'] }),
      ];
      const given = project({ roles, tasks: [task('a', [way('w', 60, { uses })])] });
      return compile(given).ways[0]?.map((real) => real.uses[0]?.role);
    };
    expect(waysFor(undefined)).toEqual(['bot', 'ann']);
    expect(waysFor('agent')).toEqual(['ann']);
  });

  it('[SC37] people work in office hours, agents around the clock, both on their own axis', () => {
    const { byId, compiled } = schedule(
      project({
        tasks: [
          task('write', [way('w', 12 * hour)]),
          task('check', [way('c', 12 * hour, { uses: [{ role: 'bot', units: 1 }] })]),
        ],
        links: [link('write', 'check')],
      }),
    );
    expect(compiled.tickMinutes).toBe(hour);
    expect(byId.get('write')).toEqual({
      id: 'write',
      way: 'w',
      start: newYear + 9 * hour,
      finish: newYear + day + 13 * hour,
    });
    expect(byId.get('check')?.finish).toBe(newYear + 2 * day + hour);
  });

  it('[SC37] the tick divides every length, date and edge of a calendar in use', () => {
    const { compiled } = schedule(
      project({
        tasks: [task('a', [way('a', 45)]), task('b', [way('b', 90)], { notBefore: newYear + 600 })],
        links: [link('a', 'b', { lagMinutes: 30 })],
      }),
    );
    expect(compiled.tickMinutes).toBe(15);
    const clock = { uses: [{ role: 'bot', units: 1 }] };
    const days = project({
      tasks: [task('a', [way('a', 2 * day, clock)]), task('b', [way('b', 6 * day, clock)])],
    });
    expect(compile(days).tickMinutes).toBe(2 * day);
  });

  it('[SC37] a project too long for its tick gets a coarser one, rounded up', () => {
    const uses = [{ role: 'bot', units: 1 }];
    const minutes = maxProjectTicks;
    const compiled = compile(
      project({
        tasks: [task('a', [way('a', minutes, { uses })]), task('b', [way('b', 3, { uses })])],
      }),
    );
    expect(compiled.tickMinutes).toBe(2);
    expect(compiled.problem.tasks.map(({ ways }) => ways[0]?.duration)).toEqual([minutes / 2, 2]);
  });

  it('[SC37] summaries span their children, milestones have no length', () => {
    const { byId, placed } = schedule(
      project({
        tasks: [
          task('phase', [], { kind: 'summary' }),
          task('a', [way('a', 4 * hour)], { parent: 'phase' }),
          task('b', [way('b', 8 * hour)], { parent: 'phase' }),
          task('done', [], { kind: 'milestone' }),
        ],
        links: [link('phase', 'done')],
      }),
    );
    expect(placed.map(({ id }) => id)).toEqual(['phase', 'a', 'b', 'done']);
    const end = newYear + day + 13 * hour;
    expect(byId.get('phase')).toEqual({
      id: 'phase',
      way: null,
      start: newYear + 9 * hour,
      finish: end,
    });
    expect(byId.get('done')).toEqual({ id: 'done', way: null, start: end, finish: end });
  });

  it('[SC38] a use of a skill is one way for each role that has it', () => {
    const roles = [
      role('ann', 'always', { skills: ['paint'], ratePerHour: 60 }),
      role('ben', 'always', { skills: ['paint'], ratePerHour: 20 }),
      role('cleo', 'always', { skills: ['cook'] }),
    ];
    const uses = [{ skill: 'paint', units: 1 }];
    const tasks = [task('a', [way('w', 120, { uses })]), task('b', [way('w', 120, { uses })])];
    const { compiled, placed } = schedule(project({ roles, tasks }));
    expect(compiled.ways[0]?.map(({ cost, uses: [use] }) => [use?.role, cost])).toEqual([
      ['ann', 120],
      ['ben', 40],
    ]);
    expect(placed.map(({ start, way: id }) => [start, id])).toEqual([
      [newYear, 'w'],
      [newYear, 'w'],
    ]);
  });

  it('[SC149] a team of dozens who share two skills is no mistake', () => {
    const skills = ['paint', 'sing'];
    const roles = Array.from({ length: 40 }, (_, at) => role(`r${at}`, 'always', { skills }));
    const uses = skills.map((skill) => ({ skill, units: 1 }));
    const tasks = ['a', 'b', 'c'].map((id) => task(id, [way('w', 120, { uses })]));
    const { placed } = schedule(project({ roles, tasks }));
    expect(placed.map(({ start }) => start)).toEqual([newYear, newYear, newYear]);
  });

  it('[SC149] too many ways in all are refused at the task where it is too much', () => {
    const roles = Array.from({ length: 1500 }, (_, at) =>
      role(`r${at}`, 'always', { skills: ['paint'] }),
    );
    const uses = [{ skill: 'paint', units: 1 }];
    const tasks = Array.from({ length: 700 }, (_, at) => task(`t${at}`, [way('w', 120, { uses })]));
    expect(() => schedule(project({ roles, tasks }))).toThrow(/up to task "t666"/);
  });

  it('[SC38] fixed starts and deadlines that are missed are listed', () => {
    const { compiled, placed } = schedule(
      project({
        tasks: [
          task('a', [way('a', 8 * hour)], { fixedStart: newYear + 10 * hour }),
          task('b', [way('b', hour)], { fixedStart: newYear + 11 * hour, deadline: newYear + day }),
        ],
        links: [link('a', 'b')],
      }),
    );
    expect(missedDates(compiled, placed)).toEqual([
      { task: 'b', what: 'fixed_start', minutes: day - hour },
      { task: 'b', what: 'deadline', minutes: 11 * hour },
    ]);
  });
});

describe('projects that cannot be scheduled', () => {
  const a = task('a', [way('a', hour)]);
  const b = task('b', [way('b', hour)]);

  it.each<[string, Partial<Project>, RegExp]>([
    ['a cycle', { tasks: [a, b], links: [link('a', 'b'), link('b', 'a')] }, /circle: a → b/],
    ['an unknown task', { tasks: [a], links: [link('a', 'zoe')] }, /"a" → "zoe"/],
    [
      'an unknown role',
      { tasks: [task('c', [way('c', 1, { uses: [{ role: 'x', units: 1 }] })])] },
      /"c" needs the role "x"/,
    ],
    [
      'an unknown skill',
      { tasks: [task('c', [way('c', 1, { uses: [{ skill: 'x', units: 1 }] })])] },
      /"c" needs the skill "x"/,
    ],
    [
      'more than a role has',
      { tasks: [task('c', [way('c', 1, { uses: [{ role: 'ann', units: 2 }] })])] },
      /"c" needs 2 of the role "ann", which has 1/,
    ],
    ['a negative duration', { tasks: [task('c', [way('c', -5)])] }, /"c" has a duration of -5/],
    ['no way', { tasks: [task('c', [])] }, /"c" has no way/],
    ['one id twice', { tasks: [a, a] }, /two tasks have the id "a"/],
    ['an unknown parent', { tasks: [task('c', [way('c', 1)], { parent: 'p' })] }, /belongs to "p"/],
    ['a broken capacity', { roles: [role('ann', 'office', { capacity: 0.5 })] }, /role "ann"/],
    ['a broken lag', { tasks: [a, b], links: [link('a', 'b', { lagMinutes: 0.5 })] }, /"a" → "b"/],
    [
      'a calendar without working time',
      {
        tasks: [a],
        calendars: [
          { id: 'office', zone: 'UTC', week: Array.from({ length: 7 }, () => []), exceptions: [] },
          roundTheClockCalendar('always'),
        ],
      },
      /"office"/,
    ],
  ])('[SC39] %s is refused by name', (_, part, message) => {
    expect(() => compile(project(part))).toThrow(message);
  });

  it('[SC39] a million tasks are refused at once', () => {
    const tasks = new Array<Task>(1_000_000).fill(a);
    expect(() => compile(project({ tasks }))).toThrow(/1000000 tasks/);
  });
});
