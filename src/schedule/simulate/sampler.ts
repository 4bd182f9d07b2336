// Draws one run: a duration for every task, which risks strike, and what it all costs. Tasks, groups,
// costs and risks have random numbers of their own, so that a plan with one risk more has the same
// luck otherwise. Groups share one factor: a task is late when its group is late. So do all amounts: what
// is dear is dear together.
import type { ThreePoint } from '../project.ts';
import { type PertDraw, pertDraw, pertMean, pertQuantile } from './beta-pert.ts';
import { COST_RHO, type SimModel } from './model.ts';
import { normalQuantile, normalShare } from './normal.ts';
import { PertBatch } from './pert-batch.ts';
import type { Policy } from './policy.ts';
import { RandomStream } from './random.ts';

export class Sampler {
  readonly #forTasks: Draws;
  readonly #forGroups: Draws;
  readonly #forAmounts: Draws;
  readonly #forPrices: Draws;
  readonly #forRisks: Draws;
  readonly #forTargets: Draws;
  /** The factor of each group in this run. */
  readonly #shared: Float64Array;
  readonly #position: Int32Array;
  readonly #estimates: PertBatch;
  readonly #costPerTick: Float64Array;
  readonly #group: Int32Array;
  readonly #pull: Float64Array;
  readonly #own: Float64Array;
  readonly #amounts: PertBatch;
  readonly #risks: readonly RiskDraw[];
  readonly #certain: number;
  /** By position in the policy's order; with the delays of risks. */
  readonly durations: Float64Array;
  /** By task index; without them. */
  readonly drawn: Float64Array;
  /** By risk index, 1 when it strikes. */
  readonly struck: Uint8Array;
  cost = 0;

  constructor(model: SimModel, policy: Policy, seed: number) {
    const { tasks, groupRho } = model;
    this.#position = policy.position;
    this.#estimates = new PertBatch(tasks.map(({ duration }) => duration ?? nothing));
    this.#costPerTick = Float64Array.from(tasks, (task) => task.costPerTick);
    this.#group = Int32Array.from(tasks, (task) => task.group);
    this.#pull = Float64Array.from(groupRho, Math.sqrt);
    this.#own = Float64Array.from(groupRho, (rho) => Math.sqrt(1 - rho));
    const amounts = [...model.costs, ...tasks.flatMap((task) => task.fixedCost ?? [])];
    this.#amounts = new PertBatch(amounts.filter(isUncertain));
    this.#certain = amounts.reduce((sum, each) => sum + (isUncertain(each) ? 0 : each.likely), 0);
    this.#risks = model.risks.map(riskDraw);
    this.#shared = new Float64Array(groupRho.length);
    this.durations = new Float64Array(tasks.length);
    this.drawn = new Float64Array(tasks.length);
    this.struck = new Uint8Array(model.risks.length);
    this.#forTasks = new Draws(seed, 0, tasks.length);
    this.#forGroups = new Draws(seed, 1, groupRho.length);
    this.#forAmounts = new Draws(seed, 2, this.#amounts.size);
    this.#forRisks = new Draws(seed, 3, 3 * model.risks.length);
    this.#forTargets = new Draws(seed, 4, model.risks.length);
    this.#forPrices = new Draws(seed, 5, 1);
  }

  next(): void {
    this.cost = this.#certain;
    this.#drawGroups();
    this.#drawTasks();
    this.#drawAmounts();
    const risks = this.#forRisks.next();
    const targets = this.#forTargets.next();
    for (let i = 0; i < this.#risks.length; i += 1) {
      this.#drawRisk(i, risks, targets[i] as number);
    }
  }

  #drawAmounts(): void {
    const uniforms = this.#forAmounts.next();
    const prices = normalQuantile(this.#forPrices.next()[0] as number) * PRICE_PULL;
    for (let i = 0; i < uniforms.length; i += 1) {
      const own = normalQuantile(uniforms[i] as number) * PRICE_OWN;
      this.cost += this.#amounts.quantile(i, normalShare(prices + own));
    }
  }

  #drawGroups(): void {
    const uniforms = this.#forGroups.next();
    for (let group = 0; group < this.#shared.length; group += 1) {
      const factor = normalQuantile(uniforms[group] as number);
      this.#shared[group] = factor * (this.#pull[group] as number);
    }
  }

  #drawTasks(): void {
    const uniforms = this.#forTasks.next();
    const { drawn, durations } = this;
    let cost = 0;
    for (let task = 0; task < drawn.length; task += 1) {
      const value = this.#estimates.quantile(task, this.#share(task, uniforms[task] as number));
      drawn[task] = value;
      durations[this.#position[task] as number] = value;
      cost += value * (this.#costPerTick[task] as number);
    }
    this.cost += cost;
  }

  #share(task: number, uniform: number): number {
    const group = this.#group[task] as number;
    if (group < 0) return uniform;
    const own = normalQuantile(uniform) * (this.#own[group] as number);
    return normalShare((this.#shared[group] as number) + own);
  }

  #drawRisk(index: number, uniforms: Float64Array, target: number): void {
    const at = 3 * index;
    const risk = this.#risks[index] as RiskDraw;
    const strikes = (uniforms[at] as number) < risk.probability;
    this.struck[index] = strikes ? 1 : 0;
    if (!strikes) return;
    if (risk.cost !== null) this.cost += pertQuantile(risk.cost, uniforms[at + 1] as number);
    if (risk.delay === null) return;
    const delay = pertQuantile(risk.delay, uniforms[at + 2] as number);
    const { tasks } = risk;
    const one = Math.floor(target * tasks.length);
    const [from, to] = risk.strikesOne ? [one, one + 1] : [0, tasks.length];
    for (let i = from; i < to; i += 1) {
      this.#lengthen(tasks[i] as number, delay * (risk.workOfWait?.[i] ?? 1));
      if (!risk.isUnpaid) this.cost += delay * (this.#costPerTick[tasks[i] as number] as number);
    }
  }

  #lengthen(task: number, delay: number): void {
    const position = this.#position[task] as number;
    this.durations[position] = (this.durations[position] as number) + delay;
  }
}

/** The numbers of one part of a run. */
class Draws {
  readonly #stream: RandomStream;
  readonly #numbers: Float64Array;

  constructor(seed: number, lane: number, count: number) {
    this.#stream = new RandomStream(seed, lane);
    this.#numbers = new Float64Array(count);
  }

  next(): Float64Array {
    this.#stream.fill(this.#numbers);
    return this.#numbers;
  }
}

interface RiskDraw {
  readonly probability: number;
  readonly delay: PertDraw | null;
  readonly cost: PertDraw | null;
  readonly tasks: Int32Array;
  readonly strikesOne: boolean;
  readonly isUnpaid: boolean;
  readonly workOfWait: readonly number[] | undefined;
}

function riskDraw(risk: SimModel['risks'][number]): RiskDraw {
  return {
    probability: risk.probability,
    delay: risk.delay === null ? null : pertDraw(risk.delay),
    cost: risk.cost === null ? null : pertDraw(risk.cost),
    tasks: Int32Array.from(risk.tasks),
    strikesOne: risk.strikesOne === true && risk.tasks.length > 0,
    isUnpaid: risk.isUnpaid === true,
    workOfWait: risk.workOfWait,
  };
}

const PRICE_PULL = Math.sqrt(COST_RHO);
const PRICE_OWN = Math.sqrt(1 - COST_RHO);

const nothing: ThreePoint = { low: 0, likely: 0, high: 0 };

const isUncertain = (estimate: ThreePoint): boolean => estimate.high > estimate.low;

/** The mean cost of a model, risks included, from the means alone. */
export function expectedCost(model: SimModel): number {
  const tasks = model.tasks.reduce((sum, { duration, costPerTick, fixedCost }) => {
    const work = duration === null ? 0 : pertMean(duration) * costPerTick;
    return sum + work + (fixedCost === null ? 0 : pertMean(fixedCost));
  }, 0);
  const lines = model.costs.reduce((sum, line) => sum + pertMean(line), 0);
  const risks = model.risks.reduce((sum, risk) => {
    const all = risk.tasks.reduce((rate, task) => rate + (model.tasks[task]?.costPerTick ?? 0), 0);
    const perTick = risk.strikesOne ? all / Math.max(1, risk.tasks.length) : all;
    const delay = risk.delay === null || risk.isUnpaid ? 0 : pertMean(risk.delay) * perTick;
    return sum + risk.probability * (delay + (risk.cost === null ? 0 : pertMean(risk.cost)));
  }, 0);
  return tasks + lines + risks;
}
