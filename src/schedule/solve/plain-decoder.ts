// Orders become schedules of a plain problem, forward and turned around in time by turns: building
// in the other direction by finish times is what is known as justification.
import type { Decoder } from './decoder.ts';
import type { Model } from './model.ts';
import type { Plain } from './plain.ts';
import { PlainBuilder } from './plain-builder.ts';
import type { Sides } from './sketch.ts';

export class PlainDecoder implements Decoder {
  readonly tasks: number;
  readonly sides: Sides;
  readonly duration: Int32Array;
  readonly directions = 2;
  readonly #builder: PlainBuilder;
  readonly #bound: number;
  readonly #start: Int32Array;
  readonly #finish: Int32Array;
  readonly #best: Int32Array;
  /** Tasks with a deadline, and when it is. */
  readonly #dated: Int32Array;
  readonly #deadline: Int32Array;
  built = 0;
  #bestMakespan = Number.POSITIVE_INFINITY;
  #bestLate = 0;

  constructor(plain: Plain, model: Model, bound: number) {
    this.#dated = model.deadlineTasks;
    this.#deadline = Int32Array.from(
      this.#dated,
      (task) => model.problem.tasks[task]?.deadline ?? 0,
    );
    this.tasks = plain.tasks;
    this.sides = plain.sides;
    this.duration = plain.duration;
    this.#bound = bound;
    this.#builder = new PlainBuilder(plain);
    this.#start = new Int32Array(plain.tasks);
    this.#finish = new Int32Array(plain.tasks);
    this.#best = new Int32Array(plain.tasks);
  }

  get perfect(): boolean {
    return this.#bestMakespan <= this.#bound && this.#bestLate === 0;
  }

  build(side: 0 | 1, order: Int32Array, _way: Int32Array, next: Int32Array): number {
    const makespan = this.#builder.build(this.sides[side], order, this.#start, this.#finish);
    this.built += 1;
    const late = this.#dated.length === 0 ? 0 : this.#lateness(side, makespan);
    const better = makespan < this.#bestMakespan || late < this.#bestLate;
    if (better && makespan <= this.#bestMakespan) this.#keep(side, makespan, late);
    this.#builder.turnedOrder(this.sides[side === 0 ? 1 : 0], this.#finish, makespan, next);
    return makespan + late / (late + makespan + 1);
  }

  #lateness(side: 0 | 1, makespan: number): number {
    let late = 0;
    for (let at = 0; at < this.#dated.length; at += 1) {
      const task = this.#dated[at] as number;
      const turned = makespan - (this.#start[task] as number);
      const finish = side === 0 ? (this.#finish[task] as number) : turned;
      late += Math.max(0, finish - (this.#deadline[at] as number));
    }
    return late;
  }

  #keep(side: 0 | 1, makespan: number, late: number): void {
    this.#bestMakespan = makespan;
    this.#bestLate = late;
    if (side === 0) {
      this.#best.set(this.#start);
      return;
    }
    for (let task = 0; task < this.tasks; task += 1) {
      this.#best[task] = makespan - (this.#finish[task] as number);
    }
  }

  /** The tasks of the best schedule by start; the task that stands for the start is left out. */
  bestOrder(tasks: number): Int32Array {
    const order = new Int32Array(this.tasks);
    this.#builder.startOrder(this.sides[0], this.#best, this.#bestMakespan, order);
    return order.filter((task) => task < tasks);
  }
}
