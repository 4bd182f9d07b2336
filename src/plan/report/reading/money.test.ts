import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../../test/support/full-plan.ts';
import type { Plan } from '../../../contract/plan.ts';
import { guessesBySize } from './guesses.ts';
import { moneyOf } from './money.ts';

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

describe('what the total is made of', () => {
  const plan = fullPlan();

  it('[RH18] lines, work by role and the expected cost of risks add up to the total', () => {
    const { lines, work, risks } = moneyOf(plan);
    const all = [...lines.map(({ base }) => base), ...work.map(({ amount }) => amount), risks];
    expect(sum(all)).toBeCloseTo(plan.costs.base, 2);
    expect(work.map(({ role }) => role)).toEqual([
      ...['Director', 'Site lead', 'Contractor', 'Research agent'],
    ]);
    expect(work.every(({ hours, rate, amount }) => hours * rate === amount)).toBe(true);
    expect(risks).toBeGreaterThan(0);
  });

  it('[RH18] phases and risks add up to it too, where every line belongs to a task', () => {
    const { phases, risks } = moneyOf(plan);
    expect(sum(phases.map(({ base }) => base)) + risks).toBeCloseTo(plan.costs.base, 2);
  });

  it('[RH18] money of another currency counts at its rate, and a line of zero is none', () => {
    const other: Plan = {
      ...plan,
      currencies: [{ code: 'USD', rate_to_project: 0.5, source: 'bank' }],
      cost_lines: [
        { cost_id: 'cost_1', name: 'a', low: 1, base: 10, high: 20, currency: 'USD', source: 's' },
        { cost_id: 'cost_2', name: 'b', low: 0, base: 0, high: 0, source: 's' },
      ],
    };
    const { lines } = moneyOf(other);
    expect(lines.map(({ id, base }) => [id, base])).toEqual([['cost_1', 5]]);
    expect(lines[0]?.given).toEqual({ base: 10, currency: 'USD' });
  });

  it('[RH19] guesses of prices below 1 % of the total are apart; others are never', () => {
    const guess = (text: string, used_for: string) => ({
      ...{ guess: text, used_for, how_to_confirm: 'Ask' },
    });
    const guesses = [
      guess('Stamp: 6 EUR (6 to 6)', 'costs: Sign'),
      guess('Insurance, first year: 1200 EUR (900 to 1900)', 'costs: Insure'),
      guess('Stamp: 6 EUR (6 to 6)', 'Sign'),
    ];
    const stamp = { cost_id: 'cost_99', name: 'Stamp', low: 6, base: 6, high: 6, source: 's' };
    const cost_lines = [...(plan.cost_lines ?? []), stamp];
    const { big, small } = guessesBySize({ ...plan, guesses, cost_lines });
    expect(small).toEqual([guesses[0]]);
    expect(big).toEqual([guesses[1], guesses[2]]);
  });
});
