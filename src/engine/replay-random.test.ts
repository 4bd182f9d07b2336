// Whatever happens to a run, its log can be decided again: the command behind every event is found.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandOf, graphs, type Move, moves } from '../../test/support/random-run.ts';
import { RunDriver } from '../../test/support/run-driver.ts';
import type { GraphStep } from './event-types.ts';
import { decideEvents } from './replay.ts';
import { viewHash } from './view.ts';

function played(steps: readonly GraphStep[], list: readonly Move[]): RunDriver {
  const run = new RunDriver(steps);
  for (const move of list) {
    run.nowMs += 100;
    const command = commandOf(run, move);
    const { events = [] } = run.decide(command);
    for (const draft of events) run.record(draft);
    if (command.type === 'patch' && events.length > 0) run.do({ type: 'settle' });
  }
  return run;
}

describe('a run that anything happens to', () => {
  it('[RP3] is decided again as it was', async () => {
    await fc.assert(
      fc.asyncProperty(graphs, moves(60), async (steps, list) => {
        const { state, stored } = played(steps, list);
        const report = await decideEvents(state.id, stored);
        expect(report.difference ?? report.problem).toBeUndefined();
        expect(report).toMatchObject({ events: state.seq, view_hash: viewHash(state) });
      }),
      { numRuns: 200 },
    );
  });
});
