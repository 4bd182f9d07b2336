// A project in which something has happened: what is done stays where it was, and only what remains
// is scheduled.

import { finishOf } from '../finish.ts';
import { type Remaining, remainingProject } from '../forecast/remaining.ts';
import { withPast } from '../forecast/with-past.ts';
import { type Assignment, scheduledMinutes } from '../money/assignments.ts';
import type { Minute, Placed } from '../project.ts';
import type { Percentiles } from '../simulate/percentiles.ts';
import { costOutcome, costsOf, freeOfCost } from './costs.ts';
import { orderFindings } from './order-findings.ts';
import type { OutcomeTask, ScheduleJob, ScheduleOutcome } from './outcome.ts';
import {
  type PastCost,
  pastCosts,
  pastFindings,
  type Spent,
  sharesLeft,
  spentOf,
  statedLeft,
  workDone,
} from './past-costs.ts';
import { remainderFindings } from './remainder-findings.ts';
import { risksLeft } from './risks-left.ts';
import { expectedMinutes } from './settle.ts';
import { spentFlow, withSpent } from './spent.ts';

export interface Past {
  readonly now: Minute;
  readonly remaining: Remaining;
  /** Nothing is left to be done. */
  readonly isOver: boolean;
  readonly costs: readonly PastCost[];
  readonly spent: Spent;
  /** Of running tasks: which share is still to be done. */
  readonly shares: ReadonlyMap<string, number>;
}

/** Null when nothing has happened and nobody says how late it is. */
export function pastOf(job: ScheduleJob): Past | null {
  const { project, now: given, baseline, stated = [] } = job;
  const actuals = project.tasks.flatMap(({ actual }) => actual ?? []);
  if (actuals.length === 0 && given === undefined) return null;
  const dates = actuals.flatMap(({ started, finished }) => [started ?? [], finished ?? []].flat());
  const now = given ?? dates.reduce((latest, date) => Math.max(latest, date), project.start);
  const remaining = remainingProject(project, now, baseline);
  const costs = pastCosts(project, remaining, now, stated);
  return {
    now,
    remaining,
    isOver: remaining.project.tasks.length === 0,
    costs,
    spent: spentOf(costs),
    shares: sharesLeft(project, remaining),
  };
}

/** What is still to be done, with the risks of it and the money that is left. */
export function jobLeft(job: ScheduleJob, { remaining, spent, shares }: Past): ScheduleJob {
  const { project } = remaining;
  const { budget, risks = [], stated = [] } = job;
  return {
    ...job,
    project,
    ...(budget === null || budget === undefined ? {} : { budget: budget - spent.amount }),
    risks: risksLeft(risks, job.project, project),
    stated: statedLeft(stated, remaining, shares),
  };
}

const nothingLeft: ScheduleOutcome = {
  tasks: [],
  criticalPath: [],
  finish: 0,
  tickMinutes: 1,
  schedules: 0,
  optimal: true,
  violations: [],
  lint: [],
  cost: freeOfCost,
  simulation: null,
  proposals: [],
  progress: null,
  closed: null,
};

/** Nothing is left but the lines that belong to no task. */
function allDone(job: ScheduleJob, past: Past): ScheduleOutcome {
  const { project, stated = [], budget = null } = jobLeft(job, past);
  return { ...nothingLeft, cost: costOutcome(costsOf(project, [], [], stated), budget, null) };
}

export function joinPast(
  job: ScheduleJob,
  past: Past,
  planned: ScheduleOutcome | null,
): ScheduleOutcome {
  const { project, stated = [] } = job;
  const { remaining, spent, now, costs, shares } = past;
  const outcome = planned ?? allDone(job, past);
  const rows = new Map(outcome.tasks.map((row) => [row.id, row]));
  const placed = withPast(project, remaining, outcome.tasks);
  const begun = workDone(project, remaining, now);
  const paid = new Map(costs.map(({ task, amount }) => [task.id, amount]));
  const { cost, simulation } = outcome;
  // What remains has helpers in the place of links from the past; nobody else knows them.
  const known = new Set(project.tasks.map(({ id }) => id));
  const isKnown = ({ id }: { readonly id: string }): boolean => known.has(id);
  return {
    ...outcome,
    tasks: placed.map((place) => {
      const row = joined(place, rows.get(place.id), begun.get(place.id));
      return { ...row, cost: row.cost + (paid.get(place.id) ?? 0) };
    }),
    criticalPath: outcome.criticalPath.filter((id) => known.has(id)),
    simulation: simulation && {
      ...simulation,
      cost: costWith(simulation.cost, spent.amount),
      costAtConfidence: simulation.costAtConfidence + spent.amount,
      criticality: simulation.criticality.filter(isKnown),
      milestones: simulation.milestones.filter(isKnown),
    },
    finish: finishOf(project, placed),
    cost: withSpent(cost, spent, spentFlow(project, costs, placed, now)),
    lint: [
      ...outcome.lint,
      ...orderFindings(project),
      ...remainderFindings(project, remaining),
      ...pastFindings(costs, stated, shares),
    ],
  };
}

/** What was spent is certain: it moves every percentile. */
const costWith = ({ deviation, ...spread }: Percentiles, spent: number): Percentiles => ({
  p10: spread.p10 + spent,
  p50: spread.p50 + spent,
  p80: spread.p80 + spent,
  p90: spread.p90 + spent,
  p95: spread.p95 + spent,
  mean: spread.mean + spent,
  deviation,
});

/** A row with what has been worked on it already, and by whom. */
function joined(
  { id, way, start, finish }: Placed,
  row: OutcomeTask | undefined,
  begun: Assignment | undefined,
): OutcomeTask {
  const rest = row ?? {
    uses: begun?.roles.map(({ role, units }) => ({ role: role.id, units })) ?? [],
    workMinutes: 0,
    cost: 0,
    totalFloatMinutes: 0,
    freeFloatMinutes: 0,
    critical: false,
  };
  const worked = begun === undefined ? 0 : scheduledMinutes(begun);
  const total = worked + rest.workMinutes;
  // Somebody worked after hours.
  const workMinutes =
    total === 0 && begun !== undefined ? expectedMinutes(begun.way.estimate) : total;
  return { ...rest, workMinutes, id, way, start, finish };
}
