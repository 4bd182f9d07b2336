// Lags on the calendar of the way that is chosen, finishes in a pause, fixed starts that cannot be
// kept, roles that never work together.
import { describe, expect, it } from 'vitest';
import { patternAxis, roundTheClock } from '../../../test/support/random-problem.ts';
import {
  exactWay,
  follows,
  hours,
  monday,
  project,
  task as projectTask,
  role,
} from '../../../test/support/small-projects.ts';
import { lint } from '../graph/lint.ts';
import type { Project } from '../project.ts';
import { roundTheClockCalendar, weekdayCalendar } from '../time/calendar.ts';
import { checkAnswer } from './check.ts';
import { compile } from './compile.ts';
import { missedDates, toPlaced } from './placed.ts';
import { type Problem, type ProblemTask, type ProblemWay, successorAxis } from './problem.ts';
import { solve } from './solve.ts';

const effort = { schedules: 60, seed: 1 };
const way = (duration: number, axis: number, more: Partial<ProblemWay> = {}): ProblemWay => ({
  duration,
  uses: [],
  axis,
  cost: 0,
  ...more,
});
const task = (ways: readonly ProblemWay[], more: Partial<ProblemTask> = {}): ProblemTask => ({
  ways,
  notBefore: 0,
  fixedStart: null,
  deadline: null,
  ...more,
});

function schedule(given: Project) {
  const compiled = compile(given);
  const answer = solve(compiled.problem, effort);
  expect(checkAnswer(compiled.problem, answer)).toEqual([]);
  const placed = toPlaced(compiled, answer);
  const byId = new Map(placed.map((row) => [row.id, row]));
  const spanOf = (id: string) => {
    const { start = 0, finish = 0 } = byId.get(id) ?? {};
    return [(start - monday) / 60, (finish - monday) / 60];
  };
  return { compiled, placed, byId, spanOf };
}

describe('a lag in working time', () => {
  const problem: Problem = {
    tasks: [task([way(2, 0)]), task([way(4, 1), way(4, 2, { cost: 1 })])],
    links: [{ from: 0, to: 1, type: 'FS', lag: 4, axis: successorAxis }],
    capacity: [],
    axes: [roundTheClock, patternAxis('x....'), patternAxis('xx...')],
  };

  it('[SC110] is counted on the axis of the way that is chosen', () => {
    const answer = solve(problem, effort);
    expect(answer).toMatchObject({ ways: [0, 1], starts: [0, 15], finishes: [2, 22] });
    expect(checkAnswer(problem, answer)).toEqual([]);
  });

  it('[SC110] is checked on that axis', () => {
    const slow = { ways: [0, 0], starts: [0, 15], finishes: [2, 31], makespan: 31 };
    expect(checkAnswer(problem, slow).map(({ kind }) => kind)).toEqual(['link']);
    const late = { ways: [0, 0], starts: [0, 25], finishes: [2, 41], makespan: 41 };
    expect(checkAnswer(problem, late)).toEqual([]);
  });

  it('[SC110] of a plan runs on the calendar of the person or the agent who does it', () => {
    const uses = (id: string) => [{ role: id, units: 1 }];
    const { spanOf } = schedule(
      project({
        roles: [role('ann', { calendar: 'office' }), role('bot')],
        tasks: [
          projectTask('pour', [exactWay('w', 10)]),
          projectTask('paint', [
            exactWay('person', 8, { uses: uses('ann') }),
            exactWay('agent', 2, { uses: uses('bot') }),
          ]),
        ],
        links: [follows('pour', 'paint', { lagMinutes: hours(8) })],
      }),
    );
    expect(spanOf('paint')).toEqual([18, 20]);
  });
});

describe('a finish in a pause', () => {
  const office = (more: Partial<Project> = {}) =>
    project({
      roles: [role('ann', { calendar: 'office' })],
      tasks: [
        projectTask('wait', [exactWay('w', 20, { calendar: 'always' })]),
        projectTask('watch', [exactWay('w', 4, { uses: [{ role: 'ann', units: 1 }] })]),
      ],
      links: [follows('wait', 'watch', { type: 'FF' })],
      ...more,
    });

  it('[SC113] is where the link puts it, and the work is over before', () => {
    const { spanOf } = schedule(office());
    expect(spanOf('watch')).toEqual([13, 20]);
  });

  it('[SC113] does not depend on the length of a tick', () => {
    const coarse = schedule(office());
    const [first, second] = office().tasks;
    const minute = projectTask('minute', [
      { id: 'w', estimate: { low: 1, likely: 1, high: 1 }, uses: [] },
    ]);
    const fine = schedule(office({ tasks: [first ?? minute, second ?? minute, minute] }));
    expect([coarse.compiled.tickMinutes, fine.compiled.tickMinutes]).toEqual([60, 1]);
    expect(fine.spanOf('watch')).toEqual(coarse.spanOf('watch'));
  });

  it('[SC113] without a link that asks for it is wrong', () => {
    const { compiled } = schedule(office({ links: [] }));
    const held = { ways: [0, 0], starts: [0, 13], finishes: [20, 20], makespan: 20 };
    expect(checkAnswer(compiled.problem, held).map(({ kind }) => kind)).toEqual(['duration']);
  });
});

describe('a fixed start that cannot be kept', () => {
  const one = [[0, 1]] as const;
  const tasks = [
    task([way(5, 0, { uses: one })]),
    task([way(2, 0, { uses: one })], { fixedStart: 3 }),
    task([way(3, 0, { uses: one })]),
  ];
  const links = [{ from: 0, to: 1, type: 'FS', lag: 0, axis: 0 }] as const;

  it('[SC114] holds no place free that it cannot use', () => {
    const problem = { tasks, links, capacity: [1], axes: [roundTheClock] };
    const answer = solve(problem, effort);
    expect(answer.starts.slice(0, 2)).toEqual([0, 5]);
    expect(answer.makespan).toBe(10);
  });

  it('[SC114] is told, but not of what only goes on', () => {
    const started = { fixedStart: monday, goesOn: true };
    const uses = [{ role: 'ann', units: 1 }];
    const given = project({
      roles: [role('ann')],
      tasks: [
        projectTask('a', [exactWay('w', 4, { uses })], started),
        projectTask('b', [exactWay('w', 4, { uses })], started),
        projectTask('c', [exactWay('w', 4, { uses })], { fixedStart: monday }),
      ],
    });
    const { compiled, placed } = schedule(given);
    expect(missedDates(compiled, placed).map((missed) => missed.task)).toEqual(['c']);
  });
});

describe('roles that never work together', () => {
  const nights = {
    ...weekdayCalendar('nights', 'UTC'),
    week: Array.from({ length: 7 }, () => [{ from: 0, to: 360 }]),
  };
  const given = (second: string) =>
    project({
      calendars: [roundTheClockCalendar('always'), weekdayCalendar('office', 'UTC'), nights],
      roles: [
        role('ann', { calendar: 'nights', skills: ['paint'] }),
        role('ben', { calendar: second, skills: ['paint'] }),
        role('boss', { calendar: 'office' }),
      ],
      tasks: [
        projectTask('a', [
          exactWay('w', 4, {
            uses: [
              { skill: 'paint', units: 1 },
              { role: 'boss', units: 1 },
            ],
          }),
        ]),
      ],
    });

  it('[SC116] are left out where others have the skill', () => {
    expect(lint(given('office')).filter(({ severity }) => severity === 'error')).toEqual([]);
    const { byId, spanOf } = schedule(given('office'));
    expect(spanOf('a')).toEqual([9, 13]);
    expect(byId.get('a')?.uses).toEqual([
      { role: 'ben', units: 1 },
      { role: 'boss', units: 1 },
    ]);
  });

  it('[SC116] are refused when nobody else is left', () => {
    expect(lint(given('nights')).map(({ code }) => code)).toContain('no_common_time');
    expect(() => compile(given('nights'))).toThrow(/shared by: nights, office/);
  });
});
