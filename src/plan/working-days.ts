// Dates of the offline planner as plain day numbers: it reads and counts days, the scheduler knows
// the hours.
const DAY_MS = 86_400_000;
const DAYS_PER_WEEK = 5;

/** Days since 1970-01-01, which was a Thursday. */
export function dayNumber(isoDate: string): number {
  return Math.floor(Date.parse(`${isoDate}T00:00:00Z`) / DAY_MS);
}

export function isoDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** There is no 30th of February. */
export function isRealDay(date: string): boolean {
  const day = dayNumber(date);
  return Number.isFinite(day) && isoDate(day) === date;
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

/** The date `count` working days after (or, below zero, before) a working day. */
export function addWorkingDays(workingDate: string, count: number): string {
  const day = dayNumber(workingDate);
  const position = weekday(day) + count;
  const weeks = Math.floor(position / DAYS_PER_WEEK);
  return isoDate(day - weekday(day) + weeks * 7 + (position - weeks * DAYS_PER_WEEK));
}

export function addCalendarDays(date: string, count: number): string {
  return isoDate(dayNumber(date) + count);
}
