// Shows that the scheduler is at work, and takes the best so far on Ctrl-C.
import type { Io } from './io.ts';

/** A second Ctrl-C ends the process. */
export async function watched<Result>(
  io: Io,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const wish = new AbortController();
  const onInterrupt = (): void => wish.abort();
  process.once('SIGINT', onInterrupt);
  const progress = startProgress(io);
  try {
    return await work(wish.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
    progress.stop();
  }
}

/** A counter in a terminal; elsewhere one line, once it takes long. */
function startProgress({ stderr }: Io): { stop(): void } {
  const hint = 'Ctrl-C takes the best so far';
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (stderr.isTTY) stderr.write(`\rscheduling, ${seconds} s (${hint})`);
    else if (seconds === 2) stderr.write(`scheduling; ${hint}\n`);
  }, 1000);
  return {
    stop() {
      clearInterval(timer);
      if (stderr.isTTY && seconds > 0) stderr.write(`\r${' '.repeat(60)}\r`);
    },
  };
}
