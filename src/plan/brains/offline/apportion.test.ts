import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apportion } from './apportion.ts';

const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

describe('sharing out an amount', () => {
  it('[PL3] whole parts add up to it, each within one of its share', () => {
    expect(apportion(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(apportion(1, [0, 2, 5])).toEqual([0, 0, 1]);
    expect(apportion(7, [])).toEqual([]);
    const weights = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), weights, (total, shares) => {
        const parts = apportion(total, shares);
        const whole = sum(shares);
        expect(sum(parts)).toBe(whole === 0 ? 0 : total);
        parts.forEach((part, index) => {
          const share = whole === 0 ? 0 : (total * (shares[index] ?? 0)) / whole;
          expect(Math.abs(part - share)).toBeLessThan(1);
        });
      }),
    );
  });
});
