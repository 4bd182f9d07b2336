// Whatever fits the schemas of outline, team and details becomes a graph that can be scheduled.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleNetwork, sampleTask } from '../../../test/support/network.ts';
import { networkOutput } from '../outputs/network.ts';
import { detailsOutput, outlineOutput } from '../outputs/work.ts';
import { buildNetwork } from './build.ts';
import type { NetworkInput } from './network-input.ts';

const amount = fc.oneof(
  fc.integer({ min: 0, max: 5000 }),
  fc.double({ min: 0, max: 1e15, noNaN: true }),
);
const hours = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 80 }) },
  { weight: 1, arbitrary: fc.double({ min: 0, max: 1e6, noNaN: true }) },
);
const ref = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }))
  .map((two) => two.join('.'));
const type = fc.constantFrom(
  'finish_to_start' as const,
  'start_to_start' as const,
  'finish_to_finish' as const,
  'start_to_finish' as const,
);
const link = fc.record({ task: ref, type, lag_hours: fc.integer({ min: -1000, max: 10_000 }) });
const cost = fc.record({ low: amount, base: amount, high: amount }).map((three) => ({
  ...{ what: 'a thing', source: 'guess', status: 'assumed' as const },
  ...three,
}));
const day = fc.constantFrom(
  ...['2026-03-01', '2026-03-02', '2026-03-07', '2026-03-11', '2026-02-30', '2026-12-31'],
  ...['2034-01-01', '2999-01-01', '0001-01-01'],
);
const detail = fc.record({
  estimate: fc.record({ low: hours, likely: hours, high: hours }),
  wait_hours: hours,
  after: fc.array(link, { maxLength: 4 }),
  costs: fc.array(cost, { maxLength: 2 }),
  role: fc.constantFrom('Owner', 'owner ', 'Desk agent', 'Ghost', '__proto__'),
  people: fc.constantFrom(1, 2, 1000),
  not_before: fc.option(day),
  fixed_start: fc.option(day),
  optional: fc.boolean(),
  risks: fc.uniqueArray(fc.constantFrom('R1', 'R2', 'R7')),
  assumptions: fc.uniqueArray(fc.constantFrom('A1', 'A7')),
});

const networks = fc
  .record({
    tasks: fc.array(fc.tuple(ref, detail), { minLength: 1, maxLength: 9 }),
    delay: amount,
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
    budget: fc.option(amount),
    isDated: fc.boolean(),
    week: fc.double({ min: 1, max: 60, noNaN: true }),
    off: fc.array(day, { maxLength: 4 }),
    time_zone: fc.constantFrom('', 'Asia/Kolkata', 'Nowhere'),
  })
  .map(({ tasks, delay, probability, budget, isDated, week, off, time_zone }): NetworkInput => {
    const given = sampleNetwork();
    const [risk] = given.basis.risks;
    if (!risk) throw new Error('the sample has a risk');
    const hit = { ...risk, probability, delay_days: { low: delay, likely: 1, high: delay / 2 } };
    const inPhases = Map.groupBy(tasks, ([id]) => id.slice(0, 1));
    return {
      ...given,
      direction: {
        ...given.direction,
        deadline: isDated ? { date: '2026-03-20', source: 'D1' } : null,
        budget: budget === null ? null : { amount: budget, currency: 'EUR', source: 'D2' },
      },
      team: {
        roles: given.team.roles.map((role) => ({ ...role, hours_per_week: week })),
        days_off: off.map((date) => ({ date, what: 'a feast' })),
        time_zone,
      },
      basis: { ...given.basis, risks: [hit, { ...hit, id: 'R2', cost: null }] },
      details: {
        phases: [...inPhases].map(([id, own]) => ({
          id,
          tasks: own.map(([task, more]) => sampleTask(task, more)),
        })),
      },
    };
  });

const holds = async (input: NetworkInput, closesGap: boolean) => {
  expect(detailsOutput.safeParse(input.details).success).toBe(true);
  expect(outlineOutput.safeParse(input.outline).success).toBe(true);
  const network = await buildNetwork(input, { closesGap });
  expect(networkOutput.parse(network)).toEqual(network);
};

describe('any network', () => {
  it('[LV26] whatever fits the schemas can be scheduled', async () => {
    await fc.assert(
      fc.asyncProperty(networks, (input) => holds(input, false)),
      { numRuns: 30 },
    );
  });

  it('[LV26] also where the scheduler closes gaps', async () => {
    await fc.assert(
      fc.asyncProperty(networks, (input) => holds(input, true)),
      { numRuns: 5 },
    );
  });
});
