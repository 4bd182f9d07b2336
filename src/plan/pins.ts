// Days that belong to the goal: an event is held on its day, and what prepares it is not done months
// ahead. Each becomes a date of its task in plan.json, where anybody can change it.
import { alwaysCalendar } from '../schedule/read/plan-calendars.ts';
import { pertMean, scaleEstimate } from './estimates.ts';
import type { FactsOutput } from './outputs/facts.ts';
import type { ScheduleOutput } from './outputs/schedule.ts';
import type { DraftTask } from './outputs/tasks.ts';
import {
  addCalendarDays,
  addWorkingDays,
  dayNumber,
  nextWorkingDay,
  weekday,
} from './working-days.ts';

/** "By 2030" is no day to hold something on; "in 2030" is at least not before. */
const LONGEST_LIMIT_DAYS = 31;
const LONGEST_WINDOW_DAYS = 366;
/** Dates beyond a hundred years are no dates to plan by. */
const LONGEST_PLAN_DAYS = 36_500;

const MINUTES_PER_DAY = 1440;
const MORNING = 9 * 60;
const EVENING = 17 * 60;
const OFFICE_HOURS = 8;
/** What is held from the morning on ends the same day. */
const MORNING_TO_MIDNIGHT_HOURS = 15;

export const lastDay = (start: string): string => addCalendarDays(start, LONGEST_PLAN_DAYS);

/** The day that belongs to the goal: the one it names, or the first working day of its window. */
export function pinnedDay(deadline: FactsOutput['deadline'], start: string): string | null {
  if (deadline === null || deadline.first < start || deadline.date > lastDay(start)) return null;
  if (deadline.first === deadline.date) return deadline.date;
  const days = dayNumber(deadline.date) - dayNumber(deadline.first);
  const longest = deadline.certain ? LONGEST_LIMIT_DAYS : LONGEST_WINDOW_DAYS;
  return days > longest ? null : nextWorkingDay(deadline.first);
}

export interface PinInput {
  readonly start: string;
  readonly day: string | null;
  readonly stretch: number;
  readonly deadline: string | null;
}

export function pinsOf(tasks: readonly DraftTask[], input: PinInput): ScheduleOutput['pins'] {
  const { day, deadline, start } = input;
  const due = tasks.find((task) => task.is_due)?.task_id;
  const pins: ScheduleOutput['pins'] = {};
  for (const task of tasks) {
    const pin = {
      ...(day === null ? {} : dayPin(task, day, input)),
      ...(task.task_id === due && deadline !== null && deadline <= lastDay(start)
        ? { deadline }
        : {}),
    };
    if (Object.keys(pin).length > 0) pins[task.task_id] = pin;
  }
  return pins;
}

type Pin = ScheduleOutput['pins'][string];

function dayPin(task: DraftTask, day: string, { start, stretch }: PinInput): Pin {
  if (task.days_before === null) return {};
  const hours = pertMean(scaleEstimate(task.estimate, stretch));
  const isHeld = task.days_before === 0 && hours <= 24;
  const minute = isHeld ? heldMinute(day, hours) : latestMinute(task, day, hours);
  if (minute < dayNumber(start) * MINUTES_PER_DAY) return {};
  if (!isHeld) return { not_before: timeText(minute) };
  // Be it a Saturday: what is held on a day has no office hours.
  return { fixed_start: timeText(minute), calendar: alwaysCalendar };
}

/** In the morning, or as early as it must be to end that day. */
function heldMinute(day: string, hours: number): number {
  const midnight = dayNumber(day) * MINUTES_PER_DAY;
  if (hours <= MORNING_TO_MIDNIGHT_HOURS) return midnight + MORNING;
  return midnight + MINUTES_PER_DAY - Math.round(hours * 60);
}

/** When it must begin at the latest to end so many working days before the day. */
function latestMinute(task: DraftTask, day: string, hours: number): number {
  const friday = addCalendarDays(day, -Math.max(0, weekday(dayNumber(day)) - 4));
  const last = addWorkingDays(friday, -(task.days_before ?? 0));
  if (task.performer === 'agent') {
    return dayNumber(last) * MINUTES_PER_DAY + EVENING - Math.round(hours * 60);
  }
  const days = Math.max(1, Math.ceil(hours / OFFICE_HOURS));
  const first = addWorkingDays(last, 1 - days);
  return (
    dayNumber(first) * MINUTES_PER_DAY +
    EVENING -
    Math.round((hours - (days - 1) * OFFICE_HOURS) * 60)
  );
}

const timeText = (minute: number): string => new Date(minute * 60_000).toISOString().slice(0, 16);
