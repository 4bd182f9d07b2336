// Dates for a plan that was taken in, by the same solver as any other, and what it would take to do one
// task after the other, by the same calendars.
import type { Plan } from '../../contract/plan.ts';
import { repair } from '../../schedule/graph/repair.ts';
import type { Project, Task, Way } from '../../schedule/project.ts';
import { type PlanReading, readPlan } from '../../schedule/read/plan.ts';
import { defaultSchedules } from '../../schedule/run/effort.ts';
import type { ScheduleOutcome } from '../../schedule/run/outcome.ts';
import { dayOfIsoDate } from '../../schedule/time/civil.ts';
import { calendarNote } from '../../schedule/write/calendar-note.ts';
import { changedPlan } from '../../schedule/write/changed-plan.ts';
import { intoPlan } from '../../schedule/write/into-plan.ts';
import type { Json } from '../../schedule/write/json.ts';
import { finishDateIn, planSchedule } from '../../schedule/write/plan.ts';
import { runSchedule } from '../run-schedule.ts';
import type { ImportDefect } from './imported-plan.ts';

const timeLimitMs = 4_000;
const seed = 1;
/** Beyond these a plan of usual size hardly gets shorter. */
const maxSchedules = 2_000;
/** Odds of a large plan would take longer than the import may. */
const maxSimulated = 400;
const runs = 500;

export interface ScheduledImport {
  readonly plan: Json;
  readonly defects: readonly ImportDefect[];
  readonly days: number;
  readonly waterfallDays: number;
  /** What an independent check found wrong with the dates; empty unless there is a mistake of ours. */
  readonly violations: readonly string[];
}

/** Whole days of the calendar, the first and the last included. */
function daysBetween(start: string, finish: string): number {
  const [first, last] = [dayOfIsoDate(start) ?? 0, dayOfIsoDate(finish) ?? 0];
  return last - first + 1;
}

/** How much of it is still to be done, 0…1. */
function leftOf({ actual }: Task): number {
  if (actual === undefined) return 1;
  return actual.finished === undefined ? 1 - (actual.progress ?? 0) : 0;
}

const shortened = (way: Way, left: number): Way => {
  const part = (minutes: number): number => Math.round(minutes * left);
  const { low, likely, high } = way.estimate;
  return { ...way, estimate: { low: part(low), likely: part(likely), high: part(high) } };
};

/** What is left of every task after that of the one before it, as if nothing else were known. */
function inARow({ tasks, ...project }: Project): Project {
  const plain = tasks.map((task): Task => {
    const { actual: _actual, fixedStart: _fixed, notBefore: _not, ...rest } = task;
    return { ...rest, ways: rest.ways.map((way) => shortened(way, leftOf(task))) };
  });
  const leaves = plain.filter(({ kind }) => kind !== 'summary');
  const links = leaves.slice(1).map((task, at) => ({
    ...{ from: leaves[at]?.id ?? '', to: task.id },
    ...{ type: 'FS' as const, lagMinutes: 0, lagIn: 'working' as const },
  }));
  return { ...project, tasks: plain, links };
}

async function waterfallDays(project: Project, startDate: string): Promise<number> {
  const row = inARow(project);
  const { outcome } = await runSchedule({ project: row, effort: { seed, schedules: 1 } });
  return daysBetween(startDate, finishDateIn(row.zone, outcome.finish, row.start));
}

function costsOf(plan: Json, { currency, budget }: PlanReading, { cost }: ScheduleOutcome): Json {
  if (cost.total === 0 && budget === null) return plan;
  const { low, high, total: base, verdict, note } = cost;
  const costs = { ...{ currency: currency ?? 'USD', low, base, high, budget, verdict, note } };
  return { ...plan, costs: costs satisfies Partial<Plan['costs']> };
}

/** What a second look, at the plan itself, still has to mend. */
function mended(draft: Json): { plan: Json; reading: PlanReading; defects: ImportDefect[] } {
  const { project: before, ranged, notes, currency } = readPlan(draft, { lenient: true });
  const { project: after, changes } = repair(before);
  const said = [
    ...ranged.changes.map((detail) => ({ kind: 'out_of_range', where: '', detail })),
    ...notes.map((detail) => ({ kind: 'dangling_id', where: '', detail })),
    ...changes.map(({ code, ids, message }) => ({
      kind: code,
      where: ids.join(' → '),
      detail: message,
    })),
  ];
  const plan = changedPlan(ranged.plan as Json, { before, after, currency });
  const defects = said.map((defect) => ({ ...defect, repaired: true }));
  return { plan, reading: readPlan(plan), defects };
}

export async function scheduleImport(draft: Json, signal?: AbortSignal): Promise<ScheduledImport> {
  const { plan, reading, defects } = mended(draft);
  const { project, risks, stated, budget, confidence, currency } = reading;
  const effort = { seed, schedules: Math.min(maxSchedules, defaultSchedules(project)) };
  const isSmall = project.tasks.length <= maxSimulated;
  const { outcome } = await runSchedule(
    {
      ...{ project, effort, risks, stated, budget, confidence },
      ...(isSmall ? { simulation: { runs, seed } } : {}),
    },
    { timeLimitMs, ...(signal ? { signal } : {}) },
  );
  const made = { seed, schedules: Math.max(1, outcome.schedules) };
  const calendar = calendarNote(project);
  const schedule = planSchedule({ project, outcome, effort: made, currency, calendar });
  const dated = intoPlan(costsOf(plan, reading, outcome), project, outcome, schedule);
  const start = String(draft.start_date);
  return {
    ...{ plan: dated, defects, days: daysBetween(start, schedule.finish_date) },
    waterfallDays: await waterfallDays(project, start),
    violations: outcome.violations,
  };
}
