// Times as people say them: minutes below an hour, waits in working days and weeks.
import type { Plan } from '../../../contract/plan.ts';
import { counted, type Words } from './words.ts';

const OFFICE_DAY_H = 8;
const DAY_H = 24;

/** 48 min, 1.5 h. */
export const effortText = (hours: number, { figure }: Words): string =>
  hours > 0 && hours < 1 ? `${Math.max(1, Math.round(hours * 60))} min` : `${figure(hours)} h`;

/** Nobody counts long waits in tenths. */
const rounded = (value: number): number =>
  value >= 10 ? Math.round(value) : Math.round(value * 10) / 10;

function inWeeks(days: number, perWeek: number, name: string): string {
  return days >= 2 * perWeek && days % perWeek === 0
    ? counted(days / perWeek, 'week')
    : counted(days, name);
}

/** The wait between two tasks. Empty for none. */
export function waitText({ lag, lag_in }: Plan['dependencies'][number]): string {
  if (lag <= 0) return '';
  return lag_in === 'elapsed'
    ? inWeeks(Math.max(0.1, rounded(lag / DAY_H)), 7, 'day')
    : inWeeks(Math.max(0.1, rounded(lag / OFFICE_DAY_H)), 5, 'working day');
}

export const withinText = (days: number): string =>
  days === 0 ? 'at once' : `within ${counted(days, 'day')}`;
