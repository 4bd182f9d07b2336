// The database's clock, read here: its distance to ours is measured at the start and every 30 s,
// so that `now` costs no round trip and all servers agree. It never goes back in one process.
import type { Clock } from '../../base/clock.ts';

const refreshMs = 30_000;
const samples = 3;

export interface DatabaseClock extends Clock {
  stop(): void;
}

/** A jump of this machine's clock must not count, so the monotone one is used. */
const localMs = (): number => performance.timeOrigin + performance.now();

/** The sample with the shortest round trip is the most exact. */
async function measureOffsetMs(askMs: () => Promise<number>): Promise<number> {
  let best = { tripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  for (let index = 0; index < samples; index += 1) {
    const startMs = localMs();
    const databaseMs = await askMs();
    const tripMs = localMs() - startMs;
    if (tripMs < best.tripMs) best = { tripMs, offsetMs: databaseMs - startMs - tripMs / 2 };
  }
  return best.offsetMs;
}

export async function startDatabaseClock(askMs: () => Promise<number>): Promise<DatabaseClock> {
  let offsetMs = await measureOffsetMs(askMs);
  let lastMs = 0;
  const refresh = async (): Promise<void> => {
    try {
      offsetMs = await measureOffsetMs(askMs);
    } catch {
      // The old distance serves until the database is back.
    }
  };
  const timer = setInterval(() => void refresh(), refreshMs).unref();
  return {
    now: () => {
      lastMs = Math.max(lastMs, Math.floor(localMs() + offsetMs));
      return lastMs;
    },
    stop: () => clearInterval(timer),
  };
}
