// Waits for a condition, never for a fixed time.
import { setTimeout as pause } from 'node:timers/promises';

export interface WaitOptions {
  readonly what: string;
  readonly timeoutMs: number;
  readonly everyMs?: number;
}

/** The first value that is neither undefined nor false; an error that names what was missing. */
export async function waitFor<T>(
  probe: () => Promise<T | undefined | false>,
  options: WaitOptions,
): Promise<T> {
  const deadlineMs = performance.now() + options.timeoutMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > deadlineMs) {
      throw new Error(`${options.what}: not within ${options.timeoutMs} ms`);
    }
    await pause(options.everyMs ?? 25);
  }
}
