// Waiting for the end of a run: look, sleep until it moves, look again.
import { type RunStatus, runIsOver } from '../engine/state.ts';
import { Bell } from '../events/run-watch.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';

export const isOver = (run: Rows['runs']): boolean => runIsOver(run.status as RunStatus);

export async function waitForRun(
  context: Context,
  run: string,
  timeoutMs: number,
  isEnough: (row: Rows['runs']) => boolean = isOver,
): Promise<void> {
  const bell = new Bell();
  const unwatch = context.watch.watch(run, () => bell.ring());
  const endsAt = performance.now() + timeoutMs;
  try {
    while (!context.signal.aborted) {
      const row = await context.reader.run(run);
      if (!row || isEnough(row)) return;
      const leftMs = endsAt - performance.now();
      if (leftMs <= 0) return;
      await bell.wait(leftMs, context.signal);
    }
  } finally {
    unwatch();
  }
}
