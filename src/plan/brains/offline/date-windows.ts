// Windows of days: a first and a last day, from a day, a month, a season or a part of a year. What has no
// year is the next one that has not ended when the plan starts.
import { addCalendarDays, dayNumber, isoDate, weekday } from '../../working-days.ts';

export type Window = readonly [first: string, last: string];

/** Which number of 5/6/2027 is the day: only the place tells. */
export type DayOrder = 'day first' | 'month first';

export const num = (text: string | undefined) => Number(text);
const pad = (value: number) => String(value).padStart(2, '0');

export function day(year: number, month: number, date: number): Window | null {
  if (month < 1 || month > 12 || date < 1 || date > lastDate(year, month)) return null;
  const iso = `${year}-${pad(month)}-${pad(date)}`;
  return [iso, iso];
}

/** 31/12/2026 and 12/31/2026; where both are days, the order decides. */
export function slashed(a: number, b: number, year: number, order: DayOrder): Window | null {
  const monthFirst = b > 12 || (order === 'month first' && a <= 12);
  return monthFirst ? day(year, a, b) : day(year, b, a);
}

function lastDate(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function months(year: number, month: number, count: number): Window | null {
  if (month < 1) return null;
  const end = month + count - 1;
  const endYear = year + Math.floor((end - 1) / 12);
  const endMonth = ((end - 1) % 12) + 1;
  return [
    `${year}-${pad(month)}-01`,
    `${endYear}-${pad(endMonth)}-${pad(lastDate(endYear, endMonth))}`,
  ];
}

const SEASONS: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  autumn: 9,
  fall: 9,
  winter: 12,
};

/** Seasons as in the north: spring is March to May. */
export function season(name: string, year: number): Window | null {
  return months(year, SEASONS[name.toLowerCase()] ?? 0, 3);
}

/** A winter that began last year may still be on. */
export function nextSeason(name: string, start: string): Window | null {
  const year = Number(start.slice(0, 4));
  const windows = [year - 1, year, year + 1].map((each) => season(name, each));
  return windows.find((window) => window !== null && window[1] >= start) ?? null;
}

export function partOfYear(part: string, year: number): Window | null {
  if (part === 'end') return months(year, 1, 12);
  const first: Readonly<Record<string, number>> = { early: 1, mid: 5, late: 9 };
  return months(year, first[part.toLowerCase()] ?? 1, 4);
}

export function partOfMonth(part: string, month: number, year: number): Window | null {
  if (part === 'end') return months(year, month, 1);
  const from: Readonly<Record<string, number>> = { early: 1, mid: 11, late: 21 };
  const first = from[part.toLowerCase()] ?? 1;
  const last = first === 21 ? lastDate(year, month) : first + 9;
  return [`${year}-${pad(month)}-${pad(first)}`, `${year}-${pad(month)}-${pad(last)}`];
}

/** Early, mid, late or the end of next month or next year. */
export function partOfNext(part: string, unit: string, start: string): Window | null {
  const next = nextUnit(unit, start);
  if (next === null || part === 'end') return next;
  const year = Number(next[0].slice(0, 4));
  return unit === 'month'
    ? partOfMonth(part, Number(next[0].slice(5, 7)), year)
    : partOfYear(part, year);
}

/** Early, mid or late in the next such month. */
export function nextPartOfMonth(part: string, month: number, start: string): Window | null {
  const year = Number(start.slice(0, 4));
  const here = partOfMonth(part, month, year);
  return here && here[1] >= start ? here : partOfMonth(part, month, year + 1);
}

export function nextDay(month: number, date: number, start: string): Window | null {
  const year = Number(start.slice(0, 4));
  const here = day(year, month, date);
  return here && here[0] >= start ? here : day(year + 1, month, date);
}

export function nextMonths(month: number, count: number, start: string): Window | null {
  const year = Number(start.slice(0, 4));
  const here = months(year, month, count);
  return here && here[1] >= start ? here : months(year + 1, month, count);
}

export function nextUnit(unit: string, start: string): Window | null {
  const year = Number(start.slice(0, 4));
  const month = Number(start.slice(5, 7));
  const shifted = (by: number) =>
    [year + Math.floor((month - 1 + by) / 12), ((month - 1 + by) % 12) + 1] as const;
  switch (unit.toLowerCase()) {
    case 'week': {
      const monday = dayNumber(start) - weekday(dayNumber(start)) + 7;
      return [isoDate(monday), isoDate(monday + 6)];
    }
    case 'month':
      return months(...shifted(1), 1);
    case 'quarter':
      return months(...shifted(3 - ((month - 1) % 3)), 3);
    default:
      return months(year + 1, 1, 12);
  }
}

export function thisUnit(unit: string, start: string): Window | null {
  const year = Number(start.slice(0, 4));
  const month = Number(start.slice(5, 7));
  const monday = dayNumber(start) - weekday(dayNumber(start));
  switch (unit.toLowerCase()) {
    case 'weekend':
      return [isoDate(monday + 5), isoDate(monday + 6)];
    case 'week':
      return [isoDate(monday), isoDate(monday + 6)];
    case 'month':
      return months(year, month, 1);
    case 'quarter':
      return months(year, month - ((month - 1) % 3), 3);
    default:
      return months(year, 1, 12);
  }
}

/** The next day of that name: 0 is Monday. */
export function nextWeekday(wanted: number, start: string): Window {
  const ahead = (wanted - weekday(dayNumber(start)) + 7) % 7;
  const iso = addCalendarDays(start, ahead);
  return [iso, iso];
}
