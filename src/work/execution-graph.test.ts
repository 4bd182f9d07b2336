import { describe, expect, it } from 'vitest';
import { type Json, planOf, taskOf } from '../../test/support/small-plan.ts';
import { askAlways, type ExecutionPolicy } from '../contract/execution-policy.ts';
import { checkGraph } from '../engine/graph.ts';
import { ownContract } from './alternate-params.ts';
import { executionSteps, type StepSpec } from './execution-graph.ts';
import { orderLints } from './late-steps.ts';

const agent = (id: string, more: Json = {}): Json => ({
  subtask_id: id,
  action: 'send_email',
  description: 'Write to them',
  ...more,
});
const edit = (more: Json = {}): Json => ({
  subtask_id: 'task_1_1',
  action: 'file_edit',
  params: { path: 'a.txt', replace: [{ old: 'a', new: 'b' }] },
  ...more,
});

function stepsOf(subtasks: readonly Json[], policy: ExecutionPolicy = askAlways, more: Json = {}) {
  const steps = executionSteps(planOf([taskOf(subtasks, more)]), policy);
  expect(checkGraph(steps.map(({ def }) => def))).toBeNull();
  return new Map(steps.map(({ def, spec }) => [def.id, { def, spec: spec as StepSpec }]));
}

const defOf = (subtask: Json, policy?: ExecutionPolicy) =>
  stepsOf([subtask], policy).get('task_1_1')?.def;

describe('a subtask of plan.json', () => {
  it('[RC9] that says nothing more is done as ever: by its task’s performer, three times, after the one before', () => {
    const steps = stepsOf([agent('task_1_1'), agent('task_1_2')]);
    expect(steps.get('task_1_2')?.def).toEqual({
      ...{ id: 'task_1_2', parent: 'task_1', needs: ['task_1_1'], performer: 'agent' },
      ...{ purpose: 'work', action: 'send_email', attempts_max: 3, tier: 1 },
      timeout_ms: 30 * 24 * 3_600_000,
    });
  });

  it('[RC9] says its performer, attempts, back-off, timeout, cost and undo', () => {
    const def = defOf(
      agent('task_1_1', {
        performer: 'human',
        retry_policy: { max_attempts: 7, backoff: { first_seconds: 0.5, most_seconds: 8 } },
        timeout_hours: 2,
        cost: { usd: 0.25, calls: 3 },
        reversibility: 'compensable',
        undo: { performer: 'agent', action: 'send_apology' },
      }),
    );
    expect(def).toMatchObject({
      ...{ performer: 'human', attempts_max: 7, timeout_ms: 7_200_000 },
      backoff: { first_ms: 500, most_ms: 8_000 },
      cost: { money: 250_000, calls: 3 },
      reversibility: 'compensable',
      undo: { performer: 'agent', action: 'send_apology' },
    });
    const retry = (backoff: string) => agent('task_1_1', { retry_policy: { backoff } });
    expect(defOf(retry('none'))?.backoff).toEqual({ first_ms: 0, most_ms: 0 });
    expect(defOf(retry('exponential'))?.backoff).toBeUndefined();
  });

  it('[RC9] has its checks in the graph and what they look at in its contract', () => {
    const look = { key: 'text', performer: 'tool', action: 'check_file' };
    const check = { ...look, description: 'There', params: { path: 'a.txt' } };
    const { def, spec } = stepsOf([edit({ checks: [check] })]).get('task_1_1') ?? {};
    expect(def?.checks).toMatchObject([{ ...look, attempts_max: 3 }]);
    expect(spec?.checks).toEqual({ text: { description: 'There', params: { path: 'a.txt' } } });
  });

  it('[RC9] waits for what it depends on and for what its task waits for, and not for its neighbor', () => {
    const first = taskOf([agent('task_0_1')], { task_id: 'task_0' });
    const own = [
      agent('task_1_1', { dependencies: [] }),
      agent('task_1_2', { dependencies: [] }),
      agent('task_1_3', { dependencies: ['task_1_1'] }),
    ];
    const plan = planOf([first, taskOf(own, { prerequisites: ['task_0'] })]);
    const needs = new Map(executionSteps(plan).map(({ def }) => [def.id, def.needs]));
    expect(needs.get('task_1_2')).toEqual(['task_0']);
    expect(needs.get('task_1_3')).toEqual(['task_1_1', 'task_0']);
  });

  it('[RC9] may branch, and goes on under its own id', () => {
    const branch = { candidates: 2, evaluator: { by: 'critic', performer: 'human' } };
    const steps = stepsOf([agent('task_1_1', { branch }), agent('task_1_2')]);
    expect([...steps.keys()]).toEqual(expect.arrayContaining(['task_1_1_b1', 'task_1_1_be']));
    expect(steps.get('task_1_1')?.def).toMatchObject({ needs: ['task_1_1_be'], parent: 'task_1' });
    expect(steps.get('task_1_2')?.def.needs).toEqual(['task_1_1']);
  });

  it.each([
    ['task_1_1: undo without reversibility', { undo: { performer: 'agent', action: 'x' } }],
    ['task_1_1: it depends on task_9', { dependencies: ['task_9'] }],
    [
      'task_1_1: recovery 2: abort takes no action',
      { recovery: [{ strategy: 'replan' }, { strategy: 'abort', action: 'x' }] },
    ],
    ['task_1_1: recovery 1: an alternate says', { recovery: [{ strategy: 'alternate' }] }],
    [
      'task_1_1: recovery 1: a tool cannot',
      { recovery: [{ strategy: 'replan', performer: 'tool' }] },
    ],
    [
      'task_1_1: recovery 1: file_write',
      { recovery: [{ strategy: 'alternate', action: 'file_write', params: {} }] },
    ],
    ['task_1_1: backoff', { retry_policy: { backoff: { first_seconds: 9, most_seconds: 1 } } }],
    [
      'task_1_1: check c: check_file',
      { checks: [{ key: 'c', performer: 'tool', action: 'check_file' }] },
    ],
  ])('[RC9] is refused by its name: %s', (message, more) => {
    expect(() => stepsOf([agent('task_1_1', more)])).toThrow(message);
  });
});

describe('a subtask whose action is a built-in tool', () => {
  it('[TL59] is done by the tool, with its tier, its effects and its undo', () => {
    expect(defOf(edit())).toMatchObject({
      ...{ performer: 'tool', action: 'file_edit', tier: 1, reversibility: 'reversible' },
      ...{ undo: { performer: 'tool', action: 'file_edit' }, timeout_ms: 600_000 },
    });
    const reading = edit({ action: 'file_read', params: { path: 'a' } });
    expect(defOf(reading)?.reversibility).toBeUndefined();
  });

  it('[TL59] is as risky as its task and its policy say, if that is more', () => {
    const task = stepsOf([edit()], askAlways, { risk_tier: 'T2' }).get('task_1_1')?.def;
    expect(task).toMatchObject({ tier: 2, approval: { lasts_ms: expect.any(Number) as number } });
    const policy: ExecutionPolicy = { pre_approved: [], tiers: { file_edit: 'T3' } };
    expect(defOf(edit(), policy)).toMatchObject({ tier: 3, performer: 'human' });
  });

  it('[TL59] is left to an agent where the plan says so', () => {
    expect(defOf(edit({ performer: 'agent' }))?.performer).toBe('agent');
  });

  it('[TL59] with parameters that do not fit is refused by its name before there is a run', () => {
    const bad = { path: 'a.txt', replac: [] };
    expect(() => stepsOf([edit({ params: bad })])).toThrow(/^task_1_1: file_edit: /);
    const own = edit({ reversibility: 'irreversible' });
    expect(() => stepsOf([own])).toThrow('task_1_1: how file_edit is undone is known of the tool');
  });
});

describe('an alternate', () => {
  const write = { path: 'a.txt', content: 'b' };

  it('[RC10] by a tool has the undo of that tool, and its own parameters', () => {
    const recovery = [
      { strategy: 'other_worker' },
      { strategy: 'alternate', action: 'file_write', params: write },
      { strategy: 'alternate', performer: 'human' },
      { strategy: 'alternate', action: 'file_read', params: { path: 'a.txt' } },
    ];
    const { def, spec } = stepsOf([agent('task_1_1', { recovery })]).get('task_1_1') ?? {};
    expect(def?.recovery?.[1]).toEqual({
      ...{ strategy: 'alternate', performer: 'tool', action: 'file_write' },
      ...{ reversibility: 'reversible', undo: { performer: 'tool', action: 'file_write' } },
    });
    const paramsOf = (id: string) => ownContract(spec as StepSpec, id).params;
    expect(paramsOf('task_1_1')).toEqual({});
    expect(paramsOf('task_1_1_ar2')).toEqual(write);
    expect(paramsOf('task_1_1_ar2_ar1')).toEqual({});
    expect(paramsOf('task_1_1_ar2_ar1_ar1')).toEqual({ path: 'a.txt' });
    expect(paramsOf('task_1_1_ar2r2')).toEqual(write);
    expect(paramsOf('task_1_1_h1')).toEqual({});
  });

  it('[RC10] is under the policy as a step of its own would be', () => {
    const policy: ExecutionPolicy = { pre_approved: [], tiers: { wire_money: 'T2', sign: 'T3' } };
    const alternates = ['wire_money', 'sign'].map((action) => ({ strategy: 'alternate', action }));
    const def = defOf(agent('task_1_1', { recovery: alternates }), policy);
    expect(def?.recovery).toMatchObject([
      { performer: 'agent', tier: 2, approval: { lasts_ms: expect.any(Number) as number } },
      { performer: 'human', tier: 3 },
    ]);
    expect([def?.tier, def?.approval]).toEqual([1, undefined]);
  });

  it('[RC10] by an agent instead of a tool is not said to be undone by the tool', () => {
    const by = (more: Json) =>
      defOf(edit({ recovery: [{ strategy: 'alternate', performer: 'agent', ...more }] }));
    expect(by({})?.recovery?.[0]?.reversibility).toBe('irreversible');
    const undo = { performer: 'agent', action: 'put_back' };
    const said = by({ reversibility: 'compensable', undo });
    expect(said?.recovery?.[0]).toMatchObject({ reversibility: 'compensable', undo });
  });
});

describe('what cannot be taken back', () => {
  const final = (id: string, more: Json = {}) =>
    agent(id, { reversibility: 'irreversible', dependencies: [], ...more });

  it('[RC13] waits for all of its task that does not wait for it', () => {
    const free = { dependencies: [] };
    const steps = stepsOf([
      final('task_1_1'),
      agent('task_1_2', free),
      agent('task_1_3', { dependencies: ['task_1_1'] }),
      agent('task_1_4', { dependencies: ['task_1_2'] }),
      final('task_1_5'),
    ]);
    expect(steps.get('task_1_1')?.def.needs).toEqual(['task_1_2', 'task_1_4']);
    expect(steps.get('task_1_3')?.def.needs).toEqual(['task_1_1']);
    expect(new Set(steps.get('task_1_5')?.def.needs)).toEqual(
      new Set(['task_1_2', 'task_1_3', 'task_1_4']),
    );
  });

  it('[RC13] is told where others may still fail when it is done', () => {
    const other = taskOf([agent('task_2_1')], { task_id: 'task_2' });
    const lintsOf = (tasks: readonly Json[]) => {
      const plan = planOf(tasks);
      return orderLints(plan, executionSteps(plan)).map(({ code, ids }) => [code, ...ids]);
    };
    expect(lintsOf([taskOf([final('task_1_1')]), other])).toEqual([
      ['irreversible_early', 'task_1_1', 'task_2_1'],
    ]);
    const after = taskOf([final('task_1_1')], { prerequisites: ['task_2'] });
    expect(lintsOf([after, other])).toEqual([]);
    const placed = [agent('task_1_1', { reversibility: 'irreversible' }), agent('task_1_2')];
    expect(lintsOf([taskOf(placed)])).toEqual([['irreversible_before', 'task_1_1', 'task_1_2']]);
  });
});
