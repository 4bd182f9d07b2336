// The beta-PERT distribution of a three-point estimate (shape 4). Quantiles come from a table that
// is computed once per distinct shape; a shape is where the likely value lies between low and
// high, in thousandths, so there are never more than 1,001 tables.
import type { ThreePoint } from '../project.ts';

/** Cells of a quantile table. */
export const QUANTILE_CELLS = 256;
const SHAPES = 1000;
const GRID = 512;

export const pertMean = ({ low, likely, high }: ThreePoint): number =>
  (low + 4 * likely + high) / 6;

export function pertVariance(estimate: ThreePoint): number {
  const mean = pertMean(estimate);
  return ((mean - estimate.low) * (estimate.high - mean)) / 7;
}

/** How one estimate is drawn: value = low + range × (t + bend × t × (1 − t)), t from the table. */
export interface PertDraw {
  readonly low: number;
  readonly range: number;
  /** Makes the mean exact in spite of the table's steps and the rounded shape. */
  readonly bend: number;
  readonly table: Float32Array;
}

export function pertDraw(estimate: ThreePoint): PertDraw {
  const range = estimate.high - estimate.low;
  const place = range > 0 ? (estimate.likely - estimate.low) / range : 0;
  const shape = quantileTable(Math.round(place * SHAPES));
  const bend = range > 0 ? ((1 + 4 * place) / 6 - shape.mean) / shape.spread : 0;
  return { low: estimate.low, range, bend, table: shape.table };
}

/** The value below which the share u (0…1) of all outcomes lies. */
export function pertQuantile(draw: PertDraw, u: number): number {
  const at = u * QUANTILE_CELLS;
  const cell = Math.min(QUANTILE_CELLS - 1, Math.floor(at));
  const low = draw.table[cell] as number;
  const t = low + (at - cell) * ((draw.table[cell + 1] as number) - low);
  return draw.low + draw.range * (t + draw.bend * t * (1 - t));
}

interface Shape {
  readonly table: Float32Array;
  /** Means of t and of t × (1 − t) under linear interpolation. */
  readonly mean: number;
  readonly spread: number;
}

const shapes: (Shape | undefined)[] = [];

function quantileTable(index: number): Shape {
  const known = shapes[index];
  if (known !== undefined) return known;
  const table = invert(cumulate(1 + (4 * index) / SHAPES));
  const shape = { table, ...moments(table) };
  shapes[index] = shape;
  return shape;
}

/** The cumulative share at GRID + 1 even steps, by Simpson's rule. */
function cumulate(alpha: number): Float64Array {
  const density = (x: number): number => x ** (alpha - 1) * (1 - x) ** (5 - alpha);
  const sums = new Float64Array(GRID + 1);
  let left = density(0);
  for (let i = 1; i <= GRID; i += 1) {
    const right = density(i / GRID);
    sums[i] = (sums[i - 1] as number) + left + 4 * density((i - 0.5) / GRID) + right;
    left = right;
  }
  const total = sums[GRID] as number;
  return sums.map((sum) => sum / total);
}

function invert(shares: Float64Array): Float32Array {
  const table = new Float32Array(QUANTILE_CELLS + 1);
  let cell = 0;
  for (let i = 1; i < QUANTILE_CELLS; i += 1) {
    const wanted = i / QUANTILE_CELLS;
    while ((shares[cell + 1] as number) < wanted) cell += 1;
    const low = shares[cell] as number;
    table[i] = (cell + (wanted - low) / ((shares[cell + 1] as number) - low)) / GRID;
  }
  table[0] = outerEnd(shares, table[1] as number);
  const mirrored = shares.map((_, i) => 1 - (shares[GRID - i] as number));
  table[QUANTILE_CELLS] = 1 - outerEnd(mirrored, 1 - (table[QUANTILE_CELLS - 1] as number));
  return table;
}

/** The end of the outermost cell that gives the cell its mean: tails are longer than a straight
 * line shows. The cell reaches from 0 to `until`. */
function outerEnd(shares: Float64Array, until: number): number {
  let area = 0;
  for (let i = 0; i / GRID < until; i += 1) {
    const width = Math.min(1 / GRID, until - i / GRID);
    const from = shares[i] as number;
    const to = from + ((shares[i + 1] as number) - from) * width * GRID;
    area += ((from + to) / 2) * width;
  }
  const mean = until - area * QUANTILE_CELLS;
  return Math.max(0, 2 * mean - until);
}

function moments(table: Float32Array): { mean: number; spread: number } {
  let mean = 0;
  let square = 0;
  for (let i = 0; i < QUANTILE_CELLS; i += 1) {
    const low = table[i] as number;
    const high = table[i + 1] as number;
    mean += (low + high) / 2;
    square += (low * low + low * high + high * high) / 3;
  }
  mean /= QUANTILE_CELLS;
  return { mean, spread: mean - square / QUANTILE_CELLS };
}
