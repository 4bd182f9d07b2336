// A child of two orders: the father's with one stretch put in the order of the mother, or filled up
// in her order, then a few neighbors swapped and a few ways changed. Always topological.
import type { Decoder } from './decoder.ts';
import type { Random } from './random.ts';

export interface Individual {
  /** Order for the direction opposite to the one it was built in. */
  readonly order: Int32Array;
  readonly way: Int32Array;
  badness: number;
}

const settings = {
  /** Least and most share of the order that is taken from the mother. */
  leastStretch: 0.1,
  mostStretch: 0.75,
  /** Half the mean distance of two swaps of neighbors. */
  swapEvery: 10,
  /** Fewer ways than this are changed. */
  changedWays: 3,
} as const;

export function newIndividual({ tasks, ways }: Decoder): Individual {
  return {
    order: new Int32Array(tasks),
    way: new Int32Array(ways === undefined ? 0 : tasks),
    badness: Number.POSITIVE_INFINITY,
  };
}

export class Offspring {
  readonly child: Individual;
  readonly #decoder: Decoder;
  readonly #random: Random;
  readonly #mark: Int32Array;
  #stamp = 0;

  constructor(decoder: Decoder, random: Random) {
    this.#decoder = decoder;
    this.#random = random;
    this.child = newIndividual(decoder);
    this.#mark = new Int32Array(decoder.tasks);
  }

  /** Makes `child`, to be built on the side. */
  breed(father: Individual, mother: Individual, side: 0 | 1, filledShare: number): void {
    this.#cross(father, mother, filledShare);
    this.#swapNeighbors(side);
    this.#changeWays();
  }

  #cross(father: Individual, mother: Individual, filledShare: number): void {
    const { order } = father;
    const { leastStretch, mostStretch } = settings;
    const share = leastStretch + (mostStretch - leastStretch) * this.#random.unit();
    const length = Math.min(order.length, Math.max(2, Math.floor(order.length * share)));
    const from = this.#random.below(order.length - length + 1);
    this.child.way.set(father.way);
    this.#stamp += 1;
    const fill = filledShare > 0 && this.#random.unit() < filledShare;
    if (fill) this.#fillStretch(order, mother, from, from + length);
    else this.#reorderStretch(order, mother, from, from + length);
  }

  /** The tasks of the stretch stay the same. */
  #reorderStretch(order: Int32Array, mother: Individual, from: number, to: number): void {
    const child = this.child;
    const mark = this.#mark;
    child.order.set(order);
    for (let at = from; at < to; at += 1) mark[order[at] as number] = this.#stamp;
    let place = from;
    for (let at = 0; place < to; at += 1) {
      const task = mother.order[at] as number;
      if (mark[task] !== this.#stamp) continue;
      child.order[place] = task;
      place += 1;
      if (child.way.length > 0) child.way[task] = mother.way[task] as number;
    }
  }

  /** What comes before the stretch stays; it takes the mother's first among the others. */
  #fillStretch(order: Int32Array, mother: Individual, from: number, to: number): void {
    const child = this.child;
    const mark = this.#mark;
    for (let at = 0; at < from; at += 1) {
      child.order[at] = order[at] as number;
      mark[order[at] as number] = this.#stamp;
    }
    this.#append(mother.order, from, to);
    if (child.way.length > 0) {
      for (let at = from; at < to; at += 1) {
        const task = child.order[at] as number;
        child.way[task] = mother.way[task] as number;
      }
    }
    this.#append(order, to, order.length);
  }

  /** Appends tasks that are not in the child yet, until it has `to`. */
  #append(source: Int32Array, from: number, to: number): void {
    const { order } = this.child;
    const mark = this.#mark;
    let place = from;
    for (let at = 0; place < to; at += 1) {
      const task = source[at] as number;
      if (mark[task] === this.#stamp) continue;
      mark[task] = this.#stamp;
      order[place] = task;
      place += 1;
    }
  }

  #swapNeighbors(side: 0 | 1): void {
    const { order } = this.child;
    const { swapEvery } = settings;
    for (
      let at = this.#random.below(swapEvery);
      at < order.length - 1;
      at += 1 + this.#random.below(2 * swapEvery)
    ) {
      const first = order[at] as number;
      const second = order[at + 1] as number;
      if (this.#waitsFor(side, second, first)) continue;
      order[at] = second;
      order[at + 1] = first;
    }
  }

  #waitsFor(side: 0 | 1, task: number, other: number): boolean {
    const links = this.#decoder.sides[side];
    const end = links.first[task + 1] as number;
    for (let link = links.first[task] as number; link < end; link += 1) {
      if (links.other[link] === other) return true;
    }
    return false;
  }

  #changeWays(): void {
    const { ways } = this.#decoder;
    if (ways === undefined) return;
    const { way } = this.child;
    for (let turn = this.#random.below(settings.changedWays); turn > 0; turn -= 1) {
      const task = this.#random.below(way.length);
      const from = ways.firstChoice[task] as number;
      const count = (ways.firstChoice[task + 1] as number) - from;
      way[task] = ways.choice[from + this.#random.below(count)] as number;
    }
  }
}
