import { describe, expect, it } from 'vitest';
import type { Plan, PlanRisk } from '../../../src/contract/plan.ts';
import { byWeight, finishFigure, gateSummary, moneyFigure, sortedGates } from './plan-figures.ts';

const schedule = (more: object): Plan['schedule'] =>
  ({
    ...{ finish_date: '2027-06-01', critical_path: [], calendar: 'office' },
    ...{ deadline: null, meets_deadline: null },
    ...more,
  }) as Plan['schedule'];
const simulation = (deadline: number | null, budget: number | null) => ({
  finish: { p80: '2027-06-20T16:00Z' },
  cost: { p80: 6200 },
  odds: { deadline, budget },
});
const dates = { start_date: '2027-03-01', finish_date: '2027-06-01' };
const costs: Plan['costs'] = {
  ...{ currency: 'EUR', low: 4000, base: 5000, high: 7000, budget: 6000, note: 'x' },
  verdict: 'within_budget',
};

describe('the figures of a plan', () => {
  it('[UI22] say when it is done and with which odds', () => {
    const sure = {
      deadline: '2027-06-30',
      meets_deadline: true,
      simulation: simulation(0.9, null),
    };
    const kept = finishFigure({ ...dates, schedule: schedule(sure) });
    expect(kept.value).toBe('Jun 1, 2027');
    expect(kept.notes).toEqual(['80% sure by Jun 20, 2027', 'deadline Jun 30, 2027: 90% odds']);
    expect(kept.hue).toBe('done');
    const late = schedule({ deadline: '2027-05-01', meets_deadline: false });
    const missed = finishFigure({ ...dates, schedule: late });
    expect(missed.notes[0]).toBe('deadline May 1, 2027: missed');
    expect(missed.hue).toBe('failed');
  });

  it('[UI22] never call a date good that is more likely missed than kept', () => {
    const hope = { deadline: '2027-06-30', meets_deadline: true, simulation: simulation(0.3, 0.2) };
    expect(finishFigure({ ...dates, schedule: schedule(hope) }).hue).toBe('failed');
    expect(moneyFigure({ costs, schedule: schedule(hope) }).hue).toBe('failed');
    const maybe = { ...hope, simulation: simulation(0.6, 0.8) };
    expect(finishFigure({ ...dates, schedule: schedule(maybe) }).hue).toBe('plain');
    expect(moneyFigure({ costs, schedule: schedule(maybe) }).hue).toBe('done');
  });

  it('[UI22] say what it costs, with and without a budget or odds', () => {
    const plain = moneyFigure({ costs, schedule: schedule({}) });
    expect(plain.value).toBe('€5,000');
    expect(plain.notes[1]).toBe('budget €6,000: within budget');
    const none: Plan['costs'] = { ...costs, budget: null, verdict: 'no_budget_given' };
    expect(moneyFigure({ costs: none, schedule: schedule({}) })).toMatchObject({ hue: 'plain' });
    const odds = moneyFigure({ costs, schedule: schedule({ simulation: simulation(null, 0.75) }) });
    expect(odds.notes).toEqual(['80% sure below €6,200', 'budget €6,000: 75% odds']);
  });

  it('[UI22] put the risks first that weigh most', () => {
    const risk = (risk_id: string, more: Partial<PlanRisk>): PlanRisk => ({
      ...{ risk_id, description: 'x', mitigation: 'y', likelihood: 'medium', impact: 'medium' },
      ...more,
    });
    const risks = [
      risk('small', { likelihood: 'low' }),
      risk('likely', { probability: 0.9 }),
      risk('bad', { likelihood: 'high', impact: 'high' }),
    ];
    expect(byWeight(risks).map(({ risk_id }) => risk_id)).toEqual(['bad', 'likely', 'small']);
  });

  it('[UI22] put what failed first among the checks, and never count what did not run', () => {
    const gate = (id: string, status: string) => ({
      gate: id,
      severity: 'major',
      status,
      findings: [],
    });
    const gates = [
      gate('screen', 'pass'),
      gate('hype', 'not_run'),
      gate('schedule', 'fail'),
    ] as unknown as NonNullable<Plan['gates']>;
    expect(sortedGates(gates).map(({ gate: id }) => id)).toEqual(['schedule', 'screen', 'hype']);
    const summary = { passed: 1, failed: 1, run: 2, rest: '1 failed, 1 not run' };
    expect(gateSummary(gates)).toEqual(summary);
  });
});
