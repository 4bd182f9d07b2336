// How close the solver comes to the best makespans known, set by set.
import { checkAnswer } from '../../src/schedule/solve/check.ts';
import type { Answer, Effort } from '../../src/schedule/solve/problem.ts';
import { solve } from '../../src/schedule/solve/solve.ts';
import { type Instance, loadProblem } from './instances.ts';

export interface Limit {
  readonly ms?: number;
  readonly schedules?: number;
}

export interface SetScore {
  readonly instances: number;
  readonly mean_deviation_pct: number;
  readonly at_best: number;
  readonly invalid: number;
  readonly mean_schedules: number;
}

interface Result {
  readonly deviationPct: number;
  readonly valid: boolean;
  readonly schedules: number;
}

const seed = 1;

export function scoreSet(dir: string, instances: readonly Instance[], limit: Limit): SetScore {
  const results = instances.map((instance) => solveOne(dir, instance, limit));
  return {
    instances: results.length,
    mean_deviation_pct: round(mean(results.map(({ deviationPct }) => deviationPct))),
    at_best: results.filter(({ deviationPct }) => deviationPct <= 0).length,
    invalid: results.filter(({ valid }) => !valid).length,
    mean_schedules: Math.round(mean(results.map(({ schedules }) => schedules))),
  };
}

function solveOne(dir: string, instance: Instance, limit: Limit): Result {
  const problem = loadProblem(dir, instance);
  const answer: Answer = solve(problem, toEffort(limit));
  return {
    deviationPct: ((answer.makespan - instance.best) / instance.best) * 100,
    valid: checkAnswer(problem, answer).length === 0,
    schedules: answer.schedules,
  };
}

function toEffort({ ms, schedules = Number.MAX_SAFE_INTEGER }: Limit): Effort {
  if (ms === undefined) return { schedules, seed };
  const endMs = performance.now() + ms;
  return { schedules, seed, stop: () => performance.now() >= endMs };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const round = (value: number): number => Math.round(value * 10_000) / 10_000;
