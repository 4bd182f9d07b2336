import { describe, expect, it } from 'vitest';
import { contentRef, effect, group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import type { Command } from './commands.ts';
import { stepDue } from './projection.ts';
import { undoId } from './undo.ts';

const by = 'person_a';
const cancel = (drainMs = 0, compensate = true): Command => ({
  type: 'cancel',
  by,
  compensate,
  drainMs,
});
const ended = (run: RunDriver) => run.events.find((event) => event.type === 'run.ended')?.data;
const added = (run: RunDriver): string[] =>
  run.events.flatMap((event) =>
    event.type === 'graph.patched' && event.data.cause === 'undo'
      ? event.data.added.map((step) => step.id)
      : [],
  );

/** Does every undo that is ready, in turn; gives their order. */
function undoAll(run: RunDriver): string[] {
  const order: string[] = [];
  for (let count = 0; count < 50; count += 1) {
    const ready = [...run.state.steps.values()].filter(
      (step) => step.state === 'READY' && step.def.purpose === 'compensation',
    );
    if (ready.length === 0) return order;
    expect(ready).toHaveLength(1);
    const id = ready[0]?.def.id ?? '';
    order.push(id);
    run.complete(id);
  }
  throw new Error('undo without end');
}

describe('a cancelled run', () => {
  it('[EN28] that nobody worked on ends at once', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2', ['task_1'])]);
    const events = run.do(cancel(60_000));
    expect(events.map((event) => event.type)).toEqual(['run.ending', 'run.ended']);
    expect(events.at(-1)?.data).toEqual({ as: 'CANCELLED', cancelled: [] });
    expect(run.states()).toEqual({ task_1: 'CANCELLED', task_2: 'CANCELLED' });
    expect(run.state.status).toBe('CANCELLED');
  });

  it('[EN28] takes what is held at once if there is no time to drain', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    const held = run.lease('task_1');
    run.do(cancel(0));
    expect(run.state.status).toBe('CANCELLED');
    const late = { type: 'complete', ...held, output: contentRef('ct_x') } as const;
    expect(run.refused(late).code).toBe('lease_lost');
  });

  it('[EN28] lets those who work finish in the time to drain, and hands out nothing more', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1']), leaf('task_3')]);
    const held = run.lease('task_1');
    run.do(cancel(5_000));
    expect(run.state).toMatchObject({ status: 'RUNNING', ending: { as: 'CANCELLED' } });
    const lease = { type: 'lease', step: 'task_3', holder: 'agent_b', leaseMs: 1 } as const;
    expect(run.refused(lease).code).toBe('not_allowed_now');
    const step = run.state.steps.get('task_1');
    const due = step && stepDue(run.state, step);
    expect(due).toMatchObject([{ set: { kind: 'lease', at: run.nowMs + 5_000 } }]);
    run.finish(held);
    expect(run.states()).toEqual({ task_1: 'VERIFIED', task_2: 'CANCELLED', task_3: 'CANCELLED' });
    expect(run.state.status).toBe('CANCELLED');
  });

  it.each(['fail', 'expire', 'release'] as const)(
    '[EN28] ends when the last who works is out of it (%s)',
    (how) => {
      const run = new RunDriver([leaf('task_1', [], { attempts_max: 9 })]);
      const held = run.lease('task_1');
      run.do(cancel(5_000));
      if (how === 'fail') run.do({ type: how, ...held, class: 'logic', error: contentRef('ct_e') });
      else run.do({ type: how, ...held });
      expect(run.states()).toEqual({ task_1: 'CANCELLED' });
      expect(run.state.status).toBe('CANCELLED');
    },
  );

  it('[EN28] that is paused is paused no more, since undo must go on', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.do({ type: 'hold', by });
    run.do(cancel());
    expect(undoAll(run)).toEqual(['undo_task_1']);
    expect(run.state.status).toBe('CANCELLED');
  });

  it('[EN28] cannot be paused', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.do(cancel());
    expect(run.refused({ type: 'hold', by }).code).toBe('not_allowed_now');
  });

  it('[EN28] twice is once, and after a completion it is too late', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.do(cancel());
    expect(run.do(cancel(0, false))).toEqual([]);
    undoAll(run);
    expect(run.do(cancel())).toEqual([]);
    const done = new RunDriver([leaf('task_1')]);
    done.complete('task_1');
    expect(done.refused(cancel()).code).toBe('not_allowed_now');
  });

  it('[EN28] that failed before is undone too', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2', ['task_1'], { attempts_max: 1 })]);
    run.complete('task_1');
    run.fail('task_2');
    run.do(cancel());
    expect(run.state.status).toBe('RUNNING');
    expect(undoAll(run)).toEqual(['undo_task_1']);
    expect(run.state.status).toBe('CANCELLED');
    expect(run.states()).toMatchObject({ task_1: 'COMPENSATED', task_2: 'FAILED' });
  });
});

describe('undo', () => {
  it('[EN28] goes back in reverse order of the first lease, one after another, each once', () => {
    const run = new RunDriver([
      effect('task_1'),
      effect('task_2'),
      effect('task_3'),
      leaf('task_4'),
    ]);
    for (const id of ['task_2', 'task_3', 'task_1']) run.lease(id);
    run.do({ type: 'release', step: 'task_2', attempt: 1, holder: 'agent_a' });
    run.complete('task_2', 'agent_b');
    run.do(cancel());
    expect(undoAll(run)).toEqual(['undo_task_1', 'undo_task_3', 'undo_task_2']);
    expect(run.states()).toMatchObject({
      task_1: 'COMPENSATED',
      task_2: 'COMPENSATED',
      task_3: 'COMPENSATED',
      task_4: 'CANCELLED',
    });
    expect(ended(run)).toEqual({ as: 'CANCELLED', cancelled: [] });
    const undone = run.events.filter((event) => event.type === 'step.compensated');
    expect(undone.map((event) => event.data.undo)).toEqual(added(run));
  });

  it('[EN28] begins only when nobody works any more', () => {
    const run = new RunDriver([effect('task_1'), effect('task_2')]);
    run.complete('task_1');
    const held = run.lease('task_2');
    run.do(cancel(5_000));
    expect(added(run)).toEqual([]);
    run.finish(held);
    expect(undoAll(run)).toEqual(['undo_task_2', 'undo_task_1']);
  });

  it('[EN28] covers attempts that were lost, since they may have acted; and what was never held is left out', () => {
    const run = new RunDriver([effect('task_1'), effect('task_2'), effect('task_3', ['task_2'])]);
    run.lease('task_1');
    run.do({ type: 'expire', step: 'task_1', attempt: 1 });
    run.do(cancel());
    expect(undoAll(run)).toEqual(['undo_task_1']);
    expect(run.states()).toMatchObject({ task_1: 'COMPENSATED', task_2: 'CANCELLED' });
    expect(ended(run)).not.toHaveProperty('uncompensated');
  });

  it('[EN28] covers what was skipped, replaced or dismissed after somebody had it', () => {
    const run = new RunDriver([
      effect('task_1'),
      effect('task_2'),
      effect('task_3', [], { parent: 'phase_1' }),
      leaf('task_4', [], { parent: 'phase_1' }),
      group('phase_1', ['task_3', 'task_4'], undefined, { join: 'any' }),
      leaf('task_5'),
    ]);
    for (const id of ['task_1', 'task_2', 'task_3']) run.lease(id);
    run.do({ type: 'skip', step: 'task_1', by });
    run.patch({ cause: 'alternate', added: [leaf('task_2_a1', [], { replaces: 'task_2' })] });
    run.complete('task_4');
    run.do(cancel());
    expect(undoAll(run)).toEqual(['undo_task_3', 'undo_task_2', 'undo_task_1']);
    for (const id of ['task_1', 'task_2', 'task_3']) expect(run.stateOf(id)).toBe('COMPENSATED');
  });

  it('[EN28] cannot be had for what is irreversible or has no undo: it is listed in the end', () => {
    const run = new RunDriver([
      effect('task_1', [], { reversibility: 'irreversible' }),
      effect('task_2'),
      leaf('task_3', [], { reversibility: 'reversible' }),
      leaf('task_4'),
      leaf('task_5'),
    ]);
    for (const id of ['task_1', 'task_2', 'task_3', 'task_4']) run.complete(id);
    run.do(cancel());
    expect(undoAll(run)).toEqual(['undo_task_2']);
    expect(ended(run)).toEqual({
      as: 'CANCELLED',
      cancelled: [],
      uncompensated: ['task_1', 'task_3'],
    });
  });

  it('[EN28] is not done where it was not asked for; what stands is listed', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.do(cancel(0, false));
    expect(ended(run)).toMatchObject({ uncompensated: ['task_1'] });
    expect(run.state.steps.size).toBe(2);
  });

  it('[EN28] out of retries waits for a person, who may try again', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2')]);
    run.complete('task_1');
    run.do(cancel());
    const max = run.state.steps.get('undo_task_1')?.def.attempts_max ?? 0;
    for (let attempt = 1; attempt <= max; attempt += 1) run.fail('undo_task_1');
    expect(run.state.steps.get('undo_task_1')?.wait?.for).toBe('answer');
    expect(run.state.status).toBe('RUNNING');
    run.do({ type: 'retry', step: 'undo_task_1', by });
    run.fail('undo_task_1');
    expect(run.stateOf('undo_task_1')).toBe('WAITING');
    run.do({ type: 'retry', step: 'undo_task_1', by });
    run.complete('undo_task_1');
    expect(run.stateOf('task_1')).toBe('COMPENSATED');
    expect(run.state.status).toBe('CANCELLED');
  });

  it('[EN28] that a person skips is over, and its step is listed as uncompensated', () => {
    const run = new RunDriver([effect('task_1'), effect('task_2'), leaf('task_3')]);
    run.complete('task_1');
    run.complete('task_2');
    run.do(cancel());
    run.fail('undo_task_2', 'policy');
    expect(run.stateOf('undo_task_2')).toBe('WAITING');
    run.do({ type: 'skip', step: 'undo_task_2', by });
    expect(undoAll(run)).toEqual(['undo_task_1']);
    expect(ended(run)).toMatchObject({ as: 'CANCELLED', uncompensated: ['task_2'] });
  });

  it('[EN28] has the contract and the right performer of what it undoes, and goes before all else', () => {
    const undo = { performer: 'human', action: 'call_them' } as const;
    const run = new RunDriver([effect('task_1', [], { undo, tier: 2 }), leaf('task_2')]);
    run.complete('task_1');
    run.do(cancel());
    const step = run.state.steps.get(undoId('task_1'));
    expect(step?.spec).toEqual(run.state.steps.get('task_1')?.spec);
    expect(step?.def).toMatchObject({ ...undo, undoes: 'task_1', tier: 2, priority: 9 });
  });

  it('[EN28] of steps does not move progress, nor count as steps of the plan', () => {
    const run = new RunDriver([effect('task_1'), leaf('task_2')]);
    run.complete('task_1');
    const { progress, leavesTotal, leavesDone } = run.state;
    run.do(cancel());
    undoAll(run);
    expect(run.state).toMatchObject({ progress, leavesTotal, leavesDone });
  });
});

describe('a kill', () => {
  it('[EN29] ends a run at once, without undo, and lists what stands', () => {
    const run = new RunDriver([effect('task_1'), effect('task_2'), leaf('task_3')]);
    run.complete('task_1');
    const held = run.lease('task_2');
    const [event] = run.do({ type: 'kill', by });
    expect(event).toEqual({
      type: 'run.ended',
      data: {
        as: 'CANCELLED',
        cancelled: ['task_2', 'task_3'],
        uncompensated: ['task_1', 'task_2'],
      },
    });
    const late = { type: 'complete', ...held, output: contentRef('ct_x') } as const;
    expect(run.refused(late).code).toBe('lease_lost');
    expect(run.state).toMatchObject({ status: 'CANCELLED', active: 0, held: 0, ready: 0 });
  });

  it('[EN29] stops undo too', () => {
    const run = new RunDriver([effect('task_1'), effect('task_2'), leaf('task_3')]);
    run.complete('task_1');
    run.complete('task_2');
    run.do(cancel());
    run.complete('undo_task_2');
    run.lease('undo_task_1');
    run.do({ type: 'kill', by });
    expect(run.state.status).toBe('CANCELLED');
    expect(run.stateOf('undo_task_1')).toBe('CANCELLED');
    expect(ended(run)).toMatchObject({ uncompensated: ['task_1'] });
  });

  it('[EN29] twice is once, a failed run can be killed, a completed one not', () => {
    const run = new RunDriver([effect('task_1', [], { attempts_max: 1 })]);
    run.fail('task_1');
    run.do({ type: 'kill', by });
    expect(run.state.status).toBe('CANCELLED');
    expect(run.do({ type: 'kill', by })).toEqual([]);
    const done = new RunDriver([leaf('task_1')]);
    done.complete('task_1');
    expect(done.refused({ type: 'kill', by }).code).toBe('not_allowed_now');
  });
});
