// How long a plan says that it takes, and how long its tasks take in a row.
import type { Plan } from '../../contract/plan.ts';
import { dayOfIsoDate } from '../../schedule/time/civil.ts';
import type { ImportDays } from './import-plan.ts';

const officeHours = 8;
const [weekDays, workDays] = [7, 5];

/** Null for a plan that has no dates. In a row: eight hours a day, five days a week. */
export function plannedDays({
  start_date,
  finish_date,
  schedule,
  phases,
}: Plan): ImportDays | null {
  if (schedule.tasks === undefined) return null;
  const days = (dayOfIsoDate(finish_date) ?? 0) - (dayOfIsoDate(start_date) ?? 0) + 1;
  const hours = phases
    .flatMap(({ tasks }) => tasks)
    .reduce((sum, { estimated_hours }) => sum + estimated_hours, 0);
  const inARow = Math.max(1, Math.ceil((hours / officeHours) * (weekDays / workDays)));
  return { days, waterfall_days: inARow, days_saved: inARow - days };
}
