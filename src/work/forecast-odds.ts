// Percentiles and cost of what is left of an execution: the question to the scheduler, and what is
// kept of its answer.
import { dueOf } from '../schedule/run/due.ts';
import type { ScheduleJob, ScheduleOutcome } from '../schedule/run/outcome.ts';
import { dueOdds } from '../schedule/run/verdict.ts';
import type { ExecutionForecast, ForecastOdds } from './execution-forecast.ts';

/** Few schedules: the order of the plan is followed, and roles are shared out again in each run. */
const SCHEDULES = 100;
const RUNS = 1000;
/** Placements in all; a larger plan gets fewer runs, down to those that odds need. */
const PLACEMENTS = 2_000_000;
const LEAST_RUNS = 100;
const SEED = 1;

export function oddsJob(forecast: ExecutionForecast, nowMs: number): ScheduleJob {
  const { plan } = forecast;
  const { project } = forecast.live(nowMs);
  const fitting = Math.floor(PLACEMENTS / Math.max(1, project.tasks.length));
  const runs = Math.max(LEAST_RUNS, Math.min(RUNS, fitting));
  const schedules = Math.max(1, Math.min(SCHEDULES, Math.floor(runs / 10)));
  return {
    project,
    now: forecast.now,
    baseline: plan.baseline,
    effort: { seed: plan.effort?.seed ?? SEED, schedules },
    risks: plan.risks,
    stated: plan.stated,
    budget: plan.budget,
    confidence: plan.confidence,
    simulation: { runs, seed: plan.effort?.seed ?? SEED },
  };
}

export function oddsFrom({ project }: ScheduleJob, outcome: ScheduleOutcome): ForecastOdds {
  const { simulation, finish, cost, tasks } = outcome;
  const due = dueOf(project, tasks);
  return {
    finishP50: simulation?.finish.p50 ?? finish,
    finishP80: simulation?.finish.p80 ?? finish,
    cost: cost.total,
    costP80: simulation?.cost.p80 ?? cost.total,
    spent: cost.spent,
    deadlineOdds: due && simulation && dueOdds(due, simulation),
    runs: simulation?.runs ?? 0,
  };
}
