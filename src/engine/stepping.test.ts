import { describe, expect, it } from 'vitest';
import { leaf, RunDriver } from '../../test/support/run-driver.ts';

const by = 'person_a';
const step = { type: 'unhold', by, isOne: true } as const;

describe('one step at a time', () => {
  it('[RC8] goes on until a step is taken, and is paused again with that', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    expect(run.refused(step).code).toBe('not_allowed_now');
    run.do({ type: 'hold', by });
    run.do(step);
    const held = run.lease('task_1');
    expect(run.state.hold).toMatchObject({ by });
    const lease = { type: 'lease', step: 'task_2', holder: 'agent_b', leaseMs: 1_000 } as const;
    expect(run.refused(lease).message).toContain('paused');
    // Who works on it may finish it.
    run.finish(held);
    run.do(step);
    run.complete('task_2');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[RC8] a check of what was done is not the next step', () => {
    const check = {
      key: 'a',
      performer: 'tool',
      action: 'look',
      attempts_max: 1,
      timeout_ms: 9,
    } as const;
    const run = new RunDriver([leaf('task_1', [], { checks: [check] }), leaf('task_2')]);
    const held = run.lease('task_1');
    run.do({ type: 'hold', by });
    run.finish(held);
    run.do(step);
    run.finish(run.lease('task_1_c1a', 'worker_1'), 'accept');
    expect(run.state.hold).toBeNull();
    run.lease('task_2');
    expect(run.state.hold).not.toBeNull();
  });
});
