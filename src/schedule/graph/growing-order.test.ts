import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingOrder } from './growing-order.ts';
import { topologicalOrder } from './order.ts';

const acyclic = (count: number, pairs: readonly (readonly [number, number])[]) =>
  topologicalOrder(
    count,
    Int32Array.from(pairs, ([from]) => from),
    Int32Array.from(pairs, ([, to]) => to),
  ).length === count;

describe('growing order', () => {
  it('[SC59] takes a link exactly when it closes no ring, and names the ring', () => {
    const pairs = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 30 });
    fc.assert(
      fc.property(pairs, (asked) => {
        const order = new GrowingOrder(7);
        const taken: (readonly [number, number])[] = [];
        for (const [from, to] of asked) {
          const ring = order.add(from, to);
          const fits = acyclic(7, [...taken, [from, to]]);
          expect(ring === null).toBe(fits);
          if (ring === null) taken.push([from, to]);
          else expectRing(ring, from, to, taken);
        }
      }),
    );
  });

  function expectRing(
    ring: readonly number[],
    from: number,
    to: number,
    taken: readonly (readonly [number, number])[],
  ) {
    expect([ring[0], ring.at(-1)]).toEqual([to, from]);
    for (const [index, node] of ring.slice(1).entries()) {
      expect(taken.some(([a, b]) => a === ring[index] && b === node)).toBe(true);
    }
  }

  it('[SC59] out of patience it takes only links along its order', () => {
    const order = new GrowingOrder(4, 1);
    expect(order.add(1, 0)).toBeNull();
    expect(order.add(3, 2)).toEqual([]);
    expect(order.add(2, 3)).toBeNull();
  });
});
