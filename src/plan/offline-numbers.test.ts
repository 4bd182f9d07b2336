// What GUARANTEES promises of the numbers of a plan that was made without a model.
import { describe, expect, it } from 'vitest';
import type { Plan } from '../contract/plan.ts';
import { planOffline } from './brains/offline/run-offline.ts';
import type { Intake } from './stage.ts';

const coffee = 'Open a coffee shop in Copenhagen';

async function planOf(goal: string, more: Partial<Intake> = {}): Promise<Plan> {
  return (await planOffline({ planId: 'plan_t1', goal, startDate: '2025-11-17', ...more })).plan;
}

describe('the numbers of a plan without a model', () => {
  it('[PL4] the coffee shop: the currency of its place, and guesses are marked', async () => {
    const plan = await planOf(coffee);
    expect(plan.costs).toMatchObject({ currency: 'DKK', verdict: 'no_budget_given' });
    expect(plan.guesses.length).toBeGreaterThan(3);
    const guessed = plan.assumptions.filter((entry) => entry.status !== 'observed');
    expect(guessed.length).toBeGreaterThan(0);
    expect(guessed.filter((entry) => entry.confidence === 'high')).toEqual([]);
  });

  it('[PL3] another budget changes the costs; one that is too small is said to be', async () => {
    const large = await planOf(coffee, { budget: { amount: 3_000_000, currency: 'DKK' } });
    const small = await planOf(coffee, { budget: { amount: 1_500_000, currency: 'DKK' } });
    expect(large.costs.base).toBe(2 * small.costs.base);
    const tiny = await planOf(`${coffee} with 20.000 kr`);
    expect(tiny.costs).toMatchObject({ verdict: 'over_budget', budget: 20_000 });
    expect(tiny.review?.strains).not.toEqual([]);
  });
});
