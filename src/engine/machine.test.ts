import { describe, expect, it } from 'vitest';
import {
  contentRef,
  createCommand,
  group,
  leaf,
  RunDriver,
} from '../../test/support/run-driver.ts';
import type { Command } from './commands.ts';
import { emptyHead } from './log-header.ts';
import { decide, machineVersion } from './machine.ts';
import { emptyRun } from './state.ts';
import { viewHash } from './view.ts';

const chain = () => [leaf('task_1'), leaf('task_2', ['task_1'])];

describe('create', () => {
  it('[EN2] writes down who, what and which steps are ready', () => {
    const run = new RunDriver([...chain(), leaf('task_3')]);
    expect(run.events.map((event) => event.type)).toEqual([
      'run.created',
      'graph.patched',
      'run.admitted',
    ]);
    expect(run.events[0]?.data).toMatchObject({ kind: 'execution', machine: machineVersion });
    expect(run.events[1]?.data).toMatchObject({ ready: ['task_1', 'task_3'], rev: 1 });
    expect(run.state).toMatchObject({ status: 'QUEUED', leavesTotal: 3, rev: 1, startedAt: 0 });
    expect(run.states()).toEqual({ task_1: 'READY', task_2: 'PENDING', task_3: 'READY' });
  });

  it('[EN2] refuses a second creation of the same run', () => {
    const run = new RunDriver(chain());
    expect(run.refused(createCommand(chain())).code).toBe('conflict');
  });

  it('[EN9] refuses a graph that does not hold together', () => {
    const state = emptyRun('exec_driver1', emptyHead.hash);
    const command = createCommand([leaf('task_1', ['task_2']), leaf('task_2', ['task_1'])]);
    const decision = decide(state, command, { now: 1 });
    expect(decision.rejection).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(state.seq).toBe(0);
  });
});

describe('a run that is not there', () => {
  const held = { step: 'task_1', attempt: 1, holder: 'agent_a' };
  const commands: Command[] = [
    { type: 'lease', step: 'task_1', holder: 'agent_a', leaseMs: 1_000 },
    { type: 'start', ...held, reportedAt: 1 },
    { type: 'complete', ...held, output: contentRef('ct_1') },
    { type: 'fail', ...held, class: 'logic', error: contentRef('ct_1') },
    { type: 'expire', step: 'task_1', attempt: 1 },
    { type: 'wake', step: 'task_1' },
    { type: 'note', by: 'a', step: '', kind: 'k', reportedAt: 0, note: contentRef('ct_1') },
    { type: 'erase', count: 1 },
  ];

  it.each(commands)('[EN2] refuses $type', (command) => {
    const decision = decide(emptyRun('exec_none1', emptyHead.hash), command, { now: 1 });
    expect(decision.rejection?.code).toBe('run_not_found');
  });
});

describe('lease', () => {
  it('[EN2] the first lease starts the run, later ones do not', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    const lease = { type: 'lease', holder: 'agent_a', leaseMs: 60_000 } as const;
    expect(run.do({ ...lease, step: 'task_1' }).map((event) => event.type)).toEqual([
      'run.started',
      'step.leased',
    ]);
    expect(run.state).toMatchObject({ status: 'RUNNING', startedAt: run.nowMs });
    expect(run.do({ ...lease, step: 'task_2' }).map((event) => event.type)).toEqual([
      'step.leased',
    ]);
  });

  it('[EN3] a step is handed to one holder at a time', () => {
    const run = new RunDriver(chain());
    run.lease('task_1');
    const again = { type: 'lease', step: 'task_1', holder: 'agent_b', leaseMs: 1 } as const;
    expect(run.refused(again).code).toBe('not_allowed_now');
  });

  it.each(['task_2', 'task_99'])('[EN2] refuses %s, which is not ready', (step) => {
    const run = new RunDriver(chain());
    const command = { type: 'lease', step, holder: 'agent_a', leaseMs: 1_000 } as const;
    expect(run.refused(command).code).toBe('not_allowed_now');
  });

  it('[EN20] a lease is never longer than the step may take', () => {
    const run = new RunDriver([leaf('task_1', [], { timeout_ms: 5_000 })]);
    run.lease('task_1', 'agent_a', 60_000);
    expect(run.state.steps.get('task_1')?.lease?.leaseMs).toBe(5_000);
  });
});

describe('start', () => {
  it('[EN3] is recorded for the holder and keeps the lease', () => {
    const run = new RunDriver(chain());
    const held = run.lease('task_1');
    const [started] = run.do({ type: 'start', ...held, reportedAt: 17 });
    expect(started).toEqual({
      type: 'step.started',
      data: { step: 'task_1', attempt: 1, reported_at: 17 },
    });
    expect(run.stateOf('task_1')).toBe('LEASED');
    expect(run.state.steps.get('task_1')?.lease?.holder).toBe('agent_a');
  });
});

describe('complete', () => {
  it('[EN2] verifies the step and opens its successors', () => {
    const run = new RunDriver(chain());
    const [verified] = run.complete('task_1');
    expect(verified).toMatchObject({
      type: 'step.verified',
      data: { step: 'task_1', attempt: 1, check: 'schema', ready: ['task_2'] },
      refs: { output: { id: 'ct_out_task_1' } },
    });
    expect(run.states()).toEqual({ task_1: 'VERIFIED', task_2: 'READY' });
    expect(run.state.steps.get('task_1')?.lease).toBeNull();
  });

  it('[EN2] a step with two needs waits for both', () => {
    const run = new RunDriver([
      leaf('task_1'),
      leaf('task_2'),
      leaf('task_3', ['task_1', 'task_2']),
    ]);
    run.complete('task_1');
    expect(run.stateOf('task_3')).toBe('PENDING');
    run.complete('task_2');
    expect(run.stateOf('task_3')).toBe('READY');
  });

  it('[EN2] full groups are verified with their last child, up to the top', () => {
    const run = new RunDriver([
      group('phase_1', ['task_1']),
      group('task_1', ['task_1_1', 'task_1_2'], 'phase_1'),
      leaf('task_1_1', [], { parent: 'task_1' }),
      leaf('task_1_2', ['task_1_1'], { parent: 'task_1' }),
      leaf('task_2', ['phase_1']),
    ]);
    run.complete('task_1_1');
    expect(run.stateOf('task_1')).toBe('PENDING');
    const events = run.complete('task_1_2');
    expect(events.map((event) => ('step' in event.data ? event.data.step : event.type))).toEqual([
      'task_1_2',
      'task_1',
      'phase_1',
    ]);
    expect(events[2]?.data).toMatchObject({ check: 'join', ready: ['task_2'] });
    expect(run.stateOf('task_2')).toBe('READY');
    expect(run.state).toMatchObject({ leavesTotal: 3, leavesDone: 2 });
  });

  it('[EN2] a group that two children fill at once is verified once', () => {
    const run = new RunDriver([
      leaf('task_1'),
      group('phase_1', ['task_1']),
      group('phase_2', ['task_1']),
      group('phase_3', ['phase_1', 'phase_2', 'task_1']),
    ]);
    const verified = run.complete('task_1').filter((event) => event.type === 'step.verified');
    expect(verified.map((event) => event.data.step)).toEqual([
      'task_1',
      'phase_1',
      'phase_2',
      'phase_3',
    ]);
  });

  it('[EN7] the last step completes the run', () => {
    const run = new RunDriver([...chain(), group('phase_1', ['task_1', 'task_2'])]);
    run.complete('task_1');
    run.nowMs += 5;
    expect(run.complete('task_2').at(-1)).toEqual({
      type: 'run.ended',
      data: { as: 'COMPLETED', cancelled: [] },
    });
    expect(run.state).toMatchObject({ status: 'COMPLETED', endedAt: run.nowMs, active: 0 });
    expect(run.stateOf('phase_1')).toBe('VERIFIED');
  });
});

describe('a token that is not the present one', () => {
  const wrongs = [
    ['an earlier attempt', { attempt: 1 }],
    ['an attempt to come', { attempt: 3 }],
    ['another holder', { holder: 'agent_b' }],
    ['another step', { step: 'task_2' }],
    ['a step that is not there', { step: 'task_9' }],
  ] as const;

  function secondAttempt(): RunDriver {
    const run = new RunDriver(chain());
    run.fail('task_1', 'logic');
    run.lease('task_1');
    return run;
  }

  it.each(wrongs)('[EN3] %s gets lease_lost and changes nothing', (_, wrong) => {
    const run = secondAttempt();
    const before = viewHash(run.state);
    const held = { step: 'task_1', attempt: 2, holder: 'agent_a', ...wrong };
    const commands: Command[] = [
      { type: 'start', ...held, reportedAt: 1 },
      { type: 'complete', ...held, output: contentRef('ct_1') },
      { type: 'fail', ...held, class: 'logic', error: contentRef('ct_1') },
    ];
    expect(commands.map((command) => run.refused(command).code)).toEqual(
      Array(3).fill('lease_lost'),
    );
    expect(viewHash(run.state)).toBe(before);
  });

  it('[EN3] a step is completed once', () => {
    const run = new RunDriver(chain());
    const held = run.lease('task_1');
    run.do({ type: 'complete', ...held, output: contentRef('ct_1') });
    const again = { type: 'complete', ...held, output: contentRef('ct_2') } as const;
    expect(run.refused(again).code).toBe('lease_lost');
  });
});

describe('notes and erasure', () => {
  it('[EN3] a note moves nothing, and is taken after the end too', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.complete('task_1');
    const note = contentRef('ct_note');
    const fields = { by: 'agent_a', step: 'task_1', kind: 'remark', reportedAt: 3 };
    run.do({ type: 'note', ...fields, note });
    expect(run.events.at(-1)).toMatchObject({ type: 'note.recorded', refs: { note } });
    expect(run.state).toMatchObject({ status: 'COMPLETED', leavesDone: 1 });
  });

  it('[EN21] an erasure is counted on the record', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.do({ type: 'erase', count: 4 });
    run.do({ type: 'erase', count: 2 });
    expect(run.state.erased).toBe(6);
  });
});
