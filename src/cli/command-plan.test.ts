import { describe, expect, it } from 'vitest';
import type { Plan } from '../contract/plan.ts';
import { runStages } from '../plan/offline-plan.ts';
import { warningLines } from './command-plan.ts';

async function planOf(goal: string): Promise<Plan> {
  const result = await runStages({ planId: 'plan_t1', goal, startDate: '2026-11-16' });
  if (result.kind === 'halted') throw new Error(result.halt.reason);
  return result.plan;
}

describe('the summary of a plan', () => {
  it('[CL5] says when the deadline and the budget are missed', async () => {
    const plan = await planOf('Open a bakery in Porto by 1 December 2026 for EUR 500');
    const [late, poor] = warningLines(plan);
    expect(late).toContain(`DEADLINE MISSED: 2026-12-01`);
    expect(late).toContain(plan.finish_date);
    expect(poor).toContain('BUDGET TOO SMALL: 500 EUR');
  });

  it('[CL5] says that a deadline is kept, and nothing where there is none', async () => {
    expect(warningLines(await planOf('Open a bakery in Porto by 1 December 2028'))).toEqual([
      '  deadline 2028-12-01: kept',
    ]);
    expect(warningLines(await planOf('Open a bakery in Porto'))).toEqual([]);
  });
});
