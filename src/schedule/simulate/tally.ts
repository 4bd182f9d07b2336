// What is kept of each run: finish and cost, who drove the finish, which deadlines held, and the
// finishes of the tasks that are watched.
import { DriveTally, type FactorDrive } from './drives.ts';
import type { Leveller } from './leveller.ts';
import type { SimModel } from './model.ts';
import type { Policy } from './policy.ts';
import type { Sampler } from './sampler.ts';

export class Tally {
  readonly finish: Float64Array;
  readonly cost: Float64Array;
  /** By task index: in how many runs it was on the driving chain, and kept its deadline. */
  readonly driving: Int32Array;
  readonly kept: Int32Array;
  /** Indexes of the watched tasks, and their finishes: one stretch of `runs` each. */
  readonly watched: Int32Array;
  readonly samples: Float64Array;
  readonly #policy: Policy;
  readonly #deadlines: Int32Array;
  readonly #deadlineAt: Float64Array;
  readonly #drives: DriveTally;
  #done = 0;

  constructor(model: SimModel, policy: Policy, runs: number) {
    const { tasks } = model;
    this.#policy = policy;
    this.finish = new Float64Array(runs);
    this.cost = new Float64Array(runs);
    this.driving = new Int32Array(tasks.length);
    this.kept = new Int32Array(tasks.length);
    this.watched = indexesWhere(tasks, (task) => task.watched);
    this.samples = new Float64Array(runs * this.watched.length);
    this.#deadlines = indexesWhere(tasks, (task) => task.deadline !== null);
    this.#deadlineAt = Float64Array.from(tasks, (task) => task.deadline ?? 0);
    this.#drives = new DriveTally(model);
  }

  /** `last` is the position of the task that finished last. */
  add(sampler: Sampler, leveller: Leveller, last: number): void {
    const run = this.#done;
    const finish = leveller.finishes[last] as number;
    this.finish[run] = finish;
    this.cost[run] = sampler.cost;
    this.#walkBack(leveller, last);
    this.#keepDeadlines(leveller);
    this.#watch(leveller, run);
    this.#drives.add(sampler, finish);
    this.#done = run + 1;
  }

  drives(): readonly FactorDrive[] {
    return this.#drives.read();
  }

  #walkBack(leveller: Leveller, last: number): void {
    const { order } = this.#policy;
    for (let at = last; at >= 0; at = leveller.drivers[at] as number) {
      const task = order[at] as number;
      this.driving[task] = (this.driving[task] as number) + 1;
    }
  }

  #keepDeadlines(leveller: Leveller): void {
    const { position } = this.#policy;
    for (let i = 0; i < this.#deadlines.length; i += 1) {
      const task = this.#deadlines[i] as number;
      const finish = leveller.finishes[position[task] as number] as number;
      if (finish > (this.#deadlineAt[task] as number)) continue;
      this.kept[task] = (this.kept[task] as number) + 1;
    }
  }

  #watch(leveller: Leveller, run: number): void {
    const { position } = this.#policy;
    const runs = this.finish.length;
    for (let i = 0; i < this.watched.length; i += 1) {
      const at = position[this.watched[i] as number] as number;
      this.samples[i * runs + run] = leveller.finishes[at] as number;
    }
  }
}

function indexesWhere<T>(list: readonly T[], test: (item: T) => boolean): Int32Array {
  return Int32Array.from(list.flatMap((item, index) => (test(item) ? [index] : [])));
}
