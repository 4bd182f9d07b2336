import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import type { Directive, DirectiveLimit } from '../../contract/plan-direction.ts';
import { adherenceOf } from './adherence.ts';

const plan = fullPlan();
const { base, high, currency } = plan.costs;

const directive = (limit: DirectiveLimit | null): Directive => ({
  ...{ id: 'D1', kind: 'constraint', text: 'It is so', quote: 'so', importance: 5, limit },
});
const mind = {
  adherence: [
    { directive: 'D1', verdict: 'kept' as const, where: 'tasks: 1.1', why: 'A mind says so.' },
  ],
};
const judged = (limit: DirectiveLimit | null) => adherenceOf([directive(limit)], mind, plan)[0];

describe('adherence to directives', () => {
  it('[PD7] code overrules a mind on dates, money and words', () => {
    const title = plan.phases[0]?.tasks[0]?.title ?? '';
    const broken: DirectiveLimit[] = [
      { of: 'finish', latest: plan.start_date },
      { of: 'start', earliest: plan.finish_date },
      { of: 'cost', most: base - 1, currency },
      { of: 'words', never: [title] },
    ];
    for (const limit of broken) {
      expect(judged(limit), limit.of).toMatchObject({ verdict: 'broken', by: 'code' });
    }
  });

  it('[PD7] what code finds kept says where', () => {
    expect(judged({ of: 'finish', latest: '2099-01-01' })).toMatchObject({
      ...{ verdict: 'kept', by: 'code', where: 'schedule: finish_date' },
      why: `It ends on ${plan.finish_date}, and 2099-01-01 holds in at least 80% of simulated runs.`,
    });
    expect(judged({ of: 'words', never: ['zeppelin'] })).toMatchObject({ verdict: 'kept' });
  });

  const { simulation } = plan.schedule;
  if (!simulation) throw new Error('the sample is simulated');
  const withOdds = (deadline: number, budget: number) => ({
    ...plan,
    costs: { ...plan.costs, budget: base + 10 },
    schedule: {
      ...plan.schedule,
      deadline: '2099-01-01',
      simulation: { ...simulation, odds: { deadline, budget } },
    },
  });
  const byOdds = (limit: DirectiveLimit, odds: number) =>
    adherenceOf([directive(limit)], mind, withOdds(odds, odds))[0];

  it('[PD12] the odds against the confidence decide, not the sum of all that may go wrong', () => {
    const limits: DirectiveLimit[] = [
      { of: 'finish', latest: '2099-01-01' },
      { of: 'cost', most: base + 10, currency },
    ];
    for (const limit of limits) {
      expect(byOdds(limit, 0.85), limit.of).toMatchObject({ verdict: 'kept', by: 'code' });
      expect(byOdds(limit, 0.85)?.why).toContain('holds in 85% of simulated runs');
      expect(byOdds(limit, 0.6), limit.of).toMatchObject({ verdict: 'partly', by: 'code' });
      expect(byOdds(limit, 0.6)?.why).toContain('60% of simulated runs, 80% asked for');
    }
  });

  it('[PD7] without odds an upper end above the limit is partly kept', () => {
    const { simulation: _odds, ...schedule } = plan.schedule;
    const limit: DirectiveLimit = { of: 'cost', most: (base + high) / 2, currency };
    expect(adherenceOf([directive(limit)], mind, { ...plan, schedule })[0]).toMatchObject({
      ...{ verdict: 'partly', by: 'code' },
    });
  });

  it('[PD7] what code cannot check, the mind says', () => {
    expect(judged(null)).toMatchObject({ verdict: 'kept', by: 'mind', why: 'A mind says so.' });
    expect(judged({ of: 'cost', most: 1, currency: 'JPY' })).toMatchObject({ by: 'mind' });
    expect(adherenceOf([{ ...directive(null), id: 'D9' }], mind, plan)).toEqual([]);
  });
});
