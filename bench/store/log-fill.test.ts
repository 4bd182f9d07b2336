import { expect, it } from 'vitest';
import { logRuns } from './log-fill.ts';

it.each([10_000, 1_000_000])('a log of %d events: half in one run, half in short ones', (total) => {
  const runs = logRuns(total);
  expect(runs.reduce((sum, run) => sum + run.events, 0)).toBe(total);
  expect(runs[0]?.events).toBe(total / 2);
  expect(new Set(runs.map((run) => run.run)).size).toBe(runs.length);
});
