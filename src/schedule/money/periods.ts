// Weeks and months of a zone, as the instants at which they begin.
import { PlanwrightError } from '../../base/errors.ts';
import type { Minute } from '../project.ts';
import { dayOfIsoDate, isoDateOfDay, weekdayOf } from '../time/civil.ts';
import { isoDateIn, startOfDate } from '../time/local-time.ts';

export const periodKinds = ['week', 'month'] as const;
export type PeriodKind = (typeof periodKinds)[number];

export interface Period {
  /** The local date on which it begins. */
  readonly date: string;
  readonly from: Minute;
  readonly to: Minute;
}

/** A century of weeks. */
const MAX_PERIODS = 5300;

/** The periods that cover `from` to `to`, at least one. */
export function periodsBetween(
  zone: string,
  kind: PeriodKind,
  from: Minute,
  to: Minute,
): readonly Period[] {
  const periods: Period[] = [];
  let date = beginningOf(kind, isoDateIn(zone, from));
  do {
    const next = following(kind, date);
    periods.push({ date, from: startOfDate(zone, date), to: startOfDate(zone, next) });
    date = next;
    if (periods.length > MAX_PERIODS) {
      throw new PlanwrightError(
        'limit_exceeded',
        `the work lasts more than ${MAX_PERIODS} ${kind}s`,
        {
          periods: MAX_PERIODS,
        },
      );
    }
  } while ((periods.at(-1)?.to ?? to) < to);
  return periods;
}

function beginningOf(kind: PeriodKind, date: string): string {
  if (kind === 'month') return `${date.slice(0, 8)}01`;
  const day = dayOfIsoDate(date) ?? 0;
  return isoDateOfDay(day - weekdayOf(day));
}

function following(kind: PeriodKind, date: string): string {
  const day = dayOfIsoDate(date) ?? 0;
  return kind === 'week' ? isoDateOfDay(day + 7) : `${isoDateOfDay(day + 31).slice(0, 8)}01`;
}
