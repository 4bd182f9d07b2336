// Free units of one role over time, for roles whose tasks run on different calendars: a task that
// pauses leaves its units to those that work meanwhile. As sorted steps, each with what is free from
// there on and who took units last. Roles whose tasks all pause together do with `UnitPool`.
import type { AxisTable } from '../solve/axis-table.ts';
import { finishAt, startAt, workAt } from './work-time.ts';

const FIRST_STEPS = 64;
/** Pauses of one task that are left to others, about two years of nights. Each is a step to look
 * through in every run, and a task of a century would have ten thousands: of such a one the rest is
 * taken whole. */
const MOST_PAUSES = 500;
/** Less work than this is a rounding error. */
const NO_WORK = 1e-6;

export class UnitProfile {
  readonly #capacity: number;
  #count = 1;
  #at = new Float64Array(FIRST_STEPS);
  #free = new Int32Array(FIRST_STEPS);
  #owner = new Int32Array(FIRST_STEPS);
  /** Who held the units that `earliest` waited for; −1 when it waited for nobody. */
  lastOwner = -1;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.reset();
  }

  reset(): void {
    this.#count = 1;
    this.#at[0] = 0;
    this.#free[0] = this.#capacity;
    this.#owner[0] = -1;
  }

  /** The least work from `from` on after which `duration` more has this many units. */
  earliest(axis: AxisTable, from: number, duration: number, units: number): number {
    let work = from;
    let start = startAt(axis, work);
    let end = finishAt(axis, work + duration);
    this.lastOwner = -1;
    for (let step = this.#find(start); step < this.#count; step += 1) {
      const begins = Math.max(this.#at[step] as number, start);
      if (begins >= end) break;
      if ((this.#free[step] as number) >= units) continue;
      const ends = this.#at[step + 1] as number;
      if (workAt(axis, Math.min(ends, end)) - workAt(axis, begins) < NO_WORK) continue;
      work = workAt(axis, ends);
      start = startAt(axis, work);
      end = finishAt(axis, work + duration);
      this.lastOwner = this.#owner[step] as number;
    }
    return work;
  }

  /** Takes units wherever the axis works from `start` to `end`. */
  take(axis: AxisTable, start: number, end: number, units: number, owner: number): void {
    let from = start;
    for (let pauses = 0; pauses < MOST_PAUSES; pauses += 1) {
      const to = Math.min(end, axis.runEnd(Math.floor(from)));
      this.#use(from, to, units, owner);
      if (to >= end) return;
      from = axis.tickOf(axis.workBefore(to));
    }
    this.#use(from, end, units, owner);
  }

  #use(from: number, to: number, units: number, owner: number): void {
    let step = this.#split(from);
    const last = this.#split(to);
    for (; step < last; step += 1) {
      this.#free[step] = (this.#free[step] as number) - units;
      this.#owner[step] = owner;
    }
  }

  /** The step that holds the instant. */
  #find(instant: number): number {
    let low = 0;
    let high = this.#count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#at[middle] as number) <= instant) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Makes a step begin at the instant, and gives its index. */
  #split(instant: number): number {
    const step = this.#find(instant);
    if (this.#at[step] === instant) return step;
    if (this.#count === this.#at.length) this.#grow();
    this.#at.copyWithin(step + 2, step + 1, this.#count);
    this.#free.copyWithin(step + 1, step, this.#count);
    this.#owner.copyWithin(step + 1, step, this.#count);
    this.#at[step + 1] = instant;
    this.#count += 1;
    return step + 1;
  }

  #grow(): void {
    const [at, free, owner] = [this.#at, this.#free, this.#owner];
    this.#at = new Float64Array(at.length * 2);
    this.#free = new Int32Array(at.length * 2);
    this.#owner = new Int32Array(at.length * 2);
    this.#at.set(at);
    this.#free.set(free);
    this.#owner.set(owner);
  }
}
