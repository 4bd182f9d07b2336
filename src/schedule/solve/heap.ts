// A heap of tasks by a key, the smallest first, ties by index.

export class TaskHeap {
  readonly #key: Float64Array;
  readonly #items: Int32Array;
  #size = 0;

  /** The keys may change while the heap is empty. */
  constructor(key: Float64Array) {
    this.#key = key;
    this.#items = new Int32Array(key.length);
  }

  push(task: number): void {
    let at = this.#size;
    this.#size += 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = this.#items[up] as number;
      if (!this.#before(task, parent)) break;
      this.#items[at] = parent;
      at = up;
    }
    this.#items[at] = task;
  }

  /** Must not be empty. */
  pop(): number {
    const top = this.#items[0] as number;
    this.#size -= 1;
    if (this.#size > 0) this.#sink(this.#items[this.#size] as number);
    return top;
  }

  #sink(task: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (right < this.#size && this.#before(this.#at(right), this.#at(child))) child = right;
      if (!this.#before(this.#at(child), task)) break;
      this.#items[at] = this.#at(child);
      at = child;
    }
    this.#items[at] = task;
  }

  #at(index: number): number {
    return this.#items[index] as number;
  }

  #before(a: number, b: number): boolean {
    const first = this.#key[a] as number;
    const second = this.#key[b] as number;
    return first < second || (first === second && a < b);
  }
}
