// All chance in a simulated world comes from one seed, so that a seed is a whole story.

export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761) >>> 0;
  }

  /** From 0 up to, and without, 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Both ends included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<Value>(list: readonly Value[]): Value {
    const value = list[this.int(0, list.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  maybe<Value>(list: readonly Value[]): Value | undefined {
    return list.length === 0 ? undefined : this.pick(list);
  }

  some<Value>(list: readonly Value[], max: number): Value[] {
    const count = Math.min(this.int(0, max), list.length);
    const left = [...list];
    return Array.from({ length: count }, () => left.splice(this.int(0, left.length - 1), 1)).flat();
  }

  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.keys(weights) as Name[];
    let rest = this.next() * names.reduce((sum, name) => sum + weights[name], 0);
    for (const name of names) {
      rest -= weights[name];
      if (rest < 0) return name;
    }
    return this.pick(names);
  }
}
