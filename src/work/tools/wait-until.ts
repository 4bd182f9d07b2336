// Waits for a moment. The tool only says so; the engine parks the step, which then costs nothing.
import { z } from 'zod';
import { overLimit } from '../safety/failures.ts';
import { defineTool, nothingToUndo } from './tool.ts';

const maxWaitMs = 366 * 24 * 3_600_000;

const params = z.strictObject({
  until: z.iso.datetime({ offset: true }).describe('The moment, ISO 8601.'),
});

const output = z.object({ reached: z.iso.datetime() });

export const waitUntil = defineTool<z.infer<typeof params>, z.infer<typeof output>>({
  name: 'wait_until',
  title: 'Wait',
  description: 'Goes on at a given moment, a year from now at most.',
  params,
  output,
  tier: 1,
  effects: 'none',
  reversibility: 'none',
  preview: ({ until }) =>
    Promise.resolve({ summary: `Wait until ${until}.`, diff: '', labels: [] }),
  run({ until }, context) {
    const untilMs = Date.parse(until);
    const nowMs = context.now();
    if (untilMs - nowMs > maxWaitMs) throw overLimit('A step waits for a year at most.');
    if (untilMs > nowMs) return Promise.resolve({ park: { for: 'time', until: untilMs } });
    const reached = new Date(nowMs).toISOString();
    return Promise.resolve({ output: { reached }, labels: [] });
  },
  undo: nothingToUndo,
});
