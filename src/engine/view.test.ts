import { describe, expect, it } from 'vitest';
import { leaf, RunDriver } from '../../test/support/run-driver.ts';
import { fold } from './apply.ts';
import { viewHash, viewV1, viewV2 } from './view.ts';

function sample(): RunDriver {
  const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1'])]);
  run.complete('task_1');
  run.lease('task_2', 'agent_b');
  return run;
}

describe('the view hash', () => {
  it('[EN12] of a known history is pinned', () => {
    const { state } = sample();
    expect(viewHash(state)).toBe(
      '2a7de5e0015ca5399a2a4c69499a215300a149f21963b81a0d5e45e4d1254794',
    );
    // As machines before the third had it.
    state.machine = 2;
    expect(viewHash(state)).toBe(
      'f75007b5492881e7d2492a541dbc9def1e6f59fa93839eb2cc46ebe304f9bc81',
    );
  });

  it('[EN12] is the same for the same events, whoever folds them', () => {
    const run = sample();
    expect(viewHash(fold(run.state.id, run.stored))).toBe(viewHash(run.state));
  });

  it('[EN12] does not see fields outside of the declared view', () => {
    const { state } = sample();
    const before = viewHash(state);
    Object.assign(state, { newField: 'of a later version', erased: 9, machine: 99 });
    Object.assign(state.steps.get('task_1') ?? {}, { newField: 1, changedAt: 1, missing: 7 });
    expect(viewHash(state)).toBe(before);
  });

  it.each([
    ['a step', (run: RunDriver) => void run.fail('task_1')],
    ['a holder', (run: RunDriver) => void run.lease('task_1', 'agent_z')],
    ['a reservation', (run: RunDriver) => run.state.purse.reserved.money++],
    [
      'an approval',
      (run: RunDriver) => {
        Object.assign(run.state.steps.get('task_1') ?? {}, {
          approval: { digest: 'a', by: 'b', until: 1 },
        });
      },
    ],
    ['the head', (run: RunDriver) => void run.do({ type: 'erase', count: 0 })],
  ])('[EN12] changes with %s', (_, change) => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    const before = viewHash(run.state);
    change(run);
    expect(viewHash(run.state)).not.toBe(before);
  });

  it('[EN12] carries the version of the view', () => {
    const { state } = sample();
    expect(viewV1(state)).toMatchObject({ view: 1, seq: 7, status: 'RUNNING' });
    expect(viewV2(state)).toMatchObject({ view: 2, seq: 7, status: 'RUNNING' });
    const now = viewHash(state);
    state.machine = 2;
    expect(viewHash(state)).not.toBe(now);
  });
});
