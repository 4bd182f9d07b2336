// Without uncertainty the simulation is the plan: both place work by the same rules.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomProblem } from '../../../test/support/random-problem.ts';
import type { Problem } from '../solve/problem.ts';
import { solve } from '../solve/solve.ts';
import { Leveller } from './leveller.ts';
import { chosenWays, compilePolicy } from './policy.ts';

function bothWays(problem: Problem, schedules: number) {
  const answer = solve(problem, { schedules, seed: 1 });
  const tasks = problem.tasks.map(() => ({
    duration: null,
    group: -1,
    costPerTick: 0,
    fixedCost: null,
    deadline: null,
    watched: false,
  }));
  const model = {
    problem,
    answer,
    tasks,
    risks: [],
    costs: [],
    groupRho: [],
    deadline: null,
    budget: null,
  };
  const policy = compilePolicy(model);
  const leveller = new Leveller(policy);
  const ways = chosenWays(model);
  leveller.place(Float64Array.from(policy.order, (task) => ways[task]?.duration ?? 0));
  const inOrder = (list: Float64Array) => Array.from(policy.position, (at) => list[at] as number);
  return { answer, starts: inOrder(leveller.starts), finishes: inOrder(leveller.finishes) };
}

describe('a run without surprises', () => {
  it('[SC111] is the schedule itself, on any calendars, links, roles and dates', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.integer({ min: 2, max: 14 }), (seed, tasks) => {
        const problem = randomProblem(seed, { tasks, dates: seed % 2 === 0 });
        const { answer, starts, finishes } = bothWays(problem, 30);
        expect(finishes).toEqual(answer.finishes);
        expect(starts).toEqual(answer.starts);
      }),
      { numRuns: 300 },
    );
  });
});
