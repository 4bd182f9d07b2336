import { describe, expect, it } from 'vitest';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import { type FailureClass, failureClasses } from './event-types.ts';
import { backoffMs, isPermanent } from './recovery.ts';

/** Where a first failure leads, and up to how long it waits first, by class. */
const leadsTo: Readonly<Record<FailureClass, readonly ['READY' | 'WAITING' | 'FAILED', number]>> = {
  transient: ['WAITING', 1_000],
  rate_limit: ['WAITING', 1_000],
  external: ['WAITING', 1_000],
  data: ['READY', 0],
  logic: ['READY', 0],
  lost_worker: ['READY', 0],
  policy: ['FAILED', 0],
  budget: ['FAILED', 0],
  cancelled: ['FAILED', 0],
};

describe('a failed attempt', () => {
  it.each(failureClasses)('[EN4] of class %s leads where its class says', (failure) => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    const [ended] = run.fail('task_1', failure);
    const [to, delayMs] = leadsTo[failure];
    const waitMs = backoffMs(failure, 1, 'exec_driver1/task_1');
    expect(waitMs).toBeLessThanOrEqual(delayMs);
    const until = delayMs > 0 ? run.nowMs + waitMs : 0;
    expect(ended).toEqual({
      type: 'attempt.ended',
      data: { step: 'task_1', attempt: 1, by: 'agent_a', as: 'failed', class: failure, to, until },
      refs: { error: expect.objectContaining({ id: 'ct_err_task_1' }) },
    });
    const step = run.state.steps.get('task_1');
    expect(step).toMatchObject({ state: to, lease: null, error: { id: 'ct_err_task_1' } });
    expect(step?.wait).toEqual(delayMs > 0 ? { for: 'time', until, key: '' } : null);
  });

  it.each(failureClasses.filter((failure) => !isPermanent(failure)))(
    '[EN4] of class %s is tried again, but only as often as the step allows',
    (failure) => {
      const run = new RunDriver([leaf('task_1', [], { attempts_max: 3 }), leaf('task_2')]);
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        expect(run.stateOf('task_1')).toBe('READY');
        run.fail('task_1', failure);
        run.nowMs += 120_000;
        if (run.stateOf('task_1') === 'WAITING') run.do({ type: 'wake', step: 'task_1' });
      }
      expect(run.state.steps.get('task_1')).toMatchObject({ state: 'FAILED', attempt: 3 });
    },
  );

  it('[EN4] waits twice as long each time, up to a minute, and never less than half of that', () => {
    for (const attempt of [1, 2, 3, 6, 7, 20, 1_000]) {
      const ms = Math.min(60_000, 1_000 * 2 ** (attempt - 1));
      const waits = ['a', 'b', 'c'].map((place) => backoffMs('transient', attempt, place));
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(ms / 2);
      expect(Math.max(...waits)).toBeLessThanOrEqual(ms);
    }
  });

  it('[EN4] steps that fail together do not come back together, and each always at its own time', () => {
    const places = Array.from({ length: 100 }, (_, index) => `exec_1/task_${index}`);
    const waits = places.map((place) => backoffMs('transient', 3, place));
    expect(new Set(waits).size).toBeGreaterThan(50);
    expect(places.map((place) => backoffMs('transient', 3, place))).toEqual(waits);
  });

  it('[EN3] the next attempt has a number of its own', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.fail('task_1', 'logic');
    expect(run.lease('task_1', 'agent_b')).toEqual({
      step: 'task_1',
      attempt: 2,
      holder: 'agent_b',
    });
  });
});

describe('a lost lease', () => {
  it('[EN5] makes the step ready for others at once', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.lease('task_1');
    const [ended] = run.do({ type: 'expire', step: 'task_1', attempt: 1 });
    expect(ended).toMatchObject({
      data: { as: 'lost', class: 'lost_worker', to: 'READY', until: 0 },
    });
    expect(run.stateOf('task_1')).toBe('READY');
  });

  it('[EN5] counts as an attempt, so a step that kills its workers ends', () => {
    const run = new RunDriver([leaf('task_1', [], { attempts_max: 2 })]);
    for (const attempt of [1, 2]) {
      run.lease('task_1');
      run.do({ type: 'expire', step: 'task_1', attempt });
    }
    expect(run.stateOf('task_1')).toBe('FAILED');
    expect(run.state.status).toBe('FAILED');
  });

  it.each([
    ['of an earlier attempt', 1],
    ['of an attempt to come', 3],
  ])('[EN5] a timer %s is refused', (_, attempt) => {
    const run = new RunDriver([leaf('task_1')]);
    run.fail('task_1', 'logic');
    run.lease('task_1');
    expect(run.refused({ type: 'expire', step: 'task_1', attempt }).code).toBe('not_allowed_now');
  });

  it('[EN5] a timer for a step that was completed meanwhile is refused', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.complete('task_1');
    const late = { type: 'expire', step: 'task_1', attempt: 1 } as const;
    expect(run.refused(late).code).toBe('not_allowed_now');
  });
});

describe('waking', () => {
  it('[EN6] happens at the time and not a millisecond before', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.fail('task_1', 'transient');
    run.nowMs = (run.state.steps.get('task_1')?.wait?.until ?? 0) - 1;
    expect(run.refused({ type: 'wake', step: 'task_1' }).code).toBe('conflict');
    run.nowMs += 1;
    run.do({ type: 'wake', step: 'task_1' });
    expect(run.state.steps.get('task_1')).toMatchObject({ state: 'READY', wait: null });
  });

  it.each(['READY', 'LEASED', 'VERIFIED'])('[EN6] is refused for a step that is %s', (state) => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    if (state === 'LEASED') run.lease('task_1');
    if (state === 'VERIFIED') run.complete('task_1');
    expect(run.stateOf('task_1')).toBe(state);
    expect(run.refused({ type: 'wake', step: 'task_1' }).code).toBe('not_allowed_now');
  });
});

describe('the end of a run with a failure', () => {
  it('[EN7] independent branches go on, and the run ends with the last of them', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2'), leaf('task_3', ['task_2'])]);
    run.fail('task_1', 'policy');
    expect(run.state.status).toBe('RUNNING');
    run.complete('task_2');
    expect(run.state.status).toBe('RUNNING');
    expect(run.complete('task_3').at(-1)).toEqual({
      type: 'run.ended',
      data: { as: 'FAILED', cancelled: [] },
    });
    expect(run.state).toMatchObject({ status: 'FAILED', leavesDone: 2, active: 0 });
  });

  it('[EN7] what needs the failed step stays where it is', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1'])]);
    const events = run.fail('task_1', 'policy');
    expect(events.at(-1)).toEqual({ type: 'run.ended', data: { as: 'FAILED', cancelled: [] } });
    expect(run.states()).toEqual({ task_1: 'FAILED', task_2: 'PENDING' });
  });

  it('[EN7] a step that waits for time keeps the run going', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.fail('task_2', 'transient');
    run.fail('task_1', 'policy');
    expect(run.state.status).toBe('RUNNING');
    run.nowMs += 1_000;
    run.do({ type: 'wake', step: 'task_2' });
    run.complete('task_2');
    expect(run.state.status).toBe('FAILED');
  });

  it('[EN7] a group over a failed step fails with it', () => {
    const run = new RunDriver([
      leaf('task_1'),
      leaf('task_2'),
      group('phase_1', ['task_1', 'task_2']),
      leaf('task_3', ['phase_1']),
    ]);
    run.fail('task_1', 'budget');
    run.complete('task_2');
    expect(run.states()).toMatchObject({ phase_1: 'FAILED', task_3: 'PENDING' });
    expect(run.state.status).toBe('FAILED');
  });

  it('[EN7] a run that is over hands out nothing', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1'])]);
    run.fail('task_1', 'policy');
    const lease = { type: 'lease', step: 'task_2', holder: 'agent_b', leaseMs: 1 } as const;
    expect(run.refused(lease).code).toBe('not_allowed_now');
  });
});
