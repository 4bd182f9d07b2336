// What drives finish and cost: for each uncertain task and each risk, how the result went in the
// runs where it went well or badly, and the correlation. One pass, no run is kept.
import { pertDraw, pertMean, pertQuantile } from './beta-pert.ts';
import type { SimModel } from './model.ts';
import type { Sampler } from './sampler.ts';

export interface Drive {
  /** Mean when it is in its best tenth (a risk: does not strike), and in its worst (strikes). */
  readonly good: number;
  readonly bad: number;
  readonly correlation: number;
}

export interface FactorDrive {
  readonly kind: 'task' | 'risk';
  readonly index: number;
  readonly finish: Drive;
  readonly cost: Drive;
}

/** Good, middling or bad: −1, 0 or 1. */
type Side = -1 | 0 | 1;

interface Factors {
  readonly goodCount: Int32Array;
  readonly badCount: Int32Array;
  readonly sum: Float64Array;
  readonly squares: Float64Array;
}

/** Sums of one result against all factors. Results are shifted by the first one, for precision. */
class ResultSums {
  readonly #good: Float64Array;
  readonly #bad: Float64Array;
  readonly #cross: Float64Array;
  #shift = 0;
  #runs = 0;
  #sum = 0;
  #squares = 0;

  constructor(factors: number) {
    this.#good = new Float64Array(factors);
    this.#bad = new Float64Array(factors);
    this.#cross = new Float64Array(factors);
  }

  /** Counts a run and gives its shifted result. */
  begin(result: number): number {
    if (this.#runs === 0) this.#shift = result;
    const shifted = result - this.#shift;
    this.#runs += 1;
    this.#sum += shifted;
    this.#squares += shifted * shifted;
    return shifted;
  }

  add(factor: number, side: Side, deviation: number, shifted: number): void {
    if (side < 0) this.#good[factor] = (this.#good[factor] as number) + shifted;
    else if (side > 0) this.#bad[factor] = (this.#bad[factor] as number) + shifted;
    this.#cross[factor] = (this.#cross[factor] as number) + deviation * shifted;
  }

  read(factor: number, factors: Factors): Drive {
    const runs = this.#runs;
    const mean = this.#sum / runs;
    const good = factors.goodCount[factor] as number;
    const bad = factors.badCount[factor] as number;
    const deviation = (factors.sum[factor] as number) / runs;
    const covariance = (this.#cross[factor] as number) / runs - deviation * mean;
    const factorVariance = (factors.squares[factor] as number) / runs - deviation * deviation;
    const spread = Math.sqrt(
      Math.max(0, factorVariance) * Math.max(0, this.#squares / runs - mean * mean),
    );
    return {
      good: this.#shift + (good > 0 ? (this.#good[factor] as number) / good : mean),
      bad: this.#shift + (bad > 0 ? (this.#bad[factor] as number) / bad : mean),
      correlation: spread > 1e-12 ? Math.max(-1, Math.min(1, covariance / spread)) : 0,
    };
  }
}

export class DriveTally {
  readonly #tasks: Int32Array;
  readonly #mean: Float64Array;
  readonly #goodBelow: Float64Array;
  readonly #badAbove: Float64Array;
  readonly #factors: Factors;
  readonly #finish: ResultSums;
  readonly #cost: ResultSums;

  constructor(model: SimModel) {
    const uncertain = model.tasks.flatMap(({ duration }, index) =>
      duration !== null && duration.high > duration.low ? [{ index, duration }] : [],
    );
    const quantile = (share: number) =>
      Float64Array.from(uncertain, ({ duration }) => pertQuantile(pertDraw(duration), share));
    const factors = uncertain.length + model.risks.length;
    this.#tasks = Int32Array.from(uncertain, ({ index }) => index);
    this.#mean = Float64Array.from(uncertain, ({ duration }) => pertMean(duration));
    this.#goodBelow = quantile(0.1);
    this.#badAbove = quantile(0.9);
    this.#factors = {
      goodCount: new Int32Array(factors),
      badCount: new Int32Array(factors),
      sum: new Float64Array(factors),
      squares: new Float64Array(factors),
    };
    this.#finish = new ResultSums(factors);
    this.#cost = new ResultSums(factors);
  }

  add(sampler: Sampler, finish: number): void {
    const shiftedFinish = this.#finish.begin(finish);
    const shiftedCost = this.#cost.begin(sampler.cost);
    const tasks = this.#tasks.length;
    for (let factor = 0; factor < tasks; factor += 1) {
      const value = sampler.drawn[this.#tasks[factor] as number] as number;
      let side: Side = 0;
      if (value <= (this.#goodBelow[factor] as number)) side = -1;
      else if (value >= (this.#badAbove[factor] as number)) side = 1;
      const deviation = value - (this.#mean[factor] as number);
      this.#addFactor(factor, side, deviation, shiftedFinish, shiftedCost);
    }
    for (let risk = 0; risk < sampler.struck.length; risk += 1) {
      const struck = sampler.struck[risk] as number;
      this.#addFactor(tasks + risk, struck === 1 ? 1 : -1, struck, shiftedFinish, shiftedCost);
    }
  }

  #addFactor(factor: number, side: Side, value: number, finish: number, cost: number): void {
    const { goodCount, badCount, sum, squares } = this.#factors;
    if (side < 0) goodCount[factor] = (goodCount[factor] as number) + 1;
    else if (side > 0) badCount[factor] = (badCount[factor] as number) + 1;
    sum[factor] = (sum[factor] as number) + value;
    squares[factor] = (squares[factor] as number) + value * value;
    this.#finish.add(factor, side, value, finish);
    this.#cost.add(factor, side, value, cost);
  }

  read(): readonly FactorDrive[] {
    const tasks = this.#tasks.length;
    return Array.from(this.#factors.sum, (_, factor) => ({
      kind: factor < tasks ? ('task' as const) : ('risk' as const),
      index: factor < tasks ? (this.#tasks[factor] as number) : factor - tasks,
      finish: this.#finish.read(factor, this.#factors),
      cost: this.#cost.read(factor, this.#factors),
    }));
  }
}
