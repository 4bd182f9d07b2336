// The real engine and the real SQL under everything that goes wrong, by seed. `SEEDS=7` or
// `SEEDS=1-100000` runs others than the usual ones.
import { describe, expect, it } from 'vitest';
import { eventVersions } from '../../src/engine/event-types.ts';
import { sized } from '../support/size.ts';
import { askedSeeds, failures, range, runCampaign, runLane } from './campaign.ts';
import { keptSeeds } from './seeds.ts';
import { specials } from './simulate.ts';

const usual = range(1, sized(500, 2_000));
/** What must happen now and then, or the world proves little; not with a few seeds by hand. */
const mustBeSeen =
  process.env.SEEDS === undefined
    ? [...Object.keys(eventVersions), 'COMPLETED', 'FAILED', 'CANCELLED', ...specials]
    : [];

describe('a world in which everything goes wrong', () => {
  it('[SI1] [SI3] [SI4] keeps every promise, and comes to an end when it is calm', async () => {
    const campaign = await runCampaign([...keptSeeds, ...askedSeeds(usual)]);
    expect(failures(campaign)).toEqual([]);
    const unseen = mustBeSeen.filter((name) => !campaign.counts.has(name));
    expect(unseen.filter((name) => name !== 'content.erased')).toEqual([]);
  });

  it('[SI2] writes the same log for the same seed, byte by byte', async () => {
    const seeds = range(1, sized(16, 40));
    const lanes = await Promise.all([runLane(seeds), runLane(seeds.toReversed())]);
    const [there = [], back = []] = lanes.map((lane) =>
      lane.reports.map(({ seed, logHash }) => `${seed} ${logHash}`),
    );
    expect(there).toHaveLength(seeds.length);
    expect(back.toReversed()).toEqual(there);
    expect(new Set(there.map((line) => line.split(' ')[1])).size).toBe(seeds.length);
  });
});
