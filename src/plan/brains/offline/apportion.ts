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
  for (let turn = 0; turn < left && losers.length > 0; turn += 1) {
    const { index } = losers[turn % losers.length] as (typeof losers)[number];
    parts[index] = (parts[index] ?? 0) + 1;
  }
  return parts;
}
