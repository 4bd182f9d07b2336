import { describe, expect, it } from 'vitest';
import { group, leaf, RunDriver } from '../../test/support/run-driver.ts';
import { apply, fold } from './apply.ts';
import type { EventDraft, RunEvent } from './event-types.ts';
import { chainHash, emptyHead, encodeEvent } from './log-header.ts';
import { emptyRun } from './state.ts';
import { viewHash } from './view.ts';

const leased = (step: string, attempt = 1): EventDraft => ({
  type: 'step.leased',
  data: { step, attempt, holder: 'agent_a', lease_ms: 1_000 },
});
const verified = (step: string, ready: string[] = []): EventDraft => ({
  type: 'step.verified',
  data: { step, attempt: 1, by: 'agent_a', check: 'schema', ready },
});
const joined = (step: string): EventDraft => ({
  type: 'step.verified',
  data: { step, attempt: 0, by: '', check: 'join', ready: [] },
});
const ended = (step: string, to: 'READY' | 'WAITING' | 'FAILED'): EventDraft => ({
  type: 'attempt.ended',
  data: { step, attempt: 1, by: 'agent_a', as: 'failed', class: 'logic', to, until: 0 },
});

const impossibles: readonly (readonly [string, EventDraft])[] = [
  ['a lease on a step that is not ready', leased('task_2')],
  ['a lease on an unknown step', leased('task_9')],
  [
    'a start without a lease',
    { type: 'step.started', data: { step: 'task_1', attempt: 1, reported_at: 1 } },
  ],
  ['a verification without a lease', verified('task_1')],
  ['a join of a step that is ready', joined('task_1')],
  ['an attempt that never began', ended('task_1', 'READY')],
  ['a wait that never began', ended('task_1', 'WAITING')],
  ['a failure without an attempt', ended('task_1', 'FAILED')],
  ['a wake-up of a step that does not wait', { type: 'step.woken', data: { step: 'task_1' } }],
  ['a second admission', { type: 'run.admitted', data: {} }],
  ['a resumption of a run that did not fail', { type: 'run.resumed', data: { by: 'person_a' } }],
  [
    'a second try of what did not fail',
    { type: 'step.reopened', data: { step: 'task_1', by: 'person_a', groups: [] } },
  ],
  ['a group that fails and is no group', { type: 'group.failed', data: { step: 'task_1' } }],
  [
    'an undo of what was never done',
    { type: 'step.compensated', data: { step: 'task_1', undo: 'undo_task_1' } },
  ],
];

describe('apply', () => {
  it.each(impossibles)('[EN8] refuses %s', (_, draft) => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2', ['task_1'])]);
    expect(() => run.record(draft)).toThrow(
      expect.objectContaining({
        code: 'log_corrupt',
        facts: { run: 'exec_driver1', seq: 4, type: draft.type },
      }),
    );
    expect(run.state.seq).toBe(3);
  });

  it('[EN8] refuses a verified step being verified again', () => {
    const run = new RunDriver([leaf('task_1'), leaf('task_2')]);
    run.complete('task_1');
    expect(() => run.record(verified('task_1'))).toThrow('cannot be verified');
  });

  it('[EN8] refuses a verification that opens what is not there', () => {
    const run = new RunDriver([leaf('task_1')]);
    run.record({ type: 'run.started', data: {} });
    run.record(leased('task_1'));
    expect(() => run.record(verified('task_1', ['task_9']))).toThrow('unknown step task_9');
  });

  it.each([
    ['repeated', 3],
    ['skipped', 5],
  ])('[EN8] refuses a number that is %s', (_, seq) => {
    const run = new RunDriver([leaf('task_1')]);
    const event = { type: 'run.started', data: {}, run: run.state.id, seq, at: 1 } as RunEvent;
    expect(() => apply(run.state, event, emptyHead.hash)).toThrow('follows 3');
  });

  it('[EN7] counts leaves only, and knows how many steps can still move', () => {
    const run = new RunDriver([
      leaf('task_1'),
      leaf('task_2'),
      leaf('task_3', ['task_1']),
      group('phase_1', ['task_1', 'task_2']),
    ]);
    expect(run.state).toMatchObject({ leavesTotal: 3, leavesDone: 0, active: 2 });
    run.complete('task_1');
    expect(run.state).toMatchObject({ leavesDone: 1, active: 2 });
    run.fail('task_2', 'policy');
    expect(run.state.active).toBe(1);
  });

  it('[EN8] notes when a step last changed its state, and only then', () => {
    const run = new RunDriver([leaf('task_1')]);
    const bornAt = run.nowMs;
    run.nowMs += 10;
    const held = run.lease('task_1');
    run.nowMs += 10;
    run.do({ type: 'start', ...held, reportedAt: 0 });
    expect(run.state.steps.get('task_1')?.changedAt).toBe(bornAt + 10);
  });
});

describe('fold', () => {
  it('[EN8] gives the same state as the machine had, from the stored bytes alone', () => {
    const run = new RunDriver([
      leaf('task_1'),
      leaf('task_2', ['task_1']),
      group('phase_1', ['task_1', 'task_2']),
    ]);
    run.fail('task_1', 'transient');
    run.nowMs += 1_000;
    run.do({ type: 'wake', step: 'task_1' });
    run.complete('task_1');
    run.complete('task_2', 'agent_b');
    const folded = fold(run.state.id, run.stored);
    expect(folded).toEqual(run.state);
    expect(viewHash(folded)).toBe(viewHash(run.state));
  });

  it('[EN8] of nothing is an empty run', () => {
    expect(fold('exec_none1', [])).toEqual(emptyRun('exec_none1', emptyHead.hash));
  });

  it('[EN11] refuses a log with an event of a newer version', () => {
    const run = new RunDriver([leaf('task_1')]);
    const draft: EventDraft = { type: 'run.started', data: {} };
    const next = encodeEvent(run.state.id, run.state, run.nowMs, draft);
    const header = next.header.replace('"v":1', '"v":2');
    const newer = { seq: next.seq, header, hash: chainHash(run.state.hash, header) };
    expect(() => fold(run.state.id, [...run.stored, newer])).toThrow(
      expect.objectContaining({ code: 'event_unknown' }),
    );
  });
});
