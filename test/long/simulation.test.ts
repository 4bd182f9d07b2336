// The simulation with many more seeds: npm run test:long, or SEEDS=from-to for others.
import { describe, expect, it } from 'vitest';
import { askedSeeds, failures, range, runCampaign } from '../simulation/campaign.ts';

const hourMs = 3_600_000;

describe('a world in which everything goes wrong, for long', () => {
  it('[SI1] [SI3] keeps every promise for 100,000 seeds', { timeout: 2 * hourMs }, async () => {
    const seeds = askedSeeds(range(10_001, 110_000));
    for (let start = 0; start < seeds.length; start += 5_000) {
      const campaign = await runCampaign(seeds.slice(start, start + 5_000));
      expect(failures(campaign)).toEqual([]);
    }
  });
});
