import { describe, expect, it } from 'vitest';
import { contentRef, effect, group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import { consequencesOf } from './consequences.ts';
import type { GraphStep, RecoveryDef } from './event-types.ts';
import { checkGraph } from './graph.ts';

const fragile = (recovery: RecoveryDef[], change: Partial<GraphStep> = {}): GraphStep =>
  leaf('task_1', [], { attempts_max: 1, recovery, ...change });

const recover = { type: 'recover', step: 'task_1' } as const;
const choices = (run: RunDriver) =>
  run.events.flatMap((event) => (event.type === 'recovery.chosen' ? [event.data.strategy] : []));

describe('a step whose attempts are used up', () => {
  it('[RC1] takes the rungs of its ladder in order, each once and on the record, then asks a person', () => {
    const run = new RunDriver([
      fragile([{ strategy: 'other_worker' }, { strategy: 'other_worker' }]),
      leaf('task_2', ['task_1']),
    ]);
    for (const holder of ['agent_a', 'agent_b', 'agent_c']) {
      run.fail('task_1', 'logic', holder);
      expect(run.state.steps.get('task_1')).toMatchObject({
        state: 'WAITING',
        wait: { for: 'gate' },
      });
      run.do(recover);
    }
    expect(choices(run)).toEqual(['other_worker', 'other_worker', 'person']);
    expect(run.stateOf('task_1')).toBe('FAILED');
    expect(run.state.status).toBe('FAILED');
  });

  it('[RC1] without a ladder has failed, and after a refusal has no ladder', () => {
    const plain = new RunDriver([leaf('task_1', [], { attempts_max: 1 })]);
    plain.fail('task_1');
    expect(plain.stateOf('task_1')).toBe('FAILED');
    for (const failure of ['policy', 'budget', 'cancelled'] as const) {
      const run = new RunDriver([fragile([{ strategy: 'other_worker' }])]);
      run.fail('task_1', failure);
      expect(run.stateOf('task_1')).toBe('FAILED');
      expect(run.refused(recover).code).toBe('not_allowed_now');
    }
  });

  it('[RC2] goes to another worker, and back to the same only after a while', () => {
    const run = new RunDriver([fragile([{ strategy: 'other_worker' }], { attempts_max: 2 })]);
    run.fail('task_1');
    run.fail('task_1');
    run.do(recover);
    const again = { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 1_000 } as const;
    expect(run.refused(again).code).toBe('forbidden');
    run.nowMs += 10 * 60_000;
    run.fail('task_1');
    // All its attempts anew.
    expect(run.stateOf('task_1')).toBe('READY');
  });

  it('[RC3] is replaced by an alternate with the same contract and the rest of the ladder', () => {
    const recovery: RecoveryDef[] = [
      { strategy: 'alternate', performer: 'tool', action: 'use_form' },
      { strategy: 'alternate', performer: 'human' },
    ];
    const run = new RunDriver([fragile(recovery), leaf('task_2', ['task_1'])]);
    run.fail('task_1');
    run.do(recover);
    expect(run.states()).toMatchObject({ task_1: 'SUPERSEDED', task_1_ar1: 'READY' });
    const alternate = run.state.steps.get('task_1_ar1');
    expect(alternate).toMatchObject({ spec: contentRef('ct_task_1') });
    expect(alternate?.def).toMatchObject({
      performer: 'tool',
      action: 'use_form',
      replaces: 'task_1',
    });
    expect(run.state.steps.get('task_2')?.def.needs).toEqual(['task_1_ar1']);
    run.fail('task_1_ar1');
    run.do({ type: 'recover', step: 'task_1_ar1' });
    expect(run.state.steps.get('task_1_ar1_ar1')?.def).toMatchObject({
      performer: 'human',
      action: 'use_form',
    });
    run.complete('task_1_ar1_ar1');
    run.complete('task_2');
    expect(run.state).toMatchObject({ status: 'COMPLETED', leavesTotal: 2, leavesDone: 2 });
  });

  it('[RC4] has a helper called that changes the graph; what comes of nothing leads to the next rung', () => {
    const recovery: RecoveryDef[] = [
      { strategy: 'decompose', performer: 'model' },
      { strategy: 'replan' },
    ];
    const run = new RunDriver([
      group('group_1', ['task_1'], undefined),
      fragile(recovery, { parent: 'group_1' }),
    ]);
    run.fail('task_1');
    run.do(recover);
    expect(run.states()).toMatchObject({ task_1: 'WAITING', task_1_h1: 'READY' });
    expect(run.state.steps.get('task_1_h1')?.def).toMatchObject({
      action: 'decompose',
      rescues: 'task_1',
    });
    expect(run.state.leavesTotal).toBe(1);
    run.complete('task_1_h1');
    run.do(recover);
    const held = run.lease('task_1_h2');
    const part = leaf('task_1_a1', [], { replaces: 'task_1', parent: 'group_1' });
    run.do({ type: 'patch', by: held.holder, held, cause: 'alternate', added: [part], specs: {} });
    run.do({ type: 'settle' });
    run.finish(held);
    expect(run.states()).toMatchObject({ task_1: 'SUPERSEDED', task_1_h2: 'VERIFIED' });
    run.complete('task_1_a1');
    expect(run.state.status).toBe('COMPLETED');
  });

  it.each([
    ['did nothing about it', (run: RunDriver) => void run.complete('task_1_h1')],
    ['has failed', (run: RunDriver) => void run.fail('task_1_h1', 'policy')],
  ])('[RC4] goes on with its ladder by itself when its helper %s', (_how, end) => {
    const run = new RunDriver([fragile([{ strategy: 'replan' }])]);
    run.fail('task_1');
    run.do(recover);
    const before = run.events.length;
    end(run);
    expect(consequencesOf(run.state, run.events.slice(before))).toContainEqual(recover);
  });

  it('[RC4] calls another helper after it was changed, beside the one before', () => {
    const run = new RunDriver([fragile([{ strategy: 'replan' }]), leaf('task_2')]);
    run.fail('task_1');
    run.do(recover);
    run.patch({ changed: [fragile([{ strategy: 'replan' }])] });
    run.fail('task_1');
    run.do(recover);
    expect(run.states()).toMatchObject({ task_1_h1: 'READY', task_1_h2r1: 'READY' });
    expect(run.state.active).toBe(4);
  });

  it('[RC5] may end the run, and what was done is undone', () => {
    const run = new RunDriver([
      effect('task_0'),
      fragile([{ strategy: 'abort' }], { needs: ['task_0'] }),
    ]);
    run.complete('task_0');
    run.fail('task_1');
    run.do(recover);
    run.complete('undo_task_0');
    expect(run.state.status).toBe('CANCELLED');
    expect(run.stateOf('task_0')).toBe('COMPENSATED');
  });

  it('[RC1] may be tried again, skipped or edited by a person meanwhile', () => {
    const open = () => {
      const run = new RunDriver([fragile([{ strategy: 'replan' }]), leaf('task_2')]);
      run.fail('task_1');
      run.do(recover);
      return run;
    };
    const retried = open();
    retried.do({ type: 'retry', step: 'task_1', by: 'person_a' });
    expect(retried.stateOf('task_1')).toBe('READY');
    const skipped = open();
    skipped.do({ type: 'skip', step: 'task_1', by: 'person_a' });
    expect(skipped.stateOf('task_1')).toBe('SKIPPED');
    expect(skipped.refused({ type: 'skip', step: 'task_1_h1', by: 'person_a' }).message).toContain(
      'task_1',
    );
    const cancelled = open();
    cancelled.patch({ cancelled: ['task_1'] });
    expect(cancelled.states()).toMatchObject({ task_1: 'CANCELLED', task_1_h1: 'CANCELLED' });
  });

  it.each([
    ['no rung', []],
    ['a strategy that is none', [{ strategy: 'pray' as never }]],
    ['an alternate that is the same', [{ strategy: 'alternate' as const }]],
    ['an action that is no name', [{ strategy: 'replan' as const, action: 'a b' }]],
    [
      'a ladder without end',
      Array.from({ length: 9 }, () => ({ strategy: 'other_worker' as const })),
    ],
  ])('[EN9] refuses %s', (_, recovery) => {
    expect(checkGraph([fragile(recovery)])?.code).toBe('INVALID_ARGUMENTS');
  });
});

describe('the watchdog', () => {
  const stalled = (budget: object) => {
    const run = new RunDriver(
      [leaf('task_1', [], { attempts_max: 9 }), leaf('task_2')],
      'exec_driver1',
      budget,
    );
    run.fail('task_1');
    run.fail('task_1');
    return run;
  };

  it('[RC6] holds a run in which so many attempts, or so long, came to nothing', () => {
    const many = stalled({ stall_attempts: 3 });
    expect(many.refused({ type: 'watch' }).code).toBe('not_allowed_now');
    many.fail('task_1');
    many.do({ type: 'watch' });
    expect(many.state.hold?.by).toBe('watchdog');
    const long = stalled({ stall_ms: 5_000 });
    long.nowMs += 5_000;
    long.do({ type: 'watch' });
    expect(long.state.hold?.by).toBe('watchdog');
  });

  it('[RC6] counts rejections, though the check that rejects is itself done', () => {
    const check = {
      key: 'a',
      performer: 'tool',
      action: 'look',
      attempts_max: 1,
      timeout_ms: 9,
    } as const;
    const run = new RunDriver([leaf('task_1', [], { checks: [check] })], 'exec_driver1', {
      stall_attempts: 2,
    });
    for (const attempt of [1, 2]) {
      run.complete('task_1');
      run.finish(run.lease(`task_1_c${attempt}a`, 'worker_1'), 'reject');
    }
    run.do({ type: 'watch' });
    expect(run.state.hold?.by).toBe('watchdog');
  });

  it('[RC6] begins anew when a step is verified, or somebody lets it go on', () => {
    const run = stalled({ stall_attempts: 3 });
    run.complete('task_2');
    run.fail('task_1');
    expect(run.refused({ type: 'watch' }).code).toBe('not_allowed_now');
    const held = stalled({ stall_attempts: 2 });
    held.do({ type: 'watch' });
    held.do({ type: 'unhold', by: 'person_a' });
    expect(held.refused({ type: 'watch' }).code).toBe('not_allowed_now');
  });
});
