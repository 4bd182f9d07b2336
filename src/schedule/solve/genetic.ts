// The search: a population of task orders for each direction of time. A child of two of them is
// built in the other direction of time, and takes the place of the father's opposite number there
// unless it is worse. A population that has stopped getting better is followed by a new and larger
// one. The path of the search does not depend on its budget, so more schedules never give a longer
// plan.
import { type Decoder, undecided } from './decoder.ts';
import { type Individual, newIndividual, Offspring } from './offspring.ts';
import type { Random } from './random.ts';
import { OrderMaker, type Priorities, priorityRules } from './rules.ts';

export interface Budget {
  readonly schedules: number;
  readonly stop: () => boolean;
}

const settings = {
  /** Of the first orders, in ranges of the priorities. */
  noise: 2,
  anyWaysEvery: 4,
  /** Of every population after the second, this share of the children has its stretch filled up. */
  filledShare: 0.5,
  /** Generations without any gain before a new population is founded, and how it grows. */
  patience: 3,
  growth: 4,
  /** No population has more individuals than this times the tasks, and not more in all. */
  mostPerTask: 5,
  mostGenes: 1 << 22,
  /** The search asks whether to stop after about this many placed tasks. */
  askStopTasks: 1000,
} as const;

export function searchGenetic(decoder: Decoder, budget: Budget, random: Random): void {
  new Genetic(decoder, budget, random).run();
}

class Genetic {
  readonly #decoder: Decoder;
  readonly #budget: Budget;
  readonly #random: Random;
  readonly #orders: OrderMaker;
  readonly #priorities: Priorities;
  #populations: readonly [Individual[], Individual[]] = [[], []];
  readonly #offspring: Offspring;
  readonly #next: Int32Array;
  readonly #askEvery: number;
  #epochs = 0;
  #asked = 0;

  constructor(decoder: Decoder, budget: Budget, random: Random) {
    this.#decoder = decoder;
    this.#budget = budget;
    this.#random = random;
    this.#orders = new OrderMaker(decoder.sides);
    this.#priorities = priorityRules(decoder.sides, 0, decoder.duration);
    this.#offspring = new Offspring(decoder, random);
    this.#next = new Int32Array(decoder.tasks);
    this.#askEvery = Math.max(1, Math.floor(settings.askStopTasks / Math.max(1, decoder.tasks)));
  }

  run(): void {
    const most = Math.min(
      settings.mostPerTask * this.#decoder.tasks,
      settings.mostGenes / this.#decoder.tasks,
    );
    let size = firstSize(this.#decoder.tasks);
    while (this.#epoch(Math.max(2, Math.min(size, most)))) size = Math.ceil(size * settings.growth);
  }

  /** One population from its founding until it gets no better. False at the end of the search. */
  #epoch(size: number): boolean {
    this.#populations = [[], []];
    while (this.#populations[0].length < size) {
      if (!this.#founder()) return false;
    }
    const other = this.#decoder.directions === 2 ? 1 : 0;
    let least = Number.POSITIVE_INFINITY;
    for (let waited = 0; waited < settings.patience; waited += 1) {
      if (!this.#generation(0, other)) return false;
      if (other === 1 && !this.#generation(1, 0)) return false;
      const sum = this.#populations[0].reduce((total, { badness }) => total + badness, 0);
      if (sum < least) waited = -1;
      least = Math.min(least, sum);
    }
    this.#epochs += 1;
    return true;
  }

  /** A first individual from a priority rule, and its opposite number. False at the end. */
  #founder(): boolean {
    const number = this.#populations[0].length;
    const { child } = this.#offspring;
    const rule = this.#epochs > 0 ? undefined : this.#priorities[number];
    if (rule !== undefined) this.#orders.byPriority(0, rule, child.order);
    else {
      const [latestFinish] = this.#priorities;
      this.#orders.withNoise(
        0,
        latestFinish as Float64Array,
        settings.noise,
        this.#random,
        child.order,
      );
    }
    this.#drawWays(child.way, number);
    this.#adopt(0, child);
    if (this.#done()) return false;
    if (this.#decoder.directions === 1) return true;
    const father = this.#populations[0][number] as Individual;
    this.#adopt(1, father);
    return !this.#done();
  }

  #adopt(side: 0 | 1, seed: Individual): void {
    const individual = newIndividual(this.#decoder);
    individual.way.set(seed.way);
    individual.badness = this.#decoder.build(side, seed.order, individual.way, individual.order);
    this.#populations[side].push(individual);
  }

  #generation(side: 0 | 1, childSide: 0 | 1): boolean {
    const fathers = this.#populations[side];
    const opposite = this.#populations[childSide];
    const filledShare = this.#epochs > 1 ? settings.filledShare : 0;
    for (let index = 0; index < fathers.length; index += 1) {
      const mother = this.#tournament(fathers, index);
      this.#offspring.breed(fathers[index] as Individual, mother, childSide, filledShare);
      this.#replace(opposite[index] as Individual, childSide);
      if (this.#done()) return false;
    }
    return true;
  }

  #replace(old: Individual, side: 0 | 1): void {
    const { child } = this.#offspring;
    const badness = this.#decoder.build(side, child.order, child.way, this.#next);
    if (badness > old.badness) return;
    old.order.set(this.#next);
    old.way.set(child.way);
    old.badness = badness;
  }

  #tournament(population: readonly Individual[], not: number): Individual {
    const first = this.#random.below(population.length);
    const second = this.#random.below(population.length);
    const one = population[first] as Individual;
    const two = population[second] as Individual;
    const better = one.badness <= two.badness ? first : second;
    const chosen = better === not ? (better + 1) % population.length : better;
    return population[chosen] as Individual;
  }

  /** Most founders take what is quickest, some take any way. */
  #drawWays(way: Int32Array, founder: number): void {
    const { ways } = this.#decoder;
    if (ways === undefined) return;
    if (founder % settings.anyWaysEvery !== settings.anyWaysEvery - 1) {
      way[0] = undecided;
      return;
    }
    for (let task = 0; task < way.length; task += 1) {
      const from = ways.firstChoice[task] as number;
      const count = (ways.firstChoice[task + 1] as number) - from;
      way[task] = ways.choice[from + this.#random.below(count)] as number;
    }
  }

  #done(): boolean {
    if (this.#decoder.perfect || this.#decoder.built >= this.#budget.schedules) return true;
    this.#asked += 1;
    return this.#asked % this.#askEvery === 0 && this.#budget.stop();
  }
}

function firstSize(tasks: number): number {
  if (tasks < 45) return 60;
  return tasks < 90 ? 50 : 40;
}
