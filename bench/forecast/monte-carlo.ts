// The simulation with levelling in each run: 300 tasks 10,000 times, and what a plan of 10,000
// tasks gets after an event. The first time is not counted; the median of the others is.
import { execFileSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SimModel } from '../../src/schedule/simulate/model.ts';
import { runsWithin, simulate } from '../../src/schedule/simulate/monte-carlo.ts';
import type { BenchContext } from '../context.ts';
import { median } from '../lib/median.ts';
import { toDigits } from '../lib/round.ts';
import { simulationModel } from './model.ts';

const RUNS = 10_000;
const TIMES = 5;

export async function measureMonteCarlo({ log }: BenchContext): Promise<object> {
  log('monte carlo: 300 tasks × 10,000 runs');
  const figures = {
    monte_carlo_300x10k_ms: await timeOf(simulationModel(300, 'office'), RUNS),
    monte_carlo_300x10k_always_ms: await timeOf(simulationModel(300, 'always'), RUNS),
    monte_carlo_rss_mb: peakOfChild().rss_mb,
  };
  const runs = runsWithin(10_000);
  log(`monte carlo: 10,000 tasks × ${runs} runs`);
  return {
    ...figures,
    percentiles_10k_runs: runs,
    percentiles_10k_ms: await timeOf(simulationModel(10_000, 'office'), runs),
  };
}

async function timeOf(model: SimModel, runs: number): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time <= TIMES; time += 1) {
    const startedMs = performance.now();
    simulate(model, { runs, seed: time });
    if (time > 0) times.push(performance.now() - startedMs);
    await pause(0);
  }
  return toDigits(median(times));
}

/** In a process of its own, where nothing else has left its memory behind. */
function peakOfChild(): { readonly rss_mb: number } {
  const script = fileURLToPath(new URL('./memory-child.ts', import.meta.url));
  return JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' }));
}
