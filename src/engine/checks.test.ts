import { describe, expect, it } from 'vitest';
import { contentRef, group, leaf, patchCommand, RunDriver } from '../../test/support/run-driver.ts';
import type { CheckDef, GraphStep } from './event-types.ts';
import { checkGraph } from './graph.ts';

const check = (key: string, change: Partial<CheckDef> = {}): CheckDef => ({
  key,
  performer: 'tool',
  action: 'check_command',
  attempts_max: 2,
  timeout_ms: 60_000,
  ...change,
});

const checked = (id: string, checks: CheckDef[], needs: string[] = []): GraphStep =>
  leaf(id, needs, { checks });

const tests = 'task_1_c1tests';
const critic = 'task_1_c1critic';

const twoChecks = () =>
  new RunDriver([
    checked('task_1', [check('tests'), check('critic', { performer: 'agent', action: 'review' })]),
    leaf('task_2', ['task_1']),
  ]);

const accept = { type: 'accept', step: 'task_1', by: 'person_a', reason: contentRef('ct_why') };

describe('a step with checks', () => {
  it('[JD1] is a claim when its worker is done, and a fact when all of them accepted it', () => {
    const run = twoChecks();
    run.complete('task_1');
    expect(run.states()).toMatchObject({ task_1: 'DONE', [tests]: 'READY', [critic]: 'READY' });
    run.finish(run.lease(tests, 'worker_1'), 'accept');
    expect(run.states()).toMatchObject({ task_1: 'DONE', task_2: 'PENDING' });
    run.finish(run.lease(critic, 'agent_b'), 'accept');
    expect(run.states()).toMatchObject({ task_1: 'VERIFIED', task_2: 'READY' });
    const verified = run.events.findLast((event) => event.type === 'step.verified');
    expect(verified).toMatchObject({ data: { check: 'checks', by: 'agent_a', attempt: 1 } });
    expect(run.state.steps.get('task_1')?.output).toEqual(contentRef('ct_out_task_1'));
  });

  it('[JD1] leaves its checks out of progress and out of the end', () => {
    const run = twoChecks();
    run.complete('task_1');
    expect(run.state).toMatchObject({ leavesTotal: 2, leavesDone: 0, rootsOpen: 2 });
    run.finish(run.lease(tests, 'worker_1'), 'accept');
    run.finish(run.lease(critic, 'agent_b'), 'accept');
    run.complete('task_2');
    expect(run.state).toMatchObject({ status: 'COMPLETED', progress: 1_000_000 });
  });

  it('[JD2] is tried again with what a check found, and is checked anew', () => {
    const run = twoChecks();
    run.complete('task_1');
    run.finish(run.lease(tests, 'worker_1'), 'reject');
    expect(run.states()).toMatchObject({ task_1: 'READY', [critic]: 'CANCELLED' });
    const step = run.state.steps.get('task_1');
    expect(step).toMatchObject({ failures: 1, error: contentRef(`ct_out_${tests}`) });
    run.complete('task_1');
    expect(run.states()).toMatchObject({ task_1_c2tests: 'READY', task_1_c2critic: 'READY' });
    // What was found of the first attempt says nothing of the second.
    run.finish(run.lease('task_1_c2critic', 'agent_b'), 'accept');
    expect(run.stateOf('task_1')).toBe('DONE');
  });

  it('[JD2] fails when it was rejected as often as it may be tried', () => {
    const run = new RunDriver([checked('task_1', [check('tests')])]);
    for (const attempt of [1, 2, 3]) {
      run.complete('task_1');
      run.finish(run.lease(`task_1_c${attempt}tests`, 'worker_1'), 'reject');
    }
    expect(run.state).toMatchObject({ status: 'FAILED' });
    expect(run.stateOf('task_1')).toBe('FAILED');
  });

  it('[JD3] stays a claim when a check errs, which is tried again', () => {
    const run = twoChecks();
    run.complete('task_1');
    run.fail(tests, 'logic', 'worker_1');
    expect(run.states()).toMatchObject({ task_1: 'DONE', [tests]: 'READY' });
    run.fail(tests, 'logic', 'worker_1');
    run.finish(run.lease(critic, 'agent_b'), 'accept');
    expect(run.states()).toMatchObject({ task_1: 'DONE', [tests]: 'FAILED' });
    expect(run.state.status).toBe('RUNNING');
    run.do({ type: 'retry', step: tests, by: 'person_a' });
    run.finish(run.lease(tests, 'worker_1'), 'accept');
    expect(run.stateOf('task_1')).toBe('VERIFIED');
  });

  it('[JD4] is not checked by whoever did it', () => {
    const run = twoChecks();
    run.complete('task_1', 'agent_a');
    const lease = { type: 'lease', step: critic, holder: 'agent_a', leaseMs: 1_000 } as const;
    expect(run.refused(lease).message).toContain('did itself');
    expect(run.lease(critic, 'agent_b').attempt).toBe(1);
  });

  it('[JD1] a check ends with accept or reject and nothing else', () => {
    const run = twoChecks();
    run.complete('task_1');
    const held = run.lease(tests, 'worker_1');
    const complete = { type: 'complete', ...held, output: contentRef('ct_1') } as const;
    expect(run.refused(complete).code).toBe('INVALID_ARGUMENTS');
    expect(run.refused({ ...complete, choice: 'maybe' }).code).toBe('INVALID_ARGUMENTS');
  });

  it('[JD1] a late or second word of its worker changes nothing', () => {
    const run = twoChecks();
    const held = run.lease('task_1');
    run.finish(held);
    const again = { type: 'complete', ...held, output: contentRef('ct_other') } as const;
    expect(run.refused(again).code).toBe('lease_lost');
    expect(run.refused({ type: 'expire', step: 'task_1', attempt: 1 }).code).toBe(
      'not_allowed_now',
    );
  });
});

describe('a person', () => {
  it('[JD5] may let a claim count though it falls short, with a reason', () => {
    const run = twoChecks();
    run.complete('task_1');
    run.lease(tests, 'worker_1');
    run.do(accept as never);
    expect(run.states()).toMatchObject({
      task_1: 'VERIFIED',
      task_2: 'READY',
      [tests]: 'CANCELLED',
      [critic]: 'CANCELLED',
    });
    const verified = run.events.findLast((event) => event.type === 'step.verified');
    expect(verified).toMatchObject({ data: { check: 'person', by: 'person_a' } });
    expect(verified?.refs?.reason).toEqual(contentRef('ct_why'));
  });

  it('[JD5] may do so after it was rejected, but not where nothing was handed in', () => {
    const run = twoChecks();
    expect(run.refused(accept as never).code).toBe('not_allowed_now');
    run.complete('task_1');
    run.finish(run.lease(tests, 'worker_1'), 'reject');
    run.do(accept as never);
    expect(run.stateOf('task_1')).toBe('VERIFIED');
    expect(run.refused(accept as never).code).toBe('not_allowed_now');
  });

  it('[JD5] may not accept what it did itself', () => {
    const run = new RunDriver([
      leaf('task_1', [], { performer: 'human', checks: [check('tests')] }),
    ]);
    run.complete('task_1', 'person_a');
    expect(run.refused(accept as never).message).toContain('did itself');
    run.do({ ...accept, by: 'person_b' } as never);
    expect(run.state.status).toBe('COMPLETED');
  });
});

describe('what is claimed', () => {
  it('[JD6] is given up with its checks when the run is cancelled, and nothing else is handed out', () => {
    const run = twoChecks();
    run.complete('task_1');
    run.lease(critic, 'agent_b');
    run.do({ type: 'cancel', by: 'person_a', compensate: true, drainMs: 60_000 });
    expect(run.state.status).toBe('CANCELLED');
    expect(new Set(Object.values(run.states()))).toEqual(new Set(['CANCELLED']));
  });

  it('[JD6] is not checked any more in a run that is ending', () => {
    const run = twoChecks();
    const held = run.lease('task_1');
    run.do({ type: 'cancel', by: 'person_a', compensate: true, drainMs: 60_000 });
    run.finish(held);
    expect(run.states()).toEqual({ task_1: 'CANCELLED', task_2: 'CANCELLED' });
    expect(run.state.status).toBe('CANCELLED');
  });

  it('[JD6] is out with its checks when it is skipped, changed, or not needed any more', () => {
    const skipped = twoChecks();
    skipped.complete('task_1');
    skipped.do({ type: 'skip', step: 'task_1', by: 'person_a' });
    expect(skipped.states()).toMatchObject({ task_1: 'SKIPPED', [tests]: 'CANCELLED' });
    const changed = twoChecks();
    changed.complete('task_1');
    changed.patch({ changed: [leaf('task_1')] });
    expect(changed.states()).toMatchObject({ task_1: 'READY', [tests]: 'CANCELLED' });
    const cancelled = twoChecks();
    cancelled.complete('task_1');
    cancelled.patch({ cancelled: ['task_1', 'task_2'], added: [leaf('task_3')] });
    expect(cancelled.states()).toMatchObject({ task_1: 'CANCELLED', [tests]: 'CANCELLED' });
    const joined = new RunDriver([
      group('group_1', ['task_1', 'task_2'], undefined, { join: 'any' }),
      { ...checked('task_1', [check('tests')]), parent: 'group_1' },
      leaf('task_2', [], { parent: 'group_1' }),
    ]);
    joined.complete('task_1');
    joined.complete('task_2');
    expect(joined.states()).toMatchObject({ task_1: 'CANCELLED', [tests]: 'CANCELLED' });
    expect(joined.state.status).toBe('COMPLETED');
  });

  it('[JD6] its checks end once, though its end settles the group that it belongs to', () => {
    const once = leaf('task_1', [], { parent: 'group_1', attempts_max: 1 });
    const run = new RunDriver([
      group('group_1', ['task_1', 'task_2'], undefined, { join: 'best' }),
      { ...once, checks: [check('tests'), check('critic')] },
      leaf('task_2', [], { parent: 'group_1' }),
    ]);
    run.complete('task_1');
    run.complete('task_2');
    run.finish(run.lease(tests, 'worker_1'), 'reject');
    expect(run.states()).toMatchObject({ task_1: 'FAILED', [critic]: 'CANCELLED' });
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[JD7] checks cannot be skipped, edited or made by anybody but the engine', () => {
    const run = twoChecks();
    run.complete('task_1');
    expect(run.refused({ type: 'skip', step: tests, by: 'person_a' }).message).toContain('task_1');
    expect(run.refused(patchCommand({ cancelled: [tests] })).message).toContain(
      'not part of the plan',
    );
    const waiting = patchCommand({ added: [leaf('task_8', [tests])] });
    expect(run.refused(waiting).message).toContain('is no work');
    const forged = leaf('task_9', [], { judges: 'task_1', purpose: 'check' });
    expect(checkGraph([leaf('task_1'), forged])?.message).toContain("the engine's");
  });

  it.each([
    ['no check at all', []],
    ['two of one key', [check('a'), check('a')]],
    ['a key that is no name', [check('A b')]],
    ['an action that is no name', [check('a', { action: 'rm -rf' })]],
    ['endless attempts', [check('a', { attempts_max: 1_000 })]],
    ['no time', [check('a', { timeout_ms: 0 })]],
  ])('[EN9] refuses %s', (_, checks) => {
    expect(checkGraph([checked('task_1', checks)])?.code).toBe('INVALID_ARGUMENTS');
  });
});
