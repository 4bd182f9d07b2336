import { describe, expect, it } from 'vitest';
import { patternAxis, randomProblem, roundTheClock } from '../../../test/support/random-problem.ts';
import { type Checked, checkAnswer } from './check.ts';
import type { Problem, ProblemTask } from './problem.ts';
import { solve } from './solve.ts';

const task = (duration: number, more: Partial<ProblemTask> = {}): ProblemTask => ({
  ways: [{ duration, uses: [[0, 1]], axis: 1, cost: 0 }],
  notBefore: 0,
  fixedStart: null,
  deadline: null,
  ...more,
});

/** Two tasks of three worked ticks on an axis with a pause, one after the other, then an end. */
const problem: Problem = {
  tasks: [task(3), task(3, { notBefore: 5 }), task(0, { ways: [] })],
  links: [
    { from: 0, to: 1, type: 'FS', lag: 1, axis: 1 },
    { from: 1, to: 2, type: 'FF', lag: 0, axis: 0 },
  ],
  capacity: [1],
  axes: [roundTheClock, patternAxis('xx.')],
};
const right: Checked = {
  ways: [0, 0, -1],
  starts: [0, 6, 10],
  finishes: [4, 10, 10],
  makespan: 10,
};
const kindsOf = (part: Partial<Checked>) =>
  checkAnswer(problem, { ...right, ...part }).map(({ kind }) => kind);

describe('the checker', () => {
  it('[SC34] finds nothing wrong with a right schedule', () => {
    expect(checkAnswer(problem, right)).toEqual([]);
  });

  it.each<[string, Partial<Checked>, string[]]>([
    ['a missing task', { starts: [0, 6] }, ['shape']],
    ['half a tick', { starts: [0.5, 6, 10] }, ['shape']],
    ['no number', { finishes: [4, Number.NaN, 10] }, ['shape']],
    ['a way that is not there', { ways: [1, 0, -1] }, ['way']],
    ['a way for a milestone', { ways: [0, 0, 0] }, ['way']],
    ['a start in a pause', { starts: [0, 5, 10] }, ['calendar']],
    ['a wrong finish', { finishes: [3, 10, 10] }, ['duration']],
    ['a milestone with a length', { starts: [0, 6, 9] }, ['duration']],
    ['a wrong makespan', { makespan: 9 }, ['makespan']],
    ['a milestone before its link', { starts: [0, 6, 9], finishes: [4, 10, 9] }, ['link']],
    [
      'a start before its date, its link and the free unit',
      { starts: [0, 3, 10], finishes: [4, 7, 10] },
      ['too-early', 'link', 'capacity'],
    ],
  ])('[SC34] finds %s', (_, part, kinds) => {
    expect(kindsOf(part)).toEqual(kinds);
  });

  it('[SC34] says where', () => {
    const [found] = checkAnswer(problem, { ...right, starts: [0, 3, 10], finishes: [4, 7, 10] });
    expect(found).toMatchObject({ kind: 'too-early', task: 1, tick: 3 });
    expect(found?.message).toContain('before 5');
  });

  it('[SC34] finds a start before the fixed one and lets a later one pass', () => {
    const fixed = { ...problem, tasks: [task(3, { fixedStart: 1 }), ...problem.tasks.slice(1)] };
    expect(checkAnswer(fixed, right).map(({ kind }) => kind)).toEqual(['too-early']);
    const later = { ...problem, tasks: [task(3, { fixedStart: 0 }), ...problem.tasks.slice(1)] };
    expect(checkAnswer(later, right)).toEqual([]);
  });

  it('[SC34] moving any task of a tight schedule one tick to the front is found', () => {
    let moved = 0;
    for (let seed = 1; seed <= 40; seed += 1) {
      const given = randomProblem(seed, { tasks: 8, plain: true });
      const answer = solve(given, { schedules: 40, seed });
      answer.starts.forEach((start, index) => {
        const length = (answer.finishes[index] as number) - start;
        if (length === 0 || start === 0) return;
        const starts = answer.starts.with(index, start - 1);
        const finishes = answer.finishes.with(index, start - 1 + length);
        const makespan = Math.max(...finishes);
        moved += 1;
        expect(checkAnswer(given, { ...answer, starts, finishes, makespan })).not.toEqual([]);
      });
    }
    expect(moved).toBeGreaterThan(50);
  });

  it('[SC34] lists no more than it is asked for', () => {
    const starts = [1, 1, 1];
    expect(checkAnswer(problem, { ...right, starts, finishes: starts }, 2)).toHaveLength(2);
  });
});
