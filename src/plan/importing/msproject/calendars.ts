// Calendars of MS Project XML. The one of the project becomes the office calendar of the plan; those of
// resources that change nothing are the ones that they are made from.
import { childOf, childrenOf, textIn, type XmlElement } from '../../../base/xml.ts';
import type { PlanCalendar } from '../../../contract/plan-working.ts';
import { officeCalendar } from '../../../schedule/read/plan-calendars.ts';
import { dayOfIsoDate, isoDateOfDay } from '../../../schedule/time/civil.ts';
import type { Tell } from '../telling.ts';
import { isSet, numberIn, timeIn } from './values.ts';

type Spans = PlanCalendar['week'][number];

export interface ReadCalendars {
  readonly calendars: readonly PlanCalendar[];
  /** By UID, the id in the plan. */
  readonly names: ReadonlyMap<string, string>;
}

const maxCalendars = 200;
/** Days of one calendar; a day in two exceptions counts twice, since it is work twice. */
const maxDays = 5000;
/** Elements that are looked at: each exception may be there twice. */
const maxNodes = 2 * maxDays;
/** Of all calendars of a file, so that many of them are no way around it. */
const maxDaysInAll = 100_000;
const maxSpans = 5;
const workday: Spans = [
  { from: '08:00', to: '12:00' },
  { from: '13:00', to: '17:00' },
];
const workweek: readonly Spans[] = [workday, workday, workday, workday, workday, [], []];

interface Raw {
  readonly uid: string;
  readonly name: string;
  readonly base: string;
  /** Monday first; undefined where it says nothing of the day. */
  readonly week: readonly (Spans | undefined)[];
  readonly exceptions: ReadonlyMap<string, Spans>;
}

/** Days that may still be set. */
interface Room {
  days: number;
}

export function readCalendars(project: XmlElement, tell: Tell): ReadCalendars {
  const nodes = childrenOf(childOf(project, 'Calendars'), 'Calendar');
  if (nodes.length > maxCalendars) {
    tell('too_many_calendars', 'Calendars', `${nodes.length} calendars; the first 200 are read`);
  }
  const room: Room = { days: maxDaysInAll };
  const raws = nodes.slice(0, maxCalendars).map((node) => rawOf(node, room, tell));
  const byUid = new Map(raws.map((raw) => [raw.uid, raw]));
  const main = textIn(project, 'CalendarUID');
  const names = new Map<string, string>();
  const calendars: PlanCalendar[] = [];
  const taken = new Set<string>([officeCalendar]);
  for (const raw of raws) {
    const base = byUid.get(raw.base);
    const isPlain = raw.week.every((day) => day === undefined) && raw.exceptions.size === 0;
    if (isPlain && base !== undefined && base !== raw) continue;
    const name = raw.uid === main ? officeCalendar : freeName(raw.name, taken);
    taken.add(name);
    names.set(raw.uid, name);
    const inherited = base === undefined || base === raw ? undefined : base;
    calendars.push(calendarOf(raw, inherited, name, inheritedDates(raw, inherited, room, tell)));
  }
  for (const { uid, base } of raws) {
    const name = names.get(base);
    if (!names.has(uid) && name !== undefined) names.set(uid, name);
  }
  return { calendars, names };
}

function freeName(wish: string, taken: ReadonlySet<string>): string {
  const name = wish.slice(0, 100) || 'calendar';
  if (!taken.has(name)) return name;
  let number = 2;
  while (taken.has(`${name} ${number}`)) number += 1;
  return `${name} ${number}`;
}

/** All or none: half of the holidays would look like all of them. */
function inheritedDates(
  { name, exceptions }: Raw,
  base: Raw | undefined,
  room: Room,
  tell: Tell,
): Raw['exceptions'] {
  const count = base?.exceptions.size ?? 0;
  if (base !== undefined && count <= room.days && count + exceptions.size <= maxDays) {
    room.days -= count;
    return base.exceptions;
  }
  if (count > 0) tellTooMany(name, `the exceptions of ${base?.name} were left out`, tell);
  return new Map();
}

function calendarOf(
  { week, exceptions }: Raw,
  base: Raw | undefined,
  id: string,
  inherited: Raw['exceptions'],
): PlanCalendar {
  const all = new Map([...inherited, ...exceptions]);
  const days = week.map((own, day) => own ?? base?.week[day] ?? workweek[day] ?? []);
  const dates = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    calendar_id: id,
    week: days.map((spans) => [...spans]),
    ...(dates.length === 0
      ? {}
      : { exceptions: dates.map(([date, hours]) => ({ date, hours: [...hours] })) }),
  };
}

function rawOf(node: XmlElement, room: Room, tell: Tell): Raw {
  const name = textIn(node, 'Name') || `calendar ${textIn(node, 'UID')}`;
  const week: (Spans | undefined)[] = Array.from({ length: 7 }, () => undefined);
  const older: XmlElement[] = [];
  for (const day of childrenOf(childOf(node, 'WeekDays'), 'WeekDay')) {
    const type = numberIn(day, 'DayType') ?? -1;
    // Counts from Sunday; 0 is how older files write an exception.
    if (type >= 1 && type <= 7) week[(type + 5) % 7] = spansOf(day, name, tell);
    else if (type === 0) older.push(day);
  }
  const exceptions = [...older, ...childrenOf(childOf(node, 'Exceptions'), 'Exception')];
  return {
    ...{ uid: textIn(node, 'UID'), name, base: textIn(node, 'BaseCalendarUID') },
    week,
    exceptions: exceptionsOf(exceptions, name, room, tell),
  };
}

const tellTooMany = (name: string, what: string, tell: Tell): void =>
  tell(
    'too_many_exceptions',
    name,
    `${what}: a calendar has at most ${maxDays} days of them, all of a file ${maxDaysInAll}`,
    false,
  );

/** MS Project writes each exception twice, in the old way and in the new one. */
function lastOfEach(exceptions: readonly Exception[]): Iterable<Exception> {
  const byDates = new Map<string, Exception>();
  for (const one of exceptions) {
    const dates = `${one.from} ${one.until}`;
    // What comes later counts, also against others that came in between.
    byDates.delete(dates);
    byDates.set(dates, one);
  }
  return byDates.values();
}

function exceptionsOf(
  nodes: readonly XmlElement[],
  name: string,
  room: Room,
  tell: Tell,
): Map<string, Spans> {
  const dates = new Map<string, Spans>();
  const most = Math.min(maxDays, room.days);
  let [left, cut] = [most, Math.max(0, nodes.length - maxNodes)];
  const read = nodes.slice(0, maxNodes).flatMap((node) => exceptionOf(node, name, tell) ?? []);
  for (const one of lastOfEach(read)) {
    const end = Math.min(one.until, one.from + left - 1);
    for (let day = one.from; day <= end; day += 1) dates.set(isoDateOfDay(day), one.spans);
    left -= end - one.from + 1;
    if (end < one.until) cut += 1;
  }
  room.days -= most - left;
  if (cut > 0) tellTooMany(name, `${cut} of ${nodes.length} exceptions were cut or left out`, tell);
  return dates;
}

interface Exception {
  /** Day numbers, the last one included. */
  readonly from: number;
  readonly until: number;
  readonly spans: Spans;
}

function exceptionOf(node: XmlElement, name: string, tell: Tell): Exception | undefined {
  const period = childOf(node, 'TimePeriod');
  const [first, last] = ['FromDate', 'ToDate'].map((tag) => timeIn(period, tag)?.slice(0, 10));
  const [from, until] = [dayOfIsoDate(first ?? ''), dayOfIsoDate(last ?? first ?? '')];
  if (from === null || until === null || until < from) {
    tell('bad_exception', name, 'an exception of the calendar has no dates', false);
    return undefined;
  }
  const type = numberIn(node, 'Type') ?? 1;
  if (type > 1) {
    tell(
      'recurring_exception',
      name,
      'an exception that comes again is read for its dates only',
      false,
    );
  }
  // A day that comes again every month or week is not each day between.
  return { from, until: type > 1 ? from : until, spans: spansOf(node, name, tell) };
}

function spansOf(day: XmlElement, name: string, tell: Tell): Spans {
  if (!isSet(day, 'DayWorking')) return [];
  const times = childrenOf(childOf(day, 'WorkingTimes'), 'WorkingTime');
  const spans = times.slice(0, maxSpans).flatMap((one) => {
    const [from, to] = ['FromTime', 'ToTime'].map(
      (tag) => /^\d\d:\d\d/.exec(textIn(one, tag))?.[0],
    );
    if (from === undefined || to === undefined) return [];
    // Midnight at the end of a day is written as the beginning of the next.
    return [{ from, to: to === '00:00' ? '24:00' : to }];
  });
  const sound = spans
    .filter(({ from, to }) => isClock(from) && isClock(to) && from < to)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .filter(({ from }, at, all) => at === 0 || from >= (all[at - 1]?.to ?? ''));
  if (sound.length < times.length) {
    tell('bad_hours', name, 'working times of the calendar that cannot be read were left out');
  }
  return times.length === 0 ? workday : sound;
}

const isClock = (text: string): boolean => /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(text);
