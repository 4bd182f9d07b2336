import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addWorkingDays,
  dateOfFinish,
  dateOfStart,
  dayNumber,
  isoDate,
  nextWorkingDay,
  weekday,
  workingHoursUntil,
} from './calendar.ts';

const dates = fc.integer({ min: 0, max: 40_000 }).map(isoDate);

describe('the working calendar', () => {
  it('[SC1] a start on a weekend moves to Monday', () => {
    expect(nextWorkingDay('2026-01-03')).toBe('2026-01-05');
    expect(nextWorkingDay('2026-01-04')).toBe('2026-01-05');
    expect(nextWorkingDay('2026-01-02')).toBe('2026-01-02');
  });

  it('[SC1] the eighth hour ends the day it began, the ninth begins the next', () => {
    expect(dateOfFinish('2026-01-02', 8)).toBe('2026-01-02');
    expect(dateOfStart('2026-01-02', 8)).toBe('2026-01-05');
    expect(dateOfFinish('2026-01-02', 8.1)).toBe('2026-01-05');
  });

  it('[SC1] no date it yields is on a weekend', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 0, max: 3000 }), (date, days) => {
        const day = addWorkingDays(nextWorkingDay(date), days);
        expect(weekday(dayNumber(day))).toBeLessThan(5);
      }),
    );
  });

  it('[SC1] counting hours to a date and going there are inverse', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: 1, max: 2000 }), (date, days) => {
        const start = nextWorkingDay(date);
        const hours = days * 8;
        expect(workingHoursUntil(start, dateOfFinish(start, hours))).toBe(hours);
      }),
    );
  });
});
