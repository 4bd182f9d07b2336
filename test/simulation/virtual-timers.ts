// Time for a simulated world: timers ring in order when the world is told to go on, never by
// themselves. Intervals ring between other timers, as they do on a busy loop: once a second at most,
// and the first time at any moment of their span, since a world is short.

/** What rings more often would only cost. */
const leastEveryMs = 1_000;

interface Timer {
  at: number;
  readonly everyMs: number;
  readonly run: () => void;
  unref(): Timer;
  ref(): Timer;
}

type Globals = Pick<
  typeof globalThis,
  'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval'
>;

export class VirtualTimers {
  /** Milliseconds since the world began. */
  now = 0;
  #once: Timer[] = [];
  #intervals: Timer[] = [];
  #random: () => number = () => 0;

  /** Takes the place of the real ones; gives back what undoes it. */
  install(random: () => number): () => void {
    const real: Globals = {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      setInterval: globalThis.setInterval,
      clearInterval: globalThis.clearInterval,
    };
    this.#random = random;
    const realRandom = Math.random;
    const realNow = performance.now;
    const clear = (timer: unknown): void => this.#clear(timer as Timer | undefined);
    const fake = {
      setTimeout: (run: () => void, ms = 0) => this.#set(run, ms, 0),
      setInterval: (run: () => void, ms = 1) => this.#set(run, ms, Math.max(ms, leastEveryMs)),
      clearTimeout: clear,
      clearInterval: clear,
    };
    Object.assign(globalThis, fake);
    Math.random = random;
    performance.now = () => this.now;
    return () => {
      Object.assign(globalThis, real);
      Math.random = realRandom;
      performance.now = realNow;
    };
  }

  /** Rings the next timer; false if there is none. */
  ringNext(): boolean {
    const next = this.#once.shift();
    if (!next) return false;
    this.now = Math.max(this.now, next.at);
    for (const interval of [...this.#intervals]) {
      if (interval.at > this.now) continue;
      interval.at = this.now + interval.everyMs;
      interval.run();
    }
    next.run();
    return true;
  }

  #set(run: () => void, ms: number, everyMs: number): Timer {
    const itself = (): Timer => timer;
    const firstMs = everyMs > 0 ? this.#random() * everyMs : ms;
    const timer: Timer = { at: this.now + firstMs, everyMs, run, unref: itself, ref: itself };
    if (everyMs > 0) this.#intervals.push(timer);
    else this.#once.splice(this.#placeFor(timer.at), 0, timer);
    return timer;
  }

  /** Behind those of the same time. */
  #placeFor(at: number): number {
    let low = 0;
    let high = this.#once.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#once[middle]?.at ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #clear(timer: Timer | undefined): void {
    if (!timer) return;
    const list = timer.everyMs > 0 ? this.#intervals : this.#once;
    const index = list.indexOf(timer);
    if (index >= 0) list.splice(index, 1);
  }
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
