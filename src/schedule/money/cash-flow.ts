// When the money goes out: each line spread over the work it pays for, by week or month of the
// project's zone. Every line is shared out in whole cents, so the periods sum to the total exactly.
import type { Minute, Project } from '../project.ts';
import { type Assignment, scheduledMinutes, workedBetween } from './assignments.ts';
import type { CostBreakdown, CostLine } from './cost-lines.ts';
import { type Period, type PeriodKind, periodsBetween } from './periods.ts';

export interface CashPeriod extends Period {
  readonly cents: number;
  /** Everything up to the end of this period. */
  readonly cumulative: number;
}

export function cashFlow(
  project: Project,
  assignments: readonly Assignment[],
  breakdown: Pick<CostBreakdown, 'lines'>,
  kind: PeriodKind = 'month',
): readonly CashPeriod[] {
  const span = spanOf(project, assignments, breakdown.lines);
  const periods = periodsBetween(project.zone, kind, span.from, span.to);
  const cents = new Float64Array(periods.length);
  const byTask = new Map(assignments.map((each) => [each.task.id, each]));
  for (const line of breakdown.lines) {
    shareOut(line.base, periods, spendingOf(line, byTask, span), cents);
  }
  let cumulative = 0;
  return periods.map((period, index) => {
    const own = cents[index] as number;
    cumulative += own;
    return { ...period, cents: own, cumulative };
  });
}

interface TimeSpan {
  readonly from: Minute;
  readonly to: Minute;
}

function spanOf(
  project: Project,
  assignments: readonly Assignment[],
  lines: readonly CostLine[],
): TimeSpan {
  const dates = lines.flatMap(({ at }) => at ?? []);
  const starts = [...assignments.map(({ start }) => start), ...dates];
  const ends = [...assignments.map(({ finish }) => finish), ...dates.map((at) => at + 1)];
  return {
    from: starts.reduce((least, each) => Math.min(least, each), project.start),
    to: ends.reduce((most, each) => Math.max(most, each), project.start),
  };
}

interface Spending {
  /** Nothing is spent before. */
  readonly from: Minute;
  /** Which share is spent before an instant, 0…1. */
  readonly before: (instant: Minute) => number;
}

function spendingOf(
  line: CostLine,
  byTask: ReadonlyMap<string, Assignment>,
  span: TimeSpan,
): Spending {
  const assignment = line.task === null ? undefined : byTask.get(line.task);
  if (line.at !== null) return paidAt(line.at);
  if (assignment === undefined) return evenly(span);
  if (line.category === 'purchase') return paidAt(assignment.start);
  return overWork(assignment);
}

const paidAt = (at: Minute): Spending => ({
  from: at,
  before: (instant) => (instant > at ? 1 : 0),
});

const evenly = ({ from, to }: TimeSpan): Spending => ({
  from,
  before: (instant) => (to > from ? clamp((instant - from) / (to - from)) : 1),
});

function overWork(assignment: Assignment): Spending {
  const { start, finish } = assignment;
  const total = scheduledMinutes(assignment);
  if (total <= 0) return paidAt(start);
  const before = (instant: Minute) =>
    instant >= finish ? 1 : clamp(workedBetween(assignment, start, instant) / total);
  return { from: start, before };
}

const clamp = (share: number): number => Math.min(1, Math.max(0, share));

/** Rounds what was spent up to the end of each period, so nothing is lost between them. Only the
 * periods in which something is spent are looked at. */
function shareOut(
  cents: number,
  periods: readonly Period[],
  { from, before }: Spending,
  into: Float64Array,
): void {
  let spent = 0;
  for (let index = periodOf(periods, from); spent !== cents; index += 1) {
    const period = periods[index];
    const until =
      period === undefined || index === periods.length - 1
        ? cents
        : Math.round(cents * before(period.to));
    const at = Math.min(index, periods.length - 1);
    into[at] = (into[at] as number) + until - spent;
    spent = until;
  }
}

/** The index of the period in which an instant lies. */
function periodOf(periods: readonly Period[], instant: Minute): number {
  let [low, high] = [0, periods.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((periods[middle]?.to ?? Infinity) > instant) high = middle;
    else low = middle + 1;
  }
  return low;
}
