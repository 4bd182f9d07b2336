// A project in which something has happened: what is done stays where it was, and only what remains
// is scheduled.

import { finishOf } from '../finish.ts';
import { type Remaining, remainingProject } from '../forecast/remaining.ts';
import { withPast } from '../forecast/with-past.ts';
import { risksWithin } from '../money/proposals.ts';
import type { Minute, Placed, Project } from '../project.ts';
import type { Percentiles } from '../simulate/percentiles.ts';
import { freeOfCost } from './costs.ts';
import type { OutcomeTask, ScheduleJob, ScheduleOutcome } from './outcome.ts';
import { spentFlow, withSpent } from './spent.ts';

export interface Past {
  readonly now: Minute;
  readonly remaining: Remaining;
  /** Nothing is left to be done. */
  readonly isOver: boolean;
  readonly spent: number;
}

/** Null when nothing has happened and nobody says how late it is. */
export function pastOf({ project, now: given, baseline }: ScheduleJob): Past | null {
  const actuals = project.tasks.flatMap(({ actual }) => actual ?? []);
  if (actuals.length === 0 && given === undefined) return null;
  const dates = actuals.flatMap(({ started, finished }) => [started ?? [], finished ?? []].flat());
  const now = given ?? dates.reduce((latest, date) => Math.max(latest, date), project.start);
  const remaining = remainingProject(project, now, baseline);
  return {
    now,
    remaining,
    isOver: remaining.project.tasks.length === 0,
    spent: actuals.reduce((sum, { cost = 0 }) => sum + cost, 0),
  };
}

/** What is still to be done, with the risks of it and the money that is left. */
export function jobLeft(job: ScheduleJob, { remaining, spent }: Past): ScheduleJob {
  const { project } = remaining;
  const { budget, risks = [], stated = [] } = job;
  const left = new Set(project.tasks.map(({ id }) => id));
  return {
    ...job,
    project,
    ...(budget === null || budget === undefined ? {} : { budget: budget - spent }),
    risks: risksWithin(risks, left),
    // A line of a task that is finished has been paid with it.
    stated: stated.filter(({ task }) => task === undefined || left.has(task)),
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

export function joinPast(
  project: Project,
  { remaining, spent, now }: Past,
  planned: ScheduleOutcome | null,
): ScheduleOutcome {
  const outcome = planned ?? nothingLeft;
  const rows = new Map(outcome.tasks.map((row) => [row.id, row]));
  const placed = withPast(project, remaining, outcome.tasks);
  const { cost, simulation } = outcome;
  // What remains has helpers in the place of links from the past; nobody else knows them.
  const known = new Set(project.tasks.map(({ id }) => id));
  const isKnown = ({ id }: { readonly id: string }): boolean => known.has(id);
  return {
    ...outcome,
    tasks: placed.map((place) => joined(place, rows.get(place.id))),
    criticalPath: outcome.criticalPath.filter((id) => known.has(id)),
    simulation: simulation && {
      ...simulation,
      cost: costWith(simulation.cost, spent),
      criticality: simulation.criticality.filter(isKnown),
      milestones: simulation.milestones.filter(isKnown),
    },
    finish: finishOf(project, placed),
    cost: withSpent(cost, spent, spentFlow(project, placed, now)),
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

function joined({ id, way, start, finish }: Placed, row: OutcomeTask | undefined): OutcomeTask {
  const done = {
    uses: [],
    workMinutes: 0,
    totalFloatMinutes: 0,
    freeFloatMinutes: 0,
    critical: false,
  };
  return { ...done, ...row, id, way, start, finish };
}
