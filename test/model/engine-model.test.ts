// Random graphs and random moves against the real engine and the real SQL, compared with the model.
// `MODEL_RUNS=100` for another number of them.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeEvent, type StoredEvent } from '../../src/engine/log-header.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { RunWatch } from '../simulation/run-watch.ts';
import { sized } from '../support/size.ts';
import { graphs, moves } from './moves.ts';
import { Player } from './player.ts';
import { TwoEngines } from './two-engines.ts';

const runsOfModel = Number(process.env.MODEL_RUNS ?? sized(250, 1_000));

/** Read from the log alone: what should never have happened. */
function disorder(run: string, log: readonly StoredEvent[]): readonly string[] {
  const watch = new RunWatch(run);
  for (const stored of log) watch.take(decodeEvent(stored.header));
  return watch.problems;
}

describe('two engines on one file against the model', () => {
  const rig = new TwoEngines();
  beforeAll(() => rig.open());
  afterAll(() => rig.close());

  it('[EN22] do what the model does, whatever is asked of them', async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(graphs, moves, async (defs, list) => {
        number += 1;
        const player = await Player.begin(rig, `exec_model${number}`, defs);
        for (const move of list) await player.play(move);
        const log = await rig.store.events(player.run, 0, 10_000);
        expect(disorder(player.run, log)).toEqual([]);
        expect(await verifyRun(rig.store, player.run)).toMatchObject({ ok: true });
      }),
      { numRuns: runsOfModel },
    );
  });
});
