// How good the schedules are: mean deviation from the best makespans known, in one thread.
//   npm run bench -- schedule --dir FOLDER --json
// FOLDER has best.csv (set,file,best_makespan) and a folder of `.sm` files per set. Figures per set:
//   sets        with limit_s seconds for each instance; one that reaches a lower bound ends sooner
//   sets_50ms   with 50 ms
//   sets_50k    with 50,000 schedules, however long that takes: the same on every machine
// Every schedule goes through the independent checker; `invalid` counts those it refuses.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { BenchContext } from './context.ts';
import { type Instance, pickSample, readBestCsv } from './schedule/instances.ts';
import { type Limit, type SetScore, scoreSet } from './schedule/score.ts';

export const readsDir = true;

const warmUp = { instances: 3, limit: { ms: 300 } } as const;
const shortMs = 50;
const manySchedules = 50_000;

export async function run({ dir, log }: BenchContext): Promise<object> {
  const instances = readBestCsv(readFileSync(path.join(dir, 'best.csv'), 'utf8'));
  const limitS = numberFrom('BENCH_SCHEDULE_LIMIT_S', 1);
  const sets = process.env.BENCH_SCHEDULE_SETS?.split(',');
  const sample = pickSample(instances, sets, numberFrom('BENCH_SCHEDULE_EVERY', 1));
  for (const list of sample.values()) scoreSet(dir, list.slice(0, warmUp.instances), warmUp.limit);
  const score = (limit: Limit, name: string) => scoreAll(dir, sample, limit, name, log);
  return {
    sets_50ms: score({ ms: shortMs }, `${shortMs} ms`),
    sets_50k: score({ schedules: manySchedules }, `${manySchedules} schedules`),
    limit_s: limitS,
    sets: score({ ms: limitS * 1000 }, `${limitS} s`),
  };
}

function scoreAll(
  dir: string,
  sample: ReadonlyMap<string, readonly Instance[]>,
  limit: Limit,
  name: string,
  log: BenchContext['log'],
): Record<string, SetScore> {
  const scores: Record<string, SetScore> = {};
  for (const [set, list] of sample) {
    log(`${set}: ${list.length} instances, ${name} each`);
    scores[set] = scoreSet(dir, list, limit);
    log(`${set}: ${scores[set].mean_deviation_pct} % above the best known`);
  }
  return scores;
}

function numberFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined) return fallback;
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`${name} must be a number above 0`);
}
