// Days that a plan may name: real ones, within its time.
import type { DirectionOutput } from '../outputs/direction.ts';
import type { TaskDetail } from '../outputs/work.ts';
import { addCalendarDays, isRealDay } from '../working-days.ts';

export type PlanTime = Pick<DirectionOutput, 'start_date' | 'deadline'>;

/** What begins later than this cannot be reckoned with beside all else. */
const LONGEST_DAYS = 3653;

export const lastStart = ({ start_date }: PlanTime): string =>
  addCalendarDays(start_date, LONGEST_DAYS);

/** What is wrong with it, or nothing. */
export function dayProblem(date: string, time: PlanTime): string | null {
  const { start_date, deadline } = time;
  if (!isRealDay(date)) return `there is no day ${date}`;
  if (date < start_date) return `${date} is before the start, ${start_date}`;
  const last = deadline?.date ?? lastStart(time);
  return date > last ? `${date} is after ${last}, when all should be done` : null;
}

/** The dates of a task that can be kept, and those that cannot. A day on which it is held says all. */
export function datesOf({ not_before, fixed_start }: TaskDetail, time: PlanTime) {
  const isPossible = (date: string | null): date is string =>
    date !== null && isRealDay(date) && date >= time.start_date && date <= lastStart(time);
  const lost = [not_before, fixed_start].filter(
    (date): date is string => typeof date === 'string' && !isPossible(date),
  );
  if (isPossible(fixed_start)) return { dates: { fixed_start }, lost };
  return { dates: isPossible(not_before) ? { not_before } : {}, lost };
}
