import { expect, it } from 'vitest';
import { percentile } from './percentile.ts';

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

it.each([
  [0.5, 50],
  [0.99, 99],
  [1, 100],
  [0, 1],
])('a share of %d of 1…100 is %d', (share, expected) => {
  expect(percentile(hundred, share)).toBe(expected);
});

it('of nothing is an error', () => {
  expect(() => percentile([], 0.99)).toThrow('no values');
});
