// The day that belongs to the goal: an event is held on its day, and what prepares it is not done months
// ahead.
import type { FactsOutput } from './outputs/facts.ts';
import { addCalendarDays, dayNumber, nextWorkingDay } from './working-days.ts';

/** "By 2030" is no day to hold something on; "in 2030" is at least not before. */
const LONGEST_LIMIT_DAYS = 31;
const LONGEST_WINDOW_DAYS = 366;
/** Dates beyond a hundred years are no dates to plan by. */
const LONGEST_PLAN_DAYS = 36_500;

export const lastDay = (start: string): string => addCalendarDays(start, LONGEST_PLAN_DAYS);

/** The day that belongs to the goal: the one it names, or the first working day of its window. */
export function pinnedDay(deadline: FactsOutput['deadline'], start: string): string | null {
  if (deadline === null || deadline.first < start || deadline.date > lastDay(start)) return null;
  if (deadline.first === deadline.date) return deadline.date;
  const days = dayNumber(deadline.date) - dayNumber(deadline.first);
  const longest = deadline.certain ? LONGEST_LIMIT_DAYS : LONGEST_WINDOW_DAYS;
  return days > longest ? null : nextWorkingDay(deadline.first);
}
