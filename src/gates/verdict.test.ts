import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../test/support/full-plan.ts';
import type { Plan } from '../contract/plan.ts';
import type { GateResult } from '../contract/plan-gates.ts';
import { findingOf, gateResult, notRun } from './gate.ts';
import { verdictOf } from './verdict.ts';

const finding = findingOf('fail', {
  ...{ artifact: 'roles', field: 'Idler', value: 'Idler' },
  ...{ rule: 'Every role has a task.', remedy: 'Leave it out.' },
});
const failing = (severity: GateResult['severity']): GateResult =>
  gateResult('consistency', severity, [finding]);

/** Nothing is missed in it. */
function plan(schedule: Partial<Plan['schedule']> = {}, costs: Partial<Plan['costs']> = {}): Plan {
  const { simulation: _odds, ...planned } = fullPlan().schedule;
  const kept = { ...planned, deadline: '2030-01-01', meets_deadline: true, ...schedule };
  const cheap = { ...fullPlan().costs, budget: 1e6, verdict: 'within_budget' as const, ...costs };
  return { ...fullPlan(), critical_premises: [], schedule: kept, costs: cheap };
}

describe('the verdict', () => {
  it('[GT43] is go where nothing failed and nothing is missed', () => {
    expect(verdictOf(plan(), [gateResult('fermi', 'major', [])])).toEqual({
      ...{ decision: 'go', reason: 'Every gate that ran has passed.', conditions: [] },
    });
  });

  it('[GT43] is no go where a critical gate failed, and says what to do', () => {
    const { decision, reason, conditions } = verdictOf(plan(), [failing('critical')]);
    expect(decision).toBe('no_go');
    expect(reason).toBe('The plan does not pass: consistency.');
    expect(conditions).toEqual(['Leave it out: roles Idler (Every role has a task).']);
  });

  it('[GT43] has conditions where another gate failed', () => {
    expect(verdictOf(plan(), [failing('major')]).decision).toBe('go_with_conditions');
  });

  it('[GT43] a missed deadline is the first thing that it says', () => {
    const late = plan({ deadline: '2027-04-01', meets_deadline: false });
    const { decision, reason, conditions } = verdictOf(late, [failing('major')]);
    expect(decision).toBe('go_with_conditions');
    expect(reason).toMatch(/^The deadline 2027-04-01 is missed: the work ends on \d{4}-/);
    expect(conditions[0]).toContain('cut work until 2027-04-01 holds');
  });

  it('[GT43] a budget that is too small is named with both amounts', () => {
    const { decision, reason } = verdictOf(plan({}, { budget: 1000, base: 2500 }), []);
    expect(decision).toBe('go_with_conditions');
    expect(reason).toBe('The budget of EUR 1,000 is exceeded: the plan costs EUR 2,500.');
  });

  it('[GT43] odds below what was asked for are a condition', () => {
    const simulation = fullPlan().schedule.simulation;
    if (!simulation) throw new Error('the sample is simulated');
    const odds = { deadline: 0.42, budget: 0.31 };
    const { reason, conditions } = verdictOf(plan({ simulation: { ...simulation, odds } }), []);
    expect(reason).toContain('holds in only 42% of simulated runs');
    expect(reason).toContain('holds in only 31% of simulated runs');
    expect(conditions).toHaveLength(2);
  });

  it('[GT45] warnings are counted, not passed over', () => {
    const doubt = gateResult('fermi', 'major', [{ ...finding, level: 'warn' }]);
    const passed = gateResult('schedule', 'major', []);
    const { decision, reason } = verdictOf(plan(), [doubt, passed, notRun('drift', 'info', 'No.')]);
    expect(decision).toBe('go');
    expect(reason).toBe('No gate failed: 1 passed, 1 warned (fermi).');
  });

  it('[GT45] what must be known before the plan binds itself is a condition', () => {
    const sample = plan();
    const task = sample.phases[0]?.tasks[0];
    if (!task) throw new Error('the sample has tasks');
    task.risk_tier = 'T3';
    const premise = (id: string, by: string, state: 'open' | 'holds' = 'open') => ({
      ...{ id, claim: `${id} is so.`, why_critical: 'w', falsifier: 'f', test: 't', by },
      ...{ decision: 'd', state },
    });
    const day = task.start_date;
    const { decision, reason, conditions } = verdictOf(
      {
        ...sample,
        critical_premises: [
          ...[premise('C1', day), premise('C2', '2020-01-01'), premise('C3', '2099-01-01')],
          ...[premise('C4', '2020-01-01', 'holds'), premise('C5', day), premise('C6', day)],
        ],
      },
      [],
    );
    expect(decision).toBe('go_with_conditions');
    expect(reason).toBe('Every gate that ran has passed; 3 premises have to be tested first.');
    expect(conditions).toEqual([
      `Test before “${task.title}”: C2 is so (by 2020-01-01).`,
      `Test before “${task.title}”: C1 is so (by ${day}).`,
      `Test before “${task.title}”: C5 is so (by ${day}).`,
    ]);
  });

  it('[GT45] a limit that is missed stands there once', () => {
    const late = plan({ deadline: '2027-04-01', meets_deadline: false });
    const told = { ...finding, artifact: 'schedule', field: 'finish_date' };
    const { conditions } = verdictOf(late, [gateResult('directives', 'critical', [told])]);
    expect(conditions).toHaveLength(1);
  });

  it('[GT43] a critical gate that could not run is no pass', () => {
    const blind = notRun('directives', 'critical', 'Nobody has read them.');
    const { decision, conditions } = verdictOf(plan(), [blind]);
    expect(decision).toBe('go_with_conditions');
    expect(conditions[0]).toContain('Nobody has read them.');
    expect(verdictOf(plan(), [notRun('drift', 'info', 'Not yet.')]).decision).toBe('go');
  });
});
