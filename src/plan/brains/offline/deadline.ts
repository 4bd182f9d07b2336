// When the goal wants to be done: a date it calls a limit, a span it gives, or a future window it names.
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
}

export function readDeadline(
  dates: readonly DateReading[],
  durations: readonly DurationReading[],
  start: string,
): Deadline | null {
  const ahead = dates.filter((date) => date.last >= start && date.last < '9000');
  const named = latest(ahead.filter((date) => date.deadline));
  if (named)
    return { date: named.last, text: named.text, certain: true, first: named.first, span: false };
  const limit = longest(durations.filter((duration) => duration.use !== 'other'));
  if (limit) {
    const date = endOfSpan(start, limit);
    return { date, text: limit.text, certain: true, first: start, span: limit.use === 'length' };
  }
  const window = latest(ahead);
  return window
    ? { date: window.last, text: window.text, certain: false, first: window.first, span: false }
    : null;
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
