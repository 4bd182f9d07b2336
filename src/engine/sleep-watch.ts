// Notices that this process stood still: a laptop was closed, a virtual machine was paused. Meanwhile
// no holder of a lease could be heard, which says nothing about the holders. A paused process sees a
// gap on the monotonic clock, a sleeping machine only on the wall clock; so both are looked at.

const everyMs = 1_000;
/** A busy event loop is late by less. */
const sleptMs = 5_000;

export interface Clocks {
  monotonic(): number;
  wall(): number;
}

const systemClocks: Clocks = { monotonic: () => performance.now(), wall: () => Date.now() };

export class SleepWatch {
  readonly #storeNow: () => number;
  readonly #clocks: Clocks;
  #monotonic: number;
  #wall: number;
  #wokeAt = 0;
  #timer: NodeJS.Timeout | undefined;

  /** `storeNow` is the clock that leases end by. */
  constructor(storeNow: () => number, clocks: Clocks = systemClocks) {
    this.#storeNow = storeNow;
    this.#clocks = clocks;
    this.#monotonic = clocks.monotonic();
    this.#wall = clocks.wall();
  }

  start(): void {
    this.#monotonic = this.#clocks.monotonic();
    this.#wall = this.#clocks.wall();
    this.#timer = setInterval(() => this.#look(), everyMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** When it went on after its last sleep, by the store's clock; 0 if it never slept. */
  wokeAt(): number {
    // A timer that rings after a sleep may ring before the one that looks.
    if (this.#timer) this.#look();
    return this.#wokeAt;
  }

  #look(): void {
    const monotonic = this.#clocks.monotonic();
    const wall = this.#clocks.wall();
    const gapMs = Math.max(monotonic - this.#monotonic, wall - this.#wall);
    if (gapMs > everyMs + sleptMs) this.#wokeAt = this.#storeNow();
    this.#monotonic = monotonic;
    this.#wall = wall;
  }
}
