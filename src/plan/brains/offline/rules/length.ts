// How long the work of a draft may take, before there is a schedule: by the same reckoning that fits its
// hours to the time that the goal gives.
import { dayNumber } from '../../../working-days.ts';
import type { Draft } from '../draft.ts';
import { heldDay, tasksOf } from './work-plan.ts';
import { naturalHours, stretchOf } from './work-time.ts';

const HOURS_PER_DAY = 8;
const CALENDAR_PER_WORKING = 7 / 5;
/** A rough reckoning: the schedule may come out shorter or longer by as much. */
const SPREAD = { lower: 0.5, upper: 2 };

export interface Length {
  /** Days of the calendar. */
  readonly days: { readonly lower: number; readonly base: number; readonly upper: number };
  /** Days from the start to the date that the goal names. */
  readonly given: number | null;
}

const daysUntil = (end: string, start: string): number => dayNumber(end) - dayNumber(start) + 1;

export function lengthOf(draft: Draft): Length {
  const { facts, intake } = draft;
  const tasks = tasksOf(draft);
  const hours = naturalHours(draft, stretchOf(draft, intake.startDate));
  const worked = Math.max(1, Math.ceil((hours / HOURS_PER_DAY) * CALENDAR_PER_WORKING));
  // What is held on a day of its own ends the plan, however little work there is.
  const held = tasks.some(({ days_before }) => days_before === 0) ? heldDay(draft) : null;
  const base = held === null ? worked : Math.max(worked, daysUntil(held, intake.startDate));
  const given = facts.deadline === null ? null : daysUntil(facts.deadline.date, intake.startDate);
  return {
    days: {
      lower: Math.max(1, Math.floor(base * SPREAD.lower)),
      base,
      upper: Math.ceil(base * SPREAD.upper),
    },
    given,
  };
}
