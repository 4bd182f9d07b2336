// The length of a tick: the greatest that divides everything with a length, so that nothing is
// rounded. Very long projects get a coarser one, and their durations are rounded up.
import type { Calendar, Minute } from '../project.ts';
import { isRoundTheClock } from '../time/calendar.ts';
import { MINUTES_PER_DAY } from '../time/civil.ts';
import { offsetStretches } from '../time/zone.ts';

/** All durations and lags together; the limit of the solver is far above. */
export const maxProjectTicks = 2 ** 26;
const offsetYears = 30;

export interface TickInput {
  readonly start: Minute;
  /** Durations and lags. */
  readonly lengths: Iterable<number>;
  /** Not-before and fixed dates. */
  readonly instants: Iterable<Minute>;
  readonly calendars: readonly Calendar[];
}

export function tickMinutes(input: TickInput): number {
  let tick = 0;
  let total = 0;
  for (const length of input.lengths) {
    tick = gcd(tick, Math.abs(length));
    total += Math.abs(length);
  }
  for (const instant of input.instants) tick = gcd(tick, Math.abs(instant - input.start));
  for (const calendar of input.calendars) tick = gcdOfEdges(tick, calendar, input.start);
  const exact = Math.max(1, tick);
  return exact * Math.max(1, Math.ceil(total / exact / maxProjectTicks));
}

function gcdOfEdges(begin: number, calendar: Calendar, start: Minute): number {
  if (isRoundTheClock(calendar)) return begin;
  const shifts = edgeShifts(calendar, start);
  const days = [...calendar.week, ...calendar.exceptions.map(({ spans }) => spans)];
  let tick = gcd(begin, MINUTES_PER_DAY);
  for (const spans of days) {
    for (const { from, to } of spans) {
      for (const shift of shifts) {
        tick = gcd(gcd(tick, modulo(from - shift)), modulo(to - shift));
      }
    }
  }
  return tick;
}

/** How far a local clock time lies from the ticks, for each offset the zone has. */
function edgeShifts(calendar: Calendar, start: Minute): number[] {
  const end = start + offsetYears * 366 * MINUTES_PER_DAY;
  const offsets = offsetStretches(calendar.zone, start, end).map(({ offset }) => offset);
  return [...new Set(offsets)].map((offset) => modulo(offset + start));
}

const modulo = (minutes: number): number =>
  ((minutes % MINUTES_PER_DAY) + MINUTES_PER_DAY) % MINUTES_PER_DAY;

function gcd(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y > 0) [x, y] = [y, x % y];
  return x;
}
