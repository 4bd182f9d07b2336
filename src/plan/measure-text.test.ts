import { describe, expect, it } from 'vitest';
import { measureText } from './measure-text.ts';

describe('a measure in one line', () => {
  const measure = { measure: 'Loaves sold a day.', target: 40, unit: 'loaves' };
  it('[LV68] says whether its target is a least, a most or the mark', () => {
    expect(measureText({ ...measure, aim: 'at_least' })).toBe('Loaves sold a day: ≥ 40 loaves');
    expect(measureText({ ...measure, aim: 'at_most' })).toBe('Loaves sold a day: ≤ 40 loaves');
    expect(measureText({ ...measure, aim: 'exactly' })).toBe('Loaves sold a day: = 40 loaves');
    expect(measureText(measure)).toBe('Loaves sold a day: 40 loaves');
  });
});
