// A whole amount shared out in whole parts that add up to it exactly: each part is rounded down, and
// what is left over goes to those that lost most.

export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map(() => 0);
  const exact = weights.map((weight) => (total * weight) / sum);
  const parts = exact.map(Math.floor);
  const left = Math.round(total - parts.reduce((all, part) => all + part, 0));
  const losers = exact
    .map((value, index) => ({ index, lost: value - Math.floor(value) }))
    .filter(({ index }) => (weights[index] ?? 0) > 0)
    .toSorted((a, b) => b.lost - a.lost || a.index - b.index);
  // Beyond 2^53 the sum is not exact and far more may seem left: each loser gets one at most.
  for (const { index } of losers.slice(0, Math.max(0, left)))
    parts[index] = (parts[index] ?? 0) + 1;
  return parts;
}
