// Calendars: the two that everybody needs, and the checks that a given one can be worked by.
import { PlanwrightError } from '../../base/errors.ts';
import type { Calendar, Span } from '../project.ts';
import { dayOfIsoDate, MINUTES_PER_DAY } from './civil.ts';
import { isZone } from './zone.ts';

export const MAX_CALENDAR_EXCEPTIONS = 20_000;
export const MAX_SPANS_PER_DAY = 48;

const wholeDay: readonly Span[] = [{ from: 0, to: MINUTES_PER_DAY }];
const officeDay: readonly Span[] = [{ from: 9 * 60, to: 17 * 60 }];

/** Monday to Friday, 9 to 17 local time, with whole holidays (YYYY-MM-DD). */
export function weekdayCalendar(
  id: string,
  zone: string,
  holidays: readonly string[] = [],
): Calendar {
  const week = [officeDay, officeDay, officeDay, officeDay, officeDay, [], []];
  return { id, zone, week, exceptions: holidays.map((date) => ({ date, spans: [] })) };
}

export function roundTheClockCalendar(id: string, zone = 'UTC'): Calendar {
  return { id, zone, week: Array.from({ length: 7 }, () => wholeDay), exceptions: [] };
}

export interface CalendarFault {
  readonly reason: 'zone' | 'week' | 'span' | 'exception' | 'empty';
  readonly message: string;
}

/** What is wrong with a calendar, each fault with its place; empty when it can be worked by. */
export function calendarFaults(calendar: Calendar): CalendarFault[] {
  const faults: CalendarFault[] = [];
  const say = (reason: CalendarFault['reason'], message: string) =>
    void faults.push({ reason, message: `calendar "${calendar.id}": ${message}` });
  if (!isZone(calendar.zone)) say('zone', `"${calendar.zone.slice(0, 64)}" is not a time zone`);
  if (calendar.week.length !== 7) say('week', 'give seven days, Monday first');
  for (const [index, spans] of calendar.week.entries()) {
    const fault = spansFault(spans);
    if (fault !== null) say('span', `day ${index + 1} of the week: ${fault}`);
  }
  for (const fault of exceptionFaults(calendar)) say('exception', fault);
  if (calendar.week.every((spans) => spans.length === 0)) {
    say('empty', 'no week has working time; give at least one day working hours');
  }
  return faults;
}

export function requireValidCalendar(calendar: Calendar): void {
  const fault = calendarFaults(calendar)[0];
  if (fault === undefined) return;
  throw new PlanwrightError('INVALID_ARGUMENTS', fault.message, { calendar: calendar.id });
}

/** True when no minute is ever off. */
export function isRoundTheClock(calendar: Calendar): boolean {
  const whole = (spans: readonly Span[]) =>
    spans.length > 0 &&
    spans[0]?.from === 0 &&
    spans.at(-1)?.to === MINUTES_PER_DAY &&
    spans.every((span, index) => index === 0 || spans[index - 1]?.to === span.from);
  return calendar.week.every(whole) && calendar.exceptions.every(({ spans }) => whole(spans));
}

function* exceptionFaults(calendar: Calendar): Generator<string> {
  if (calendar.exceptions.length > MAX_CALENDAR_EXCEPTIONS) {
    yield `${calendar.exceptions.length} exceptions, at most ${MAX_CALENDAR_EXCEPTIONS} are taken`;
    return;
  }
  const seen = new Set<string>();
  for (const { date, spans } of calendar.exceptions) {
    if (dayOfIsoDate(date) === null) yield `exception "${date.slice(0, 32)}" is not a date`;
    if (seen.has(date)) yield `two exceptions on ${date.slice(0, 32)}`;
    seen.add(date);
    const fault = spansFault(spans);
    if (fault !== null) yield `exception ${date.slice(0, 32)}: ${fault}`;
  }
}

/** As a clock shows it: 17:00. */
export const clockText = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** What is wrong with the hours of one day; null when nothing is. */
export function spansFault(spans: readonly Span[]): string | null {
  if (spans.length > MAX_SPANS_PER_DAY) return `more than ${MAX_SPANS_PER_DAY} spans`;
  let last = 0;
  for (const { from, to } of spans) {
    const whole = Number.isInteger(from) && Number.isInteger(to);
    if (!whole || from < 0 || to > MINUTES_PER_DAY) return 'spans are whole minutes from 0 to 1440';
    if (to <= from) return `hours from ${clockText(from)} to ${clockText(to)} have no length`;
    if (from < last) return 'spans must be in order and not overlap';
    last = to;
  }
  return null;
}
