// When the goal wants to be done: a date it calls a limit, a span it gives, or a future window it names.
import { addCalendarDays, nextWorkingDay } from '../../working-days.ts';
import type { Passage } from './act.ts';
import type { DateReading } from './dates.ts';
import { type DurationReading, durationDays, endOfSpan } from './durations.ts';

export interface Deadline {
  readonly date: string;
  readonly text: string;
  /** How sure: the goal says "by", or it only names a time. */
  readonly certain: boolean;
  /** First day, where the goal names a window rather than a day. */
  readonly first: string;
  /** The words give the length of the whole, so that the schedule should fill it. */
  readonly span: boolean;
  /** What was guessed to get at the date, if anything was. */
  readonly rule: string | null;
}

const OWN_DAY =
  /(?<!\p{L})(?:by|before|until|in time for)\s(?:my|our|his|her|their|the)\s(?:[\p{L}\p{N}'’]{1,20}\s){0,3}?(?:birthday|anniversary|wedding|exams?|holidays?|vacation|graduation|retirement|school year|due date)(?!\p{L})/iu;

export function readDeadline(
  dates: readonly DateReading[],
  durations: readonly DurationReading[],
  startDate: string,
): Deadline | null {
  const start = nextWorkingDay(startDate);
  const ahead = dates.filter((date) => date.last >= startDate && date.last < '9000');
  const named = latest(ahead.filter((date) => date.deadline));
  if (named) return dated(named, startDate);
  const limit = longest(durations.filter((duration) => duration.use !== 'other'));
  const window = latest(ahead);
  if (limit && !within(limit, window, start)) {
    const date = endOfSpan(start, limit);
    const span = limit.use === 'length';
    return { date, text: limit.text, certain: true, first: start, span, rule: null };
  }
  return window ? dated(window, startDate) : null;
}

/** A limit whose day only the goal's owner knows: "before my 40th birthday". */
export function readOwnDay(goal: string): Passage | null {
  const match = OWN_DAY.exec(goal.slice(0, 2_000));
  return match && { at: match.index, text: match[0] };
}

/** "for 3 weeks in April" lasts three weeks, but is not over three weeks from now. */
function within(limit: DurationReading, window: DateReading | null, start: string): boolean {
  return limit.use === 'length' && window !== null && endOfSpan(start, limit) < window.first;
}

function dated(reading: DateReading, start: string): Deadline {
  const eve = addCalendarDays(reading.first, -1);
  const early = reading.before && eve >= start;
  const date = early ? eve : reading.last;
  return {
    date,
    text: reading.text,
    certain: reading.deadline,
    first: early ? eve : reading.first,
    span: false,
    rule: reading.yearless ? ruleOf(reading, date) : null,
  };
}

function ruleOf({ text, first, last }: DateReading, date: string): string {
  const window = first === last ? first : `${first} to ${last}`;
  return `“${text}” gives no year: the next one after the start is taken, ${window}, so the deadline is ${date}`;
}

function latest(dates: readonly DateReading[]): DateReading | null {
  return dates.reduce<DateReading | null>(
    (best, next) => (best && best.last >= next.last ? best : next),
    null,
  );
}

function longest(durations: readonly DurationReading[]): DurationReading | null {
  return durations.reduce<DurationReading | null>(
    (best, next) => (best && durationDays(best) >= durationDays(next) ? best : next),
    null,
  );
}
