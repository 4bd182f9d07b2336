// Percentiles of a sample, linear between the two nearest values.

export interface Percentiles {
  readonly p10: number;
  readonly p50: number;
  readonly p80: number;
  readonly p90: number;
  readonly p95: number;
  readonly mean: number;
  readonly deviation: number;
}

/** Sorts the sample in place. */
export function percentilesOf(sample: Float64Array): Percentiles {
  sample.sort();
  let sum = 0;
  for (const value of sample) sum += value;
  const mean = sum / sample.length;
  let squares = 0;
  for (const value of sample) squares += (value - mean) ** 2;
  return {
    p10: percentile(sample, 0.1),
    p50: percentile(sample, 0.5),
    p80: percentile(sample, 0.8),
    p90: percentile(sample, 0.9),
    p95: percentile(sample, 0.95),
    mean,
    deviation: sample.length > 1 ? Math.sqrt(squares / (sample.length - 1)) : 0,
  };
}

/** Of a sorted sample. */
export function percentile(sorted: Float64Array, share: number): number {
  const at = Math.min(1, Math.max(0, share)) * (sorted.length - 1);
  const below = Math.floor(at);
  const low = sorted[below] ?? 0;
  const high = sorted[below + 1] ?? low;
  return low + (at - below) * (high - low);
}

/** The share of a sorted sample at or below the limit. */
export function shareWithin(sorted: Float64Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low / sorted.length;
}
