// Stretches of work in which a use finds no room at all. Units only get scarcer while a schedule is
// built, so what was found full stays full, and whoever looks for a place next leaps over it.

export class FullWork {
  #count = 0;
  /** In order; none touches the next. */
  #from = new Float64Array(8);
  #to = new Float64Array(8);

  clear(): void {
    this.#count = 0;
  }

  /** The first work index from this one on that is not known to be full. */
  after(work: number): number {
    const at = this.#last(work);
    return at >= 0 && (this.#to[at] as number) > work ? (this.#to[at] as number) : work;
  }

  /** The last end up to this one whose work before it is not known to be full. */
  before(end: number): number {
    const at = this.#last(end - 1);
    return at >= 0 && (this.#to[at] as number) >= end ? (this.#from[at] as number) : end;
  }

  /** Joins the stretches that it meets. */
  add(from: number, to: number): void {
    let first = this.#last(from);
    if (first < 0 || (this.#to[first] as number) < from) first += 1;
    let next = first;
    let begin = from;
    let end = to;
    while (next < this.#count && (this.#from[next] as number) <= to) {
      begin = Math.min(begin, this.#from[next] as number);
      end = Math.max(end, this.#to[next] as number);
      next += 1;
    }
    this.#replace(first, next, begin, end);
  }

  /** One stretch in the place of those from `first` up to `next`. */
  #replace(first: number, next: number, begin: number, end: number): void {
    const moved = first + 1 - next;
    if (this.#count + moved > this.#from.length) this.#grow();
    if (moved !== 0) {
      this.#from.copyWithin(first + 1, next, this.#count);
      this.#to.copyWithin(first + 1, next, this.#count);
    }
    this.#from[first] = begin;
    this.#to[first] = end;
    this.#count += moved;
  }

  /** The last stretch that begins at or before this work index; -1 when none does. */
  #last(work: number): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#from[middle] as number) <= work) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  #grow(): void {
    const from = new Float64Array(this.#from.length * 2);
    from.set(this.#from);
    const to = new Float64Array(from.length);
    to.set(this.#to);
    this.#from = from;
    this.#to = to;
  }
}
