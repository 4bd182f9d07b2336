import { describe, expect, it } from 'vitest';
import { contentRef, effect, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { Amounts, Budget, GraphStep } from './event-types.ts';
import { checkGraph } from './graph.ts';

const paid = (id: string, cost: Amounts, needs: string[] = [], change: Partial<GraphStep> = {}) =>
  leaf(id, needs, { cost, ...change });

const open = (budget: Budget, steps: GraphStep[]) => new RunDriver(steps, 'exec_driver1', budget);

const lease = (step: string) =>
  ({ type: 'lease', step, holder: 'agent_a', leaseMs: 1_000 }) as const;

const purse = (run: RunDriver) => {
  const { spent, reserved, waiting, warned } = run.state.purse;
  return { spent: spent.money, reserved: reserved.money, waiting, warned };
};

describe('a budget', () => {
  it('[BG1] reserves what an attempt may cost before it is handed out, and settles what it came to', () => {
    const run = open({ money: 100 }, [paid('task_1', { money: 60 })]);
    const held = run.lease('task_1');
    expect(purse(run)).toMatchObject({ spent: 0, reserved: 60 });
    run.do({ type: 'complete', ...held, output: contentRef('ct_1'), usage: { money: 25 } });
    expect(purse(run)).toMatchObject({ spent: 25, reserved: 0 });
  });

  it.each([
    ['a completion that says nothing', (run: RunDriver) => run.complete('task_1')],
    ['a failure that says nothing', (run: RunDriver) => run.fail('task_1')],
    [
      'a lost worker',
      (run: RunDriver) => {
        const { step, attempt } = run.lease('task_1');
        run.do({ type: 'expire', step, attempt });
      },
    ],
    [
      'a change of the step',
      (run: RunDriver) => {
        run.lease('task_1');
        run.patch({ changed: [leaf('task_1')] });
      },
    ],
    [
      'a skip',
      (run: RunDriver) => {
        run.lease('task_1');
        run.do({ type: 'skip', step: 'task_1', by: 'person_a' });
      },
    ],
    [
      'a kill',
      (run: RunDriver) => {
        run.lease('task_1');
        run.do({ type: 'kill', by: 'person_a' });
      },
    ],
  ])('[BG2] counts all that was reserved after %s', (_, end) => {
    const run = open({ money: 100 }, [paid('task_1', { money: 60 }), leaf('task_2')]);
    end(run);
    expect(purse(run)).toMatchObject({ spent: 60, reserved: 0 });
  });

  it('[BG2] counts nothing for a step that was given back untouched', () => {
    const run = open({ money: 100 }, [paid('task_1', { money: 60 })]);
    run.do({ type: 'release', ...run.lease('task_1') });
    expect(purse(run)).toMatchObject({ spent: 0, reserved: 0 });
  });

  it('[BG3] stops before the next paid step that would go over it, and unpaid ones go on', () => {
    const run = open({ money: 100 }, [
      paid('task_1', { money: 60 }),
      paid('task_2', { money: 60 }),
      leaf('task_3'),
    ]);
    run.lease('task_1');
    expect(run.refused(lease('task_2')).code).toBe('over_budget');
    run.do({ type: 'park', step: 'task_2', for: 'budget' });
    expect(run.state.steps.get('task_2')).toMatchObject({
      state: 'WAITING',
      wait: { for: 'budget', key: 'money' },
    });
    run.complete('task_3');
    expect(run.stateOf('task_3')).toBe('VERIFIED');
  });

  it('[BG3] stops those who say only afterwards what they used once it is used up, but no person', () => {
    const run = open({ money: 100 }, [
      leaf('task_1'),
      leaf('task_2'),
      leaf('task_3', [], { performer: 'human' }),
    ]);
    const held = run.lease('task_1');
    run.do({ type: 'complete', ...held, output: contentRef('ct_1'), usage: { money: 100 } });
    expect(run.refused(lease('task_2')).code).toBe('over_budget');
    run.complete('task_3', 'person_a');
  });

  it('[BG4] lets go on what can be paid again: when less was used, or another budget is set', () => {
    const steps = [paid('task_1', { money: 60 }), paid('task_2', { money: 60 })];
    const used = open({ money: 100 }, steps);
    const held = used.lease('task_1');
    used.do({ type: 'park', step: 'task_2', for: 'budget' });
    used.do({ type: 'complete', ...held, output: contentRef('ct_1'), usage: { money: 40 } });
    used.do({ type: 'account' });
    expect(used.stateOf('task_2')).toBe('READY');
    const funded = open({ money: 50 }, steps);
    for (const step of ['task_1', 'task_2']) funded.do({ type: 'park', step, for: 'budget' });
    funded.do({ type: 'fund', by: 'person_a', limits: { money: 60 } });
    funded.do({ type: 'account' });
    expect(funded.states()).toEqual({ task_1: 'READY', task_2: 'READY' });
    funded.complete('task_1');
    expect(funded.refused(lease('task_2')).code).toBe('over_budget');
  });

  it('[BG5] of money makes an unknown price too much, and a stated price of nothing free', () => {
    const run = open({ money: 0 }, [
      paid('task_1', { tokens: 10 }),
      paid('task_2', { money: 0, tokens: 10 }),
    ]);
    expect(run.refused(lease('task_1')).code).toBe('over_budget');
    run.do({ type: 'park', step: 'task_1', for: 'budget' });
    expect(run.state.steps.get('task_1')?.wait?.key).toBe('price');
    run.complete('task_2');
    const tokens = open({ tokens: 100 }, [paid('task_1', { tokens: 10 })]);
    tokens.complete('task_1');
    expect(tokens.state.status).toBe('COMPLETED');
  });

  it('[BG6] warns once when four fifths are spent, and again of another budget', () => {
    const run = open({ money: 100 }, [
      paid('task_1', { money: 79 }),
      paid('task_2', { money: 1 }),
      leaf('task_3'),
    ]);
    run.complete('task_1');
    expect(run.do({ type: 'account' })).toEqual([]);
    run.complete('task_2');
    expect(run.do({ type: 'account' })).toEqual([{ type: 'budget.warned', data: { of: 'money' } }]);
    expect(run.do({ type: 'account' })).toEqual([]);
    run.do({ type: 'fund', by: 'person_a', limits: { money: 90 } });
    expect(run.do({ type: 'account' })).toHaveLength(1);
  });

  it('[BG7] is not filled again by a resume', () => {
    const run = open({ money: 100 }, [paid('task_1', { money: 80 }, [], { attempts_max: 1 })]);
    run.fail('task_1');
    expect(run.state.status).toBe('FAILED');
    run.do({ type: 'resume', by: 'person_a' });
    expect(purse(run).spent).toBe(80);
    expect(run.refused(lease('task_1')).code).toBe('over_budget');
  });

  it('[BG8] of time stops everything but undo, and of calls and tokens counts them', () => {
    const run = open({ wall_ms: 1_000 }, [effect('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.nowMs += 1_000;
    expect(run.refused(lease('task_2')).code).toBe('over_budget');
    run.do({ type: 'cancel', by: 'person_a', compensate: true, drainMs: 0 });
    run.complete('undo_task_1');
    expect(run.state.status).toBe('CANCELLED');
    const calls = open({ calls: 1 }, [paid('task_1', { calls: 1 }), paid('task_2', { calls: 1 })]);
    calls.complete('task_1');
    expect(calls.refused(lease('task_2')).code).toBe('over_budget');
  });

  it('[BG9] of depth refuses steps that lie deeper', () => {
    const run = open({ depth: 1 }, [leaf('task_1')]);
    const group = { performer: 'engine', purpose: 'group', action: 'group' } as const;
    const add = (...added: GraphStep[]) =>
      run.decide({ type: 'patch', by: 'person_a', cause: 'edit', added, specs: {} });
    const shallow = [leaf('task_2', ['task_3'], group), leaf('task_3', [], { parent: 'task_2' })];
    expect(add(...shallow).events).toBeDefined();
    const deep = [
      leaf('task_2', ['task_3'], group),
      leaf('task_3', ['task_4'], { ...group, parent: 'task_2' }),
      leaf('task_4', [], { parent: 'task_3' }),
    ];
    expect(add(...deep).rejection?.code).toBe('limit_exceeded');
  });

  it('[BG1] costs a check too, and counts what was used where there is no limit', () => {
    const check = {
      key: 'one',
      performer: 'tool',
      action: 'check_it',
      attempts_max: 1,
      timeout_ms: 9,
    } as const;
    const run = open({ money: 10 }, [
      leaf('task_1', [], { checks: [{ ...check, cost: { money: 20 } }] }),
    ]);
    run.complete('task_1');
    expect(run.refused(lease('task_1_c1one')).code).toBe('over_budget');
    const free = open({}, [paid('task_1', { money: 5 })]);
    const held = free.lease('task_1');
    free.do({ type: 'complete', ...held, output: contentRef('ct_1'), usage: { money: 7 } });
    expect(purse(free)).toMatchObject({ spent: 7, reserved: 0 });
  });

  it('[EN9] refuses amounts that are none', () => {
    for (const money of [-1, 0.5, Number.NaN, 1e18]) {
      expect(checkGraph([paid('task_1', { money })])?.code).toBe('INVALID_ARGUMENTS');
      expect(() => open({ money }, [leaf('task_1')])).toThrow('whole numbers');
      const run = open({ money: 9 }, [leaf('task_1')]);
      const fund = { type: 'fund', by: 'person_a', limits: { money } } as const;
      expect(run.refused(fund).code).toBe('INVALID_ARGUMENTS');
      const held = run.lease('task_1');
      const complete = { type: 'complete', ...held, output: contentRef('ct_1') } as const;
      expect(run.refused({ ...complete, usage: { money } }).code).toBe('INVALID_ARGUMENTS');
    }
  });
});
