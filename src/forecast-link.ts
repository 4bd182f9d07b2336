// Forecasts with the scheduler's own thread behind them.
import type { Services } from './operations/context.ts';
import { runSchedule } from './plan/run-schedule.ts';
import { Forecasts } from './work/forecasts.ts';

type Parts = Pick<Services, 'reader' | 'watch' | 'now' | 'onError'>;

export const createForecasts = (parts: Parts): Forecasts =>
  new Forecasts({
    ...parts,
    compute: async (job, timeLimitMs, signal) =>
      (await runSchedule(job, { timeLimitMs, signal })).outcome,
  });
