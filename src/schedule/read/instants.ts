// Dates of a plan as instants. A date alone means the start of its day, its end, or the first
// working minute of it, by what it is the date of.
import { isPlanwrightError } from '../../base/errors.ts';
import type { Calendar, Minute } from '../project.ts';
import { endOfDate, parseDateTime, startOfDate } from '../time/local-time.ts';
import { dayHours, workingSpans } from '../time/spans.ts';
import { badPlace, type Place } from './place.ts';

export interface Instants {
  readonly zone: string;
  readonly calendars: ReadonlyMap<string, Calendar>;
}

export type DateMeaning = 'start' | 'end' | 'work';

export function instantIn(
  instants: Instants,
  text: string,
  meaning: DateMeaning,
  place: Place,
  calendar?: string,
): Minute {
  const { zone } = instants;
  try {
    if (text.includes('T')) return parseDateTime(zone, text);
    switch (meaning) {
      case 'start':
        return startOfDate(zone, text);
      case 'end':
        return endOfDate(zone, text);
      case 'work':
        return firstWork(zone, text, instants.calendars.get(calendar ?? ''));
    }
  } catch (error) {
    if (isPlanwrightError(error)) throw badPlace(place, error.message);
    throw error;
  }
}

/** A date (the start of its day) or a time, of whoever gives one beside the plan. */
export const instantOf = (text: string, zone: string, name: string): Minute =>
  instantIn({ zone, calendars: new Map() }, text, 'start', [name]);

/** The start of the day where nobody works on it. */
function firstWork(zone: string, date: string, calendar: Calendar | undefined): Minute {
  const from = startOfDate(zone, date);
  if (calendar === undefined) return from;
  return workingSpans(dayHours(calendar), from, endOfDate(zone, date))[0] ?? from;
}
