// Those who give a plan less (or more) than a full week work that much on each working day.
import type { PlanCalendar } from '../../contract/plan-working.ts';

export const FULL_WEEK_HOURS = 40;
const WORKING_DAYS = 5;
const MORNING = 9 * 60;
/** Work is reckoned in steps of six minutes. */
const STEP_MINUTES = 6;

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

const minutesADay = (hoursPerWeek: number): number =>
  Math.max(1, Math.round((hoursPerWeek * 60) / WORKING_DAYS / STEP_MINUTES)) * STEP_MINUTES;

export const isPartTime = (hoursPerWeek: number): boolean =>
  minutesADay(hoursPerWeek) !== minutesADay(FULL_WEEK_HOURS);

/** Named by the minutes of a day, so that those who work alike share one. */
export const calendarIdOf = (hoursPerWeek: number): string =>
  `daily_${minutesADay(hoursPerWeek)}_minutes`;

export function calendarOf(hoursPerWeek: number): PlanCalendar {
  const day = [{ from: clock(MORNING), to: clock(MORNING + minutesADay(hoursPerWeek)) }];
  const week = [day, day, day, day, day, [], []];
  return { calendar_id: calendarIdOf(hoursPerWeek), week };
}
