// First orders of tasks: by priority rules known to do well, and by the same with noise.
import { TaskHeap } from './heap.ts';
import type { Random } from './random.ts';
import { type Side, type Sides, tails } from './sketch.ts';

/** Smaller goes first. */
export type Priorities = readonly Float64Array[];

/** Latest finish, latest start, least slack, most work behind it, most tasks behind it. */
export function priorityRules(sides: Sides, side: 0 | 1, duration: Int32Array): Priorities {
  const tail = tails(sides, side, duration);
  const head = tails(sides, side === 0 ? 1 : 0, duration);
  const behind = sides[side === 0 ? 1 : 0];
  return [
    tail.map((ticks, task) => (duration[task] as number) - ticks),
    tail.map((ticks) => -ticks),
    tail.map((ticks, task) => (duration[task] as number) - ticks - (head[task] as number)),
    greatestRank(behind, duration),
    behindCounts(behind),
  ];
}

/** The own duration and those of the direct successors. */
function greatestRank(behind: Side, duration: Int32Array): Float64Array {
  return Float64Array.from(duration, (own, task) => {
    let sum = own;
    for (let at = behind.first[task] as number; at < (behind.first[task + 1] as number); at += 1) {
      sum += duration[behind.other[at] as number] as number;
    }
    return -sum;
  });
}

/** Paths, not tasks, are counted beyond the first level: cheap, and ranks the same in practice. */
function behindCounts(behind: Side): Float64Array {
  const count = new Float64Array(behind.order.length);
  for (const task of behind.order) {
    for (let at = behind.first[task] as number; at < (behind.first[task + 1] as number); at += 1) {
      const next = behind.other[at] as number;
      count[task] = Math.min(1e9, (count[task] as number) + 1 + (count[next] as number));
    }
  }
  return count.map((paths) => -paths);
}

export class OrderMaker {
  readonly #sides: Sides;
  readonly #waits: Int32Array;
  readonly #key: Float64Array;
  readonly #heap: TaskHeap;

  constructor(sides: Sides) {
    this.#sides = sides;
    this.#waits = new Int32Array(sides[0].order.length);
    this.#key = new Float64Array(sides[0].order.length);
    this.#heap = new TaskHeap(this.#key);
  }

  /** A topological order in which, of the tasks that could be next, the smallest key is. */
  byPriority(side: 0 | 1, priority: Float64Array, into: Int32Array): void {
    this.#key.set(priority);
    this.#fill(side, into);
  }

  /** The same with every key moved at random by up to `noise` times the range of all. */
  withNoise(
    side: 0 | 1,
    priority: Float64Array,
    noise: number,
    random: Random,
    into: Int32Array,
  ): void {
    let least = 0;
    let most = 0;
    for (const value of priority) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
    const range = Math.max(1, most - least) * noise;
    for (let task = 0; task < priority.length; task += 1) {
      this.#key[task] = (priority[task] as number) + range * random.unit();
    }
    this.#fill(side, into);
  }

  #fill(side: 0 | 1, into: Int32Array): void {
    const before = this.#sides[side];
    const after = this.#sides[side === 0 ? 1 : 0];
    const waits = this.#waits;
    for (const task of before.order) {
      waits[task] = (before.first[task + 1] as number) - (before.first[task] as number);
      if (waits[task] === 0) this.#heap.push(task);
    }
    for (let at = 0; at < into.length; at += 1) {
      const task = this.#heap.pop();
      into[at] = task;
      for (
        let link = after.first[task] as number;
        link < (after.first[task + 1] as number);
        link += 1
      ) {
        const next = after.other[link] as number;
        waits[next] = (waits[next] as number) - 1;
        if (waits[next] === 0) this.#heap.push(next);
      }
    }
  }
}
