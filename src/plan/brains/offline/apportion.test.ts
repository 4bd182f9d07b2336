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
      fc.property(fc.integer({ min: 0, max: 1e15 }), weights, (total, shares) => {
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

  it('[PL3] an amount beyond exact whole numbers is shared out all the same, and it ends', () => {
    const shares = [0.1, 0.2, 0.15, 0.25, 0.2, 0.1];
    for (const total of [1e16, 1e19, 7e21, 1e22, 1e300]) {
      const parts = apportion(total, shares);
      expect(Math.abs(sum(parts) / total - 1)).toBeLessThan(1e-9);
    }
  });
});
