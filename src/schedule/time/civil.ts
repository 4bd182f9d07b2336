// Dates of the civil calendar as day numbers (1970-01-01 is day 0, a Thursday), without zones.

export const MINUTES_PER_DAY = 1440;
const DAY_MS = 86_400_000;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** The day number of YYYY-MM-DD, or null when there is no such date. */
export function dayOfIsoDate(text: string): number | null {
  const match = ISO_DATE.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const ms = Date.UTC(year, month - 1, day);
  const date = new Date(ms);
  const same = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1;
  return same && date.getUTCDate() === day ? Math.round(ms / DAY_MS) : null;
}

export const isoDateOfDay = (day: number): string =>
  new Date(day * DAY_MS).toISOString().slice(0, 10);

/** 0 is Monday, 6 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

export const yearOfDay = (day: number): number => new Date(day * DAY_MS).getUTCFullYear();

/** The first minute of a year, read as UTC. */
export const firstMinuteOfYear = (year: number): number => Date.UTC(year, 0, 1) / 60_000;
