// The standard normal distribution by table: its cumulative share and the inverse. Correlated
// groups need both in every draw, and linear steps of 0.003 are far finer than what a simulation
// can resolve.

const LIMIT = 6;
const CELLS = 4096;
const STEP = (2 * LIMIT) / CELLS;
const SHARES = 4096;

const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);

function buildShares(): Float64Array {
  const table = new Float64Array(CELLS + 1);
  for (let i = 1; i <= CELLS; i += 1) {
    const from = -LIMIT + (i - 1) * STEP;
    const area = (density(from) + 4 * density(from + STEP / 2) + density(from + STEP)) * (STEP / 6);
    table[i] = (table[i - 1] as number) + area;
  }
  return table;
}

function buildQuantiles(shares: Float64Array): Float64Array {
  const table = new Float64Array(SHARES + 1);
  let cell = 0;
  for (let i = 1; i < SHARES; i += 1) {
    const wanted = i / SHARES;
    while ((shares[cell + 1] as number) < wanted) cell += 1;
    const low = shares[cell] as number;
    const width = (shares[cell + 1] as number) - low;
    table[i] = -LIMIT + (cell + (wanted - low) / width) * STEP;
  }
  // With these ends the outermost cells, one draw in 4,096 each, keep their means.
  table[0] = -4;
  table[SHARES] = 4;
  return table;
}

let shares: Float64Array | undefined;
let quantiles: Float64Array | undefined;

/** The share of a standard normal below z. */
export function normalShare(z: number): number {
  shares ??= buildShares();
  if (z <= -LIMIT) return 0;
  if (z >= LIMIT) return 1;
  const at = (z + LIMIT) / STEP;
  const cell = Math.floor(at);
  const low = shares[cell] as number;
  return low + (at - cell) * ((shares[cell + 1] as number) - low);
}

/** The z below which the given share (0…1) lies. */
export function normalQuantile(share: number): number {
  shares ??= buildShares();
  quantiles ??= buildQuantiles(shares);
  const at = share * SHARES;
  const cell = Math.min(SHARES - 1, Math.floor(at));
  const low = quantiles[cell] as number;
  return low + (at - cell) * ((quantiles[cell + 1] as number) - low);
}
