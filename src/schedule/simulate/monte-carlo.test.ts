import { describe, expect, it } from 'vitest';
import { exactly, point, simModel } from '../../../test/support/sim-models.ts';
import type { ThreePoint } from '../project.ts';
import { pertDraw, pertMean, pertQuantile, pertVariance } from './beta-pert.ts';
import { COST_RHO, type SimModel, type SimRisk } from './model.ts';
import { runsWithin, simulate } from './monte-carlo.ts';
import { expectedCost } from './sampler.ts';

const RUNS = 20_000;
const effort = { runs: RUNS, seed: 11 };

/** Five standard errors: a right answer fails once in millions of seeds, and the seed is fixed. */
const near = (deviation: number): number => (5 * deviation) / Math.sqrt(RUNS);

const chainOf = (estimates: readonly ThreePoint[], more: Partial<SimModel> = {}): SimModel =>
  simModel(
    estimates.map((duration) => ({ duration })),
    estimates.slice(1).map((_, index) => ({ from: index, to: index + 1 })),
    more,
  );

const a = point(2, 5, 14);
const b = point(4, 6, 9);
const c = point(1, 1, 6);

const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

/** The mean of the maximum of two independent estimates, by numeric integration over quantiles. */
function meanOfMax(first: ThreePoint, second: ThreePoint): number {
  const steps = 600;
  const values = (estimate: ThreePoint) =>
    Array.from({ length: steps }, (_, i) => pertQuantile(pertDraw(estimate), (i + 0.5) / steps));
  const others = values(second);
  return sumOf(values(first).map((x) => sumOf(others.map((y) => Math.max(x, y))))) / steps ** 2;
}

describe('means against analytic ones', () => {
  it('[SC65] a chain takes the sum of the means, with the sum of the variances', () => {
    const { finish } = simulate(chainOf([a, b, c]), effort);
    const variance = sumOf([a, b, c].map(pertVariance));
    expect(Math.abs(finish.mean - sumOf([a, b, c].map(pertMean)))).toBeLessThan(
      near(Math.sqrt(variance)),
    );
    expect(Math.abs(finish.deviation / Math.sqrt(variance) - 1)).toBeLessThan(0.03);
  });

  it('[SC65] two in parallel take the mean of the maximum, more than either mean', () => {
    const { finish } = simulate(simModel([{ duration: a }, { duration: b }]), effort);
    const expected = meanOfMax(a, b);
    expect(Math.abs(finish.mean - expected)).toBeLessThan(near(finish.deviation));
    expect(expected).toBeGreaterThan(Math.max(pertMean(a), pertMean(b)) + 0.5);
  });

  it('[SC65] two that share one unit take the sum, and the maximum when there are two', () => {
    const tasks = [
      { duration: a, uses: [[0, 1]] as const },
      { duration: b, uses: [[0, 1]] as const },
    ];
    const shared = simulate(simModel(tasks, [], { capacity: [1] }), effort);
    const apart = simulate(simModel(tasks, [], { capacity: [2] }), effort);
    const sum = pertMean(a) + pertMean(b);
    expect(Math.abs(shared.finish.mean - sum)).toBeLessThan(near(shared.finish.deviation));
    expect(Math.abs(apart.finish.mean - meanOfMax(a, b))).toBeLessThan(
      near(apart.finish.deviation),
    );
  });

  it('[SC61] a group widens the spread of a chain and keeps its mean', () => {
    const tasks = Array.from({ length: 12 }, () => ({ duration: a, sim: { group: 0 } }));
    const links = tasks.slice(1).map((_, index) => ({ from: index, to: index + 1 }));
    const spreadAt = (rho: number) =>
      simulate(simModel(tasks, links, { groupRho: [rho] }), effort).finish;
    const [loose, half, tight] = [spreadAt(0), spreadAt(0.5), spreadAt(1)];
    const one = Math.sqrt(pertVariance(a));
    expect(loose.deviation).toBeCloseTo(one * Math.sqrt(12), 0);
    expect(tight.deviation / (12 * one)).toBeCloseTo(1, 1);
    // 12 variances and 132 covariances; the copula keeps nearly all of the correlation.
    expect(half.deviation / (one * Math.sqrt(12 + 132 * 0.5))).toBeCloseTo(1, 1);
    for (const each of [loose, half, tight]) {
      expect(Math.abs(each.mean - 12 * pertMean(a))).toBeLessThan(near(each.deviation));
    }
  });

  it('[SC181] amounts run dear together: the spread grows, the mean stays, the same by seed', () => {
    const line = point(80, 100, 180);
    const one = Math.sqrt(pertVariance(line));
    const model = simModel([{ duration: exactly(1) }], [], { costs: new Array(30).fill(line) });
    const { cost } = simulate(model, effort);
    expect(Math.abs(cost.mean - 30 * pertMean(line))).toBeLessThan(near(cost.deviation));
    // 30 variances and 870 covariances; one by one they would be three times narrower.
    expect(cost.deviation / (one * Math.sqrt(30 + 870 * COST_RHO))).toBeCloseTo(1, 1);
    expect(simulate(model, effort).cost).toEqual(cost);
    const single = simulate({ ...model, costs: [line] }, effort).cost;
    expect(single.deviation / one).toBeCloseTo(1, 1);
  });

  it('[SC181] what tasks cost beside hours is dear with the lines; hours and risks keep their luck', () => {
    const line = point(80, 100, 180);
    const tasks = Array.from({ length: 4 }, () => ({ duration: a, sim: { fixedCost: line } }));
    const risk: SimRisk = { probability: 0.3, delay: point(5, 10, 20), cost: null, tasks: [1] };
    const model = simModel(tasks, [], { costs: new Array(4).fill(line), risks: [risk] });
    const { cost, finish } = simulate(model, effort);
    const wide = Math.sqrt(pertVariance(line) * (8 + 56 * COST_RHO));
    expect(cost.deviation / wide).toBeCloseTo(1, 1);
    expect(finish).toEqual(simulate({ ...model, costs: [] }, effort).finish);
  });

  it('[SC66] a risk adds its probability times its delay, and its cost', () => {
    const risk: SimRisk = {
      probability: 0.3,
      delay: point(5, 10, 20),
      cost: point(100, 100, 400),
      tasks: [1],
    };
    const result = simulate(chainOf([a, b], { risks: [risk] }), effort);
    const expected = pertMean(a) + pertMean(b) + 0.3 * pertMean(point(5, 10, 20));
    expect(Math.abs(result.finish.mean - expected)).toBeLessThan(near(result.finish.deviation));
    expect(Math.abs(result.cost.mean - 0.3 * 150)).toBeLessThan(near(result.cost.deviation));
  });

  it('[SC175] a risk that strikes one of its tasks delays the chain by one delay, not by all', () => {
    const risk: SimRisk = {
      ...{ probability: 0.5, delay: exactly(40), cost: exactly(7), tasks: [0, 1, 2] },
      strikesOne: true,
    };
    const tasks = [a, b, c].map((duration, at) => ({ duration, sim: { costPerTick: at + 1 } }));
    const links = [0, 1].map((from) => ({ from, to: from + 1 }));
    const model = simModel(tasks, links, { risks: [risk] });
    const { finish, cost } = simulate(model, effort);
    const expected = pertMean(a) + pertMean(b) + pertMean(c) + 0.5 * 40;
    expect(Math.abs(finish.mean - expected)).toBeLessThan(near(finish.deviation));
    expect(Math.abs(cost.mean - expectedCost(model))).toBeLessThan(near(cost.deviation));
    const { drives } = simulate(model, effort);
    const driven = drives.find(({ kind }) => kind === 'risk')?.finish;
    expect((driven?.bad ?? 0) - (driven?.good ?? 0)).toBeCloseTo(40, 0);
  });

  it('[SC177] a delay that costs nothing takes time and no money', () => {
    const risk: SimRisk = {
      ...{ probability: 1, delay: exactly(40), cost: exactly(7), tasks: [0] },
      isUnpaid: true,
    };
    const tasks = [{ duration: exactly(10), sim: { costPerTick: 2 } }];
    const model = simModel(tasks, [], { risks: [risk] });
    const { finish, cost } = simulate(model, effort);
    expect(finish.mean).toBeCloseTo(50);
    expect(cost.mean).toBeCloseTo(10 * 2 + 7);
    expect(expectedCost(model)).toBeCloseTo(10 * 2 + 7);
  });

  it('[SC66] the mean cost is that of the means: rates, fixed costs, lines and risks', () => {
    const model = simModel(
      [
        { duration: a, sim: { costPerTick: 30, fixedCost: point(10, 20, 90) } },
        { duration: b, sim: { costPerTick: 7, fixedCost: exactly(5) } },
      ],
      [],
      {
        costs: [exactly(40), point(0, 50, 300)],
        risks: [{ probability: 0.5, delay: point(1, 2, 3), cost: exactly(12), tasks: [0, 1] }],
      },
    );
    const { cost } = simulate(model, effort);
    expect(Math.abs(cost.mean - expectedCost(model))).toBeLessThan(near(cost.deviation));
  });
});

describe('what is reported', () => {
  it('[SC62] the same seed gives the same answer, another seed another one', () => {
    const model = chainOf([a, b, c], { deadline: 15 });
    expect(simulate(model, effort)).toEqual(simulate(model, effort));
    expect(simulate(model, effort).finish).not.toEqual(
      simulate(model, { ...effort, seed: 12 }).finish,
    );
  });

  it('[SC67] percentiles rise, and the odds are the share of runs within the limit', () => {
    const { finish, finishes, deadlineOdds, budgetOdds } = simulate(
      chainOf([a, b, c], { deadline: 15 }),
      effort,
    );
    const { p10, p50, p80, p90, p95 } = finish;
    expect([p10, p50, p80, p90, p95].toSorted((x, y) => x - y)).toEqual([p10, p50, p80, p90, p95]);
    expect(deadlineOdds).toBe(finishes.filter((value) => value <= 15).length / RUNS);
    expect(deadlineOdds).toBeGreaterThan(0.3);
    expect(deadlineOdds).toBeLessThan(0.9);
    expect(budgetOdds).toBeNull();
  });

  it('[SC67] without any spread every percentile is the plan itself, and odds are 0 or 1', () => {
    const model = chainOf([exactly(3), exactly(4)], { deadline: 7, budget: -1 });
    const result = simulate(model, { runs: 50, seed: 1 });
    expect(result.finish).toMatchObject({ p10: 7, p50: 7, p95: 7, mean: 7, deviation: 0 });
    expect(result).toMatchObject({ deadlineOdds: 1, budgetOdds: 0 });
  });

  it('[SC67] watched tasks have percentiles, tasks with a deadline have odds', () => {
    const model = simModel(
      [{ duration: a, deadline: 6 }, { duration: 0, sim: { watched: true } }, { duration: b }],
      [
        { from: 0, to: 1 },
        { from: 1, to: 2 },
      ],
    );
    const { watched, taskOdds } = simulate(model, effort);
    expect([...watched.keys()]).toEqual([1]);
    expect(Math.abs((watched.get(1)?.percentiles.mean ?? 0) - pertMean(a))).toBeLessThan(near(3));
    expect([...taskOdds.keys()]).toEqual([0]);
    expect(taskOdds.get(0)).toBeCloseTo(0.535, 1);
  });

  it('[SC68] criticality is the share of runs on the driving chain, through links and roles', () => {
    const model = simModel(
      [
        { duration: point(8, 10, 20), uses: [[0, 1]] },
        { duration: point(8, 10, 20), uses: [[0, 1]] },
        { duration: point(1, 2, 3) },
        { duration: point(5, 10, 60) },
      ],
      [{ from: 1, to: 2 }],
      { capacity: [1] },
    );
    const { criticality } = simulate(model, effort);
    expect(criticality[0]).toBe(criticality[1]);
    expect(criticality[1]).toBe(criticality[2]);
    expect((criticality[2] ?? 0) + (criticality[3] ?? 0)).toBeCloseTo(1, 10);
    expect(criticality[3]).toBeGreaterThan(0.05);
    expect(criticality[3]).toBeLessThan(0.5);
  });

  it('[SC68] the tornado ranks what drives the finish; what is idle drives nothing', () => {
    const model = simModel(
      [
        { duration: point(5, 10, 40) },
        { duration: point(9, 10, 11) },
        { duration: point(0, 1, 2) },
      ],
      [{ from: 0, to: 1 }],
      { risks: [{ probability: 0.2, delay: exactly(8), cost: null, tasks: [1] }] },
    );
    const { drives } = simulate(model, effort);
    const swings = drives.map(({ finish }) => finish.bad - finish.good);
    expect(drives.map(({ kind, index }) => `${kind} ${index}`)).toEqual([
      'task 0',
      'task 1',
      'task 2',
      'risk 0',
    ]);
    expect(swings[0]).toBeGreaterThan(15);
    expect(swings[3]).toBeCloseTo(8, 0);
    expect(Math.abs(swings[2] ?? 9)).toBeLessThan(0.5);
    expect(drives[0]?.finish.correlation).toBeGreaterThan(0.8);
    expect(Math.abs(drives[2]?.finish.correlation ?? 1)).toBeLessThan(0.05);
  });

  it('[SC62] stopping early gives the percentiles of the runs that were done', () => {
    const model = chainOf([a, b, c]);
    const whole = simulate(model, { runs: 300, seed: 4 });
    let asked = 0;
    const stop = () => {
      asked += 1;
      return asked === 3;
    };
    expect(simulate(model, { runs: 5000, seed: 4, stop })).toEqual(whole);
  });
});

describe('limits', () => {
  it('[SC69] wrong input is an error that names the place', () => {
    const ask =
      (model: SimModel, runs = 10) =>
      () =>
        simulate(model, { runs, seed: 1 });
    expect(ask(chainOf([a]), 0)).toThrow(/runs must be/);
    expect(ask(chainOf([a]), 2_000_000)).toThrow(/runs must be/);
    expect(ask(chainOf([a, point(3, 2, 5)]))).toThrow(/duration of task 1/);
    expect(ask(chainOf([a], { costs: [exactly(Number.NaN)] }))).toThrow(/cost line 0/);
    expect(ask(chainOf([a], { groupRho: [1.5] }))).toThrow(/between 0 and 1/);
    const risk = { probability: 2, delay: null, cost: null, tasks: [] };
    expect(ask(chainOf([a], { risks: [risk] }))).toThrow(/risk 0/);
    expect(ask(simModel([]))).toThrow(/nothing to simulate/);
  });

  it('[SC69] big plans get fewer runs, never fewer than 200', () => {
    expect(runsWithin(300)).toBe(10_000);
    expect(runsWithin(10_000)).toBe(300);
    expect(runsWithin(1_000_000)).toBe(200);
  });
});
