// Forecasts with a thread of the scheduler behind them, loaded when a forecast is asked for first.
import { lazily } from './base/lazily.ts';
import type { Services } from './operations/context.ts';
import type { Forecasts } from './work/forecasts.ts';

type Parts = Pick<Services, 'reader' | 'watch' | 'now' | 'onError'>;

async function openForecasts(parts: Parts): Promise<Forecasts> {
  const [{ Forecasts }, { ResidentScheduler }] = await Promise.all([
    import('./work/forecasts.ts'),
    import('./plan/resident-scheduler.ts'),
  ]);
  const scheduler = new ResidentScheduler();
  return new Forecasts({
    ...parts,
    compute: async (job, timeLimitMs, signal) =>
      (await scheduler.run(job, { timeLimitMs, signal })).outcome,
    close: () => scheduler.close(),
  });
}

export function createForecasts(parts: Parts): Services['forecasts'] {
  const forecasts = lazily(() => openForecasts(parts));
  let isClosed = false;
  const opened = async (): Promise<Forecasts> => {
    const all = await forecasts.load();
    // One that was closed before it was there makes no more of them.
    if (isClosed) all.close();
    return all;
  };
  return {
    look: async (run) => (await opened()).look(run),
    lookFresh: async (run, waitMs, signal) => (await opened()).lookFresh(run, waitMs, signal),
    pair: async (run) => (await opened()).pair(run),
    costOf: async (forecast, nowMs) => (await opened()).costOf(forecast, nowMs),
    close() {
      isClosed = true;
      forecasts.begun?.then(
        (all) => all.close(),
        () => undefined,
      );
    },
  };
}
