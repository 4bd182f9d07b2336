// Whether calendars ever work at the same time; asked once for each set of them.
import { isPlanwrightError } from '../../base/errors.ts';
import type { Calendar, Minute } from '../project.ts';
import { workAxis } from '../time/axis.ts';
import { calendarFaults } from '../time/calendar.ts';
import { MAX_AXES, MAX_INSTANT } from './limits.ts';

export class CommonTime {
  private readonly calendars: ReadonlyMap<string, Calendar>;
  private readonly start: Minute;
  private readonly known = new Map<string, boolean>();

  constructor(calendars: ReadonlyMap<string, Calendar>, start: Minute) {
    this.calendars = calendars;
    this.start = Number.isInteger(start) && Math.abs(start) <= MAX_INSTANT ? start : 0;
  }

  /** Faults of a calendar alone are told elsewhere. */
  has(ids: readonly string[]): boolean {
    if (ids.length < 2) return true;
    const key = ids.join('\0');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_AXES) return true;
    const calendars = ids.flatMap((id) => this.calendars.get(id) ?? []);
    const sound = calendars.every((calendar) => calendarFaults(calendar).length === 0);
    const shared = !sound || this.hasAxis(calendars);
    this.known.set(key, shared);
    return shared;
  }

  private hasAxis(calendars: readonly Calendar[]): boolean {
    try {
      workAxis(calendars, { origin: this.start, tickMinutes: 1, horizonTicks: 1 });
      return true;
    } catch (error) {
      if (isPlanwrightError(error)) return false;
      throw error;
    }
  }
}

/** More tries than this are not made. */
const MAX_TRIES = 10_000;

/** The first choice of one from each list that is good; null when none is found. */
export function firstGood<Item>(
  lists: readonly (readonly Item[])[],
  isGood: (chosen: readonly Item[]) => boolean,
): readonly Item[] | null {
  let tries = 0;
  const extend = (chosen: readonly Item[]): readonly Item[] | null => {
    const next = lists[chosen.length];
    if (next === undefined) {
      tries += 1;
      return isGood(chosen) ? chosen : null;
    }
    for (const item of next) {
      if (tries >= MAX_TRIES) return null;
      const found = extend([...chosen, item]);
      if (found !== null) return found;
    }
    return null;
  };
  return extend([]);
}
