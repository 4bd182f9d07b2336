// The simulation: many runs of the same plan, each with its own durations and its own levelling,
// summed up as odds and percentiles. The answer depends on the model, the runs and the seed alone.
import { PlanwrightError } from '../../base/errors.ts';
import type { ThreePoint } from '../project.ts';
import type { FactorDrive } from './drives.ts';
import { Leveller } from './leveller.ts';
import { MAX_PLACEMENTS, MAX_RUNS, MAX_SAMPLES, type SimModel } from './model.ts';
import { type Percentiles, percentilesOf, shareWithin } from './percentiles.ts';
import { compilePolicy } from './policy.ts';
import { Sampler } from './sampler.ts';
import { Tally } from './tally.ts';

export interface SimEffort {
  readonly runs: number;
  readonly seed: number;
  /** Asked every hundred runs; true ends the simulation with the runs done so far. */
  readonly stop?: () => boolean;
}

export interface SimResult {
  readonly runs: number;
  readonly seed: number;
  /** Ticks. */
  readonly finish: Percentiles;
  readonly cost: Percentiles;
  /** Share of runs within the limit; null without one. */
  readonly deadlineOdds: number | null;
  readonly budgetOdds: number | null;
  /** By task index: the share of runs in which it drove the finish. */
  readonly criticality: Float64Array;
  /** By task index, for tasks with a deadline. */
  readonly taskOdds: ReadonlyMap<number, number>;
  /** By task index. */
  readonly watched: ReadonlyMap<number, Watched>;
  readonly drives: readonly FactorDrive[];
  /** Sorted; for any other percentile. */
  readonly finishes: Float64Array;
  readonly costs: Float64Array;
}

export interface Watched {
  readonly percentiles: Percentiles;
  /** Sorted. */
  readonly sample: Float64Array;
}

const STOP_EVERY = 100;

export function simulate(model: SimModel, effort: SimEffort): SimResult {
  checkModel(model, effort);
  const policy = compilePolicy(model);
  const sampler = new Sampler(model, policy, effort.seed);
  const leveller = new Leveller(policy);
  const tally = new Tally(model, policy, effort.runs);
  let done = 0;
  while (done < effort.runs) {
    if (done > 0 && done % STOP_EVERY === 0 && effort.stop?.() === true) break;
    sampler.next();
    tally.add(sampler, leveller, leveller.place(sampler.durations));
    done += 1;
  }
  return summarize(model, effort, tally, done);
}

/** How many runs fit into a number of placements, so that big plans answer in time too. */
export function runsWithin(tasks: number, placements = 3_000_000): number {
  return Math.max(200, Math.min(10_000, Math.floor(placements / Math.max(1, tasks))));
}

function summarize(model: SimModel, effort: SimEffort, tally: Tally, done: number): SimResult {
  const finishes = tally.finish.subarray(0, done);
  const costs = tally.cost.subarray(0, done);
  const finish = percentilesOf(finishes);
  const cost = percentilesOf(costs);
  const { deadline, budget, tasks } = model;
  return {
    runs: done,
    seed: effort.seed,
    finish,
    cost,
    deadlineOdds: deadline === null ? null : shareWithin(finishes, deadline),
    budgetOdds: budget === null ? null : shareWithin(costs, budget),
    criticality: Float64Array.from(tally.driving, (count) => count / done),
    taskOdds: new Map(
      tasks.flatMap(({ deadline: due }, task) =>
        due === null ? [] : [[task, (tally.kept[task] as number) / done] as const],
      ),
    ),
    watched: watchedPercentiles(tally, effort.runs, done),
    drives: tally.drives(),
    finishes,
    costs,
  };
}

function watchedPercentiles(tally: Tally, runs: number, done: number) {
  return new Map(
    Array.from(tally.watched, (task, at) => {
      const sample = tally.samples.subarray(at * runs, at * runs + done);
      return [task, { percentiles: percentilesOf(sample), sample }] as const;
    }),
  );
}

function checkModel(model: SimModel, { runs }: SimEffort): void {
  const { tasks, problem } = model;
  if (!Number.isInteger(runs) || runs < 1 || runs > MAX_RUNS) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `runs must be 1 to ${MAX_RUNS}`, { runs });
  }
  if (tasks.length !== problem.tasks.length || tasks.length === 0) {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'there is nothing to simulate');
  }
  const watched = tasks.filter((task) => task.watched).length;
  const tooMany = runs * (tasks.length + 1) > MAX_PLACEMENTS || runs * watched > MAX_SAMPLES;
  if (tooMany) throw new PlanwrightError('limit_exceeded', 'ask for fewer runs', { runs });
  for (const [index, task] of tasks.entries()) {
    checkEstimate(task.duration, `the duration of task ${index}`);
    checkEstimate(task.fixedCost, `the cost of task ${index}`);
  }
  for (const [index, line] of model.costs.entries()) checkEstimate(line, `cost line ${index}`);
  checkRisks(model);
}

function checkRisks({ risks, tasks, groupRho }: SimModel): void {
  for (const [index, risk] of risks.entries()) {
    checkEstimate(risk.delay, `the delay of risk ${index}`);
    checkEstimate(risk.cost, `the cost of risk ${index}`);
    const known = risk.tasks.every((task) => (tasks[task]?.duration ?? null) !== null);
    if (!(risk.probability >= 0 && risk.probability <= 1) || !known) {
      const message = `risk ${index} needs a probability of 0 to 1 and tasks that take time`;
      throw new PlanwrightError('INVALID_ARGUMENTS', message, { risk: index });
    }
  }
  const wrong = groupRho.findIndex((rho) => !(rho >= 0 && rho <= 1));
  if (wrong < 0) return;
  throw new PlanwrightError('INVALID_ARGUMENTS', 'a correlation is between 0 and 1', {
    group: wrong,
  });
}

function checkEstimate(estimate: ThreePoint | null, place: string): void {
  if (estimate === null) return;
  const { low, likely, high } = estimate;
  if (low >= 0 && low <= likely && likely <= high && Number.isFinite(high)) return;
  throw new PlanwrightError('INVALID_ARGUMENTS', `${place} must be 0 ≤ low ≤ likely ≤ high`, {
    place,
  });
}
