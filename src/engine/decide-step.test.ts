import { describe, expect, it } from 'vitest';
import { contentRef, group, leaf, patchCommand, RunDriver } from '../../test/support/run-driver.ts';
import type { Command } from './commands.ts';
import { controlCommands } from './control.ts';
import type { ControlRequest } from './engine-api.ts';

const by = 'person_a';
const once = (id: string, needs: readonly string[] = []) => leaf(id, needs, { attempts_max: 1 });

/** As the engine steers: the commands that the state asks for, all or none. */
function control(run: RunDriver, request: Partial<ControlRequest>): void {
  const full = { tenant: 'tenant_driver', run: run.state.id, by, ...request } as ControlRequest;
  for (const command of controlCommands(run.state, full, null)) run.do(command);
}

describe('a retry', () => {
  it('[EN26] opens a failed step again, in a run that goes on', () => {
    const run = new RunDriver([once('task_1'), leaf('task_2')]);
    run.fail('task_1');
    const events = run.do({ type: 'retry', step: 'task_1', by });
    expect(events).toEqual([{ type: 'step.reopened', data: { step: 'task_1', by, groups: [] } }]);
    expect(run.lease('task_1').attempt).toBe(2);
  });

  it('[EN26] makes a failed run go on; attempts count on and one more failure ends it again', () => {
    const run = new RunDriver([once('task_1')]);
    run.fail('task_1');
    expect(run.state.status).toBe('FAILED');
    const events = run.do({ type: 'retry', step: 'task_1', by });
    expect(events.map((event) => event.type)).toEqual(['run.resumed', 'step.reopened']);
    expect(run.state).toMatchObject({ status: 'RUNNING', endedAt: 0 });
    run.fail('task_1');
    expect(run.state.steps.get('task_1')).toMatchObject({
      state: 'FAILED',
      attempt: 2,
      failures: 2,
    });
    expect(run.state.status).toBe('FAILED');
  });

  it('[EN26] does not wait for a time to pass', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.fail('task_1', 'transient');
    run.do({ type: 'retry', step: 'task_1', by });
    expect(run.state.steps.get('task_1')).toMatchObject({ state: 'READY', wait: null });
  });

  it.each(['PENDING', 'READY', 'LEASED', 'VERIFIED', 'CANCELLED', 'SKIPPED'])(
    '[EN26] is refused for a step that is %s',
    (state) => {
      const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1']), leaf('task_3')]);
      if (state === 'LEASED') run.lease('task_1');
      if (state === 'VERIFIED') run.complete('task_1');
      if (state === 'SKIPPED') run.do({ type: 'skip', step: 'task_1', by });
      if (state === 'CANCELLED') run.patch({ cancelled: ['task_1', 'task_2'] });
      const step = state === 'PENDING' ? 'task_2' : 'task_1';
      expect(run.stateOf(step)).toBe(state);
      expect(run.refused({ type: 'retry', step, by }).code).toBe('not_allowed_now');
    },
  );

  it('[EN26] is refused for a group, an unknown step and a wait that is not for time', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_1', attempts_max: 1 }),
      group('phase_1', ['task_1']),
      leaf('task_2', [], { wait: { for: 'event', key: 'mail' } }),
    ]);
    run.fail('task_1');
    const code = (step: string) => run.refused({ type: 'retry', step, by }).code;
    expect(code('phase_1')).toBe('not_allowed_now');
    expect(code('task_2')).toBe('not_allowed_now');
    expect(code('task_7')).toBe('INVALID_ARGUMENTS');
  });

  it('[EN26] is refused after the end and while the run is ending', () => {
    const run = new RunDriver([once('task_1'), leaf('task_2')]);
    run.fail('task_1');
    run.lease('task_2');
    run.do({ type: 'cancel', by, compensate: true, drainMs: 1_000 });
    expect(run.refused({ type: 'retry', step: 'task_1', by }).code).toBe('not_allowed_now');
    run.do({ type: 'kill', by });
    expect(run.refused({ type: 'retry', step: 'task_1', by }).code).toBe('not_allowed_now');
  });
});

describe('a skip', () => {
  it.each(['PENDING', 'READY', 'LEASED', 'WAITING', 'FAILED'])(
    '[EN26] of a step that is %s lets what needs it go on',
    (state) => {
      const needs = state === 'PENDING' ? ['task_0'] : [];
      const run = new RunDriver([
        leaf('task_0'),
        once('task_1', needs),
        leaf('task_2', ['task_1']),
      ]);
      if (state === 'LEASED') run.lease('task_1');
      if (state === 'FAILED') run.fail('task_1');
      if (state === 'WAITING') run.do({ type: 'park', step: 'task_1', for: 'capability' });
      expect(run.stateOf('task_1')).toBe(state);
      control(run, { action: 'skip_step', step: 'task_1' });
      expect(run.states()).toMatchObject({ task_1: 'SKIPPED', task_2: 'READY' });
      const skipped = run.events.find((event) => event.type === 'step.skipped');
      expect(skipped?.data).toMatchObject({ step: 'task_1', by, cause: 'person' });
      const held = { step: 'task_1', attempt: 1, holder: 'agent_a' };
      const late = { type: 'complete', ...held, output: contentRef('ct_x') } as const;
      expect(run.refused(late).code).toBe('lease_lost');
      expect(run.state.held).toBe(0);
    },
  );

  it('[EN26] of what is pending is not undone when its needs come', () => {
    const run = new RunDriver([leaf('task_0'), leaf('task_1', ['task_0'])]);
    run.do({ type: 'skip', step: 'task_1', by });
    run.complete('task_0');
    expect(run.states()).toEqual({ task_0: 'VERIFIED', task_1: 'SKIPPED' });
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN26] of a failed member opens its group and counts for it, also in a failed run', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_1', attempts_max: 1 }),
      leaf('task_2', [], { parent: 'phase_1' }),
      group('phase_1', ['task_1', 'task_2']),
      leaf('task_9', ['phase_1']),
    ]);
    run.complete('task_2');
    run.fail('task_1');
    expect(run.state.status).toBe('FAILED');
    control(run, { action: 'skip_step', step: 'task_1' });
    expect(run.states()).toMatchObject({ task_1: 'SKIPPED', phase_1: 'VERIFIED', task_9: 'READY' });
    run.complete('task_9');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN26] of the last step ends the run, even one that nobody worked on', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.do({ type: 'skip', step: 'task_1', by });
    expect(run.state).toMatchObject({ status: 'COMPLETED', startedAt: 0, progress: 1_000_000 });
  });

  it('[EN26] is refused for what is done, a group, nothing, and a run that is over or ending', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_1' }),
      leaf('task_2', [], { parent: 'phase_1' }),
      group('phase_1', ['task_1', 'task_2']),
    ]);
    run.complete('task_1');
    const code = (step: string) => run.refused({ type: 'skip', step, by }).code;
    expect(code('task_1')).toBe('not_allowed_now');
    expect(code('phase_1')).toBe('not_allowed_now');
    expect(code('task_7')).toBe('INVALID_ARGUMENTS');
    run.lease('task_2');
    run.do({ type: 'cancel', by, compensate: false, drainMs: 1_000 });
    expect(code('task_2')).toBe('not_allowed_now');
    run.do({ type: 'kill', by });
    expect(code('task_2')).toBe('not_allowed_now');
  });
});

describe('a resumption', () => {
  it('[EN26] opens all that failed, each group once, and nothing that can be done without', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_1', attempts_max: 1 }),
      leaf('task_2', [], { parent: 'phase_1', attempts_max: 1 }),
      group('phase_1', ['task_1', 'task_2']),
      leaf('task_3', [], { parent: 'phase_2', attempts_max: 1 }),
      leaf('task_4', [], { parent: 'phase_2' }),
      group('phase_2', ['task_3', 'task_4'], undefined, { join: 'any' }),
    ]);
    for (const id of ['task_1', 'task_2', 'task_3']) run.fail(id);
    run.complete('task_4');
    expect(run.state.status).toBe('FAILED');
    const events = run.do({ type: 'resume', by });
    expect(events).toEqual([
      { type: 'run.resumed', data: { by } },
      { type: 'step.reopened', data: { step: 'task_1', by, groups: ['phase_1'] } },
      { type: 'step.reopened', data: { step: 'task_2', by, groups: [] } },
    ]);
    run.complete('task_1');
    run.complete('task_2');
    expect(run.state.status).toBe('COMPLETED');
  });

  it('[EN26] is refused where there is nothing to try again, so that no run hangs', () => {
    const run = new RunDriver([
      leaf('task_1', [], { parent: 'phase_1' }),
      leaf('task_2', [], { parent: 'phase_1' }),
      group('phase_1', ['task_1', 'task_2'], undefined, { join: 'any' }),
      leaf('task_3', ['task_2']),
    ]);
    run.complete('task_1');
    expect(run.state.status).toBe('FAILED');
    expect(run.refused({ type: 'resume', by }).code).toBe('not_allowed_now');
    run.patch({ cancelled: ['task_3'] });
    expect(run.state.status).toBe('COMPLETED');
  });

  it.each(['QUEUED', 'RUNNING', 'COMPLETED', 'CANCELLED'])(
    '[EN26] is refused for a run that is %s',
    (status) => {
      const run = new RunDriver([leaf('task_1')]);
      if (status === 'RUNNING') run.lease('task_1');
      if (status === 'COMPLETED') run.complete('task_1');
      if (status === 'CANCELLED') run.do({ type: 'kill', by });
      expect(run.state.status).toBe(status);
      expect(run.refused({ type: 'resume', by }).code).toBe('not_allowed_now');
    },
  );
});

describe('a hold', () => {
  const lease: Command = { type: 'lease', step: 'task_2', holder: 'agent_b', leaseMs: 1_000 };

  it('[EN27] hands out nothing more; who works may finish, fail or ask', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2'), leaf('task_3', ['task_1'])]);
    const held = run.lease('task_1');
    run.do({ type: 'hold', by });
    expect(run.state.hold).toEqual({ by, at: run.nowMs });
    expect(run.refused(lease).code).toBe('not_allowed_now');
    run.finish(held);
    expect(run.states()).toEqual({ task_1: 'VERIFIED', task_2: 'READY', task_3: 'READY' });
    expect(run.refused({ ...lease, step: 'task_3' }).code).toBe('not_allowed_now');
    run.do({ type: 'unhold', by });
    run.do(lease);
    expect(run.stateOf('task_2')).toBe('LEASED');
  });

  it('[EN27] does not stop time: leases run out and waits end', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.lease('task_1');
    run.fail('task_2', 'transient');
    run.do({ type: 'hold', by });
    run.do({ type: 'expire', step: 'task_1', attempt: 1 });
    run.nowMs += 60_000;
    run.do({ type: 'wake', step: 'task_2' });
    expect(run.states()).toEqual({ task_1: 'READY', task_2: 'READY' });
    expect(run.refused(lease).code).toBe('not_allowed_now');
  });

  it('[EN27] twice is once, and only what is held is released', () => {
    const run = new RunDriver([leaf('task_1')]);
    expect(run.refused({ type: 'unhold', by }).code).toBe('not_allowed_now');
    run.do({ type: 'hold', by });
    expect(run.do({ type: 'hold', by: 'person_b' })).toEqual([]);
    expect(run.state.hold?.by).toBe(by);
  });

  it('[EN27] of a run that ends while it is held is over with it', () => {
    const run = new RunDriver([leaf('task_1')]);
    const held = run.lease('task_1');
    run.do({ type: 'hold', by });
    run.finish(held);
    expect(run.state).toMatchObject({ status: 'COMPLETED', hold: null });
    expect(run.refused({ type: 'hold', by }).code).toBe('not_allowed_now');
  });

  it('[EN27] takes patches, retries, skips and answers', () => {
    const run = new RunDriver([once('task_1'), leaf('task_2'), leaf('task_3')]);
    run.fail('task_1');
    const asked = run.lease('task_3');
    run.do({ type: 'hold', by });
    run.do({ type: 'ask', ...asked, question: contentRef('ct_q') });
    run.do({ type: 'retry', step: 'task_1', by });
    run.do({ type: 'skip', step: 'task_2', by });
    run.do({ type: 'resolve', for: 'answer', step: 'task_3', by });
    run.do(patchCommand({ added: [leaf('task_4')] }));
    expect(run.states()).toMatchObject({ task_1: 'READY', task_2: 'SKIPPED', task_4: 'READY' });
    expect(run.state.hold).not.toBeNull();
  });

  it('[EN27] is lifted by a resumption, which after a failure opens what failed', () => {
    const run = new RunDriver([once('task_1')]);
    run.do({ type: 'hold', by });
    control(run, { action: 'resume' });
    expect(run.state.hold).toBeNull();
    run.fail('task_1');
    control(run, { action: 'resume' });
    expect(run.states()).toEqual({ task_1: 'READY' });
  });
});
