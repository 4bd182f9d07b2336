// How many messages a second leave this process. The deliverer shares the engine's thread: under load
// it is better to send fuller messages a little later than many small ones at once.

const perSecond = 250;
const burst = 50;

export class Pace {
  readonly #nowMs: () => number;
  #tokens = burst;
  #filledMs: number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#filledMs = nowMs();
  }

  /** Takes one if there is one. */
  take(): boolean {
    const nowMs = this.#nowMs();
    const gained = ((nowMs - this.#filledMs) * perSecond) / 1_000;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#filledMs = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
