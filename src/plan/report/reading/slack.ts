// How long a task may slip before the end does. Hours of people are hours of an office, those of
// agents go round the clock.
import type { Plan, PlanTask } from '../../../contract/plan.ts';
import { counted } from './words.ts';

const OFFICE_DAY = 8;
const OFFICE_DAYS_A_WEEK = 5;

export interface Slack {
  readonly calendarDays: number;
  readonly text: string;
}

/** Null where nothing was computed. */
export function slackOf({ schedule }: Plan, task: PlanTask): Slack | null {
  const row = schedule.tasks?.find(({ id }) => id === task.task_id);
  if (row === undefined) return null;
  const hours = row.total_float;
  if (hours <= 0) return { calendarDays: 0, text: 'none' };
  const perDay = task.performer === 'agent' ? 24 : OFFICE_DAY;
  const days = hours / perDay;
  const said = days < 1 ? `${Math.max(1, Math.round(hours))} h` : daysText(days, perDay);
  return { calendarDays: perDay === 24 ? days : (days / OFFICE_DAYS_A_WEEK) * 7, text: said };
}

const daysText = (days: number, perDay: number): string =>
  counted(Math.floor(days), perDay === 24 ? 'day' : 'working day');
