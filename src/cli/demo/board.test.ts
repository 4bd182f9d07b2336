import { describe, expect, it } from 'vitest';
import {
  finished,
  returned,
  sampleEvent,
  sampleTask,
  sampleTasks,
  taken,
} from '../../../test/sdk/sample-run.ts';
import { Board } from './board.ts';

const board = () => new Board(sampleTasks);

describe('board of the demo', () => {
  it('[DM2] counts what somebody does, and not the groups above it', () => {
    const one = board();
    expect(one.tallyOf()).toEqual({ done: 0, total: 3 });
    expect(one.apply(taken('task_1_1_a', 'Ada'))).toEqual(['Ada takes "Title of task_1_1_a"']);
    expect(one.apply(finished('task_1_1_a'))).toEqual([
      'Ada finished "Title of task_1_1_a" (1 of 3)',
    ]);
    expect(one.apply(finished('task_1_1'))).toEqual([]);
    expect(one.tallyOf()).toEqual({ done: 1, total: 3 });
    expect(one.tallyOf('task_1_1')).toEqual({ done: 1, total: 2 });
    expect(one.doneBy).toEqual(new Map([['Ada', 1]]));
  });

  it('[DM2] tells a failure from a lost agent, and counts new attempts', () => {
    const one = board();
    one.apply(taken('task_1_1_a', 'Ada'));
    const failed = one.apply(returned('task_1_1_a', 'busy'));
    expect(failed).toEqual(['Ada failed at "Title of task_1_1_a": busy; it will be tried again']);
    one.apply(returned('task_1_1_a', null));
    one.apply(taken('task_1_1_a', 'Bo', 2));
    const lost = one.apply(returned('task_1_1_a', null));
    expect(lost).toEqual(['The lease of Bo ran out: "Title of task_1_1_a" is free again']);
    one.apply(taken('task_1_1_a', 'Ada', 3));
    expect(one).toMatchObject({ retries: 2, failures: 1 });
  });

  it('[DM2] keeps the state of the run and hears progress of what runs', () => {
    const one = board();
    const telemetry = { step_id: 'task_1_2', progress: 40, note: 'x', at: '' };
    one.hear(telemetry);
    expect(one.tasks.get('task_1_2')?.progress).toBe(0);
    one.apply(taken('task_1_2', 'A person'));
    one.hear(telemetry);
    expect(one.tasks.get('task_1_2')?.progress).toBe(40);
    one.apply(sampleEvent({ run_state: 'COMPLETED' }));
    expect(one.runState).toBe('COMPLETED');
  });

  it('[DM2] says who is waited for, without the text of another task', () => {
    const one = board();
    one.apply(taken('task_1_1_b', 'Ada'));
    const event = finished('task_1_1_b');
    const changes = [...event.changes, { step_id: 'task_1_2', state: 'BLOCKED' as const }];
    expect(one.apply({ ...event, text: '{"found":3}', changes })).toEqual([
      'Ada finished "Title of task_1_1_b" (1 of 3)',
      '"Title of task_1_2" waits for a person',
    ]);
  });

  it('[DM4] shows names and reasons of others without control characters', () => {
    const one = new Board([sampleTask('task_1_1', { title: 'a\u001b[31mb' })]);
    expect(one.apply(taken('task_1_1', 'Ev\u001b[2Jil'))).toEqual(['Ev [2Jil takes "a [31mb"']);
    expect(one.apply(returned('task_1_1', 'x\u0007y'))[0]).toContain('x y');
  });
});
