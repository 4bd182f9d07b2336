import { describe, expect, it } from 'vitest';
import {
  emptyModel,
  isHeldNow,
  type RunModel,
  runStateOf,
  withEvents,
  withSnapshot,
  withTelemetry,
} from './run-model.ts';
import { ended, leased, sampleEvent, sampleTask, verified } from './sample.ts';

const snapshot = (seq: number, ...tasks: ReturnType<typeof sampleTask>[]) => ({
  execution_id: 'exec_00000001',
  seq,
  tasks,
});

const loaded = (): RunModel =>
  withSnapshot(emptyModel, snapshot(3, sampleTask('task_a'), sampleTask('task_b')));

const progress40 = new Map([
  ['task_a', { step_id: 'task_a', progress: 40, note: 'half way', at: '' }],
]);

const taskOf = (model: RunModel, id: string) => model.tasks.find((task) => task.step_id === id);

describe('the model of a run', () => {
  it('[UI3] folds events onto the tasks', () => {
    const model = withEvents(loaded(), [
      leased(4, 'task_a', 'Ada'),
      verified(5, 'task_a', '23 found'),
    ]);
    expect(taskOf(model, 'task_a')).toMatchObject({
      state: 'COMPLETE',
      progress: 100,
      holder_name: 'Ada',
      result: '23 found',
    });
    expect(model.tasksSeq).toBe(5);
  });

  it('[UI3] an event that is in the snapshot already only joins the activity', () => {
    const model = withEvents(loaded(), [ended(2, 'task_a', 'no answer')]);
    expect(model.events.map((event) => event.seq)).toEqual([2]);
    expect(taskOf(model, 'task_a')).toMatchObject({ error: null, attempt: 0 });
  });

  it('[UI3] the same event twice changes nothing', () => {
    const once = withEvents(loaded(), [leased(4, 'task_a', 'Ada')]);
    expect(withEvents(once, [leased(4, 'task_a', 'Ada')])).toBe(once);
  });

  it('[UI3] a snapshot older than the stream does not take events back', () => {
    const model = withEvents(loaded(), [leased(4, 'task_a', 'Ada'), verified(5, 'task_a', 'ok')]);
    const old = withSnapshot(model, snapshot(4, sampleTask('task_a', { state: 'RUNNING' })));
    expect(taskOf(old, 'task_a')?.state).toBe('COMPLETE');
    expect(old.tasksSeq).toBe(5);
  });

  it('a task that did not change keeps its identity over a snapshot', () => {
    const before = loaded();
    const after = withSnapshot(
      before,
      snapshot(4, sampleTask('task_a', { state: 'RUNNING' }), sampleTask('task_b')),
    );
    expect(taskOf(after, 'task_b')).toBe(taskOf(before, 'task_b'));
    expect(taskOf(after, 'task_a')).not.toBe(taskOf(before, 'task_a'));
  });

  it('a failed attempt keeps its error and loses its progress', () => {
    const running = withEvents(loaded(), [leased(4, 'task_a', 'Ada')]);
    const moved = withTelemetry(running, progress40);
    expect(taskOf(moved, 'task_a')).toMatchObject({ progress: 40, note: 'half way' });
    const model = withEvents(moved, [ended(5, 'task_a', 'captcha')]);
    expect(taskOf(model, 'task_a')).toMatchObject({
      state: 'QUEUED',
      progress: 0,
      error: 'captcha',
    });
  });

  it('progress of a task that does not run is not taken', () => {
    const model = withTelemetry(loaded(), progress40);
    expect(taskOf(model, 'task_a')?.progress).toBe(0);
  });

  it('names who did a finished task, from the events before', () => {
    const done = withSnapshot(emptyModel, snapshot(9, sampleTask('task_a', { state: 'COMPLETE' })));
    const model = withEvents(done, [leased(4, 'task_a', 'Ada')]);
    expect(taskOf(model, 'task_a')?.holder_name).toBe('Ada');
    const again = withSnapshot(model, snapshot(10, sampleTask('task_a', { state: 'COMPLETE' })));
    expect(taskOf(again, 'task_a')?.holder_name).toBe('Ada');
  });

  it('work for a person that became ready is blocked, not queued', () => {
    const start = withSnapshot(
      emptyModel,
      snapshot(3, sampleTask('task_a'), sampleTask('task_b', { performer: 'human' })),
    );
    const event = verified(4, 'task_a', 'ok');
    const model = withEvents(start, [
      { ...event, changes: [...event.changes, { step_id: 'task_b', state: 'QUEUED' }] },
    ]);
    expect(taskOf(model, 'task_b')?.state).toBe('BLOCKED');
  });

  it('[UI3] the state of the run is the newest one known, from the status or the events', () => {
    const started = sampleEvent(4, 'run.started', { run_state: 'RUNNING' });
    const finished = sampleEvent(9, 'run.ended', { run_state: 'COMPLETED' });
    const model = withEvents(loaded(), [started]);
    expect(runStateOf(model, { state: 'QUEUED', last_event_seq: 3 })).toBe('RUNNING');
    expect(runStateOf(model, { state: 'COMPLETED', last_event_seq: 9 })).toBe('COMPLETED');
    const ahead = withSnapshot(model, snapshot(9, sampleTask('task_a')));
    const later = withEvents(ahead, [finished]);
    expect(runStateOf(later, { state: 'RUNNING', last_event_seq: 8 })).toBe('COMPLETED');
  });

  it('[UI12] is paused by whichever is newer, the status or an event', () => {
    const held = withEvents(loaded(), [sampleEvent(5, 'run.held', { held: true })]);
    expect(isHeldNow(held, { held: false, last_event_seq: 4 })).toBe(true);
    expect(isHeldNow(held, { held: false, last_event_seq: 6 })).toBe(false);
    const released = withEvents(held, [sampleEvent(7, 'run.released', { held: false })]);
    expect(isHeldNow(released, { held: true, last_event_seq: 6 })).toBe(false);
  });

  it('[UI12] a question is not shown as an error', () => {
    const changes = [{ step_id: 'task_a', state: 'BLOCKED' as const }];
    const asked = sampleEvent(4, 'attempt.ended', { step_id: 'task_a', text: 'Which?', changes });
    expect(taskOf(withEvents(loaded(), [asked]), 'task_a')).toMatchObject({
      state: 'BLOCKED',
      error: null,
    });
  });
});
