import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedMinutes } from './settle.ts';

describe('the length of a task', () => {
  it('[SC131] stays within its own estimate, in steps of six minutes where one fits', () => {
    expect(expectedMinutes({ low: 1, likely: 2, high: 4 })).toBe(2);
    expect(expectedMinutes({ low: 3, likely: 10, high: 11 })).toBe(6);
    expect(expectedMinutes({ low: 60, likely: 70, high: 130 })).toBe(78);
    const minute = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(fc.tuple(minute, minute, minute), (points) => {
        const [low = 0, likely = 0, high = 0] = points.toSorted((a, b) => a - b);
        const minutes = expectedMinutes({ low, likely, high });
        expect(minutes).toBeGreaterThanOrEqual(low);
        expect(minutes).toBeLessThanOrEqual(high);
        expect(Number.isInteger(minutes)).toBe(true);
      }),
    );
  });

  it('[SC131] is something, also where almost nothing is estimated', () => {
    expect(expectedMinutes({ low: 0, likely: 0, high: 1 })).toBe(1);
  });
});
