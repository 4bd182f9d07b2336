import { describe, expect, it } from 'vitest';
import { readDates } from './dates.ts';
import { readDeadline } from './deadline.ts';
import { endOfSpan, readDurations } from './durations.ts';

const start = '2025-11-17';
const window = (goal: string) => readDates(goal, start).map((date) => [date.first, date.last]);
const deadline = (goal: string) => readDeadline(readDates(goal, start), readDurations(goal), start);

describe('dates and windows', () => {
  it.each([
    ['close it in Q1 2026', '2026-01-01', '2026-03-31'],
    ['by March 3rd', '2026-03-03', '2026-03-03'],
    ['on 2026-April-21', '2026-04-21', '2026-04-21'],
    ['bis zum 15. März 2026', '2026-03-15', '2026-03-15'],
    ['late March 2026', '2026-03-21', '2026-03-31'],
    ['in summer 2027', '2027-06-01', '2027-08-31'],
    ['by 2030', '2030-01-01', '2030-12-31'],
    ['in 2026–2027', '2026-01-01', '2027-12-31'],
    ['next month', '2025-12-01', '2025-12-31'],
    ['by Christmas', '2025-12-24', '2025-12-24'],
    ['on 31/12/2026', '2026-12-31', '2026-12-31'],
    ['February 29, 2028', '2028-02-29', '2028-02-29'],
  ])('[PL1] reads %s', (goal, first, last) => {
    expect(window(goal)).toEqual([[first, last]]);
  });

  it.each(['I may go and march on', 'a 2000 kg load of 1999.50', 'February 31, 2026x'])(
    '[PL1] sees no day in %s',
    (goal) => {
      expect(window(goal).filter(([first, last]) => first === last)).toEqual([]);
    },
  );

  it('[PL1] a date without a year is the next one after the start', () => {
    expect(readDates('on May 2', '2026-05-03')[0]?.first).toBe('2027-05-02');
  });
});

describe('the deadline', () => {
  it('[PL1] "by" makes it certain; a mere window is a guess', () => {
    expect(deadline('Open by 15 May 2026')).toMatchObject({ date: '2026-05-15', certain: true });
    expect(deadline('Close 3 deals in Q1 2026')).toMatchObject({
      date: '2026-03-31',
      certain: false,
    });
  });

  it('[PL1] a limit is counted from the start; a length is a span to fill', () => {
    expect(deadline('Open it within 6 months')).toMatchObject({ date: '2026-05-16', span: false });
    expect(deadline('A 10-year program for clean water')).toMatchObject({
      date: '2035-11-16',
      span: true,
    });
  });

  it('[PL1] a rhythm, a record or the past is no deadline', () => {
    expect(deadline('Water the plants once a week')).toBeNull();
    expect(deadline('The first survey in 95 years')).toBeNull();
    expect(deadline('Repair what broke in May 2020')).toBeNull();
  });

  it('[PL1] a month span from the last of a month stays within the month', () => {
    expect(endOfSpan('2026-01-31', { value: 1, unit: 'month' })).toBe('2026-02-27');
  });
});
