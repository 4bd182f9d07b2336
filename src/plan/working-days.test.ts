import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addWorkingDays, dayNumber, isoDate, nextWorkingDay, weekday } from './working-days.ts';

const dates = fc.integer({ min: 0, max: 40_000 }).map(isoDate);

describe('working days', () => {
  it('[SC1] a start on a weekend moves to Monday', () => {
    expect(nextWorkingDay('2026-01-03')).toBe('2026-01-05');
    expect(nextWorkingDay('2026-01-04')).toBe('2026-01-05');
    expect(nextWorkingDay('2026-01-02')).toBe('2026-01-02');
  });

  it('[SC1] no date it yields is on a weekend, and going back is the inverse', () => {
    fc.assert(
      fc.property(dates, fc.integer({ min: -3000, max: 3000 }), (date, days) => {
        const from = nextWorkingDay(date);
        const day = addWorkingDays(from, days);
        expect(weekday(dayNumber(day))).toBeLessThan(5);
        expect(addWorkingDays(day, -days)).toBe(from);
      }),
    );
  });
});
