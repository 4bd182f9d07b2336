// Runs an asynchronous job at most once per interval and never twice at a time; a call in between
// is kept and served by one later run, so the last change is always seen.

export interface Throttled {
  readonly ask: () => void;
  readonly stop: () => void;
}

export function throttle(job: () => Promise<void>, everyMs: () => number): Throttled {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let again = false;
  let stopped = false;

  const run = async () => {
    timer = undefined;
    running = true;
    again = false;
    await job().catch(() => undefined);
    running = false;
    if (again && !stopped) schedule();
  };

  const schedule = () => {
    timer ??= setTimeout(() => void run(), everyMs());
  };

  return {
    ask: () => {
      if (stopped) return;
      if (running) again = true;
      else schedule();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
