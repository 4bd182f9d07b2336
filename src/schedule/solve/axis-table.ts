// A working axis as runs of worked ticks, read once from the calendar and asked millions of times.
// It is extended when somebody looks further than before. Near the start, where most questions are
// asked, answers are kept tick by tick.
import { PlanwrightError } from '../../base/errors.ts';
import type { WorkAxis } from './problem.ts';

const maxRuns = 4_000_000;
const firstRuns = 64;
const firstNear = 1 << 12;
const mostNear = 1 << 17;

export class AxisTable {
  readonly always: boolean;
  readonly #axis: WorkAxis;
  #count = 0;
  #from = new Int32Array(firstRuns);
  #to = new Int32Array(firstRuns);
  /** Worked ticks before the run. */
  #before = new Float64Array(firstRuns);
  /** Where the last question was answered; the next one is usually near. */
  #hint = 0;
  /** For the first ticks: worked ticks before each, and the tick of each worked one. */
  #nearWork = new Int32Array(0);
  #nearTick = new Int32Array(0);

  constructor(axis: WorkAxis) {
    this.always = axis.always;
    this.#axis = axis;
    if (this.always) return;
    this.#extend();
    this.#layNear(firstNear);
  }

  workBefore(tick: number): number {
    if (this.always) return tick;
    if (tick <= 0) return 0;
    if (tick < this.#nearWork.length) return this.#nearWork[tick] as number;
    if (this.#nearWork.length < mostNear) this.#layNear(this.#nearWork.length * 2);
    return this.#farWorkBefore(tick);
  }

  #farWorkBefore(tick: number): number {
    const run = this.#runAt(tick);
    if (run < 0) return 0;
    const from = this.#from[run] as number;
    const within = Math.min(tick, this.#to[run] as number) - from;
    return (this.#before[run] as number) + within;
  }

  tickOf(work: number): number {
    if (this.always) return work;
    if (work < this.#nearTick.length) return this.#nearTick[work] as number;
    const run = this.#runOfWork(work);
    return (this.#from[run] as number) + work - (this.#before[run] as number);
  }

  /** The first tick after the run of worked ticks that holds this tick. */
  runEnd(tick: number): number {
    if (this.always) return Number.POSITIVE_INFINITY;
    return this.#to[this.#runAt(tick)] as number;
  }

  #layNear(size: number): void {
    const before = new Int32Array(size);
    for (let tick = 0; tick < size; tick += 1) before[tick] = this.#farWorkBefore(tick);
    const ticks = new Int32Array(before[size - 1] as number);
    for (let tick = 0; tick < size - 1; tick += 1) {
      const work = before[tick] as number;
      if (work < (before[tick + 1] as number)) ticks[work] = tick;
    }
    this.#nearWork = before;
    this.#nearTick = ticks;
  }

  /** The last run that begins at or before the tick; -1 when none does. */
  #runAt(tick: number): number {
    while ((this.#from[this.#count - 1] as number) <= tick) this.#extend();
    const hint = this.#hint;
    if ((this.#from[hint] as number) <= tick && (this.#from[hint + 1] as number) > tick)
      return hint;
    return this.#search(this.#from, tick);
  }

  #runOfWork(work: number): number {
    while ((this.#before[this.#count - 1] as number) <= work) this.#extend();
    const hint = this.#hint;
    if ((this.#before[hint] as number) <= work && (this.#before[hint + 1] as number) > work) {
      return hint;
    }
    return this.#search(this.#before, work);
  }

  #search(keys: Int32Array | Float64Array, value: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) <= value) low = middle + 1;
      else high = middle;
    }
    this.#hint = Math.max(0, low - 1);
    return low - 1;
  }

  /** Doubles what is known (at least one run more). */
  #extend(): void {
    const goal = Math.max(2, this.#count * 2);
    if (goal > maxRuns) {
      throw new PlanwrightError('limit_exceeded', 'The schedule runs too far into the future');
    }
    this.#grow(goal);
    while (this.#count < goal) this.#append();
  }

  #append(): void {
    const last = this.#count - 1;
    const work =
      last < 0
        ? 0
        : (this.#before[last] as number) +
          (this.#to[last] as number) -
          (this.#from[last] as number);
    const from = this.#axis.tickOf(work);
    this.#from[this.#count] = from;
    this.#to[this.#count] = from + runLength(this.#axis, work, from);
    this.#before[this.#count] = work;
    this.#count += 1;
  }

  #grow(size: number): void {
    if (size <= this.#from.length) return;
    const room = Math.max(size, this.#from.length * 2);
    this.#from = enlarge(this.#from, new Int32Array(room));
    this.#to = enlarge(this.#to, new Int32Array(room));
    this.#before = enlarge(this.#before, new Float64Array(room));
  }
}

function enlarge<T extends Int32Array | Float64Array>(old: T, room: T): T {
  room.set(old);
  return room;
}

/** How many ticks from here are worked without a pause; very long runs are cut. */
function runLength(axis: WorkAxis, work: number, from: number): number {
  const longest = 1 << 26;
  let good = 0;
  let step = 1;
  while (good + step < longest && axis.tickOf(work + good + step) === from + good + step) {
    good += step;
    step *= 2;
  }
  for (; step >= 1; step = Math.floor(step / 2)) {
    if (axis.tickOf(work + good + step) === from + good + step) good += step;
  }
  return good + 1;
}
