import { describe, expect, it } from 'vitest';
import { patternAxis } from '../../../test/support/random-problem.ts';
import { AxisTable } from './axis-table.ts';
import type { Packing } from './packing.ts';
import { Random } from './random.ts';
import { StepProfile } from './step-profile.ts';

const capacity = 3;
/** One role: two bits for its units, one to guard them. */
const packing: Packing = {
  words: 1,
  guard: Int32Array.of(4),
  full: Int32Array.of(4 + capacity),
  word: Int32Array.of(0),
  shift: Int32Array.of(0),
};
const axes = ['xxxxxxxx................', 'xxx.xx..', 'x'].map(
  (pattern) => new AxisTable(patternAxis(pattern)),
);
/** One use for each pair of axis and units. */
const uses = Int32Array.from({ length: axes.length * capacity }, (_, at) => 1 + (at % capacity));

/** Free units tick by tick. */
class Plainest {
  readonly #free = new Map<number, number>();

  fits(axis: AxisTable, work: number, duration: number, units: number): boolean {
    for (let at = work; at < work + duration; at += 1) {
      if ((this.#free.get(axis.tickOf(at)) ?? capacity) < units) return false;
    }
    return true;
  }

  add(axis: AxisTable, work: number, duration: number, units: number): void {
    for (let at = work; at < work + duration; at += 1) {
      const tick = axis.tickOf(at);
      this.#free.set(tick, (this.#free.get(tick) ?? capacity) + units);
    }
  }
}

function firstBy(from: number, step: 1 | -1, fits: (work: number) => boolean): number {
  let work = from;
  while (work >= 0 && !fits(work)) work += step;
  return Math.max(-1, work);
}

describe('free units over time', () => {
  it('[SC130] the first and the last free place are those of a walk over every tick', () => {
    for (let seed = 1; seed <= 12; seed += 1) {
      const random = new Random(seed);
      const profile = new StepProfile(packing);
      const plainest = new Plainest();
      const taken: { use: number; work: number; duration: number }[] = [];
      for (let round = 0; round < 150; round += 1) {
        const use = random.below(uses.length);
        const axis = axes[Math.floor(use / capacity)] as AxisTable;
        const units = uses[use] as number;
        const duration = 1 + random.below(6);
        const from = random.below(4) === 0 ? random.below(100) : 0;
        const fits = (work: number) => plainest.fits(axis, work, duration, units);
        const early = profile.earliest(axis, from, duration, uses, use);
        expect(early).toBe(firstBy(from, 1, fits));
        const until = random.below(300);
        expect(profile.latest(axis, until, duration, uses, use)).toBe(firstBy(until, -1, fits));
        profile.take(axis, early, duration, uses, use);
        plainest.add(axis, early, duration, -units);
        taken.push({ use, work: early, duration });
        if (random.below(20) > 0) continue;
        const [back] = taken.splice(random.below(taken.length), 1);
        if (back === undefined) continue;
        const ownAxis = axes[Math.floor(back.use / capacity)] as AxisTable;
        profile.giveBack(ownAxis, back.work, back.duration, uses, back.use);
        plainest.add(ownAxis, back.work, back.duration, uses[back.use] as number);
      }
    }
  });

  it('[SC130] what is full is not walked over again for every task', () => {
    const axis = axes[0] as AxisTable;
    let asked = 0;
    const counting = new Proxy(axis, {
      get(target, name) {
        const value = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        asked += 1;
        return value.bind(target);
      },
    });
    const profile = new StepProfile(packing);
    const tasks = 3000;
    for (let task = 0; task < tasks; task += 1) {
      const duration = 1 + (task % 13);
      const work = profile.earliest(counting, 0, duration, uses, 0);
      profile.take(counting, work, duration, uses, 0);
    }
    expect(asked / tasks).toBeLessThan(60);
  });
});
