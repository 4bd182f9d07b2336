import { describe, expect, it } from 'vitest';
import { deadlineSentence, missedDeadlineRisk, retold, smallBudgetRisk } from './computed-words.ts';

const costs = (base: number, verdict: string) => ({
  currency: 'EUR',
  low: base,
  base,
  high: base,
  budget: 1000,
  verdict,
  note: `The base is ${base}.`,
});

const plan = (finish: string, base: number, meets: boolean) => ({
  start_date: '2026-03-02',
  finish_date: finish,
  phases: [{ tasks: [{ performer: 'human' }, { performer: 'agent' }] }],
  schedule: { deadline: '2026-03-20', meets_deadline: meets },
  costs: costs(base, base > 1000 ? 'over_budget' : 'within_budget'),
});

describe('what a plan tells of its figures', () => {
  const late = plan('2026-03-27', 2000, false);
  const told = {
    ...late,
    summary: `Shop. 1 phases, 2 tasks (1 for a person), from 2026-03-02 to 2026-03-27. ${deadlineSentence(late)} Cost about EUR 2,000 (EUR 2,000 to EUR 2,000). The base is 2000. Have fun.`,
    risks: [
      { risk_id: 'a', description: missedDeadlineRisk('2026-03-20', '2026-03-27') },
      { risk_id: 'b', description: smallBudgetRisk, cause: 'The base is 2000.' },
      { risk_id: 'c', description: 'Rain' },
    ],
  };

  it('[SC126] is told anew with new figures, and what nobody computed stays', () => {
    const again = retold(told, { ...told, ...plan('2026-03-30', 3000, false) });
    expect(again.summary).toBe(
      'Shop. 1 phases, 2 tasks (1 for a person), from 2026-03-02 to 2026-03-30. The deadline 2026-03-20 is missed: the work would end on 2026-03-30. Cost about EUR 3,000 (EUR 3,000 to EUR 3,000). The base is 3000. Have fun.',
    );
    expect(again.risks).toEqual([
      { risk_id: 'a', description: missedDeadlineRisk('2026-03-20', '2026-03-30') },
      { risk_id: 'b', description: smallBudgetRisk, cause: 'The base is 3000.' },
      { risk_id: 'c', description: 'Rain' },
    ]);
  });

  it('[SC126] risks that the new figures take away are gone', () => {
    const again = retold(told, { ...told, ...plan('2026-03-19', 900, true) });
    expect(again.risks).toEqual([{ risk_id: 'c', description: 'Rain' }]);
    expect(again.summary).toContain('The deadline 2026-03-20 is kept by this schedule.');
  });

  it('[SC126] a plan in other words stays as it is', () => {
    const own = { ...told, summary: 'We open in spring.', risks: [{ description: 'Rain' }] };
    expect(retold(own, own)).toEqual(own);
    expect(retold({}, { phases: [], schedule: {} })).toEqual({ phases: [], schedule: {} });
  });
});
