// Working time as lists of instants [from, to, from, to, …]: in order, without touching neighbors.
// A minute is worked when the local clock reads a time inside a span of that local day, so days of
// 23 and 25 hours need no rule of their own.
import type { Calendar, Minute, Span } from '../project.ts';
import { dayOfIsoDate, MINUTES_PER_DAY, weekdayOf } from './civil.ts';
import { offsetStretches } from './zone.ts';

export type SpanList = readonly number[];

export interface DayHours {
  readonly zone: string;
  readonly week: readonly (readonly Span[])[];
  /** By local day number. */
  readonly exceptions: ReadonlyMap<number, readonly Span[]>;
}

export function dayHours(calendar: Calendar): DayHours {
  const exceptions = new Map<number, readonly Span[]>();
  for (const { date, spans } of calendar.exceptions) {
    const day = dayOfIsoDate(date);
    if (day !== null) exceptions.set(day, spans);
  }
  return { zone: calendar.zone, week: calendar.week, exceptions };
}

/** The same hours every week. */
export const withoutExceptions = (hours: DayHours): DayHours => ({
  ...hours,
  exceptions: new Map(),
});

export function workingSpans(hours: DayHours, from: Minute, to: Minute): SpanList {
  const list: number[] = [];
  for (const stretch of offsetStretches(hours.zone, from, to)) {
    const { offset } = stretch;
    const lastDay = Math.floor((stretch.to - 1 + offset) / MINUTES_PER_DAY);
    for (
      let day = Math.floor((stretch.from + offset) / MINUTES_PER_DAY);
      day <= lastDay;
      day += 1
    ) {
      const midnight = day * MINUTES_PER_DAY - offset;
      for (const span of hours.exceptions.get(day) ?? hours.week[weekdayOf(day)] ?? []) {
        const begin = Math.max(stretch.from, midnight + span.from);
        pushSpan(list, begin, Math.min(stretch.to, midnight + span.to));
      }
    }
  }
  return list;
}

/** Appends a span; one that touches the last is joined to it, an empty one is dropped. */
export function pushSpan(list: number[], from: number, to: number): void {
  if (to <= from) return;
  if (list.length > 0 && list[list.length - 1] === from) list[list.length - 1] = to;
  else list.push(from, to);
}

export function commonSpans(a: SpanList, b: SpanList): SpanList {
  const list: number[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [endA, endB] = [a[i + 1] ?? 0, b[j + 1] ?? 0];
    pushSpan(list, Math.max(a[i] ?? 0, b[j] ?? 0), Math.min(endA, endB));
    if (endA <= endB) i += 2;
    if (endB <= endA) j += 2;
  }
  return list;
}

/** What all of them work. */
export function sharedSpans(all: readonly DayHours[], from: Minute, to: Minute): SpanList {
  let shared: SpanList = [from, to];
  for (const hours of all) shared = commonSpans(shared, workingSpans(hours, from, to));
  return shared;
}
