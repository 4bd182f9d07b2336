import { describe, expect, it } from 'vitest';
import { readPlan } from '../read/plan.ts';
import { scheduleProject } from './schedule-project.ts';

const point = (hours: number) => ({ low: hours, likely: hours, high: hours });
const at = (text: string) => Date.parse(`${text}Z`) / 60_000;

/** Begins on a Friday, so that a weekend lies inside of the first task. */
function closed(tasks: readonly object[], more: object = {}) {
  const { project, risks } = readPlan({
    start_date: '2026-03-06',
    deadline: '2026-03-07',
    roles: [{ name: 'Cook' }, { name: 'Clerk' }, { name: 'Bot', kind: 'agent' }],
    phases: [{ phase_id: 'all', tasks }],
    ...more,
  });
  const effort = { seed: 1, schedules: 50 };
  return scheduleProject({ project, risks, effort, propose: true, closeGap: true });
}
const startOf = (outcome: ReturnType<typeof closed>, wanted: string) =>
  outcome.tasks.find(({ id }) => id === wanted)?.start;

describe('an overlap', () => {
  it('[SC140] is a share of the work, not of the nights and the weekend in it', () => {
    const outcome = closed([
      { task_id: 'bake', assignee_role: 'Cook', estimate: point(20) },
      { task_id: 'sell', assignee_role: 'Clerk', estimate: point(20), prerequisites: ['bake'] },
    ]);
    expect(outcome.closed?.taken.map(({ text }) => text)).toEqual([
      'Begin “sell” before “bake” has finished (30% overlap).',
    ]);
    // 14 of 20 hours are done: Friday, and Monday until three.
    expect(startOf(outcome, 'sell')).toBe(at('2026-03-09T15:00'));
  });

  it('[SC140] is that share also where the second task has other hours', () => {
    const outcome = closed([
      { task_id: 'bake', assignee_role: 'Cook', estimate: point(20) },
      { task_id: 'print', assignee_role: 'Bot', estimate: point(5), prerequisites: ['bake'] },
    ]);
    expect(startOf(outcome, 'print')).toBe(at('2026-03-09T15:00'));
  });

  it('[SC105] its risk is in whole minutes, so that the written plan has the same odds', () => {
    const outcome = closed([
      { task_id: 'bake', assignee_role: 'Cook', estimate: point(20) },
      { task_id: 'sell', assignee_role: 'Clerk', estimate: point(7.35), prerequisites: ['bake'] },
    ]);
    expect(outcome.closed?.addedRisks.map(({ delayMinutes }) => delayMinutes)).toEqual([
      { low: 0, likely: 44, high: 147 },
    ]);
  });

  it('[SC140] with a milestone is none: what it waits for is done', () => {
    const tasks = [
      { task_id: 'bake', assignee_role: 'Cook', estimate: point(20) },
      { task_id: 'ready', milestone: true, prerequisites: ['bake'], deadline: '2026-03-09' },
      { task_id: 'sell', assignee_role: 'Clerk', estimate: point(4), prerequisites: ['ready'] },
    ];
    expect(closed(tasks).closed?.taken).toEqual([]);
  });
});

describe('a cut', () => {
  it('[SC150] what is cut leaves at least one task: a plan of nothing meets no aim', () => {
    const bake = { optional: true, assignee_role: 'Cook', estimate: point(20) };
    const outcome = closed([{ task_id: 'bake', ...bake }]);
    expect(outcome.closed).toMatchObject({ met: false, taken: [] });
    expect(outcome.tasks.map(({ id }) => id)).toEqual(['all', 'bake']);
  });
});
