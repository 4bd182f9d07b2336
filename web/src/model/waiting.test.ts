import { describe, expect, it } from 'vitest';
import { sampleTask } from './sample.ts';
import { waitingOf } from './waiting.ts';

const blocked = [
  {
    step_id: 'task_a',
    title: 'Call',
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
});
