import { expect, it } from 'vitest';
import { median } from './median.ts';

it.each([
  [[5], 5],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[1, 1, 1000], 1],
])('of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

it('of nothing is an error', () => {
  expect(() => median([])).toThrow('no values');
});
