// Dates and odds after an event.
//   critical_path_10k_ms           10,000 tasks: dates, floats and path from the project; _first_ms cold
//   reforecast_10k_ms, _p99_ms     the same plan again after one event; _all_ms after a day has passed
//   lint_10k_ms                    everything that the linter looks for
//   monte_carlo_300x10k_ms         300 tasks on office days, 10,000 runs, levelled in each
//   monte_carlo_300x10k_always_ms  the same round the clock
//   monte_carlo_rss_mb             how far the memory of the process rises by it, at its peak
//   percentiles_10k_ms             10,000 tasks with as many runs as an event may wait for
import type { BenchContext } from './context.ts';
import { measureCriticalPath } from './forecast/critical-path.ts';
import { measureMonteCarlo } from './forecast/monte-carlo.ts';

export async function run(context: BenchContext): Promise<object> {
  return { ...measureCriticalPath(context), ...(await measureMonteCarlo(context)) };
}
