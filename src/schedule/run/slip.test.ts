import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectArbitrary } from '../../../test/support/random-project.ts';
import {
  exactWay,
  follows,
  hours,
  monday,
  project,
  role,
  task,
} from '../../../test/support/small-projects.ts';
import type { Project } from '../project.ts';
import type { ScheduleOutcome } from './outcome.ts';
import { scheduleProject } from './schedule-project.ts';
import { slipOutcome } from './slip.ts';

const byDev = { uses: [{ role: 'dev', units: 1 }] };
const at = (count: number): number => monday + hours(count);

/** Two tasks of one developer in office hours, then a milestone; paint dries beside, by the clock. */
const build: Project = project({
  roles: [role('dev', { calendar: 'office' })],
  tasks: [
    task('front', [exactWay('w', 8, byDev)]),
    task('back', [exactWay('w', 8, byDev)]),
    { id: 'launch', name: 'Launch', kind: 'milestone', ways: [], deadline: at(48) },
    task('paint dries', [exactWay('w', 30)]),
  ],
  links: [follows('front', 'back'), follows('back', 'launch')],
});

const scheduled = (given: Project): ScheduleOutcome =>
  scheduleProject({ project: given, effort: { seed: 1, schedules: 50 } });
const planned = scheduled(build);
const days = (count: number, id = 'front') => ({ task: id, amount: count, unit: 'd' as const });

describe('what slips if this slips', () => {
  it('[SC170] tasks, milestones and the end move by what the task slips', () => {
    const { moved, finishByMinutes, given } = slipOutcome(build, planned, [days(1)]);
    expect(given).toEqual([{ task: 'front', workMinutes: hours(8) }]);
    expect(moved.map(({ id, kind, byMinutes }) => [id, kind, byMinutes / 60])).toEqual([
      ['front', 'task', 24],
      ['back', 'task', 24],
      ['launch', 'milestone', 24],
    ]);
    expect([planned.finish, finishByMinutes]).toEqual([at(41), hours(24)]);
    expect(moved.at(-1)?.lateMinutes).toBe(hours(41 + 24 - 48));
  });

  it('[SC170] days and weeks are those of its calendar; hours and minutes are what they are', () => {
    const workOf = (unit: 'm' | 'h' | 'd' | 'w', id: string) =>
      slipOutcome(build, planned, [{ task: id, amount: 2, unit }]).given[0]?.workMinutes;
    expect(['m', 'h', 'd', 'w'].map((unit) => workOf(unit as 'm', 'front'))).toEqual([
      ...[2, hours(2), hours(16), hours(80)],
    ]);
    expect([workOf('d', 'paint dries'), workOf('w', 'paint dries')]).toEqual([
      ...[hours(48), hours(2 * 168)],
    ]);
  });

  it('[SC170] several slips add up', () => {
    const one = slipOutcome(build, planned, [days(2)]);
    const both = slipOutcome(build, planned, [days(1), days(1, 'back')]);
    const launch = (outcome: typeof one) => outcome.moved.find(({ id }) => id === 'launch');
    expect(launch(both)).toEqual(launch(one));
    expect(both.moved.find(({ id }) => id === 'front')?.byMinutes).toBe(hours(24));
  });

  it('[SC170] what has begun takes longer, what is finished cannot slip', () => {
    const begun = {
      ...build,
      tasks: build.tasks.map((each) =>
        each.id === 'front' ? { ...each, actual: { started: at(9), progress: 0.5 } } : each,
      ),
    };
    const outcome = scheduleProject({
      ...{ project: begun, effort: { seed: 1, schedules: 50 }, now: at(13) },
    });
    const { moved } = slipOutcome(
      begun,
      outcome,
      [{ task: 'front', amount: 8, unit: 'h' }],
      at(13),
    );
    expect(moved.find(({ id }) => id === 'front')).toMatchObject({
      start: at(9),
      byMinutes: hours(24),
    });
    const done = {
      ...build,
      tasks: build.tasks.map((each) =>
        each.id === 'front' ? { ...each, actual: { started: at(9), finished: at(15) } } : each,
      ),
    };
    const past = scheduled(done);
    expect(() => slipOutcome(done, past, [days(1)])).toThrow('is finished');
    expect(() => slipOutcome(build, planned, [days(1, 'nobody')])).toThrow('does not exist');
  });

  it('[SC170] within its float a slip leaves the end, and nothing ever comes earlier', () => {
    const property = fc.property(projectArbitrary(), fc.nat(), (given, pick) => {
      const outcome = scheduled(given);
      const leaves = outcome.tasks.filter(({ workMinutes }) => workMinutes > 0);
      const row = leaves[pick % Math.max(1, leaves.length)];
      if (row === undefined) return;
      const slipBy = (amount: number) =>
        slipOutcome(given, outcome, [{ task: row.id, amount, unit: 'm' }]);
      const { totalFloatMinutes: float } = row;
      expect(slipBy(Math.max(0, float)).finishByMinutes).toBe(0);
      const { moved } = slipBy(Math.max(0, float) + 1);
      expect(moved.length).toBeGreaterThan(0);
      expect(moved.every(({ byMinutes }) => byMinutes > 0)).toBe(true);
    });
    fc.assert(property, { numRuns: 40, seed: 170 });
  });
});
