import { describe, expect, it } from 'vitest';
import { randomProblem } from '../../../test/support/random-problem.ts';
import { checkAnswer } from './check.ts';
import { GeneralBuilder } from './general-builder.ts';
import { buildModel, type Model } from './model.ts';
import { packRoles } from './packing.ts';
import { toPlain } from './plain.ts';
import { PlainBuilder } from './plain-builder.ts';
import { newSchedule, type Schedule } from './schedule.ts';
import { sketchLinks, toSides } from './sketch.ts';
import { sortByKey } from './sort-by-key.ts';

function orderBy(model: Model, side: 0 | 1, keys: readonly number[]): Int32Array {
  const order = new Int32Array(model.tasks);
  const durations = new Int32Array(model.tasks);
  const sides = toSides(sketchLinks(model, durations), model.order);
  sortByKey(sides[side], Float64Array.from(keys), order);
  return order;
}

const asAnswer = (model: Model, schedule: Schedule) => ({
  ways: model.problem.tasks.map(({ ways }) => (ways.length === 0 ? -1 : 0)),
  starts: [...schedule.start],
  finishes: [...schedule.finish],
  makespan: Math.max(0, ...schedule.finish),
});

describe('building schedules', () => {
  it('[SC20] the dense and the stepwise profile build the same schedule', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const model = buildModel(
        randomProblem(seed, { tasks: 20, plain: true, roles: 1 + (seed % 9) }),
      );
      const plain = toPlain(model);
      if (plain === undefined) throw new Error('a plain problem was not seen as one');
      const schedule = newSchedule(model);
      new GeneralBuilder(model).forward(model.order, schedule);
      const start = new Int32Array(plain.tasks);
      const finish = new Int32Array(plain.tasks);
      const builder = new PlainBuilder(plain);
      builder.build(plain.sides[1], plain.sides[1].order, start, finish);
      expect(builder.build(plain.sides[0], model.order, start, finish)).toBe(schedule.makespan);
      expect(start).toEqual(schedule.start);
    }
  });

  it('[SC20] pushing everything late keeps the end and all rules', () => {
    let pushed = 0;
    for (let seed = 1; seed <= 200; seed += 1) {
      const problem = randomProblem(seed, { tasks: 10, dates: seed % 2 === 0 });
      const model = buildModel(problem);
      const schedule = newSchedule(model);
      const builder = new GeneralBuilder(model);
      builder.forward(model.order, schedule);
      const order = orderBy(
        model,
        1,
        [...schedule.finish].map((finish) => -finish),
      );
      if (!builder.backward(order, schedule.makespan, schedule)) continue;
      pushed += 1;
      const chosen = { ...asAnswer(model, schedule), ways: waysOf(model, schedule) };
      expect(checkAnswer(problem, chosen)).toEqual([]);
      expect(chosen.makespan).toBeLessThanOrEqual(schedule.makespan);
    }
    expect(pushed).toBeGreaterThan(150);
  });

  it('[SC29] roles that can never be short take no room', () => {
    const problem = randomProblem(2, { tasks: 3, plain: true, roles: 3 });
    const wide = { ...problem, capacity: [2 ** 20, 2 ** 20, 2 ** 20] };
    const small = { ...wide, tasks: wide.tasks.map((task) => ({ ...task, ways: [] })) };
    expect([...packRoles(small).word]).toEqual([-1, -1, -1]);
  });
});

function waysOf(model: Model, schedule: Schedule): number[] {
  return model.problem.tasks.map(({ ways }, task) =>
    ways.length === 0 ? -1 : (schedule.way[task] as number) - (model.firstWay[task] as number),
  );
}
