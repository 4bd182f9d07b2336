// The calendars of a plan: its own, and the two that are always there.
import type { SchedulablePlan } from '../../contract/plan-schedulable.ts';
import type { PlanCalendar } from '../../contract/plan-working.ts';
import type { Calendar, Span } from '../project.ts';
import { calendarFaults, roundTheClockCalendar, weekdayCalendar } from '../time/calendar.ts';
import { type Complain, type Place, quoted } from './place.ts';

/** Monday to Friday, 9 to 17, in the plan's zone. */
export const officeCalendar = 'office';
/** Round the clock, every day. */
export const alwaysCalendar = 'always';

export function calendarsOf(plan: SchedulablePlan, zone: string, complain: Complain): Calendar[] {
  const own = (plan.calendars ?? []).map((calendar) => calendarOf(calendar, zone));
  const names = new Set<string>();
  for (const [index, calendar] of own.entries()) {
    checkHours(calendar, ['calendars', index], complain);
    const { id } = calendar;
    if (names.has(id)) complain(['calendars', index], `${quoted(id)} is there twice`);
    names.add(id);
  }
  const standard = [
    weekdayCalendar(officeCalendar, zone),
    roundTheClockCalendar(alwaysCalendar, zone),
  ];
  return [...standard.filter(({ id }) => !names.has(id)), ...own];
}

function calendarOf(calendar: PlanCalendar, zone: string): Calendar {
  return {
    id: calendar.calendar_id,
    zone: calendar.time_zone ?? zone,
    week: calendar.week.map(spansOf),
    exceptions: (calendar.exceptions ?? []).map(({ date, hours }) => ({
      date,
      spans: spansOf(hours),
    })),
  };
}

/** Said with its place in the file, which nothing below this folder knows. */
function checkHours(calendar: Calendar, place: Place, complain: Complain): void {
  const [fault] = calendarFaults(calendar);
  if (fault !== undefined) complain(place, fault.message);
}

const spansOf = (spans: PlanCalendar['week'][number]): Span[] =>
  spans.map(({ from, to }) => ({ from: minuteOfDay(from), to: minuteOfDay(to) }));

function minuteOfDay(clock: string): number {
  const [hour, minute] = clock.split(':');
  return Number(hour) * 60 + Number(minute);
}
