// Those that have much to read go on one at a time, each in a turn of the event loop of its own. Reads of
// SQLite never wait, so 256 streams of a long log kept every other caller waiting for 42 s.

export class Turns {
  readonly #waiting: (() => void)[] = [];
  #isPlanned = false;

  /** Settles when it is the caller's turn: first come, first served. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#waiting.shift()?.();
      this.#plan();
    });
  }
}
