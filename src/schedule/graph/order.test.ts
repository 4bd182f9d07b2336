import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findRings, topologicalOrder } from './order.ts';

const links = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 16 });

describe('order', () => {
  it('[SC57] puts sources first, or is shorter when there is a ring', () => {
    fc.assert(
      fc.property(links, (pairs) => {
        const from = Int32Array.from(pairs, ([a]) => a);
        const to = Int32Array.from(pairs, ([, b]) => b);
        const order = topologicalOrder(8, from, to);
        const rings = findRings(8, from, to);
        expect(order.length === 8).toBe(rings.length === 0);
        for (const [a, b] of pairs.filter(([, end]) => order.includes(end))) {
          expect(order.indexOf(a)).toBeLessThan(order.indexOf(b));
        }
        for (const ring of rings) expectRing(ring, from, to);
      }),
    );
  });

  it('[SC57] finds one ring in each knot, the shortest through its first node', () => {
    const from = Int32Array.from([0, 1, 2, 1, 4, 5, 6]);
    const to = Int32Array.from([1, 2, 0, 0, 5, 4, 6]);
    expect(findRings(7, from, to)).toEqual([[0, 3], [4, 5], [6]]);
  });

  it('[SC57] a ring of a hundred thousand is no problem', () => {
    const count = 100_000;
    const from = Int32Array.from({ length: count }, (_, node) => node);
    const to = from.map((node) => (node + 1) % count);
    expect(findRings(count, from, to)[0]).toHaveLength(count);
  });

  function expectRing(ring: readonly number[], from: Int32Array, to: Int32Array) {
    expect(ring.length).toBeGreaterThan(0);
    for (const [index, each] of ring.entries()) {
      expect(to[each]).toBe(from[ring[(index + 1) % ring.length] as number]);
    }
  }
});
