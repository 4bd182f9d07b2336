import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortestMakespan } from '../../../test/support/brute-force.ts';
import { patternAxis, randomProblem, roundTheClock } from '../../../test/support/random-problem.ts';
import { checkAnswer } from './check.ts';
import type { Answer, Problem, ProblemTask, ProblemWay } from './problem.ts';
import { solve } from './solve.ts';

const shape = fc.record({
  seed: fc.integer({ min: 1, max: 1_000_000 }),
  tasks: fc.integer({ min: 1, max: 14 }),
  plain: fc.boolean(),
  dates: fc.boolean(),
});

const way = (duration: number, more: Partial<ProblemWay> = {}): ProblemWay => ({
  duration,
  uses: [[0, 1]],
  axis: 0,
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
const problemOf = (tasks: readonly ProblemTask[], more: Partial<Problem> = {}): Problem => ({
  tasks,
  links: [],
  capacity: [1],
  axes: [roundTheClock],
  ...more,
});
const follows = (from: number, to: number) => ({ from, to, type: 'FS', lag: 0, axis: 0 }) as const;

function slipOf(problem: Problem, answer: Answer): number {
  return problem.tasks.reduce((sum, { fixedStart }, index) => {
    return fixedStart === null ? sum : sum + (answer.starts[index] as number) - fixedStart;
  }, 0);
}

/** The first way of each task that its roles can do. */
const withOneWayEach = (problem: Problem): Problem => ({
  ...problem,
  tasks: problem.tasks.map((task) => {
    const can = task.ways.filter(({ duration, uses }) =>
      uses.every(([role, units]) => duration === 0 || units <= (problem.capacity[role] ?? 0)),
    );
    return { ...task, ways: can.slice(0, 1) };
  }),
});

describe('any problem', () => {
  it('[SC20] no schedule breaks a link, a calendar, a date or a capacity', () => {
    fc.assert(
      fc.property(shape, ({ seed, ...rest }) => {
        const problem = randomProblem(seed, rest);
        expect(checkAnswer(problem, solve(problem, { schedules: 50, seed }))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('[SC21] the same seed and schedules give the same answer', () => {
    fc.assert(
      fc.property(shape, ({ seed, ...rest }) => {
        const problem = randomProblem(seed, rest);
        const effort = { schedules: 80, seed };
        expect(solve(problem, effort)).toEqual(solve(structuredCopy(problem), effort));
      }),
      { numRuns: 60 },
    );
  });

  it('[SC22] more schedules never slip more, nor take longer for the same slip', () => {
    fc.assert(
      fc.property(shape, ({ seed, ...rest }) => {
        const problem = withOneWayEach(randomProblem(seed, rest));
        const [few, many] = [20, 200].map((schedules) => solve(problem, { schedules, seed }));
        const [before, after] = [few, many].map((answer) => [
          slipOf(problem, answer as Answer),
          (answer as Answer).makespan,
        ]) as [number[], number[]];
        const less = (after[0] as number) < (before[0] as number);
        expect(less || (after[0] === before[0] && (after[1] ?? 0) <= (before[1] ?? 0))).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('[SC23] tiny problems are solved to the optimum', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const size = { tasks: 4, roles: 2, maxDuration: 3, dates: false, plain: seed % 2 === 0 };
      const problem = randomProblem(seed, size);
      const { makespan } = solve(problem, { schedules: 2_000, seed });
      expect(shortestMakespan(problem, makespan), `seed ${seed}`).toBe(makespan);
    }
  });

  it('[SC24] what is called optimal is', () => {
    let called = 0;
    for (let seed = 100; seed <= 140; seed += 1) {
      const problem = randomProblem(seed, { tasks: 4, roles: 2, maxDuration: 3 });
      const answer = solve(problem, { schedules: 60, seed });
      if (!answer.optimal) continue;
      called += 1;
      expect(shortestMakespan(problem, answer.makespan)).toBe(answer.makespan);
    }
    expect(called).toBeGreaterThan(3);
  });
});

/** A copy with new objects throughout, functions kept. */
const structuredCopy = (problem: Problem): Problem => ({
  tasks: structuredClone(problem.tasks),
  links: structuredClone(problem.links),
  capacity: [...problem.capacity],
  axes: [...problem.axes],
});

describe('the aims', () => {
  it('[SC25] a task with a fixed start gets its place before those without one', () => {
    const problem = problemOf([task([way(4)]), task([way(4)]), task([way(2)], { fixedStart: 3 })]);
    const answer = solve(problem, { schedules: 50, seed: 1 });
    expect(answer.starts[2]).toBe(3);
    expect(checkAnswer(problem, answer)).toEqual([]);
  });

  it('[SC25] a fixed start that a link forbids moves to the next possible instant', () => {
    const problem = problemOf([task([way(5)]), task([way(2)], { fixedStart: 3 })], {
      links: [follows(0, 1)],
      capacity: [2],
    });
    expect(solve(problem, { schedules: 50, seed: 1 }).starts[1]).toBe(5);
  });

  it('[SC26] of two ways with the same end the cheaper is taken, a shorter end comes first', () => {
    const ways = [way(3, { cost: 9 }), way(3, { cost: 2 }), way(5, { cost: 1 })];
    const effort = { schedules: 100, seed: 1 };
    expect(solve(problemOf([task(ways)]), effort)).toMatchObject({ ways: [1], makespan: 3 });
    const beside = problemOf([task(ways), task([way(8)])], { capacity: [2] });
    expect(solve(beside, effort)).toMatchObject({ ways: [2, 0], makespan: 8 });
  });

  it('[SC26] nobody is left who could work for less without harm', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const problem = randomProblem(seed, { tasks: 10, dates: false });
      const dear = problem.tasks.map((given) => ({
        ...given,
        ways: given.ways.flatMap((own) => [{ ...own, cost: own.cost + 5 }, own]),
      }));
      const answer = solve({ ...problem, tasks: dear }, { schedules: 400, seed });
      expect(answer.ways.every((index) => index === -1 || index % 2 === 1)).toBe(true);
    }
  });

  it('[SC27] deadlines decide between orders that end at the same time', () => {
    const tasks = Array.from({ length: 6 }, (_, index) =>
      task([way(2)], { deadline: 2 * (6 - index) }),
    );
    const answer = solve(problemOf(tasks), { schedules: 3_000, seed: 1 });
    expect(answer.starts).toEqual([10, 8, 6, 4, 2, 0]);
  });
});

describe('axes', () => {
  it('[SC28] work pauses while its axis does, and other tasks use the role meanwhile', () => {
    const problem = problemOf([task([way(4, { axis: 1 })]), task([way(2, { axis: 2 })])], {
      axes: [roundTheClock, patternAxis('xx..'), patternAxis('..xx')],
    });
    const answer = solve(problem, { schedules: 30, seed: 1 });
    expect(answer).toMatchObject({ starts: [0, 2], finishes: [6, 4], makespan: 6 });
  });

  it('[SC28] one calendar for all gives the schedule of no calendar, in worked ticks', () => {
    const axis = patternAxis('.xxxx..');
    for (let seed = 1; seed <= 20; seed += 1) {
      const plain = randomProblem(seed, { tasks: 12, plain: true });
      const tasks = plain.tasks.map((given) => ({
        ...given,
        ways: given.ways.map((own) => ({ ...own, axis: 1 })),
      }));
      const office = { ...plain, tasks, axes: [roundTheClock, axis] };
      const effort = { schedules: 300, seed };
      const { makespan } = solve(plain, effort);
      const answer = solve(office, effort);
      expect(answer.makespan).toBe(makespan === 0 ? 0 : axis.tickOf(makespan - 1) + 1);
      expect(checkAnswer(office, answer)).toEqual([]);
    }
  });

  it('[SC28] the unit of time does not matter', () => {
    const plain = randomProblem(7, { tasks: 14, plain: true });
    const tasks = plain.tasks.map((given) => ({
      ...given,
      ways: given.ways.map((own) => ({ ...own, duration: own.duration * 1440 })),
    }));
    const effort = { schedules: 200, seed: 3 };
    const answer = solve({ ...plain, tasks }, effort);
    expect(answer.makespan).toBe(solve(plain, effort).makespan * 1440);
  });
});

describe('large and odd', () => {
  it('[SC29] any number of roles and any capacity up to 2^20', () => {
    const roles = 40;
    const capacity = Array.from({ length: roles }, (_, role) => 2 ** (role % 21));
    const uses = capacity.map((units, role) => [role, Math.max(1, units - (role % 2))] as const);
    const tasks = Array.from({ length: 5 }, () => task([way(3, { uses })]));
    const problem = problemOf(tasks, { capacity });
    const answer = solve(problem, { schedules: 20, seed: 1 });
    expect(answer.makespan).toBe(15);
    expect(checkAnswer(problem, answer)).toEqual([]);
  });

  it('[SC30] 10,000 tasks on a horizon of a million ticks get a valid schedule', () => {
    const problem = randomProblem(3, { tasks: 10_000, roles: 12, maxDuration: 1_000, plain: true });
    const answer = solve(problem, { schedules: 6, seed: 1 });
    expect(answer.makespan).toBeGreaterThan(1_000_000);
    expect(checkAnswer(problem, answer)).toEqual([]);
  });

  it('[SC31] a search that is told to stop gives the best so far', () => {
    const tasks = Array.from({ length: 40 }, (_, index) =>
      task([way(1 + index, { uses: [[0, 2]] })]),
    );
    const problem = problemOf(tasks, { capacity: [3] });
    let asked = 0;
    const stop = () => {
      asked += 1;
      return asked > 2;
    };
    const answer = solve(problem, { schedules: 1e9, seed: 1, stop });
    expect(asked).toBe(3);
    expect(checkAnswer(problem, answer)).toEqual([]);
  });

  it.each([1, 2, 3, 7, 50])('[SC31] not more than %i schedules are built', (schedules) => {
    for (let seed = 1; seed <= 30; seed += 1) {
      const problem = randomProblem(seed, { tasks: 9, plain: seed % 3 === 0 });
      const answer = solve(problem, { schedules, seed });
      expect(answer.schedules).toBeLessThanOrEqual(schedules);
      expect(checkAnswer(problem, answer)).toEqual([]);
    }
  });

  it.each([0, -1, Number.NaN])('[SC31] %d schedules are refused', (schedules) => {
    expect(() => solve(problemOf([]), { schedules, seed: 1 })).toThrow(/At least one schedule/);
  });

  it('[SC31] nothing to do takes no time', () => {
    expect(solve(problemOf([]), { schedules: 10, seed: 1 })).toMatchObject({ makespan: 0 });
  });
});

describe('refusals', () => {
  const refused = (problem: Problem) => () => solve(problem, { schedules: 1, seed: 1 });

  it('[SC32] more units than a role has in every way: the task and the role are named', () => {
    const tasks = [task([way(1)]), task([way(2, { uses: [[0, 3]] }), way(1, { uses: [[0, 2]] })])];
    expect(refused(problemOf(tasks))).toThrow(
      expect.objectContaining({
        code: 'INVALID_ARGUMENTS',
        facts: expect.objectContaining({ task: 1, role: 0 }),
      }),
    );
  });

  it('[SC32] a way that cannot be is never chosen', () => {
    const ways = [way(1, { uses: [[0, 2]] }), way(4)];
    const answer = solve(problemOf([task(ways)]), { schedules: 40, seed: 1 });
    expect(answer).toMatchObject({ ways: [1], makespan: 4 });
  });

  it('[SC33] a cycle is named by its tasks', () => {
    const tasks = Array.from({ length: 4 }, () => task([way(1)]));
    const links = [follows(0, 1), follows(1, 2), follows(2, 1), follows(2, 3)];
    expect(refused(problemOf(tasks, { links }))).toThrow(
      expect.objectContaining({ facts: { tasks: ['1', '2'], length: 2 } }),
    );
  });

  it.each([
    ['a negative duration', { tasks: [task([way(-1)])] }],
    ['a broken duration', { tasks: [task([way(1.5)])] }],
    ['an unknown role', { tasks: [task([way(1, { uses: [[7, 1]] })])] }],
    ['no units', { tasks: [task([way(1, { uses: [[0, 0]] })])] }],
    ['an unknown axis', { tasks: [task([way(1, { axis: 4 })])] }],
    ['an unknown task', { links: [follows(0, 9)] }],
    ['a capacity below 0', { capacity: [-1] }],
    ['a date that is no number', { tasks: [task([way(1)], { notBefore: Number.NaN })] }],
    ['a first axis with pauses', { axes: [patternAxis('x.')] }],
  ])('[SC33] %s is refused', (_, part) => {
    expect(refused(problemOf([task([way(1)])], part))).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENTS' }),
    );
  });

  it('[SC33] a million tasks are refused at once', () => {
    const one = task([way(1)]);
    expect(refused(problemOf(new Array<ProblemTask>(1_000_000).fill(one)))).toThrow(
      expect.objectContaining({ code: 'limit_exceeded' }),
    );
  });

  it('[SC33] durations that are too long together are refused', () => {
    const tasks = Array.from({ length: 3 }, () => task([way(2 ** 29)]));
    expect(refused(problemOf(tasks))).toThrow(expect.objectContaining({ code: 'limit_exceeded' }));
  });
});
