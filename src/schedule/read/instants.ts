// Dates of a plan as instants. A date alone means the start of its day, its end, or the start or end
// of the work on it, by what it is the date of.
import { isPlanwrightError } from '../../base/errors.ts';
import type { Calendar, Minute, Project } from '../project.ts';
import { endOfDate, parseDateTime, startOfDate } from '../time/local-time.ts';
import { dayHours, type SpanList, sharedSpans } from '../time/spans.ts';
import { badPlace, type Place } from './place.ts';

export interface Instants {
  readonly zone: string;
  readonly calendars: ReadonlyMap<string, Calendar>;
}

export type DateMeaning = 'start' | 'end' | 'work' | 'worked';

export function instantIn(
  instants: Instants,
  text: string,
  meaning: DateMeaning,
  place: Place,
  /** Calendars that are worked together; of several such sets any may be. */
  hours: readonly (readonly string[])[] = [],
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
        return first(
          workOn(instants, text, hours).flatMap((spans) => spans[0] ?? []),
          startOfDate(zone, text),
        );
      case 'worked':
        return last(
          workOn(instants, text, hours).flatMap((spans) => spans.at(-1) ?? []),
          endOfDate(zone, text),
        );
    }
  } catch (error) {
    if (isPlanwrightError(error)) throw badPlace(place, error.message);
    throw error;
  }
}

/** When it is now, as someone says it. A date alone is the start of its day, or the last that is
 * known to have happened on it. */
export function nowOf(text: string, { zone, tasks }: Project, name: string): Minute {
  const given = instantIn({ zone, calendars: new Map() }, text, 'start', [name]);
  if (text.includes('T')) return given;
  const end = endOfDate(zone, text);
  return tasks.reduce((latest, { actual }) => {
    const dates = [actual?.started ?? given, actual?.finished ?? given];
    return Math.max(latest, ...dates.filter((date) => date <= end));
  }, given);
}

/** The working hours of that day, for each set of calendars. */
function workOn(
  { zone, calendars }: Instants,
  date: string,
  hours: readonly (readonly string[])[],
): SpanList[] {
  const [from, to] = [startOfDate(zone, date), endOfDate(zone, date)];
  return hours.map((ids) => {
    const known = ids.flatMap((id) => calendars.get(id) ?? []);
    return sharedSpans(known.map(dayHours), from, to);
  });
}

/** The first of them; without any, what is given. */
const first = (instants: readonly Minute[], otherwise: Minute): Minute =>
  instants.length === 0 ? otherwise : Math.min(...instants);

const last = (instants: readonly Minute[], otherwise: Minute): Minute =>
  instants.length === 0 ? otherwise : Math.max(...instants);
