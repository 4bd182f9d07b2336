// When the units of each role become free: for every role a short list of (instant, units, who
// had them), sorted by instant. A task takes the units that were freed last before it starts, so
// units that are idle longer stay there for a task that can start sooner.

export class UnitPool {
  readonly #capacity: Int32Array;
  /** Where each role's list begins; lists never outgrow their room. */
  readonly #offset: Int32Array;
  readonly #length: Int32Array;
  readonly #freeAt: Float64Array;
  readonly #units: Int32Array;
  readonly #owner: Int32Array;
  /** The owner of the unit that `readyAt` waited for; −1 when it waited for nobody. */
  lastOwner = -1;

  constructor(capacity: Int32Array, users: Int32Array) {
    this.#capacity = capacity;
    this.#length = new Int32Array(capacity.length);
    this.#offset = new Int32Array(capacity.length + 1);
    for (let role = 0; role < capacity.length; role += 1) {
      const room = Math.min(capacity[role] as number, users[role] as number) + 2;
      this.#offset[role + 1] = (this.#offset[role] as number) + room;
    }
    const room = this.#offset[capacity.length] as number;
    this.#freeAt = new Float64Array(room);
    this.#units = new Int32Array(room);
    this.#owner = new Int32Array(room);
  }

  reset(): void {
    for (let role = 0; role < this.#length.length; role += 1) {
      const at = this.#offset[role] as number;
      this.#length[role] = 1;
      this.#freeAt[at] = 0;
      this.#units[at] = this.#capacity[role] as number;
      this.#owner[at] = -1;
    }
  }

  /** The first instant at which this many units of the role are free from there on. */
  readyAt(role: number, units: number): number {
    let at = this.#offset[role] as number;
    let missing = units - (this.#units[at] as number);
    while (missing > 0) {
      at += 1;
      missing -= this.#units[at] as number;
    }
    this.lastOwner = this.#owner[at] as number;
    return this.#freeAt[at] as number;
  }

  /** Takes units that are free at `start` and gives them back at `finish`. */
  take(role: number, units: number, start: number, finish: number, owner: number): void {
    const freeAt = this.#freeAt;
    const begin = this.#offset[role] as number;
    const end = begin + (this.#length[role] as number);
    let from = end;
    while ((freeAt[from - 1] as number) > start) from -= 1;
    let put = this.#useUp(from, units);
    const gap = from - put;
    // What becomes free before the finish moves into the gap, then comes the new entry.
    for (; from < end && (freeAt[from] as number) <= finish; from += 1, put += 1) {
      if (gap > 0) this.#move(from, put);
    }
    if (gap === 0) for (let at = end; at > from; at -= 1) this.#move(at - 1, at);
    if (gap > 1) for (let at = from; at < end; at += 1) this.#move(at, at - gap + 1);
    freeAt[put] = finish;
    this.#units[put] = units;
    this.#owner[put] = owner;
    this.#length[role] = end - begin - gap + 1;
  }

  /** Uses up units before `end`, the latest first; returns where the entries that are left end. */
  #useUp(end: number, units: number): number {
    const list = this.#units;
    let at = end - 1;
    let missing = units;
    while ((list[at] as number) < missing) {
      missing -= list[at] as number;
      at -= 1;
    }
    if (list[at] === missing) return at;
    list[at] = (list[at] as number) - missing;
    return at + 1;
  }

  #move(from: number, to: number): void {
    this.#freeAt[to] = this.#freeAt[from] as number;
    this.#units[to] = this.#units[from] as number;
    this.#owner[to] = this.#owner[from] as number;
  }
}
