// What the clocks of a zone show. The runtime knows the rules; asking it costs microseconds, so each
// year of a zone is asked once: a sample every ten days, a bisection where two samples differ.
import { PlanwrightError } from '../../base/errors.ts';
import type { Minute } from '../project.ts';
import { firstMinuteOfYear, MINUTES_PER_DAY, yearOfDay } from './civil.ts';

/** A stretch of time with one offset: local time = UTC + offset, in minutes. */
export interface OffsetStretch {
  readonly from: Minute;
  readonly to: Minute;
  readonly offset: number;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly years: Map<number, readonly OffsetStretch[]>;
}

/** Shorter than any stretch of summer or Ramadan time in use. */
const SAMPLE_MINUTES = 10 * MINUTES_PER_DAY;
const MAX_ZONE_NAME = 64;
/** Zones come from outside text; the cache must not grow with it. */
const MAX_ZONES_KEPT = 64;
const zones = new Map<string, Zone>();

export function isZone(name: string): boolean {
  try {
    zoneOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Minutes that local time is ahead of UTC. */
export function offsetAt(zone: string, minute: Minute): number {
  const year = stretchesOfYear(zoneOf(zone), yearOfMinute(minute));
  return year.find((stretch) => minute < stretch.to)?.offset ?? 0;
}

/** The stretches that cover [from, to), in order, neighbors with different offsets. */
export function offsetStretches(zone: string, from: Minute, to: Minute): OffsetStretch[] {
  const known = zoneOf(zone);
  const found: OffsetStretch[] = [];
  for (let year = yearOfMinute(from); firstMinuteOfYear(year) < to; year += 1) {
    for (const stretch of stretchesOfYear(known, year)) {
      const cut = { ...stretch, from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) };
      if (cut.from < cut.to) append(found, cut);
    }
  }
  return found;
}

function append(list: OffsetStretch[], next: OffsetStretch): void {
  const last = list.at(-1);
  if (last !== undefined && last.offset === next.offset) {
    list[list.length - 1] = { ...last, to: next.to };
  } else {
    list.push(next);
  }
}

const yearOfMinute = (minute: Minute): number => yearOfDay(Math.floor(minute / MINUTES_PER_DAY));

function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known !== undefined) return known;
  if (zones.size >= MAX_ZONES_KEPT) zones.clear();
  const zone: Zone = { format: formatOf(name), years: new Map() };
  zones.set(name, zone);
  return zone;
}

function formatOf(name: string): Intl.DateTimeFormat {
  if (name.length === 0 || name.length > MAX_ZONE_NAME) throw unknownZone(name);
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
  } catch (cause) {
    throw unknownZone(name, cause);
  }
}

function unknownZone(name: string, cause?: unknown): PlanwrightError {
  const shown = name.slice(0, MAX_ZONE_NAME);
  const message = `"${shown}" is not a time zone; use an IANA name such as Europe/Berlin`;
  return new PlanwrightError('INVALID_ARGUMENTS', message, { zone: shown }, cause);
}

function stretchesOfYear(zone: Zone, year: number): readonly OffsetStretch[] {
  const known = zone.years.get(year);
  if (known !== undefined) return known;
  const found = findStretches(zone, firstMinuteOfYear(year), firstMinuteOfYear(year + 1));
  zone.years.set(year, found);
  return found;
}

function findStretches(zone: Zone, from: Minute, to: Minute): OffsetStretch[] {
  const found: OffsetStretch[] = [];
  let begun = from;
  let offset = askOffset(zone, from);
  for (let at = from; at < to; ) {
    const next = Math.min(to, at + SAMPLE_MINUTES);
    const last = askOffset(zone, next - 1);
    if (last !== offset) {
      const change = bisect(zone, at, next - 1, offset);
      found.push({ from: begun, to: change, offset });
      begun = change;
      offset = askOffset(zone, change);
      at = change;
    } else {
      at = next;
    }
  }
  found.push({ from: begun, to, offset });
  return found;
}

/** The first minute after `low` whose offset is another one; `high` has another one. */
function bisect(zone: Zone, low: Minute, high: Minute, offset: number): Minute {
  let [before, after] = [low - 1, high];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (askOffset(zone, middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

function askOffset(zone: Zone, minute: Minute): number {
  const shown: Record<string, number> = {};
  for (const part of zone.format.formatToParts(minute * 60_000)) {
    if (part.type !== 'literal') shown[part.type] = Number(part.value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute: past = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, past) / 60_000 - minute;
}
