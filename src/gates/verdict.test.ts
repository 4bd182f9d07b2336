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
  return { ...fullPlan(), critical_premises: [], adherence: [], schedule: kept, costs: cheap };
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
    expect(reason).toBe('Not passed: consistency.');
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
    const sample = structuredClone(plan());
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
      `Test before “${task.title}”: C2 is so (by 2020-01-01); C1 is so (by ${day}); C5 is so (by ${day}).`,
    ]);
  });

  const premise = (more: object) => ({
    ...{ id: 'C1', claim: 'It is so.', why_critical: 'w', falsifier: 'f', test: 't' },
    ...{ by: '2027-01-20', decision: 'd', state: 'open' as const, ...more },
  });

  /** Three tasks one after the other: an early binding one, one without, a late binding one. */
  function guarded(): Plan {
    const sample = plan();
    const [first] = sample.phases;
    const [one] = first?.tasks ?? [];
    if (!first || !one) throw new Error('the sample has tasks');
    const task = (id: string, start_date: string, more: object = {}) => ({
      ...{ ...one, task_id: id, title: id, start_date, risk_tier: 'T1' as const, cost: null },
      ...{ reversibility: 'reversible' as const, prerequisites: [], assumption_ids: [], ...more },
    });
    const tasks = [
      task('task_1_1', '2027-01-04', { risk_tier: 'T3' }),
      task('task_1_2', '2027-02-01', { assumption_ids: ['assumption_7'] }),
      task('task_1_3', '2027-03-01', { risk_tier: 'T3', prerequisites: ['task_1_2'] }),
    ];
    return {
      ...sample,
      dependencies: [],
      cost_lines: [],
      phases: [{ ...first, tasks }],
    };
  }

  it.each([
    ['by the tasks that it names', { why_critical: 'Without it 1.2 has no users.' }],
    ['by the assumption that it rests on', { claim: 'It is so (A7).' }],
    ['by what follows its test', { test: 'Ask in 1.2.' }],
  ])(
    '[GT32] a premise is compared with the first binding act behind what it guards, %s',
    (_, more) => {
      const conditions = verdictOf(
        { ...guarded(), critical_premises: [premise(more)] },
        [],
      ).conditions;
      expect(conditions).toEqual([
        expect.stringMatching(/^Test before “task_1_3”: It is so.* \(by 2027-01-20\)\.$/),
      ]);
    },
  );

  it('[GT32] what a premise says itself must wait is what it is tested before', () => {
    const own = premise({ guards: ['1.3', '1.2'] });
    expect(verdictOf({ ...guarded(), critical_premises: [own] }, []).conditions).toEqual([
      'Test before “task_1_2”: It is so (by 2027-01-20).',
    ]);
    // By their dates, not by their numbers.
    const [first, ...others] = guarded().phases;
    if (!first) throw new Error('the sample has a phase');
    const tasks = first.tasks.map((task) =>
      task.task_id === 'task_1_2' ? { ...task, start_date: '2027-04-01' } : task,
    );
    const late = { ...guarded(), phases: [{ ...first, tasks }, ...others] };
    expect(verdictOf({ ...late, critical_premises: [own] }, []).conditions).toEqual([
      'Test before “task_1_3”: It is so (by 2027-01-20).',
    ]);
  });

  it('[GT32] a binding act that begins before its premise is known is held back', () => {
    const late = premise({ guards: ['1.3'], by: '2027-03-10' });
    expect(verdictOf({ ...guarded(), critical_premises: [late] }, []).conditions).toEqual([
      'Hold “task_1_3” (from 2027-03-01) until this is known: It is so (by 2027-03-10).',
    ]);
  });

  it('[GT32] a large payment binds, and nothing is asked where nothing binds', () => {
    const sample = guarded();
    const costs = { ...sample.costs, base: 1000 };
    const line = (base: number) => ({
      ...{ cost_id: 'cost_1', name: 'Oven', task: 'task_1_2', low: base, base, high: base },
      ...{ source: 'guess', status: 'assumed' as const },
    });
    const conditionsWith = (base: number) =>
      verdictOf(
        {
          ...{
            ...sample,
            costs,
            critical_premises: [premise({ why_critical: 'Without it 1.2 has no users.' })],
          },
          cost_lines: [line(base)],
        },
        [],
      ).conditions;
    expect(conditionsWith(100)[0]).toContain('“task_1_2”');
    expect(conditionsWith(99)[0]).toContain('“task_1_3”');
    const alone = {
      ...sample,
      phases: sample.phases.map((phase) => ({ ...phase, tasks: phase.tasks.slice(0, 2) })),
    };
    const free = {
      ...alone,
      critical_premises: [premise({ why_critical: 'Without it 1.2 has no users.' })],
    };
    expect(verdictOf(free, []).conditions).toEqual([]);
  });

  it('[GT33] what matters and is not kept in full is a condition, the most important first', () => {
    const directive = (id: string, importance: number) => ({
      ...{ id, kind: 'requirement' as const, text: `${id} holds.`, quote: 'q', importance },
      limit: null,
    });
    const kept = (id: string, more: object = {}) => ({
      ...{ directive: id, verdict: 'partly' as const, where: 'tasks: 1.1', why: 'Half of it.' },
      ...{ by: 'mind' as const, ...more },
    });
    const { decision, reason, conditions } = verdictOf(
      {
        ...plan(),
        directives: [
          ...[directive('D1', 4), directive('D2', 3), directive('D3', 5), directive('D4', 4)],
          { ...directive('D5', 5), kind: 'stated_fact' },
        ],
        adherence: [
          ...[kept('D1'), kept('D2'), kept('D3', { remedy: 'Add a check.' })],
          ...[kept('D4', { verdict: 'not_touched' }), kept('D5', { verdict: 'not_touched' })],
        ],
      },
      [],
    );
    expect(decision).toBe('go_with_conditions');
    expect(reason).toContain('3 demands of the goal are not kept in full');
    expect(conditions).toEqual([
      'Add a check. So far “D3 holds” is kept only partly.',
      'Keep “D1 holds” in full, not only partly: Half of it.',
      'See to “D4 holds”, which nothing in the plan touches: Half of it.',
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
