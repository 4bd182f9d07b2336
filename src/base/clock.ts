// Time is an argument everywhere; this is the one place that may ask the machine for it.

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock for tests: stands still until told otherwise. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(startMs: number) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Zero means "never" in our rows. */
export const isoTimeOrNull = (ms: number): string | null => (ms > 0 ? isoTime(ms) : null);
