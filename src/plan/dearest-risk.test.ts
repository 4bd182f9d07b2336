import { describe, expect, it } from 'vitest';
import { sampleNetwork } from '../../test/support/network.ts';
import type { Plan } from '../contract/plan.ts';
import { dearestRisk } from './dearest-risk.ts';
import { buildNetwork } from './network/build.ts';

type Costs = { low: number; base: number; high: number };

async function withRisks(...risks: { probability: number; cost: Costs | null }[]) {
  const given = sampleNetwork();
  const [risk] = given.basis.risks;
  if (!risk) throw new Error('the sample has a risk');
  const all = risks.map((more, at) => ({ ...risk, id: `R${at + 1}`, delay_days: null, ...more }));
  return buildNetwork({ ...given, basis: { ...given.basis, risks: all } });
}

const of = (amount: number): Costs => ({ low: amount, base: amount, high: amount });

describe('the dearest risk', () => {
  it('[SC182] is the one that adds most on average, with its share of the planned cost', async () => {
    const network = await withRisks(
      { probability: 0.5, cost: of(100) },
      { probability: 0.05, cost: of(400_000) },
      { probability: 0.9, cost: null },
    );
    const { schedule, risks, costs } = network;
    expect(schedule.risk_costs).toEqual([
      { id: 'risk_2', mean: 20_000, worst: 400_000 },
      { id: 'risk_1', mean: 50, worst: 100 },
    ]);
    const dearest = dearestRisk({ schedule, risks } as unknown as Plan);
    expect(dearest).toMatchObject({ mean: 20_000, worst: 400_000, liftsAboveP80: true });
    expect(dearest?.risk.risk_id).toBe('risk_2');
    expect(dearest?.share).toBeCloseTo(20_000 / costs.base, 6);
  });

  it('[SC182] lifts nothing where the planned cost lies below the P80, and there may be none', async () => {
    const likely = await withRisks({ probability: 0.5, cost: of(50) });
    expect(dearestRisk(likely as unknown as Plan)).toMatchObject({ liftsAboveP80: false });
    const calm = await withRisks({ probability: 0.5, cost: null });
    expect(calm.schedule).not.toHaveProperty('risk_costs');
    expect(dearestRisk(calm as unknown as Plan)).toBeNull();
  });
});
