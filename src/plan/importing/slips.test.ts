import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../base/suggest.ts';
import { editsWithin, slipFinder } from './slips.ts';

const idOf = (at: number): string => `${String(at).padStart(8, '0')}-aaaa-4bbb-8ccc-0123456789ab`;

describe('ids with a slip', () => {
  it('[IM5] letters are counted as elsewhere, and no further than two', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(editsWithin(one, other)).toBe(Math.min(3, editDistance(one, other)));
      }),
      { numRuns: 2_000 },
    );
    const long = 'abcdef0123456789abcd';
    expect(editsWithin(long, 'abcdfe0123456789abcd')).toBe(1);
    expect(editsWithin(long, 'bcdef0123456789abcde')).toBe(2);
  });

  it('[IM5] the nearest id is meant, none where two are as near', () => {
    const find = slipFinder([idOf(1), idOf(22), idOf(33_333)]);
    expect(find(idOf(33_334))).toBe(idOf(33_333));
    expect(find(idOf(2))).toBeUndefined();
    expect(find('short')).toBeUndefined();
  });

  it('[IM5] a file of slips makes no more than so many distances', () => {
    const ids = Array.from({ length: 20_000 }, (_, at) => idOf(at));
    let distances = 0;
    const find = slipFinder(ids, (one, other) => {
      distances += 1;
      return editsWithin(one, other);
    });
    const found = Array.from({ length: 40 }, (_, at) => find(`${idOf(at).slice(0, -1)}xyz`));
    expect(found.every((id) => id === undefined)).toBe(true);
    expect(distances).toBeGreaterThan(0);
    expect(distances).toBeLessThanOrEqual(100_000);
  });
});
