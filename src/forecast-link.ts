// Forecasts with a thread of the scheduler behind them.
import type { Services } from './operations/context.ts';
import { ResidentScheduler } from './plan/resident-scheduler.ts';
import { Forecasts } from './work/forecasts.ts';

type Parts = Pick<Services, 'reader' | 'watch' | 'now' | 'onError'>;

export function createForecasts(parts: Parts): Forecasts {
  const scheduler = new ResidentScheduler();
  return new Forecasts({
    ...parts,
    compute: async (job, timeLimitMs, signal) =>
      (await scheduler.run(job, { timeLimitMs, signal })).outcome,
    close: () => scheduler.close(),
  });
}
