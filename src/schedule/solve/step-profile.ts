// Free units over time as a step function: sorted instants, each with what is free from there on.
// Its cost depends on how many tasks there are, never on how many ticks, so a horizon of a million
// ticks costs the same as one of a hundred.
import type { AxisTable } from './axis-table.ts';
import type { Packing } from './packing.ts';

const firstSteps = 256;

export class StepProfile {
  readonly #words: number;
  readonly #guard: Int32Array;
  readonly #full: Int32Array;
  #count = 1;
  #at = new Int32Array(firstSteps);
  #free: Int32Array;

  constructor(packing: Packing) {
    this.#words = packing.words;
    this.#guard = packing.guard;
    this.#full = packing.full;
    this.#free = new Int32Array(firstSteps * packing.words);
    this.clear();
  }

  clear(): void {
    this.#count = 1;
    this.#at[0] = 0;
    this.#free.set(this.#full, 0);
  }

  /** The first work index from `from` on at which `duration` worked ticks have room. */
  earliest(axis: AxisTable, from: number, duration: number, uses: Int32Array, use: number): number {
    let work = from;
    let start = axis.tickOf(work);
    let end = axis.tickOf(work + duration - 1) + 1;
    for (let step = this.#find(start); step < this.#count; step += 1) {
      const begins = Math.max(this.#at[step] as number, start);
      if (begins >= end) break;
      if (this.#fits(step, uses, use)) continue;
      const ends = step + 1 < this.#count ? (this.#at[step + 1] as number) : end;
      if (!worksIn(axis, begins, Math.min(ends, end))) continue;
      work = axis.workBefore(ends);
      start = axis.tickOf(work);
      end = axis.tickOf(work + duration - 1) + 1;
    }
    return work;
  }

  /** The last work index up to `from` at which `duration` worked ticks have room; below 0 if none. */
  latest(axis: AxisTable, from: number, duration: number, uses: Int32Array, use: number): number {
    let work = from;
    let start = axis.tickOf(work);
    let end = axis.tickOf(work + duration - 1) + 1;
    for (let step = this.#find(end - 1); step >= 0; step -= 1) {
      const next = step + 1 < this.#count ? (this.#at[step + 1] as number) : end;
      const ends = Math.min(next, end);
      if (ends <= start) break;
      if (this.#fits(step, uses, use)) continue;
      if (!worksIn(axis, Math.max(this.#at[step] as number, start), ends)) continue;
      work = axis.workBefore(this.#at[step] as number) - duration;
      if (work < 0) return -1;
      start = axis.tickOf(work);
      end = axis.tickOf(work + duration - 1) + 1;
    }
    return work;
  }

  /** Whether exactly this place has room. */
  hasRoom(axis: AxisTable, work: number, duration: number, uses: Int32Array, use: number): boolean {
    return this.earliest(axis, work, duration, uses, use) === work;
  }

  take(axis: AxisTable, work: number, duration: number, uses: Int32Array, use: number): void {
    this.#change(axis, work, duration, uses, use, -1);
  }

  giveBack(axis: AxisTable, work: number, duration: number, uses: Int32Array, use: number): void {
    this.#change(axis, work, duration, uses, use, 1);
  }

  #change(
    axis: AxisTable,
    work: number,
    duration: number,
    uses: Int32Array,
    use: number,
    sign: number,
  ): void {
    const end = axis.tickOf(work + duration - 1) + 1;
    let from = axis.tickOf(work);
    for (;;) {
      const to = Math.min(end, axis.runEnd(from));
      this.#add(from, to, uses, use, sign);
      if (to >= end) return;
      from = axis.tickOf(axis.workBefore(to));
    }
  }

  #add(from: number, to: number, uses: Int32Array, use: number, sign: number): void {
    const words = this.#words;
    let step = this.#split(from);
    const last = this.#split(to);
    for (; step < last; step += 1) {
      for (let word = 0; word < words; word += 1) {
        const at = step * words + word;
        this.#free[at] = (this.#free[at] as number) + sign * (uses[use + word] as number);
      }
    }
  }

  #fits(step: number, uses: Int32Array, use: number): boolean {
    for (let word = 0; word < this.#words; word += 1) {
      const guard = this.#guard[word] as number;
      const left = (this.#free[step * this.#words + word] as number) - (uses[use + word] as number);
      if ((left & guard) !== guard) return false;
    }
    return true;
  }

  /** The step that holds the tick. */
  #find(tick: number): number {
    let low = 0;
    let high = this.#count;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#at[middle] as number) <= tick) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Makes a step begin at the tick, and gives its index. */
  #split(tick: number): number {
    const step = this.#find(tick);
    if (this.#at[step] === tick) return step;
    if (this.#count === this.#at.length) this.#grow();
    const words = this.#words;
    this.#at.copyWithin(step + 2, step + 1, this.#count);
    this.#free.copyWithin((step + 1) * words, step * words, this.#count * words);
    this.#at[step + 1] = tick;
    this.#count += 1;
    return step + 1;
  }

  #grow(): void {
    const at = new Int32Array(this.#at.length * 2);
    at.set(this.#at);
    const free = new Int32Array(this.#free.length * 2);
    free.set(this.#free);
    this.#at = at;
    this.#free = free;
  }
}

function worksIn(axis: AxisTable, from: number, to: number): boolean {
  return axis.always || axis.workBefore(to) > axis.workBefore(from);
}
