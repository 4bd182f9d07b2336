import { describe, expect, it } from 'vitest';
import { contentRef, group, leaf, patchCommand, RunDriver } from '../../test/support/run-driver.ts';
import type { Patch } from './commands.ts';
import { derivedId } from './decide-graph.ts';
import { maxSteps } from './graph.ts';

const chain = (): RunDriver =>
  new RunDriver([leaf('task_1'), leaf('task_2', ['task_1']), leaf('task_3', ['task_2'])]);
const refusal = (run: RunDriver, change: Partial<Patch>) => run.refused(patchCommand(change));

/** A group of two with a step behind it. */
const pair = (): RunDriver =>
  new RunDriver([
    leaf('task_1', [], { parent: 'phase_1', attempts_max: 1 }),
    leaf('task_2', [], { parent: 'phase_1', attempts_max: 1 }),
    group('phase_1', ['task_1', 'task_2']),
    leaf('task_9', ['phase_1']),
  ]);

describe('a patch that adds', () => {
  it('[EN30] says what it was made for, who made it and why, and what is ready', () => {
    const run = chain();
    const specs = { task_4: contentRef('ct_4') };
    const added = [leaf('task_4', ['task_1']), leaf('task_5', ['task_4']), leaf('task_6')];
    run.complete('task_1');
    const [event] = run.patch({ baseRev: 1, added, specs });
    expect(event).toEqual({
      type: 'graph.patched',
      refs: specs,
      data: {
        base_rev: 1,
        rev: 2,
        by: 'person_driver1',
        cause: 'edit',
        added,
        ready: ['task_4', 'task_6'],
      },
    });
    expect(run.state).toMatchObject({ rev: 2, leavesTotal: 6 });
    expect(run.states()).toMatchObject({ task_4: 'READY', task_5: 'PENDING', task_6: 'READY' });
    expect(run.state.steps.get('task_4')?.spec?.id).toBe('ct_4');
  });

  it('[EN30] opens waits and passes branches and checkpoints whose time has come', () => {
    const run = new RunDriver([leaf('pick_1', [], { purpose: 'decision' }), leaf('task_1')]);
    run.choose('pick_1', 'yes');
    const when = { step: 'pick_1', is: 'no' };
    run.patch({
      added: [
        leaf('task_2', ['pick_1'], { when }),
        leaf('task_3', ['pick_1'], { when: { ...when, is: 'yes' } }),
        leaf('task_4', ['pick_1'], { wait: { for: 'event', key: 'mail' } }),
        leaf('gate_1', ['pick_1'], { performer: 'engine', purpose: 'checkpoint' }),
        leaf('task_5', ['gate_1']),
      ],
    });
    expect(run.states()).toMatchObject({
      task_2: 'SKIPPED',
      task_3: 'READY',
      task_4: 'WAITING',
      gate_1: 'VERIFIED',
      task_5: 'READY',
    });
  });

  it('[EN30] of a worker fans out in the commit that completes its step', () => {
    const run = new RunDriver([
      leaf('split_1', [], { parent: 'phase_1' }),
      group('phase_1', ['split_1']),
      leaf('task_9', ['phase_1']),
    ]);
    const held = run.lease('split_1');
    const ids = ['a', 'b', 'c'].map((key) => derivedId('phase_1', 'fan_out', key));
    expect(ids[0]).toBe('phase_1_fa');
    const added = ids.map((id) => leaf(id, ['split_1'], { parent: 'phase_1' }));
    run.do(patchCommand({ cause: 'fan_out', added, held } as Partial<Patch>));
    run.finish(held);
    expect(run.stateOf('phase_1')).toBe('PENDING');
    for (const id of ids) run.complete(id);
    expect(run.states()).toMatchObject({ phase_1: 'VERIFIED', task_9: 'READY' });
  });

  it('[EN30] of a worker that lost its step changes nothing', () => {
    const run = new RunDriver([leaf('split_1'), leaf('task_2')]);
    const held = run.lease('split_1');
    run.do({ type: 'expire', step: 'split_1', attempt: 1 });
    const late = { ...patchCommand({ added: [leaf('task_3')] }), held };
    expect(run.refused(late).code).toBe('lease_lost');
  });

  it.each([
    ['an id that is there', { added: [leaf('task_1')] }, 'conflict'],
    ['a need that is not there', { added: [leaf('task_4', ['task_8'])] }, 'INVALID_ARGUMENTS'],
    [
      'a cycle',
      { added: [leaf('task_4', ['task_5']), leaf('task_5', ['task_4'])] },
      'INVALID_ARGUMENTS',
    ],
    ['an undo', { added: [leaf('task_4', [], { purpose: 'compensation' })] }, 'INVALID_ARGUMENTS'],
    ['the id of an undo', { added: [leaf('undo_task_1')] }, 'INVALID_ARGUMENTS'],
    ['what undoes', { added: [leaf('task_4', [], { undoes: 'task_1' })] }, 'INVALID_ARGUMENTS'],
    ['a base to come', { baseRev: 2, added: [leaf('task_4')] }, 'INVALID_ARGUMENTS'],
    [
      'members of no group',
      { extend: [{ group: 'task_2', needs: ['task_1'] }] },
      'INVALID_ARGUMENTS',
    ],
    ['what is not derived', { cause: 'fan_out', added: [leaf('task_4')] }, 'INVALID_ARGUMENTS'],
    ['a round that is no loop', { roundOf: 'task_1' }, 'INVALID_ARGUMENTS'],
    ['a round of nothing', { cause: 'loop' }, 'INVALID_ARGUMENTS'],
    ['a change of nothing', { changed: [leaf('task_8')] }, 'INVALID_ARGUMENTS'],
    ['a cancelling of nothing', { cancelled: ['task_8'] }, 'INVALID_ARGUMENTS'],
    [
      'a replacement of nothing',
      { added: [leaf('task_4', [], { replaces: 'task_8' })] },
      'INVALID_ARGUMENTS',
    ],
  ] as const)('[EN30] with %s is refused', (_, change, code) => {
    expect(refusal(chain(), change as Partial<Patch>).code).toBe(code);
  });

  it('[EN30] is refused beyond the limit of a run, and taken up to it', () => {
    const steps = Array.from({ length: maxSteps - 1 }, (_, index) => leaf(`task_${index}`));
    const run = new RunDriver(steps);
    expect(refusal(run, { added: [leaf('more_1'), leaf('more_2')] }).code).toBe('limit_exceeded');
    run.do(patchCommand({ added: [leaf('more_1')] }));
    expect(run.state.steps.size).toBe(maxSteps);
    expect(refusal(run, { added: [leaf('more_2')] }).code).toBe('limit_exceeded');
  });

  it('[EN30] makes a failed run go on, and is refused by one that is over or ending', () => {
    const failed = new RunDriver([leaf('task_1', [], { attempts_max: 1 })]);
    failed.fail('task_1');
    failed.patch({
      cause: 'alternate',
      added: [leaf('task_1_a1', [], { replaces: 'task_1' })],
    });
    expect(failed.state.status).toBe('RUNNING');
    failed.complete('task_1_a1');
    expect(failed.state.status).toBe('COMPLETED');
    expect(refusal(failed, { added: [leaf('task_4')] }).code).toBe('not_allowed_now');
    const ending = chain();
    ending.lease('task_1');
    ending.do({ type: 'cancel', by: 'person_a', compensate: false, drainMs: 1_000 });
    expect(refusal(ending, { added: [leaf('task_4')] }).code).toBe('not_allowed_now');
  });
});

describe('a loop', () => {
  it('[EN30] goes round as often as its group allows', () => {
    const run = new RunDriver([
      leaf('try_1', [], { parent: 'phase_1' }),
      group('phase_1', ['try_1'], undefined, { rounds_max: 2 }),
    ]);
    let current = 'try_1';
    for (const round of [1, 2]) {
      const next = derivedId('phase_1', 'loop', round);
      const held = run.lease(current);
      const added = [leaf(next, [current], { parent: 'phase_1' })];
      run.do({ ...patchCommand({ cause: 'loop', added, roundOf: 'phase_1' }), held });
      run.finish(held);
      current = next;
    }
    expect(run.state.steps.get('phase_1')?.rounds).toBe(2);
    const added = [leaf('phase_1_l3', [current], { parent: 'phase_1' })];
    const again = { cause: 'loop', added, roundOf: 'phase_1' } as const;
    expect(refusal(run, again).code).toBe('limit_exceeded');
    run.complete(current);
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN30] without a stated number of rounds does not go round', () => {
    const run = pair();
    const added = [leaf('phase_1_l1', [], { parent: 'phase_1' })];
    expect(refusal(run, { cause: 'loop', added, roundOf: 'phase_1' }).code).toBe('limit_exceeded');
  });
});

describe('a patch that changes', () => {
  it('[EN30] begins a step anew with its new needs, as a new revision', () => {
    const run = chain();
    run.patch({ baseRev: 1, changed: [leaf('task_3', [], { action: 'call_phone' })] });
    expect(run.state.steps.get('task_3')).toMatchObject({
      state: 'READY',
      revision: 2,
      graphRev: 2,
    });
    expect(run.state.steps.get('task_2')?.successors).toEqual([]);
    run.complete('task_1');
    run.complete('task_2');
    run.complete('task_3');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN30] takes the step from whoever holds it, without blame', () => {
    const run = chain();
    const held = run.lease('task_1');
    const events = run.patch({ changed: [leaf('task_1', [], { action: 'call_phone' })] });
    expect(events[0]?.data).toMatchObject({ step: 'task_1', as: 'revoked', to: 'READY' });
    expect(run.state.steps.get('task_1')).toMatchObject({
      state: 'READY',
      failures: 0,
      attempt: 1,
    });
    const late = { type: 'complete', ...held, output: contentRef('ct_x') } as const;
    expect(run.refused(late).code).toBe('lease_lost');
    expect(run.lease('task_1').attempt).toBe(2);
  });

  it('[EN30] lets whoever works finish where it says so; the step then stays as it is', () => {
    const run = chain();
    const held = run.lease('task_1');
    const changed = [leaf('task_1', [], { action: 'other' }), leaf('task_3', ['task_1'])];
    run.patch({ changed, letFinish: true });
    expect(run.state.steps.get('task_1')).toMatchObject({ state: 'LEASED', revision: 1 });
    run.finish(held);
    expect(run.states()).toEqual({ task_1: 'VERIFIED', task_2: 'READY', task_3: 'READY' });
  });

  it.each(['VERIFIED', 'SKIPPED'] as const)('[EN30] never changes what is %s', (state) => {
    const run = chain();
    if (state === 'VERIFIED') run.complete('task_1');
    else run.do({ type: 'skip', step: 'task_1', by: 'person_a' });
    const changed = [leaf('task_1', [], { action: 'other' })];
    expect(refusal(run, { changed }).code).toBe('not_allowed_now');
    expect(refusal(run, { cancelled: ['task_1'] }).code).toBe('not_allowed_now');
  });

  it('[EN30] is stale if what it touches, or what comes after, was changed since', () => {
    const run = chain();
    run.patch({ baseRev: 1, changed: [leaf('task_3', ['task_2'], { action: 'other' })] });
    const stale = { baseRev: 1, changed: [leaf('task_2', ['task_1'], { action: 'other' })] };
    expect(refusal(run, stale).code).toBe('stale_patch');
    expect(refusal(run, { ...stale, changed: [leaf('task_3')] }).code).toBe('stale_patch');
    run.patch({ ...stale, baseRev: 2 });
    expect(run.state.rev).toBe(3);
  });

  it('[EN30] is not stale because of a change elsewhere', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1']), leaf('task_3')]);
    run.patch({ baseRev: 1, changed: [leaf('task_3', [], { action: 'other' })] });
    run.patch({ baseRev: 1, changed: [leaf('task_2', ['task_1'], { action: 'other' })] });
    expect(run.state.rev).toBe(3);
    expect(run.events.at(-1)?.data).toMatchObject({ base_rev: 1, rev: 3 });
  });

  it('[EN30] may not make steps wait for each other', () => {
    const run = chain();
    expect(refusal(run, { changed: [leaf('task_1', ['task_3'])] }).message).toContain('each other');
  });

  it('[EN30] of a failed step opens the groups that failed with it, up to the top', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_2', attempts_max: 1 }),
      group('phase_2', ['task_1'], 'phase_1'),
      group('phase_1', ['phase_2']),
      leaf('task_5'),
    ]);
    run.fail('task_1');
    expect(run.states()).toMatchObject({ phase_2: 'FAILED', phase_1: 'FAILED' });
    run.patch({ changed: [leaf('task_1', [], { parent: 'phase_2', action: 'other' })] });
    expect(run.states()).toMatchObject({ task_1: 'READY', phase_2: 'PENDING', phase_1: 'PENDING' });
    run.complete('task_1');
    run.complete('task_5');
    expect(run.state.status).toBe('COMPLETED');
  });
});

describe('a patch that replaces', () => {
  it('[EN30] puts an alternate in the place of a failed step, in its group and before its successors', () => {
    const run = pair();
    run.complete('task_2');
    run.fail('task_1');
    const alternate = derivedId('task_1', 'alternate', 1);
    const added = [leaf(alternate, [], { parent: 'phase_1', replaces: 'task_1' })];
    run.patch({ cause: 'alternate', added });
    expect(run.states()).toMatchObject({ task_1: 'SUPERSEDED', phase_1: 'PENDING' });
    expect(run.state.steps.get('phase_1')?.def.needs).toEqual([alternate, 'task_2']);
    run.complete(alternate);
    run.complete('task_9');
    expect(run.state).toMatchObject({ status: 'COMPLETED', leavesTotal: 3, leavesDone: 3 });
  });

  it('[EN30] takes a replaced step from its holder', () => {
    const run = chain();
    const held = run.lease('task_1');
    run.patch({ cause: 'alternate', added: [leaf('task_1_a1', [], { replaces: 'task_1' })] });
    expect(run.states()).toMatchObject({ task_1: 'SUPERSEDED', task_1_a1: 'READY' });
    expect(run.refused({ type: 'complete', ...held, output: contentRef('ct_x') }).code).toBe(
      'lease_lost',
    );
    expect(run.state.held).toBe(0);
  });

  it('[EN30] makes a new revision of what is verified: the old stays, what is not done needs the new', () => {
    const run = chain();
    run.complete('task_1');
    const added = [leaf('task_1_r2', [], { replaces: 'task_1' })];
    run.patch({ cause: 'revision', added });
    expect(run.states()).toEqual({
      task_1: 'VERIFIED',
      task_2: 'PENDING',
      task_3: 'PENDING',
      task_1_r2: 'READY',
    });
    expect(run.state.steps.get('task_2')?.def.needs).toEqual(['task_1_r2']);
    run.complete('task_1_r2');
    expect(run.stateOf('task_2')).toBe('READY');
  });

  it('[EN30] takes what needed the old revision from its holder, unless it may finish', () => {
    const revise = (letFinish: boolean): RunDriver => {
      const run = chain();
      run.complete('task_1');
      run.lease('task_2');
      const added = [leaf('task_1_r2', [], { replaces: 'task_1' })];
      run.patch({ cause: 'revision', added, letFinish });
      return run;
    };
    expect(revise(false).stateOf('task_2')).toBe('PENDING');
    expect(revise(true).stateOf('task_2')).toBe('LEASED');
  });

  it('[EN30] lets a check that has the work done again finish its own step', () => {
    const run = new RunDriver([
      leaf('task_1'),
      leaf('check_1', ['task_1']),
      leaf('task_2', ['task_1']),
    ]);
    run.complete('task_1');
    const held = run.lease('check_1');
    const added = [leaf('task_1_a1', [], { replaces: 'task_1' })];
    run.do({ ...patchCommand({ cause: 'alternate', added }), held });
    run.finish(held);
    expect(run.states()).toMatchObject({ check_1: 'VERIFIED', task_2: 'PENDING' });
  });

  it('[EN30] leaves alone what was cancelled before', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1'])]);
    run.patch({ cancelled: ['task_2'] });
    run.patch({ cause: 'alternate', added: [leaf('task_1_a1', [], { replaces: 'task_1' })] });
    expect(run.states()).toEqual({ task_1: 'SUPERSEDED', task_2: 'CANCELLED', task_1_a1: 'READY' });
    run.complete('task_1_a1');
    expect(run.state.status).toBe('COMPLETED');
  });
});

describe('a patch that cancels', () => {
  it('[EN30] lets groups go on without the cancelled', () => {
    const run = pair();
    run.complete('task_1');
    run.patch({ cancelled: ['task_2'] });
    expect(run.states()).toMatchObject({
      task_2: 'CANCELLED',
      phase_1: 'VERIFIED',
      task_9: 'READY',
    });
    run.complete('task_9');
    expect(run.state).toMatchObject({ status: 'COMPLETED', leavesTotal: 2, leavesDone: 2 });
  });

  it('[EN30] lets a group that failed because of the cancelled go on', () => {
    const run = pair();
    run.fail('task_1');
    run.complete('task_2');
    expect(run.states()).toMatchObject({ phase_1: 'FAILED' });
    run.patch({ cancelled: ['task_1'] });
    expect(run.states()).toMatchObject({
      task_1: 'CANCELLED',
      phase_1: 'VERIFIED',
      task_9: 'READY',
    });
  });

  it('[EN30] takes a group with all that is in it, and a group left with nothing', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_2' }),
      leaf('task_2', ['task_1'], { parent: 'phase_2' }),
      group('phase_2', ['task_1', 'task_2'], 'phase_1'),
      group('phase_1', ['phase_2']),
      leaf('task_5'),
    ]);
    run.lease('task_1');
    run.patch({ cancelled: ['phase_2'] });
    expect(run.states()).toEqual({
      task_1: 'CANCELLED',
      task_2: 'CANCELLED',
      phase_2: 'CANCELLED',
      phase_1: 'CANCELLED',
      task_5: 'READY',
    });
    run.complete('task_5');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN30] is refused if something would need what is gone, by name', () => {
    const run = chain();
    const { code, message } = refusal(run, { cancelled: ['task_2'] });
    expect(code).toBe('INVALID_ARGUMENTS');
    expect(message).toContain('task_3 needs task_2');
    run.patch({ cancelled: ['task_2'], changed: [leaf('task_3', ['task_1'])] });
    expect(run.states()).toMatchObject({ task_2: 'CANCELLED', task_3: 'PENDING' });
    const dead = { added: [leaf('task_4', ['task_2'])] };
    expect(refusal(run, dead).message).toContain('task_4 needs task_2');
  });

  it('[EN30] ends the run if nothing is left to do', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.patch({ cancelled: ['task_2'] });
    expect(run.state).toMatchObject({ status: 'COMPLETED', progress: 1_000_000 });
  });
});
