// Builds schedules of the general form: four kinds of links with lags, working axes, ways, fixed
// dates. Forward places each task as early as possible in the given order, backward as late as
// possible before an end. Tasks with a fixed date get their place first. One that a link does not
// let keep it loses it, and everything is placed again without it, so that nobody made room for it
// in vain. A finish that a link puts into a pause is there: the work is over before.
import type { AxisTable } from './axis-table.ts';
import { lagBack, lagForward } from './lag.ts';
import type { Model } from './model.ts';
import { rateSchedule, type Schedule } from './schedule.ts';
import { StepProfile } from './step-profile.ts';

export class GeneralBuilder {
  readonly #model: Model;
  readonly #profile: StepProfile;
  readonly #reserved: Uint8Array;
  /** Fixed tasks that cannot keep their date. */
  readonly #barred: Uint8Array;
  /** Bounds of the task in hand, from its links. */
  #startBound = 0;
  #finishBound = 0;

  constructor(model: Model) {
    this.#model = model;
    this.#profile = new StepProfile(model.packing);
    this.#reserved = new Uint8Array(model.tasks);
    this.#barred = new Uint8Array(model.tasks);
  }

  /** The order must be topological; `schedule.way` says how each task is done. */
  forward(order: Int32Array, schedule: Schedule): void {
    this.#forward(order, schedule, false);
  }

  /** The same, but each task gets the way that finishes first, of equals the cheapest. */
  forwardQuickest(order: Int32Array, schedule: Schedule): void {
    this.#forward(order, schedule, true);
  }

  #forward(order: Int32Array, schedule: Schedule, choose: boolean): void {
    for (const task of this.#model.fixedTasks) this.#barred[task] = 0;
    while (!this.#placeAllEarly(order, schedule, choose));
    rateSchedule(this.#model, schedule);
  }

  /** False when a fixed task has left its place: it is barred then. */
  #placeAllEarly(order: Int32Array, schedule: Schedule, choose: boolean): boolean {
    let allStayed = true;
    this.#profile.clear();
    this.#reserveFixed(schedule);
    for (let at = 0; at < order.length; at += 1) {
      const task = order[at] as number;
      this.#boundFromBefore(task, schedule.way[task] as number, schedule);
      if (choose && this.#reserved[task] === 0) this.#chooseWay(task, schedule);
      if (!this.#placeEarly(task, schedule)) allStayed = false;
    }
    return allStayed;
  }

  #chooseWay(task: number, schedule: Schedule): void {
    const { boundByWay, choice, cost, firstChoice } = this.#model;
    const byWay = boundByWay[task] === 1;
    const end = firstChoice[task + 1] as number;
    let least = Number.POSITIVE_INFINITY;
    let price = 0;
    for (let at = firstChoice[task] as number; at < end; at += 1) {
      const way = choice[at] as number;
      if (byWay) this.#boundFromBefore(task, way, schedule);
      const finish = this.#finishOf(way);
      if (finish > least || (finish === least && (cost[way] as number) >= price)) continue;
      schedule.way[task] = way;
      least = finish;
      price = cost[way] as number;
    }
    if (byWay) this.#boundFromBefore(task, schedule.way[task] as number, schedule);
  }

  /** When the task in hand would finish this way. */
  #finishOf(way: number): number {
    const { axes, duration: durations, packing, uses, usesNothing, wayAxis } = this.#model;
    const duration = durations[way] as number;
    const axis = axes[wayAxis[way] as number] as AxisTable;
    let work = this.#firstWork(axis, duration);
    if (duration === 0) return work;
    if (usesNothing[way] === 0) {
      work = this.#profile.earliest(axis, work, duration, uses, way * packing.words);
    }
    return Math.max(this.#finishBound, axis.tickOf(work + duration - 1) + 1);
  }

  /** The order must be reverse topological. False when something would have to start too early;
   * the places are useless then. */
  backward(order: Int32Array, end: number, schedule: Schedule): boolean {
    this.#profile.clear();
    this.#reserveAsPlaced(schedule);
    for (let at = 0; at < order.length; at += 1) {
      if (!this.#placeLate(order[at] as number, end, schedule)) return false;
    }
    return true;
  }

  #reserveFixed(schedule: Schedule): void {
    for (const task of this.#model.fixedTasks) {
      this.#reserved[task] = 0;
      if (this.#barred[task] === 1) continue;
      const date = this.#model.problem.tasks[task]?.fixedStart ?? 0;
      if (date < (this.#model.release[task] as number)) continue;
      this.#reserve(task, date, schedule);
    }
  }

  #reserveAsPlaced(schedule: Schedule): void {
    for (const task of this.#model.fixedTasks) {
      const finish = schedule.finish[task] as number;
      this.#reserve(task, schedule.start[task] as number, schedule);
      schedule.finish[task] = finish;
      this.#reserved[task] = 1;
    }
  }

  #reserve(task: number, tick: number, schedule: Schedule): void {
    const model = this.#model;
    const way = schedule.way[task] as number;
    const duration = model.duration[way] as number;
    const axis = model.axes[model.wayAxis[way] as number] as AxisTable;
    const work = duration === 0 ? tick : axis.workBefore(tick);
    if (duration > 0 && model.usesNothing[way] === 0) {
      const use = way * model.packing.words;
      if (!this.#profile.hasRoom(axis, work, duration, model.uses, use)) return;
      this.#profile.take(axis, work, duration, model.uses, use);
    }
    this.#put(task, axis, work, duration, schedule);
    this.#reserved[task] = 1;
  }

  #put(task: number, axis: AxisTable, work: number, duration: number, schedule: Schedule): void {
    schedule.start[task] = duration === 0 ? work : axis.tickOf(work);
    schedule.finish[task] = duration === 0 ? work : axis.tickOf(work + duration - 1) + 1;
  }

  /** False when it leaves a reserved place. */
  #placeEarly(task: number, schedule: Schedule): boolean {
    const model = this.#model;
    const way = schedule.way[task] as number;
    const duration = model.duration[way] as number;
    const axis = model.axes[model.wayAxis[way] as number] as AxisTable;
    const first = this.#firstWork(axis, duration);
    const held = this.#reserved[task] === 1;
    if (!held || this.#mustLeave(task, axis, first, duration, schedule)) {
      this.#putEarly(task, axis, first, duration, schedule);
    }
    schedule.finish[task] = Math.max(this.#finishBound, schedule.finish[task] as number);
    return !held || this.#barred[task] === 0;
  }

  #putEarly(
    task: number,
    axis: AxisTable,
    first: number,
    duration: number,
    schedule: Schedule,
  ): void {
    const { packing, uses, usesNothing } = this.#model;
    const way = schedule.way[task] as number;
    let work = first;
    if (duration > 0 && usesNothing[way] === 0) {
      const use = way * packing.words;
      work = this.#profile.earliest(axis, first, duration, uses, use);
      this.#profile.take(axis, work, duration, uses, use);
    }
    this.#put(task, axis, work, duration, schedule);
  }

  /** A link asks a task with a reserved place to start later: it gives the place back. */
  #mustLeave(
    task: number,
    axis: AxisTable,
    first: number,
    duration: number,
    schedule: Schedule,
  ): boolean {
    this.#reserved[task] = 0;
    const start = schedule.start[task] as number;
    const held = duration === 0 ? start : axis.workBefore(start);
    if (first <= held) return false;
    this.#barred[task] = 1;
    const way = schedule.way[task] as number;
    if (duration > 0 && this.#model.usesNothing[way] === 0) {
      const { packing, uses } = this.#model;
      this.#profile.giveBack(axis, held, duration, uses, way * packing.words);
    }
    return true;
  }

  #boundFromBefore(task: number, way: number, schedule: Schedule): void {
    const { into, release, wayLeastFinish, wayRelease } = this.#model;
    let startBound = Math.max(release[task] as number, wayRelease[way] as number);
    let finishBound = wayLeastFinish[way] as number;
    const end = into.first[task + 1] as number;
    for (let link = into.first[task] as number; link < end; link += 1) {
      const kind = into.kind[link] as number;
      const other = into.other[link] as number;
      const from = (kind & 2) === 0 ? schedule.finish[other] : schedule.start[other];
      const axis = this.#lagAxis(into.axis[link] as number, way);
      const bound = lagForward(axis, from as number, into.lag[link] as number);
      if ((kind & 1) === 0) startBound = Math.max(startBound, bound);
      else finishBound = Math.max(finishBound, bound);
    }
    this.#startBound = startBound;
    this.#finishBound = finishBound;
  }

  /** `way` is that of the later task. */
  #lagAxis(axis: number, way: number): AxisTable {
    const { axes, wayAxis } = this.#model;
    return axes[axis < 0 ? (wayAxis[way] as number) : axis] as AxisTable;
  }

  /** The first work index that keeps both bounds (a tick for a task of no length). */
  #firstWork(axis: AxisTable, duration: number): number {
    if (duration === 0) return Math.max(this.#startBound, this.#finishBound);
    const byStart = axis.workBefore(this.#startBound);
    if (this.#finishBound === 0) return byStart;
    return Math.max(byStart, axis.workBefore(this.#finishBound) - duration);
  }

  #placeLate(task: number, end: number, schedule: Schedule): boolean {
    const model = this.#model;
    if (this.#reserved[task] === 1) {
      this.#reserved[task] = 0;
      return this.#keepsAfter(task, end, schedule);
    }
    this.#boundFromAfter(task, end, schedule);
    const way = schedule.way[task] as number;
    const duration = model.duration[way] as number;
    const axis = model.axes[model.wayAxis[way] as number] as AxisTable;
    let work = this.#lastWork(axis, duration);
    if (work < 0) return false;
    if (duration > 0 && model.usesNothing[way] === 0) {
      const use = way * model.packing.words;
      work = this.#profile.latest(axis, work, duration, model.uses, use);
      if (work < 0) return false;
      this.#profile.take(axis, work, duration, model.uses, use);
    }
    this.#put(task, axis, work, duration, schedule);
    return (schedule.start[task] as number) >= (model.release[task] as number);
  }

  #keepsAfter(task: number, end: number, schedule: Schedule): boolean {
    this.#boundFromAfter(task, end, schedule);
    const start = schedule.start[task] as number;
    return start <= this.#startBound && (schedule.finish[task] as number) <= this.#finishBound;
  }

  #boundFromAfter(task: number, end: number, schedule: Schedule): void {
    const { outOf } = this.#model;
    let startBound = end;
    let finishBound = end;
    const last = outOf.first[task + 1] as number;
    for (let link = outOf.first[task] as number; link < last; link += 1) {
      const kind = outOf.kind[link] as number;
      const other = outOf.other[link] as number;
      const until = (kind & 1) === 0 ? schedule.start[other] : schedule.finish[other];
      const axis = this.#lagAxis(outOf.axis[link] as number, schedule.way[other] as number);
      const bound = lagBack(axis, until as number, outOf.lag[link] as number);
      if ((kind & 2) === 0) finishBound = Math.min(finishBound, bound);
      else startBound = Math.min(startBound, bound);
    }
    this.#startBound = startBound;
    this.#finishBound = finishBound;
  }

  /** The last work index that keeps both bounds; below 0 when there is none. */
  #lastWork(axis: AxisTable, duration: number): number {
    if (this.#startBound < 0 || this.#finishBound < 0) return -1;
    if (duration === 0) return Math.min(this.#startBound, this.#finishBound);
    const byFinish = axis.workBefore(this.#finishBound) - duration;
    return Math.min(byFinish, axis.workBefore(this.#startBound + 1) - 1);
  }
}
