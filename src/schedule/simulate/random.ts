// Seeded random numbers for the simulation. A run asks for all its numbers at once, so the state
// stays in registers, and a run's numbers never depend on what another part happened to draw.

export class RandomStream {
  readonly #state: Int32Array;

  /** Lanes of one seed have nothing to do with each other. */
  constructor(seed: number, lane = 0) {
    this.#state = Int32Array.of(seed | 0, Math.floor(seed / 2 ** 32) | 0, 0x2545f491 + lane, 1);
    // The first numbers still show the seed; they are thrown away.
    this.fill(new Float64Array(20));
  }

  /** Fills with numbers in (0, 1), 32 random bits each. */
  fill(out: Float64Array): void {
    const state = this.#state;
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let counter = state[3] as number;
    for (let i = 0; i < out.length; i += 1) {
      const sum = (a + b + counter) | 0;
      counter = (counter + 1) | 0;
      a = b ^ (b >>> 9);
      b = (c + (c << 3)) | 0;
      c = (((c << 21) | (c >>> 11)) + sum) | 0;
      out[i] = ((sum >>> 0) + 0.5) / 2 ** 32;
    }
    state[0] = a;
    state[1] = b;
    state[2] = c;
    state[3] = counter;
  }
}
