// When the money goes out: each line spread over the work it pays for, by week or month of the
// project's zone. What was spent up to the end of each period is rounded to cents, so the periods sum
// to the total exactly.
import type { Minute, Project } from '../project.ts';
import { type Assignment, scheduledMinutes, workedBetween } from './assignments.ts';
import { type CostBreakdown, type CostLine, sumLines } from './cost-lines.ts';
import { roundHalfUp } from './currency.ts';
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
  let exact = 0;
  let cumulative = 0;
  return periods.map((period, index) => {
    const before = cumulative;
    exact += cents[index] as number;
    const isLast = index === periods.length - 1;
    cumulative = isLast ? sumLines(breakdown.lines).base : roundHalfUp(exact);
    return { ...period, cents: cumulative - before, cumulative };
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

/** Only the periods in which something is spent are looked at. */
function shareOut(
  cents: number,
  periods: readonly Period[],
  { from, before }: Spending,
  into: Float64Array,
): void {
  let spent = 0;
  for (let index = periodOf(periods, from); index < periods.length && spent < 1; index += 1) {
    const isLast = index === periods.length - 1;
    const share = isLast ? 1 : before((periods[index] as Period).to);
    into[index] = (into[index] as number) + cents * (share - spent);
    spent = share;
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
