import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topologicalOrder } from './order.ts';
import { type Dag, joined } from './reach.ts';

const dagOf = (count: number, pairs: readonly (readonly [number, number])[]): Dag => {
  const from = Int32Array.from(pairs, ([a]) => a);
  const to = Int32Array.from(pairs, ([, b]) => b);
  return { count, from, to, order: topologicalOrder(count, from, to) };
};

/** Walks every path. */
function longest({ from, to }: Dag, a: number, b: number): number {
  let most = a === b ? 0 : -1;
  for (let link = 0; link < from.length; link += 1) {
    if (from[link] !== a) continue;
    const rest = longest({ from, to, count: 0, order: from }, to[link] as number, b);
    if (rest >= 0) most = Math.max(most, rest + 1);
  }
  return most;
}

describe('reach', () => {
  it('[SC57] finds exactly the pairs that a path of one or two links joins', () => {
    const pair = fc.tuple(fc.nat(7), fc.nat(7)).filter(([a, b]) => a !== b);
    const up = pair.map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(
        fc.array(up, { maxLength: 14 }),
        fc.array(pair, { maxLength: 10 }),
        (pairs, asked) => {
          const dag = dagOf(8, pairs);
          const queries = asked.map(([from, to]) => ({ from, to }));
          const paths = queries.map(({ from, to }) => longest(dag, from, to));
          expect(joined(dag, queries, 1)).toEqual(paths.map((length) => length >= 1));
          expect(joined(dag, queries, 2)).toEqual(paths.map((length) => length >= 2));
        },
      ),
    );
  });

  it('[SC57] works over several blocks of targets', () => {
    const count = 3_000;
    const pairs = Array.from({ length: count - 1 }, (_, index) => [index, index + 1] as const);
    const dag = dagOf(count, pairs);
    const queries = Array.from({ length: count - 1 }, (_, index) => ({ from: 0, to: index + 1 }));
    expect(joined(dag, queries, 1).every(Boolean)).toBe(true);
    expect(joined(dag, queries, 2).filter(Boolean)).toHaveLength(count - 2);
    expect(joined(dag, [{ from: count - 1, to: 0 }], 1)).toEqual([false]);
    expect(joined(dag, [], 1)).toEqual([]);
  });
});
