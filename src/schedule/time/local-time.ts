// Instants as text of a zone and back. A local time that the clocks skip is the instant of the jump,
// one that they show twice is the first of the two.
import { PlanwrightError } from '../../base/errors.ts';
import type { Minute } from '../project.ts';
import { dayOfIsoDate, isoDateOfDay, MINUTES_PER_DAY } from './civil.ts';
import { offsetAt, offsetStretches } from './zone.ts';

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?$/;
/** More than any offset. */
const AROUND_MINUTES = 2 * MINUTES_PER_DAY;

/** The local date, YYYY-MM-DD. */
export function isoDateIn(zone: string, minute: Minute): string {
  return isoDateOfDay(Math.floor((minute + offsetAt(zone, minute)) / MINUTES_PER_DAY));
}

/** The local date and time with its offset, 2026-03-29T09:00+02:00. */
export function isoDateTimeIn(zone: string, minute: Minute): string {
  const offset = offsetAt(zone, minute);
  const local = new Date((minute + offset) * 60_000).toISOString().slice(0, 16);
  return local + offsetText(offset);
}

/** The instant of a local wall-clock time, given as if it were minutes since 1970 in UTC. */
export function instantOfLocal(zone: string, local: number): Minute {
  for (const stretch of offsetStretches(zone, local - AROUND_MINUTES, local + AROUND_MINUTES)) {
    const instant = Math.max(stretch.from, local - stretch.offset);
    if (instant < stretch.to) return instant;
  }
  return local;
}

/** The first minute of a local date. */
export const startOfDate = (zone: string, date: string): Minute =>
  instantOfLocal(zone, requireDay(date) * MINUTES_PER_DAY);

/** The minute after the last of a local date. */
export const endOfDate = (zone: string, date: string): Minute =>
  instantOfLocal(zone, (requireDay(date) + 1) * MINUTES_PER_DAY);

/** YYYY-MM-DDTHH:MM, local to the zone unless it carries an offset or Z; seconds are dropped. */
export function parseDateTime(zone: string, text: string): Minute {
  const match = DATE_TIME.exec(text);
  const day = match === null ? null : dayOfIsoDate(match[1] ?? '');
  const [hour, minute] = [Number(match?.[2]), Number(match?.[3])];
  if (match === null || day === null || hour > 23 || minute > 59) throw notATime(text);
  const local = day * MINUTES_PER_DAY + hour * 60 + minute;
  const offset = match[4];
  return offset === undefined ? instantOfLocal(zone, local) : local - offsetMinutes(offset, text);
}

function offsetMinutes(offset: string, text: string): number {
  if (offset === 'Z') return 0;
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(4, 6))];
  if (hours > 23 || minutes > 59) throw notATime(text);
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

function offsetText(offset: number): string {
  const size = Math.abs(offset);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function requireDay(date: string): number {
  const day = dayOfIsoDate(date);
  if (day !== null) return day;
  const shown = date.slice(0, 40);
  throw new PlanwrightError('INVALID_ARGUMENTS', `"${shown}" is not a date (YYYY-MM-DD)`, {
    shown,
  });
}

function notATime(text: string): PlanwrightError {
  const shown = text.slice(0, 40);
  const message = `"${shown}" is not a date and time (YYYY-MM-DDTHH:MM)`;
  return new PlanwrightError('INVALID_ARGUMENTS', message, { shown });
}
