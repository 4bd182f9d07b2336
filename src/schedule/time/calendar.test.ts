import { describe, expect, it } from 'vitest';
import type { Calendar } from '../project.ts';
import { workAxis } from './axis.ts';
import {
  calendarFaults,
  isRoundTheClock,
  roundTheClockCalendar,
  weekdayCalendar,
} from './calendar.ts';

const week = weekdayCalendar('office', 'Europe/Paris', ['2026-05-01']);
const reasons = (calendar: Calendar) => calendarFaults(calendar).map((fault) => fault.reason);

describe('calendars', () => {
  it('[SC45] the presets are valid', () => {
    expect(calendarFaults(week)).toEqual([]);
    expect(calendarFaults(roundTheClockCalendar('agents'))).toEqual([]);
    expect(isRoundTheClock(roundTheClockCalendar('agents'))).toBe(true);
    expect(isRoundTheClock(week)).toBe(false);
  });

  it('[SC45] a calendar without working time is refused by name', () => {
    const empty = { ...week, id: 'closed', week: week.week.map(() => []) };
    expect(reasons(empty)).toEqual(['empty']);
    expect(() => workAxis([empty], { origin: 0, tickMinutes: 1, horizonTicks: 9 })).toThrow(
      /calendar "closed": no week has working time/,
    );
  });

  it('[SC45] every other fault is named with its place', () => {
    expect(reasons({ ...week, zone: 'Mars/Olympus' })).toEqual(['zone']);
    expect(reasons({ ...week, week: week.week.slice(1) })).toEqual(['week']);
    const spans = (...list: [number, number][]) => ({
      ...week,
      week: [list.map(([from, to]) => ({ from, to })), ...week.week.slice(1)],
    });
    expect(reasons(spans([60, 60]))).toEqual(['span']);
    expect(reasons(spans([60, 120], [100, 200]))).toEqual(['span']);
    expect(reasons(spans([60.5, 120]))).toEqual(['span']);
    expect(reasons(spans([-1, 120]))).toEqual(['span']);
    expect(reasons(spans([0, 1441]))).toEqual(['span']);
    const exceptions = (...dates: string[]) => ({
      ...week,
      exceptions: dates.map((date) => ({ date, spans: [] })),
    });
    expect(reasons(exceptions('2026-02-30'))).toEqual(['exception']);
    expect(reasons(exceptions('2026-02-03', '2026-02-03'))).toEqual(['exception']);
    expect(reasons(exceptions(...Array.from({ length: 20_001 }, () => 'x')))).toEqual([
      'exception',
    ]);
  });

  it('[SC45] touching spans over midnight are round the clock', () => {
    const halves = [
      { from: 0, to: 700 },
      { from: 700, to: 1440 },
    ];
    const split = { ...roundTheClockCalendar('split'), week: week.week.map(() => halves) };
    expect(isRoundTheClock(split)).toBe(true);
    expect(isRoundTheClock({ ...split, exceptions: [{ date: '2026-01-01', spans: [] }] })).toBe(
      false,
    );
  });
});
