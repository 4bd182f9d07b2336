import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { projectArbitrary } from '../../../test/support/random-project.ts';
import { checkAnswer } from '../solve/check.ts';
import { compile } from '../solve/compile.ts';
import { solve } from '../solve/solve.ts';
import { criticalPath } from './critical-path.ts';

describe('critical path and solver', () => {
  it('[SC48] without roles the solver ends when the critical path does, and its checker agrees', () => {
    fc.assert(
      fc.property(projectArbitrary({ maxTasks: 7 }), (project) => {
        const { problem, tickMinutes, taskOf } = compile(project);
        const path = criticalPath(project);
        const ticks = (minute: number) => (minute - project.start) / tickMinutes;
        const dates = taskOf.map((index) => path.dates(project.tasks[index]?.id ?? ''));
        const answer = {
          ways: problem.tasks.map(({ ways }) => (ways.length === 0 ? -1 : 0)),
          starts: dates.map(({ start }) => ticks(start)),
          finishes: dates.map(({ finish }) => ticks(finish)),
          makespan: ticks(path.finish),
          schedules: 1,
          optimal: true,
        };
        expect(checkAnswer(problem, answer)).toEqual([]);
        expect(solve(problem, { schedules: 20, seed: 1 }).makespan).toBe(ticks(path.finish));
      }),
      { numRuns: 60 },
    );
  });
});
