// Working time as plain numbers: hours count from the first working day, so the graph code never
// touches dates. Monday to Friday, eight hours a day; holidays come with the full scheduler.
const DAY_MS = 86_400_000;
export const HOURS_PER_DAY = 8;
export const DAYS_PER_WEEK = 5;
export const CALENDAR_NOTE =
  'Monday to Friday, 8 hours a day; public holidays are not taken into account';

/** Days since 1970-01-01, which was a Thursday. */
export function dayNumber(isoDate: string): number {
  return Math.floor(Date.parse(`${isoDate}T00:00:00Z`) / DAY_MS);
}

export function isoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Monday, 6 is Sunday. */
export function weekday(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

export function nextWorkingDay(date: string): string {
  const day = dayNumber(date);
  const over = weekday(day) - (DAYS_PER_WEEK - 1);
  return over > 0 ? isoDate(day + 3 - over) : date;
}

/** The date `count` working days after a working day. */
export function addWorkingDays(workingDate: string, count: number): string {
  const day = dayNumber(workingDate);
  const position = weekday(day) + count;
  const weeks = Math.floor(position / DAYS_PER_WEEK);
  return isoDate(day - weekday(day) + weeks * 7 + (position - weeks * DAYS_PER_WEEK));
}

export function addCalendarDays(date: string, count: number): string {
  return isoDate(dayNumber(date) + count);
}

/** The date on which work starting at this hour begins. */
export function dateOfStart(firstWorkingDate: string, hour: number): string {
  return addWorkingDays(firstWorkingDate, Math.floor(hour / HOURS_PER_DAY + 1e-9));
}

/** The date on which work ending at this hour ends: the eighth hour is still the same day. */
export function dateOfFinish(firstWorkingDate: string, hour: number): string {
  return addWorkingDays(firstWorkingDate, Math.max(0, Math.ceil(hour / HOURS_PER_DAY - 1e-9) - 1));
}

/** Working hours from the first working date to the end of `last`; negative when it lies before. */
export function workingHoursUntil(firstWorkingDate: string, last: string): number {
  return (
    (workingDaysBefore(dayNumber(last) + 1) - workingDaysBefore(dayNumber(firstWorkingDate))) *
    HOURS_PER_DAY
  );
}

function workingDaysBefore(day: number): number {
  const sinceMonday = day + 3;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * DAYS_PER_WEEK + Math.min(DAYS_PER_WEEK, sinceMonday - weeks * 7);
}
