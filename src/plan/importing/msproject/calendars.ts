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
const maxExceptions = 5000;
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

export function readCalendars(project: XmlElement, tell: Tell): ReadCalendars {
  const nodes = childrenOf(childOf(project, 'Calendars'), 'Calendar');
  if (nodes.length > maxCalendars) {
    tell('too_many_calendars', 'Calendars', `${nodes.length} calendars; the first 200 are read`);
  }
  const raws = nodes.slice(0, maxCalendars).map((node) => rawOf(node, tell));
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
    calendars.push(calendarOf(raw, base === raw ? undefined : base, name));
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

function calendarOf({ week, exceptions }: Raw, base: Raw | undefined, id: string): PlanCalendar {
  const all = new Map([...(base?.exceptions ?? []), ...exceptions]);
  const days = week.map((own, day) => own ?? base?.week[day] ?? workweek[day] ?? []);
  const dates = [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, maxExceptions);
  return {
    calendar_id: id,
    week: days.map((spans) => [...spans]),
    ...(dates.length === 0
      ? {}
      : { exceptions: dates.map(([date, hours]) => ({ date, hours: [...hours] })) }),
  };
}

function rawOf(node: XmlElement, tell: Tell): Raw {
  const name = textIn(node, 'Name') || `calendar ${textIn(node, 'UID')}`;
  const week: (Spans | undefined)[] = Array.from({ length: 7 }, () => undefined);
  const exceptions = new Map<string, Spans>();
  for (const day of childrenOf(childOf(node, 'WeekDays'), 'WeekDay')) {
    const type = numberIn(day, 'DayType') ?? -1;
    // Counts from Sunday; 0 is how older files write an exception.
    if (type >= 1 && type <= 7) week[(type + 5) % 7] = spansOf(day, name, tell);
    else if (type === 0) addException(exceptions, day, name, tell);
  }
  for (const one of childrenOf(childOf(node, 'Exceptions'), 'Exception')) {
    addException(exceptions, one, name, tell);
  }
  return {
    ...{ uid: textIn(node, 'UID'), name, base: textIn(node, 'BaseCalendarUID') },
    week,
    exceptions,
  };
}

function addException(to: Map<string, Spans>, node: XmlElement, name: string, tell: Tell): void {
  const period = childOf(node, 'TimePeriod');
  const [first, last] = ['FromDate', 'ToDate'].map((tag) => timeIn(period, tag)?.slice(0, 10));
  const [from, until] = [dayOfIsoDate(first ?? ''), dayOfIsoDate(last ?? first ?? '')];
  if (from === null || until === null || until < from) {
    tell('bad_exception', name, 'an exception of the calendar has no dates', false);
    return;
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
  const spans = spansOf(node, name, tell);
  for (let day = from; day <= until && to.size < maxExceptions; day += 1) {
    // A day that comes again every month or week is not each day between.
    if (type > 1 && day > from) break;
    to.set(isoDateOfDay(day), spans);
  }
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
