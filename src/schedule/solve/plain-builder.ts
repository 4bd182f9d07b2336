// The hot loop of the search: places the tasks of a plain problem one by one, each as early as its
// predecessors and the free units allow. No allocation; a tick is looked at once per task at most,
// because a window is read from its end and jumps behind the last conflict.
import type { Plain } from './plain.ts';
import type { Side } from './sketch.ts';

export class PlainBuilder {
  readonly plain: Plain;
  readonly #free: Int32Array;
  readonly #guard: number;
  readonly #full: number;
  /** Everything from here on is free. */
  #touched: number;
  readonly #bucket: Int32Array;
  readonly #key: Int32Array;

  constructor(plain: Plain) {
    this.plain = plain;
    this.#free = new Int32Array((plain.horizon + 1) * plain.words);
    this.#guard = plain.guard[0] as number;
    this.#full = plain.full[0] as number;
    this.#touched = plain.horizon;
    this.#bucket = new Int32Array(plain.horizon + 2);
    this.#key = new Int32Array(plain.tasks);
  }

  /** Fills start and finish; gives the makespan. */
  build(side: Side, order: Int32Array, start: Int32Array, finish: Int32Array): number {
    this.#clear();
    const makespan =
      this.plain.words === 1
        ? this.#buildOne(side, order, start, finish)
        : this.#buildMany(side, order, start, finish);
    this.#touched = makespan;
    return makespan;
  }

  #clear(): void {
    const { full, words } = this.plain;
    if (words === 1) {
      this.#free.fill(this.#full, 0, this.#touched);
      return;
    }
    const end = this.#touched * words;
    for (let at = 0; at < end; at += words) {
      for (let word = 0; word < words; word += 1) this.#free[at + word] = full[word] as number;
    }
  }

  #buildOne(side: Side, order: Int32Array, start: Int32Array, finish: Int32Array): number {
    const { first, lag, other } = side;
    const { duration, uses } = this.plain;
    const free = this.#free;
    const guard = this.#guard;
    let makespan = 0;
    for (let at = 0; at < order.length; at += 1) {
      const task = order[at] as number;
      let from = 0;
      const lastLink = first[task + 1] as number;
      for (let link = first[task] as number; link < lastLink; link += 1) {
        const bound = (finish[other[link] as number] as number) + (lag[link] as number);
        if (bound > from) from = bound;
      }
      const length = duration[task] as number;
      const use = uses[task] as number;
      let end = from + length;
      if (use !== 0) {
        let known = from;
        for (let tick = end - 1; tick >= known; tick -= 1) {
          if ((((free[tick] as number) - use) & guard) === guard) continue;
          known = end;
          from = tick + 1;
          end = from + length;
          tick = end;
        }
        for (let tick = from; tick < end; tick += 1) free[tick] = (free[tick] as number) - use;
      }
      start[task] = from;
      finish[task] = end;
      if (end > makespan) makespan = end;
    }
    return makespan;
  }

  #buildMany(side: Side, order: Int32Array, start: Int32Array, finish: Int32Array): number {
    const { duration } = this.plain;
    let makespan = 0;
    for (let at = 0; at < order.length; at += 1) {
      const task = order[at] as number;
      const length = duration[task] as number;
      const from = this.#firstRoom(task, readyAt(side, task, finish), length);
      this.#take(task, from, length);
      start[task] = from;
      finish[task] = from + length;
      makespan = Math.max(makespan, from + length);
    }
    return makespan;
  }

  #firstRoom(task: number, ready: number, length: number): number {
    let from = ready;
    let known = ready;
    for (let tick = from + length - 1; tick >= known; tick -= 1) {
      if (this.#fits(tick, task)) continue;
      known = from + length;
      from = tick + 1;
      tick = from + length;
    }
    return from;
  }

  #fits(tick: number, task: number): boolean {
    const { guard, uses, words } = this.plain;
    for (let word = 0; word < words; word += 1) {
      const mask = guard[word] as number;
      const left =
        (this.#free[tick * words + word] as number) - (uses[task * words + word] as number);
      if ((left & mask) !== mask) return false;
    }
    return true;
  }

  #take(task: number, from: number, length: number): void {
    const { uses, words } = this.plain;
    const free = this.#free;
    for (let word = 0; word < words; word += 1) {
      const use = uses[task * words + word] as number;
      if (use === 0) continue;
      const end = (from + length) * words;
      for (let at = from * words + word; at < end; at += words)
        free[at] = (free[at] as number) - use;
    }
  }

  /** The order for the other side of time: by finish, the last first, and topological there. */
  turnedOrder(other: Side, finish: Int32Array, makespan: number, into: Int32Array): void {
    const key = this.#key;
    for (let task = 0; task < key.length; task += 1)
      key[task] = makespan - (finish[task] as number);
    this.#sortByKey(other, makespan, into);
  }

  /** The order of the same side by start. */
  startOrder(side: Side, start: Int32Array, makespan: number, into: Int32Array): void {
    this.#key.set(start);
    this.#sortByKey(side, makespan, into);
  }

  #sortByKey(side: Side, most: number, into: Int32Array): void {
    const { order } = side;
    const key = this.#key;
    const bucket = this.#bucket;
    if (side.disorderly) this.#raiseKeys(side);
    bucket.fill(0, 0, most + 2);
    for (let task = 0; task < key.length; task += 1) {
      const slot = (key[task] as number) + 1;
      bucket[slot] = (bucket[slot] as number) + 1;
    }
    for (let slot = 1; slot <= most; slot += 1) {
      bucket[slot] = (bucket[slot] as number) + (bucket[slot - 1] as number);
    }
    for (let at = 0; at < order.length; at += 1) {
      const task = order[at] as number;
      const slot = key[task] as number;
      const place = bucket[slot] as number;
      bucket[slot] = place + 1;
      into[place] = task;
    }
  }

  /** No key below that of a predecessor. */
  #raiseKeys(side: Side): void {
    const { first, order, other } = side;
    const key = this.#key;
    for (let at = 0; at < order.length; at += 1) {
      const task = order[at] as number;
      for (let link = first[task] as number; link < (first[task + 1] as number); link += 1) {
        const before = key[other[link] as number] as number;
        if (before > (key[task] as number)) key[task] = before;
      }
    }
  }
}

function readyAt(side: Side, task: number, finish: Int32Array): number {
  const { first, lag, other } = side;
  let ready = 0;
  for (let link = first[task] as number; link < (first[task + 1] as number); link += 1) {
    ready = Math.max(ready, (finish[other[link] as number] as number) + (lag[link] as number));
  }
  return ready;
}
