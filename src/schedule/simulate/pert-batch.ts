// Many estimates laid out flat, for the run loop: their tables side by side in one array, each
// shape once, and four numbers per estimate. A list of objects costs twice the time.
import type { ThreePoint } from '../project.ts';
import { pertDraw, QUANTILE_CELLS } from './beta-pert.ts';

export class PertBatch {
  readonly size: number;
  readonly #low: Float64Array;
  readonly #range: Float64Array;
  readonly #bend: Float64Array;
  /** Where the table of each estimate begins. */
  readonly #offset: Int32Array;
  readonly #tables: Float32Array;

  constructor(estimates: readonly ThreePoint[]) {
    const draws = estimates.map(pertDraw);
    const tables = [...new Set(draws.map(({ table }) => table))];
    const offsets = new Map(tables.map((table, at) => [table, at * (QUANTILE_CELLS + 1)]));
    this.size = estimates.length;
    this.#low = Float64Array.from(draws, ({ low }) => low);
    this.#range = Float64Array.from(draws, ({ range }) => range);
    this.#bend = Float64Array.from(draws, ({ bend }) => bend);
    this.#offset = Int32Array.from(draws, ({ table }) => offsets.get(table) ?? 0);
    this.#tables = new Float32Array(tables.length * (QUANTILE_CELLS + 1));
    for (const [table, offset] of offsets) this.#tables.set(table, offset);
  }

  /** As pertQuantile, for the estimate at this index. */
  quantile(index: number, u: number): number {
    const range = this.#range[index] as number;
    if (range === 0) return this.#low[index] as number;
    const place = u * QUANTILE_CELLS;
    const cell = Math.min(QUANTILE_CELLS - 1, Math.floor(place));
    const at = (this.#offset[index] as number) + cell;
    const below = this.#tables[at] as number;
    const t = below + (place - cell) * ((this.#tables[at + 1] as number) - below);
    return (this.#low[index] as number) + range * (t + (this.#bend[index] as number) * t * (1 - t));
  }
}
