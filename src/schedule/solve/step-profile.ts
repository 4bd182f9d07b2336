// Free units over time as a step function: sorted instants, each with what is free from there on.
// Its cost depends on how many tasks there are, never on how many ticks, so a horizon of a million
// ticks costs the same as one of a hundred. Long stretches that are full for a use are leapt over.
import type { AxisTable } from './axis-table.ts';
import { FullWork } from './full-work.ts';
import type { Packing } from './packing.ts';

const firstSteps = 256;
/** A stretch is worth keeping when it spared this many steps. */
const longStretch = 8;

export class StepProfile {
  readonly #words: number;
  readonly #guard: Int32Array;
  readonly #whole: Int32Array;
  #count = 1;
  #at = new Int32Array(firstSteps);
  #free: Int32Array;
  /** What is full, by axis and units; and which of them each use is about, by its place. */
  readonly #full = new Map<string, FullWork>();
  readonly #axes = new Map<AxisTable, number>();
  #fullOf: (FullWork | undefined)[] = [];

  constructor(packing: Packing) {
    this.#words = packing.words;
    this.#guard = packing.guard;
    this.#whole = packing.full;
    this.#free = new Int32Array(firstSteps * packing.words);
    this.clear();
  }

  clear(): void {
    this.#count = 1;
    this.#at[0] = 0;
    this.#free.set(this.#whole, 0);
    for (const full of this.#full.values()) full.clear();
  }

  /** The first work index from `from` on at which `duration` worked ticks have room. */
  earliest(axis: AxisTable, from: number, duration: number, uses: Int32Array, use: number): number {
    const full = this.#fullFor(axis, uses, use);
    let work = full.after(from);
    let start = axis.tickOf(work);
    let end = axis.tickOf(work + duration - 1) + 1;
    let fullFrom = work;
    let steps = 0;
    for (let step = this.#find(start); step < this.#count; step += 1) {
      const begins = Math.max(this.#at[step] as number, start);
      if (begins >= end) break;
      if (this.#fits(step, uses, use)) continue;
      const ends = step + 1 < this.#count ? (this.#at[step + 1] as number) : end;
      if (!worksIn(axis, begins, Math.min(ends, end))) continue;
      const blocked = axis.workBefore(begins);
      if (blocked > work) {
        // There was room for a while, so another stretch begins here.
        if (steps >= longStretch) full.add(fullFrom, work);
        fullFrom = blocked;
        steps = 0;
      }
      steps += 1;
      const next = axis.workBefore(ends);
      work = full.after(next);
      start = axis.tickOf(work);
      end = axis.tickOf(work + duration - 1) + 1;
      if (work > next) step = this.#find(start) - 1;
    }
    if (steps >= longStretch) full.add(fullFrom, work);
    return work;
  }

  /** The last work index up to `from` at which `duration` worked ticks have room; below 0 if none. */
  latest(axis: AxisTable, from: number, duration: number, uses: Int32Array, use: number): number {
    const full = this.#fullFor(axis, uses, use);
    let work = full.before(from + duration) - duration;
    if (work < 0) return -1;
    let start = axis.tickOf(work);
    let end = axis.tickOf(work + duration - 1) + 1;
    let fullTo = work + duration;
    let steps = 0;
    for (let step = this.#find(end - 1); step >= 0; step -= 1) {
      const next = step + 1 < this.#count ? (this.#at[step + 1] as number) : end;
      const ends = Math.min(next, end);
      if (ends <= start) break;
      if (this.#fits(step, uses, use)) continue;
      if (!worksIn(axis, Math.max(this.#at[step] as number, start), ends)) continue;
      const blocked = axis.workBefore(ends);
      if (blocked < work + duration) {
        if (steps >= longStretch) full.add(work + duration, fullTo);
        fullTo = blocked;
        steps = 0;
      }
      steps += 1;
      const before = axis.workBefore(this.#at[step] as number);
      const last = full.before(before);
      work = last - duration;
      if (work < 0) return -1;
      start = axis.tickOf(work);
      end = axis.tickOf(work + duration - 1) + 1;
      if (last < before) step = this.#find(end - 1) + 1;
    }
    if (steps >= longStretch) full.add(work + duration, fullTo);
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
    for (const full of this.#full.values()) full.clear();
    this.#change(axis, work, duration, uses, use, 1);
  }

  /** All uses of a profile lie in one list, each on one axis. */
  #fullFor(axis: AxisTable, uses: Int32Array, use: number): FullWork {
    const known = this.#fullOf[use / this.#words];
    if (known !== undefined) return known;
    const place = this.#axes.get(axis) ?? this.#axes.size;
    this.#axes.set(axis, place);
    const key = `${place} ${uses.subarray(use, use + this.#words).join(' ')}`;
    const full = this.#full.get(key) ?? new FullWork();
    this.#full.set(key, full);
    this.#fullOf[use / this.#words] = full;
    return full;
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
