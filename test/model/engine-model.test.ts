// Random graphs and random moves against the real engine and the real SQL, compared with the model.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeEvent, type StoredEvent } from '../../src/engine/log-header.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import { graphs, moves } from './moves.ts';
import { Player } from './player.ts';
import type { ModelStepDef } from './run-model.ts';
import { TwoEngines } from './two-engines.ts';

const runsOfModel = 600;

/** Read from the log alone: what was done twice, or before all it needs. */
function disorder(defs: readonly ModelStepDef[], log: readonly StoredEvent[]): string[] {
  const verified = new Set<string>();
  const needsOf = new Map(defs.map((def) => [def.id, def.needs]));
  const found: string[] = [];
  for (const stored of log) {
    const event = decodeEvent(stored.header);
    if (event.type !== 'step.leased' && event.type !== 'step.verified') continue;
    const { step } = event.data;
    if (verified.has(step)) found.push(`${event.type} of ${step} after it was verified`);
    const missing = needsOf.get(step)?.filter((need) => !verified.has(need)) ?? [];
    if (missing.length > 0) found.push(`${event.type} of ${step} before ${missing.join(', ')}`);
    if (event.type === 'step.verified') verified.add(step);
  }
  return found;
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
        expect(disorder(defs, log)).toEqual([]);
        expect(await verifyRun(rig.store, player.run)).toMatchObject({ ok: true });
      }),
      { numRuns: runsOfModel },
    );
  });
});
