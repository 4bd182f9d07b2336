// What a forecast knows of tasks whose way or roles were chosen by the schedule.
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
} from '../../../test/support/small-projects.ts';
import type { Placed, Project } from '../project.ts';
import { checkAnswer } from '../solve/check.ts';
import { compile } from '../solve/compile.ts';
import { toPlaced } from '../solve/placed.ts';
import { solve } from '../solve/solve.ts';
import { LiveForecast } from './live-forecast.ts';
import { remainingProject } from './remaining.ts';

const at = (count: number): number => monday + hours(count);

function schedule(given: Project): ReadonlyMap<string, Placed> {
  const compiled = compile(given);
  const answer = solve(compiled.problem, { schedules: 30, seed: 1 });
  expect(checkAnswer(compiled.problem, answer)).toEqual([]);
  return new Map(toPlaced(compiled, answer).map((row) => [row.id, row]));
}

const startOf = (given: Project, id: string, now: number): number =>
  ((schedule(remainingProject(given, now).project).get(id)?.start ?? 0) - monday) / 60;

describe('a lag from finished work', () => {
  const pour = task('pour', [exactWay('w', 10)], {
    actual: { started: at(0), finished: at(10) },
  });
  const lag = { lagMinutes: hours(8) };

  it('[SC110] to a milestone is working time, as before', () => {
    const given = project({
      defaultCalendar: 'office',
      tasks: [pour, task('open', [], { kind: 'milestone' })],
      links: [follows('pour', 'open', lag)],
    });
    expect(startOf(given, 'open', at(10))).toBe(24 + 10);
    const elapsed = { ...given, links: [follows('pour', 'open', { ...lag, lagIn: 'elapsed' })] };
    expect(startOf(elapsed, 'open', at(10))).toBe(18);
  });

  it('[SC183] in office hours ends with the office, whoever goes on', () => {
    const given = project({
      defaultCalendar: 'office',
      roles: [role('bot')],
      tasks: [pour, task('paint', [exactWay('agent', 2, { uses: [{ role: 'bot', units: 1 }] })])],
      links: [follows('pour', 'paint', { ...lag, lagIn: 'office' })],
    });
    expect(startOf(given, 'paint', at(10))).toBe(24 + 10);
  });

  const choice = (type: 'FS' | 'FF', agentHours: number) =>
    project({
      roles: [role('ann', { calendar: 'office' }), role('bot')],
      tasks: [
        pour,
        task('paint', [
          exactWay('person', 2, { uses: [{ role: 'ann', units: 1 }] }),
          exactWay('agent', agentHours, { uses: [{ role: 'bot', units: 1 }] }),
        ]),
      ],
      links: [follows('pour', 'paint', { ...lag, type })],
    });

  it('[SC110] is counted on the calendar of the way that is chosen then', () => {
    expect(startOf(choice('FS', 3), 'paint', at(12))).toBe(18);
    expect(startOf(choice('FS', 30), 'paint', at(12))).toBe(24 + 10);
    expect(startOf(choice('FF', 3), 'paint', at(12))).toBe(15);
  });

  it('[SC110] is over when it is over, however late it is', () => {
    expect(startOf(choice('FS', 3), 'paint', at(30))).toBe(30);
  });
});

describe('a running task of a skill', () => {
  const uses = [{ skill: 'paint', units: 1 }];
  const given = project({
    roles: [
      role('ann', { calendar: 'office', skills: ['paint'] }),
      role('bot', { skills: ['paint'] }),
    ],
    tasks: [task('a', [exactWay('w', 20, { uses })], { actual: { started: at(0) } })],
  });
  const planned: Placed[] = [
    { id: 'a', way: 'w', start: at(0), finish: at(20), uses: [{ role: 'bot', units: 1 }] },
  ];

  it('[SC112] is measured on the calendar of the role that does it', () => {
    const { project: left, running } = remainingProject(given, at(12), planned);
    expect(running.get('a')?.remainder.minutes.likely).toBe(hours(8));
    expect(left.tasks[0]?.ways[0]?.uses).toEqual([{ role: 'bot', units: 1 }]);
    expect(schedule(left).get('a')?.finish).toBe(at(20));
    expect(new LiveForecast(given, at(12), planned).finish).toBe(at(20));
  });

  it('[SC112] whose role is not known is measured on the first that has the skill', () => {
    const { running } = remainingProject(given, at(12));
    expect(running.get('a')?.remainder.minutes.likely).toBe(hours(17));
  });

  it('[SC114] goes on at once and promises no date', () => {
    const [left] = remainingProject(given, monday + days(1), planned).project.tasks;
    expect(left).toMatchObject({ fixedStart: monday + days(1), goesOn: true });
  });
});
