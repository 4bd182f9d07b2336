import { describe, expect, it } from 'vitest';
import { datesIn, statedEnd } from './stated-end.ts';

const start = Date.parse('2026-03-15');
const end = (text: string, language?: string) => {
  const ms = statedEnd(text, start, language);
  return ms === null ? null : new Date(ms).toISOString().slice(0, 10);
};

describe('the end that a text names', () => {
  it('[CP13] is its latest day, however it is written', () => {
    expect(end('From 2026-04-01 to about 2027-11-02.')).toBe('2027-11-02');
    expect(end('Target: 2027-November-02')).toBe('2027-11-02');
    expect(end('Done by April 1, 2027 at the latest')).toBe('2027-04-01');
    expect(end('spätestens am 1. Mai 2027', 'de')).toBe('2027-05-01');
  });

  it('[CP13] is the last day of a month that is told without a day', () => {
    expect(end('a first harvest in February 2028')).toBe('2028-02-29');
  });

  it('[CP13] may be counted from the start', () => {
    expect(end('within 18 months')).toBe('2027-09-13');
    expect(end('a 14-month timeline until May 2026')).toBe('2027-05-15');
  });

  it('[CP13] is not there where no day is named', () => {
    expect(end('as soon as the six phases are done')).toBeNull();
    expect(end('a 2-hour visit in the 3rd month of 2027')).toBeNull();
  });

  it('[CP17] a month without a day is no date', () => {
    expect(datesIn('May 2027')).toEqual([]);
    expect(datesIn('on 3 May 2027')).toEqual([Date.parse('2027-05-03')]);
  });
});
