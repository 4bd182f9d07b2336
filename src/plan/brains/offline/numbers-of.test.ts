import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../../../contract/plan.ts';
import { largestNumber, numbersOf } from './numbers-of.ts';
import type { NumberRule } from './playbook.ts';
import { wordsOf } from './word-list.ts';

const rule = (key: string, more: Partial<NumberRule> = {}): NumberRule => ({
  ...{ key, claim: key, unit: key, assumed: 1, confirm: 'Count it.' },
  ...more,
});
const only = (assumed: number) => numbersOf([rule('land', { assumed })], []).assumptions[0];

describe('the numbers of a playbook', () => {
  it('[PL4] a number below one has bounds around it', () => {
    expect(only(0.5)).toMatchObject({ lower: 0.3, base: 0.5, upper: 1 });
    expect(only(1)).toMatchObject({ lower: 1, base: 1, upper: 2 });
    expect(only(10)).toMatchObject({ lower: 6, base: 10, upper: 16 });
  });

  it('[PL4] whatever is assumed, lower, base and upper are in order', () => {
    const above0 = fc.double({ min: Number.MIN_VALUE, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(above0, (assumed) => {
        const { lower = 1, base = 0, upper = 0 } = only(assumed) ?? {};
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(lower).toBeLessThanOrEqual(base);
        expect(base).toBeLessThanOrEqual(upper);
      }),
    );
  });

  it('[PL4] a chain of derived numbers that begins with a large one of the goal ends at a bound', () => {
    const times = 1e6;
    const rules = [
      rule('hives', { counted: wordsOf({ en: ['hives'] }) }),
      rule('bees', { derived: { from: 'hives', times, why: 'a million each' } }),
      rule('legs', { derived: { from: 'bees', times, why: 'a million each' } }),
    ];
    const told = { kind: 'count', text: '1000000000 hives', value: 1e9, unit: 'hives' } as Fact;
    expect(numbersOf(rules, [told]).numbers).toEqual({
      ...{ hives: 1e9, bees: largestNumber, legs: largestNumber },
    });
  });
});
