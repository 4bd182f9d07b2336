// Orders and ways become schedules of the general form. Each is pushed late and early again, which
// closes gaps; a pass that does not work out or does not help is dropped.
import { type Decoder, undecided } from './decoder.ts';
import { GeneralBuilder } from './general-builder.ts';
import type { Model } from './model.ts';
import { compareSchedules, copySchedule, newSchedule, type Schedule } from './schedule.ts';
import { type Sides, sketchLinks, toSides } from './sketch.ts';
import { sortByKey } from './sort-by-key.ts';

export class GeneralDecoder implements Decoder {
  readonly tasks: number;
  readonly sides: Sides;
  readonly duration: Int32Array;
  readonly directions = 1;
  readonly ways?: Model;
  readonly best: Schedule;
  readonly #mostSchedules: number;
  readonly #isPerfect: (best: Schedule) => boolean;
  readonly #builder: GeneralBuilder;
  readonly #now: Schedule;
  readonly #tried: Schedule;
  readonly #order: Int32Array;
  readonly #key: Float64Array;
  readonly #costScale: number;
  built = 0;

  /** Not more than `mostSchedules` are built, as long as no more than that are asked for. */
  constructor(model: Model, mostSchedules: number, isPerfect: (best: Schedule) => boolean) {
    this.#mostSchedules = mostSchedules;
    this.#isPerfect = isPerfect;
    this.tasks = model.tasks;
    this.duration = sketchDurations(model);
    this.sides = toSides(sketchLinks(model, this.duration), model.order);
    if (model.choice.length > model.tasks) this.ways = model;
    this.best = newSchedule(model);
    this.best.slip = Number.POSITIVE_INFINITY;
    this.#builder = new GeneralBuilder(model);
    this.#now = newSchedule(model);
    this.#tried = newSchedule(model);
    this.#order = new Int32Array(model.tasks);
    this.#key = new Float64Array(model.tasks);
    this.#costScale = Math.max(
      1,
      model.cost.reduce((sum, cost) => sum + Math.abs(cost), 0),
    );
  }

  get perfect(): boolean {
    return this.built > 0 && this.#isPerfect(this.best);
  }

  build(_side: 0 | 1, order: Int32Array, way: Int32Array, next: Int32Array): number {
    const now = this.#now;
    if (way[0] === undecided) {
      this.#builder.forwardQuickest(order, now);
      way.set(now.way);
    } else {
      if (way.length > 0) now.way.set(way);
      this.#builder.forward(order, now);
    }
    this.built += 1;
    if (this.built + 2 <= this.#mostSchedules) this.#justify();
    this.#startOrder(now, next);
    if (compareSchedules(now, this.best) < 0) copySchedule(now, this.best);
    return this.#badness(now);
  }

  /** Late from the end, then early again by the new starts; kept when it is no worse. */
  #justify(): void {
    const now = this.#now;
    const tried = this.#tried;
    copySchedule(now, tried);
    this.#finishOrder(now, this.#order);
    this.built += 1;
    if (!this.#builder.backward(this.#order, now.makespan, tried)) return;
    this.#startOrder(tried, this.#order);
    this.#builder.forward(this.#order, tried);
    this.built += 1;
    if (compareSchedules(tried, now) <= 0) copySchedule(tried, now);
  }

  /** Only a hint for the search: the best schedule is picked by the exact comparison. */
  #badness(schedule: Schedule): number {
    const late = schedule.late / (schedule.late + schedule.makespan + 1);
    const cost = schedule.cost / this.#costScale;
    return schedule.makespan + schedule.slip * this.tasks + 0.6 * late + 0.3 * cost;
  }

  /** By start, and topological. */
  #startOrder(schedule: Schedule, into: Int32Array): void {
    this.#key.set(schedule.start);
    sortByKey(this.sides[0], this.#key, into);
  }

  /** By finish, the last first, and reverse topological. */
  #finishOrder(schedule: Schedule, into: Int32Array): void {
    for (let task = 0; task < this.tasks; task += 1) {
      this.#key[task] = -(schedule.finish[task] as number);
    }
    sortByKey(this.sides[1], this.#key, into);
  }
}

/** Ticks from start to finish of the shortest way, calendars included on average. */
function sketchDurations(model: Model): Int32Array {
  const pace = model.axes.map((axis) => (axis.always ? 1 : axis.tickOf(1000) / 1000));
  return Int32Array.from({ length: model.tasks }, (_, task) => {
    let least = Number.POSITIVE_INFINITY;
    for (
      let at = model.firstChoice[task] as number;
      at < (model.firstChoice[task + 1] as number);
      at += 1
    ) {
      const way = model.choice[at] as number;
      const ticks =
        (model.duration[way] as number) * (pace[model.wayAxis[way] as number] as number);
      least = Math.min(least, Math.ceil(ticks));
    }
    return least;
  });
}
