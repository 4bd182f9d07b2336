// A draft becomes a schedule: its graph is mended, dates, odds and costs are reckoned, and where the
// deadline or the budget is missed the scheduler takes what changes help. What comes out is reckoned
// from the plan as it is written, so that scheduling it again gives the same dates.
import type { PlanChange } from '../../contract/plan-critique.ts';
import type { PlanSchedule } from '../../contract/plan-schedule.ts';
import { repair } from '../../schedule/graph/repair.ts';
import { type PlanReading, readPlan } from '../../schedule/read/plan.ts';
import type { ScheduleOutcome } from '../../schedule/run/outcome.ts';
import { isMissed } from '../../schedule/run/verdict.ts';
import { calendarNote } from '../../schedule/write/calendar-note.ts';
import { changedPlan } from '../../schedule/write/changed-plan.ts';
import { intoPlan } from '../../schedule/write/into-plan.ts';
import type { Json } from '../../schedule/write/json.ts';
import { planSchedule } from '../../schedule/write/plan.ts';
import { closed } from './closing.ts';
import type { DraftPlan } from './draft.ts';
import { EFFORT, scheduled } from './scheduled.ts';

export interface Reckoned {
  /** The plan with its dates and its schedule. */
  readonly plan: Json;
  readonly schedule: PlanSchedule;
  readonly outcome: ScheduleOutcome;
  readonly repairs: readonly string[];
  /** What the scheduler changed. */
  readonly changes: readonly PlanChange[];
}

/** With `closesGap` the scheduler may overlap and cut where something is missed. */
export async function reckon(draft: DraftPlan, closesGap: boolean): Promise<Reckoned> {
  const mended = mendedPlan(draft as unknown as Json);
  const first = await scheduled(mended.plan, mended.reading);
  const isShort = first.outcome.verdict !== undefined && isMissed(first.outcome.verdict);
  const { at, changes } =
    closesGap && isShort ? await closed(first) : { at: first, changes: [] as PlanChange[] };
  const { reading, outcome } = at;
  const schedule = planSchedule({
    project: reading.project,
    outcome,
    effort: EFFORT,
    currency: reading.currency,
    calendar: calendarNote(reading.project),
  });
  const plan = intoPlan(at.plan, reading.project, outcome, schedule);
  return { plan, schedule, outcome, repairs: mended.repairs, changes };
}

interface Mended {
  readonly plan: Json;
  /** Of the plan as it is, where nothing had to be mended. */
  readonly reading?: PlanReading;
  readonly repairs: readonly string[];
}

function mendedPlan(draft: Json): Mended {
  const reading = readPlan(draft, { lenient: true });
  const { project: before, ranged, notes, currency } = reading;
  const { project: after, changes } = repair(before);
  const repairs = [...ranged.changes, ...notes, ...changes.map(({ message }) => message)];
  if (repairs.length === 0) {
    return reading.isSound ? { plan: draft, reading, repairs } : { plan: draft, repairs };
  }
  return { plan: changedPlan(ranged.plan as Json, { before, after, currency }), repairs };
}
