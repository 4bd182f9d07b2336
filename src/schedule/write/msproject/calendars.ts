// Calendars as MS Project knows them: base calendars with the working hours, and one derived from
// them for each resource. Its days count from Sunday, and midnight at the end of a day is 00:00.
import type { Calendar, Role, Span } from '../../project.ts';
import type { Xml } from './xml.ts';

export interface CalendarIds {
  readonly base: ReadonlyMap<string, number>;
  readonly ofRole: ReadonlyMap<string, number>;
}

export function calendarIds(calendars: readonly Calendar[], roles: readonly Role[]): CalendarIds {
  return {
    base: new Map(calendars.map(({ id }, index) => [id, index + 1])),
    ofRole: new Map(roles.map(({ id }, index) => [id, calendars.length + index + 1])),
  };
}

export function calendarsXml(
  calendars: readonly Calendar[],
  roles: readonly Role[],
  ids: CalendarIds,
): Xml {
  return [
    'Calendars',
    [
      ...calendars.map((calendar) => baseXml(calendar, ids.base.get(calendar.id) ?? 0)),
      ...roles.map((role): Xml => derivedXml(role, ids)),
    ],
  ];
}

function baseXml(calendar: Calendar, uid: number): Xml {
  const days = calendar.week.map((spans, day): Xml => weekDayXml(spans, ((day + 1) % 7) + 1));
  const exceptions = calendar.exceptions.map(({ date, spans }): Xml => exceptionXml(date, spans));
  return [
    'Calendar',
    [
      ['UID', uid],
      ['Name', calendar.id],
      ['IsBaseCalendar', true],
      ['BaseCalendarUID', -1],
      ['WeekDays', days],
      exceptions.length === 0 ? null : ['Exceptions', exceptions],
    ],
  ];
}

const derivedXml = (role: Role, ids: CalendarIds): Xml => [
  'Calendar',
  [
    ['UID', ids.ofRole.get(role.id) ?? 0],
    ['Name', role.id],
    ['IsBaseCalendar', false],
    ['BaseCalendarUID', ids.base.get(role.calendar) ?? -1],
  ],
];

const weekDayXml = (spans: readonly Span[], dayType: number): Xml => [
  'WeekDay',
  [['DayType', dayType], ['DayWorking', spans.length > 0], timesXml(spans)],
];

const exceptionXml = (date: string, spans: readonly Span[]): Xml => [
  'Exception',
  [
    ['EnteredByOccurrences', false],
    [
      'TimePeriod',
      [
        ['FromDate', `${date}T00:00:00`],
        ['ToDate', `${date}T23:59:00`],
      ],
    ],
    ['Occurrences', 1],
    ['Name', date],
    ['Type', 1],
    ['DayWorking', spans.length > 0],
    timesXml(spans),
  ],
];

function timesXml(spans: readonly Span[]): Xml | null {
  if (spans.length === 0) return null;
  const times = spans.map(
    ({ from, to }): Xml => [
      'WorkingTime',
      [
        ['FromTime', clockText(from)],
        ['ToTime', clockText(to)],
      ],
    ],
  );
  return ['WorkingTimes', times];
}

function clockText(minute: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}:00`;
}
