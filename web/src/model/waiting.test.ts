import { describe, expect, it } from 'vitest';
import { sampleTask } from './sample.ts';
import { waitingOf } from './waiting.ts';

const blocked = [
  {
    step_id: 'task_a',
    title: 'Call',
    waits_for: '',
    how: 'Take it.',
    reason: 'Only a person may do this.',
    who_can_unblock: 'a person',
  },
];

describe('waitingOf', () => {
  it('lists a blocked task with the reason the server gives', () => {
    const [entry] = waitingOf([sampleTask('task_a', { state: 'BLOCKED' })], blocked);
    expect(entry).toMatchObject({ reason: 'Only a person may do this.', who: 'a person' });
  });

  it('lists it before the server has given a reason', () => {
    const [entry] = waitingOf([sampleTask('task_b', { state: 'BLOCKED', error: 'no reply' })], []);
    expect(entry?.reason).toBe('no reply');
  });

  it('lists a failed task that the server reports as blocking', () => {
    expect(waitingOf([sampleTask('task_a', { state: 'ERROR' })], blocked)).toHaveLength(1);
  });

  it('leaves out parents, running work and work that is not ready', () => {
    const tasks = [
      sampleTask('phase_1', { state: 'BLOCKED', purpose: 'group' }),
      sampleTask('task_b', { state: 'RUNNING', performer: 'human' }),
      sampleTask('task_c', { performer: 'human' }),
    ];
    expect(waitingOf(tasks, [])).toEqual([]);
  });

  it.each([
    ['a question', { state: 'BLOCKED' }, 'answer', 'question'],
    ['an undo that failed', { state: 'BLOCKED', undoes: 'task_b' }, 'answer', 'blocked'],
    ['what failed', { state: 'ERROR' }, '', 'failed'],
    ['work for a person', { state: 'BLOCKED', performer: 'human' }, '', 'person'],
    ['a missing capability', { state: 'BLOCKED' }, 'capability', 'blocked'],
    ['an approval', { state: 'BLOCKED' }, 'approval', 'approval'],
    ['a claim that is stuck', { state: 'RUNNING', engine_state: 'DONE' }, 'check', 'blocked'],
  ] as const)('[UI12] tells %s from the rest', (_, over, waits_for, kind) => {
    const reasons = blocked.map((one) => ({ ...one, waits_for }));
    expect(waitingOf([sampleTask('task_a', over)], reasons)).toMatchObject([{ kind }]);
  });

  it('[FC18] an approval comes with exactly what is to be approved, and only where it is asked', () => {
    const approval = {
      step_id: 'task_a',
      title: 'Call',
      action: 'make_call',
      risk_tier: 'T2',
      digest: 'ab'.repeat(32),
      what: null,
      asked_by: null,
      asked_since: '2026-01-05T09:00:00.000Z',
    } as const;
    const task = sampleTask('task_a', { state: 'BLOCKED' });
    const asked = blocked.map((one) => ({ ...one, waits_for: 'approval' }));
    expect(waitingOf([task], asked, [approval])).toMatchObject([{ approval }]);
    expect(waitingOf([task], asked)).toMatchObject([{ kind: 'approval', approval: null }]);
    expect(waitingOf([task], blocked, [approval])).toMatchObject([{ approval: null }]);
  });
});
