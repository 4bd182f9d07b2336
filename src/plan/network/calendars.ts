// The working time of a plan: weeks of those who work but some hours, days off at the place, and days
// of rest on which something is held all the same.
import type { Team } from '../../contract/plan-charter.ts';
import type { PlanCalendar } from '../../contract/plan-working.ts';
import { officeCalendar } from '../../schedule/read/plan-calendars.ts';
import { isZone } from '../../schedule/time/zone.ts';
import { dayNumber, isRealDay, weekday } from '../working-days.ts';
import { calendarOf, FULL_WEEK_HOURS } from './part-time.ts';

const FRIDAY = 4;

/** What is held on a day, by whom. */
export interface Held {
  readonly date: string;
  /** The calendar of its role; none for office hours. */
  readonly calendar: string | undefined;
}

export interface WorkingTime {
  readonly calendars: PlanCalendar[];
  /** Of what is held on a day on which others rest. */
  calendarFor(held: Held): string | undefined;
}

type DaysOff = Pick<Partial<Team>, 'days_off'>;

export const zoneOf = ({ time_zone: zone = '' }: Partial<Team>): { time_zone?: string } =>
  zone !== '' && isZone(zone) ? { time_zone: zone } : {};

const heldId = ({ date, calendar = officeCalendar }: Held): string => `${calendar}_and_${date}`;

export function workingTime(
  partTime: readonly PlanCalendar[],
  { days_off: off = [] }: DaysOff,
  held: readonly Held[],
): WorkingTime {
  const dates = [...new Set(off.map(({ date }) => date))].filter(isRealDay).toSorted();
  const exceptions = dates.map((date) => ({ date, hours: [] }));
  const office = { ...calendarOf(FULL_WEEK_HOURS), calendar_id: officeCalendar };
  const rests = ({ date }: Held): boolean =>
    weekday(dayNumber(date)) > FRIDAY || dates.includes(date);
  const closed = (calendar: PlanCalendar): PlanCalendar =>
    dates.length === 0 ? calendar : { ...calendar, exceptions };
  const opened = (one: Held): PlanCalendar => {
    const base = partTime.find(({ calendar_id }) => calendar_id === one.calendar) ?? office;
    const hours = base.week[0] ?? [];
    const others = exceptions.filter(({ date }) => date !== one.date);
    const all = [...others, { date: one.date, hours }];
    return { ...base, calendar_id: heldId(one), exceptions: all };
  };
  const own = new Map(held.filter(rests).map((one) => [heldId(one), opened(one)]));
  return {
    calendars: [
      ...partTime.map(closed),
      ...(dates.length === 0 ? [] : [closed(office)]),
      ...own.values(),
    ],
    calendarFor: (one) => (rests(one) ? heldId(one) : undefined),
  };
}
