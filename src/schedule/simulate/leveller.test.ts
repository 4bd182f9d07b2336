import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyModel, exactly, fiveOfTen, point, simModel } from '../../../test/support/sim-models.ts';
import { checkAnswer } from '../solve/check.ts';
import type { ProblemLink } from '../solve/problem.ts';
import { solve } from '../solve/solve.ts';
import { Leveller } from './leveller.ts';
import type { SimModel } from './model.ts';
import { chosenWays, compilePolicy } from './policy.ts';
import { Sampler } from './sampler.ts';
import { addLag, workAt } from './work-time.ts';

interface Row {
  readonly task: number;
  readonly start: number;
  readonly finish: number;
  readonly duration: number;
}

/** One run, in the order of the tasks. */
function runOnce(model: SimModel, seed = 1): Row[] {
  const policy = compilePolicy(model);
  const sampler = new Sampler(model, policy, seed);
  const leveller = new Leveller(policy);
  sampler.next();
  leveller.place(sampler.durations);
  return model.tasks.map((_, task) => {
    const at = policy.position[task] ?? -1;
    return {
      task,
      start: leveller.starts[at] ?? Number.NaN,
      finish: leveller.finishes[at] ?? Number.NaN,
      duration: sampler.durations[at] ?? Number.NaN,
    };
  });
}

const EPSILON = 1e-6;

function brokenLinks(model: SimModel, rows: readonly Row[]): ProblemLink[] {
  return model.problem.links.filter((link) => {
    const from = rows[link.from];
    const to = rows[link.to];
    const axis = model.problem.axes[link.axis];
    if (from === undefined || to === undefined || axis === undefined) return true;
    const given = link.type === 'FS' || link.type === 'FF' ? from.finish : from.start;
    const bound = link.type === 'FS' || link.type === 'SS' ? to.start : to.finish;
    return bound < addLag(axis, given, link.lag) - EPSILON;
  });
}

/** Instants at which more units work than there are; sampled just after each start and pause. */
function overloads(model: SimModel, rows: readonly Row[]): number[] {
  const ways = chosenWays(model);
  const unitsOf = (task: number, role: number) =>
    (ways[task]?.uses ?? []).reduce((sum, [id, units]) => sum + (id === role ? units : 0), 0);
  const works = ({ task, start, finish }: Row, instant: number) => {
    const axis = model.problem.axes[ways[task]?.axis ?? 0];
    const isOpen = axis?.always !== false || workAt(axis, instant + 3e-6) > workAt(axis, instant);
    return isOpen && start <= instant + EPSILON && finish > instant + 2e-6;
  };
  const end = rows.reduce((last, { finish }) => Math.max(last, finish), 0);
  const pauseEnds = Array.from({ length: Math.ceil(end / 10) }, (_, day) => day * 10 + 3);
  return [...rows.map(({ start }) => start), ...pauseEnds].flatMap((start) =>
    model.problem.capacity.flatMap((capacity, role) => {
      const busy = rows.filter((row) => works(row, start));
      const units = busy.reduce((sum, row) => sum + unitsOf(row.task, role), 0);
      return units > capacity ? [start] : [];
    }),
  );
}

function wrongWork(model: SimModel, rows: readonly Row[]): number[] {
  return rows.flatMap(({ task, start, finish, duration }) => {
    const axis = model.problem.axes[chosenWays(model)[task]?.axis ?? 0];
    if (axis === undefined) return [task];
    const worked = axis.always ? finish - start : workAt(axis, finish) - workAt(axis, start);
    return Math.abs(worked - duration) > 1e-5 ? [task] : [];
  });
}

describe('levelling a run', () => {
  it('[SC63] random runs never break a link, a calendar, a not-before or a capacity', () => {
    fc.assert(
      fc.property(anyModel, fc.nat(1000), (model, seed) => {
        const rows = runOnce(model, seed);
        expect(brokenLinks(model, rows)).toEqual([]);
        expect(overloads(model, rows)).toEqual([]);
        expect(wrongWork(model, rows)).toEqual([]);
        for (const { task, start } of rows) {
          expect(start).toBeGreaterThanOrEqual(model.problem.tasks[task]?.notBefore ?? 0);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('[SC63] the independent checker finds nothing wrong with runs in whole ticks', () => {
    const durations = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(anyModel, durations, (model, drawn) => {
        const { problem } = model;
        const tasks = problem.tasks.map((task, index) => ({
          ...task,
          ways: task.ways.map((way) => ({ ...way, duration: drawn[index] ?? 1 })),
        }));
        const exact = { ...model, problem: { ...problem, tasks } };
        const policy = compilePolicy(exact);
        const leveller = new Leveller(policy);
        const last = leveller.place(
          Float64Array.from(policy.order, (task) => tasks[task]?.ways[0]?.duration ?? 0),
        );
        const at = (list: Float64Array) =>
          Array.from(policy.position, (place) => list[place] ?? -1);
        const answer = {
          ways: tasks.map(({ ways }) => (ways.length === 0 ? -1 : 0)),
          starts: at(leveller.starts),
          finishes: at(leveller.finishes),
          makespan: leveller.finishes[last] ?? -1,
        };
        expect(checkAnswer(exact.problem, answer)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it('[SC63] without surprises a run is never later than the schedule it follows', () => {
    const plain = anyModel.map((model) => {
      const { problem } = model;
      const tasks = problem.tasks.map((task) => ({
        ...task,
        ways: task.ways.map((way) => ({ ...way, axis: 0 })),
      }));
      const links = problem.links.filter(({ type, lag }) => type === 'FS' && lag >= 0);
      return {
        ...model,
        problem: { ...problem, tasks, links: links.map((each) => ({ ...each, axis: 0 })) },
      };
    });
    fc.assert(
      fc.property(plain, (model) => {
        const answer = solve(model.problem, { schedules: 50, seed: 1 });
        const policy = compilePolicy({ ...model, answer });
        const leveller = new Leveller(policy);
        const last = leveller.place(
          Float64Array.from(policy.order, (task) => chosenWays(model)[task]?.duration ?? 0),
        );
        expect(leveller.finishes[last]).toBeLessThanOrEqual(answer.makespan);
      }),
      { numRuns: 100 },
    );
  });

  it('[SC63] the order is that of the starts, and of the links where they disagree', () => {
    const tasks = [{ duration: 1 }, { duration: 1 }, { duration: 1 }];
    const model = simModel(tasks, [{ from: 2, to: 0 }]);
    expect([...compilePolicy(model).order]).toEqual([1, 2, 0]);
  });

  it('[SC63] a circle and too many units are errors that name the place', () => {
    const circle = simModel(
      [{ duration: 1 }, { duration: 1 }],
      [
        { from: 0, to: 1 },
        { from: 1, to: 0 },
      ],
    );
    expect(() => compilePolicy(circle)).toThrow(/task 0 waits for itself/);
    const greedy = simModel([{ duration: 1, uses: [[0, 3]] }], [], { capacity: [2] });
    expect(() => compilePolicy(greedy)).toThrow(/3 units of role 0/);
    const twice = simModel(
      [
        {
          duration: 1,
          uses: [
            [0, 1],
            [0, 2],
          ],
        },
      ],
      [],
      { capacity: [2] },
    );
    expect(() => compilePolicy(twice)).toThrow(/3 units of role 0/);
  });

  it('[SC63] idle units stay for the task that can start sooner', () => {
    const model = simModel(
      [
        { duration: 4, uses: [[0, 1]] },
        { duration: 2, uses: [[0, 1]], notBefore: 10 },
        { duration: 3, uses: [[0, 1]] },
      ],
      [],
      { capacity: [2] },
    );
    expect(runOnce(model).map((row) => row.start)).toEqual([0, 10, 0]);
  });

  it('[SC64] work pauses outside the calendar, and whole numbers stay whole', () => {
    const model = simModel(
      [
        { duration: 7, axis: 1 },
        { duration: 3, axis: 1 },
      ],
      [{ from: 0, to: 1, lag: 5, axis: 1 }],
    );
    expect(runOnce(model)).toMatchObject([
      { start: 3, finish: 15 },
      { start: 25, finish: 28 },
    ]);
    expect(fiveOfTen.tickOf(fiveOfTen.workBefore(28) - 1) + 1).toBe(28);
  });

  it('[SC64] fractions that add up to a whole day end that day', () => {
    const tenth = { duration: exactly(0.5 / 3), axis: 1 };
    const tasks = Array.from({ length: 30 }, () => tenth);
    const links = tasks.slice(1).map((_, index) => ({ from: index, to: index + 1 }));
    expect(runOnce(simModel(tasks, links)).at(-1)?.finish).toBeCloseTo(8, 5);
  });

  it('[SC64] a finish-to-finish link delays the start, also across a pause', () => {
    const link = { from: 0, to: 1, type: 'FF' as const };
    const inWork = simModel([{ duration: 16 }, { duration: 2, axis: 1 }], [link]);
    expect(runOnce(inWork)[1]).toMatchObject({ start: 14, finish: 16 });
    const inPause = simModel([{ duration: 10 }, { duration: 2, axis: 1 }], [link]);
    expect(runOnce(inPause)[1]).toMatchObject({ start: 6, finish: 10 });
  });

  it('[SC63] drivers name the link or the holder of the units that decided', () => {
    const model = simModel(
      [
        { duration: 5, uses: [[0, 1]] },
        { duration: 2, uses: [[0, 1]] },
        { duration: point(1, 1, 1) },
      ],
      [{ from: 1, to: 2 }],
      { capacity: [1] },
    );
    const policy = compilePolicy(model);
    const leveller = new Leveller(policy);
    const last = leveller.place(Float64Array.of(5, 2, 1));
    expect(last).toBe(2);
    expect([...leveller.drivers]).toEqual([-1, 0, 1]);
  });
});
