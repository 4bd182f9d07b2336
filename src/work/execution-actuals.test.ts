import { describe, expect, it } from 'vitest';
import type { EventDraft, GraphStep, RunEvent } from '../engine/event-types.ts';
import { ExecutionActuals } from './execution-actuals.ts';

const minute = 60_000;

/** Steps of one run, told by minutes. */
class Story {
  readonly actuals = new ExecutionActuals(['task_a', 'task_b']);
  #seq = 0;

  at(minutes: number, draft: object): this {
    this.#seq += 1;
    const event = { ...(draft as EventDraft), run: 'exec_1', seq: this.#seq, at: minutes * minute };
    this.actuals.apply(event as RunEvent);
    return this;
  }

  patch(minutes: number, added: readonly Partial<GraphStep>[], more: object = {}): this {
    const data = { added: added.map((def) => ({ purpose: 'work', ...def })), ready: [], ...more };
    return this.at(minutes, { type: 'graph.patched', data });
  }

  lease(minutes: number, step: string): this {
    return this.at(minutes, { type: 'step.leased', data: { step, attempt: 1 } });
  }

  verify(minutes: number, step: string, more: object = {}): this {
    return this.at(minutes, { type: 'step.verified', data: { step, ready: [], ...more } });
  }
}

/** A task with two subtasks, and one without. */
const begun = (): Story =>
  new Story().patch(0, [
    { id: 'phase_1', purpose: 'group' },
    { id: 'task_a', parent: 'phase_1', purpose: 'group' },
    { id: 'sub_a1', parent: 'task_a' },
    { id: 'sub_a2', parent: 'task_a' },
    { id: 'task_b', parent: 'phase_1' },
  ]);

describe('what a log says of the tasks of a plan', () => {
  it('[SC160] a task begins with its first step and is over with its last', () => {
    const story = begun();
    expect(story.actuals.actualOf('task_a')).toBeUndefined();
    story.lease(10, 'sub_a1');
    expect(story.actuals.actualOf('task_a')).toEqual({ started: 10 });
    story.verify(20, 'sub_a1');
    expect(story.actuals.actualOf('task_a')).toEqual({ started: 10, progress: 0.5 });
    story.lease(25, 'sub_a2').verify(40, 'sub_a2');
    expect(story.actuals.actualOf('task_a')).toEqual({ started: 10, finished: 40 });
    expect(story.actuals.actualOf('task_b')).toBeUndefined();
  });

  it('[SC160] a group that needs no more is over, whatever of it is left', () => {
    const story = begun().lease(10, 'sub_a1').verify(20, 'sub_a1');
    story.verify(21, 'task_a', { cancelled: ['sub_a2'] });
    expect(story.actuals.actualOf('task_a')).toEqual({ started: 10, finished: 21 });
  });

  it('[SC160] reports count while the step is worked on, and not those of an earlier attempt', () => {
    const story = begun().lease(10, 'task_b');
    const report = (at: number, progress: number) =>
      story.actuals.report([{ step: 'task_b', at: at * minute, progress }]);
    report(12, 60);
    expect(story.actuals.actualOf('task_b')).toEqual({ started: 10, progress: 0.6 });
    report(13, 100);
    expect(story.actuals.actualOf('task_b')?.progress).toBeLessThan(1);
    story.at(14, { type: 'attempt.ended', data: { step: 'task_b', to: 'READY' } });
    expect(story.actuals.hasRunning).toBe(false);
    story.lease(15, 'task_b');
    report(13, 100);
    expect(story.actuals.actualOf('task_b')).toEqual({ started: 10 });
  });

  it('[SC160] what is opened again is not over', () => {
    const story = begun().lease(10, 'task_b').verify(20, 'task_b');
    story.at(30, { type: 'step.reopened', data: { step: 'task_b', groups: ['phase_1'] } });
    expect(story.actuals.actualOf('task_b')).toEqual({ started: 10 });
    const more = begun().lease(10, 'sub_a1').verify(20, 'sub_a1').lease(20, 'sub_a2');
    more.verify(30, 'sub_a2').patch(40, [{ id: 'sub_a3', parent: 'task_a' }]);
    expect(more.actuals.actualOf('task_a')?.finished).toBeUndefined();
    expect(more.actuals.actualOf('task_a')?.progress).toBeCloseTo(2 / 3);
  });

  it('[SC160] what takes the place of a step belongs to its task; checks and undos are aside', () => {
    const story = begun().lease(10, 'task_b');
    story.patch(12, [{ id: 'step_other', replaces: 'task_b', parent: 'phase_1' }], {
      superseded: ['task_b'],
    });
    story.patch(12, [{ id: 'check_1', parent: 'step_other', purpose: 'check' }]);
    story.patch(12, [{ id: 'help_1', parent: 'step_other', rescues: 'step_other' }]);
    expect(story.actuals.actualOf('task_b')).toEqual({ started: 10 });
    story.lease(14, 'step_other').verify(20, 'step_other');
    expect(story.actuals.actualOf('task_b')).toEqual({ started: 10, finished: 20 });
  });

  it('[SC160] what is skipped or given up takes no more time, and what it was to cost is not paid', () => {
    const story = begun().at(15, { type: 'step.skipped', data: { step: 'task_b', ready: [] } });
    expect(story.actuals.actualOf('task_b')).toEqual({ started: 15, finished: 15, cost: 0 });
    const given = begun().lease(5, 'task_b');
    given.at(9, {
      type: 'attempt.ended',
      data: { step: 'task_b', to: 'READY', spent: { money: 2e6 } },
    });
    given.patch(12, [], { cancelled: ['task_b'] });
    expect(given.actuals.actualOf('task_b')).toEqual({ started: 5, finished: 12, cost: 0 });
  });

  it('[SC160] what attempts and checks used is summed', () => {
    const story = begun().lease(10, 'task_b');
    story.at(12, { type: 'step.done', data: { step: 'task_b', spent: { money: 1_500_000 } } });
    story.patch(12, [{ id: 'check_1', parent: 'task_b', purpose: 'check' }]);
    story.verify(13, 'check_1', { spent: { money: 250_000 } }).verify(13, 'task_b');
    expect(story.actuals.actualOf('task_b')).toEqual({ started: 10, finished: 13 });
    expect(story.actuals.usedUsd).toBe(1.75);
  });

  it('[SC160] tells each changed task once', () => {
    const story = begun();
    story.actuals.takeChanged();
    story.lease(10, 'sub_a1').verify(20, 'sub_a1');
    expect(story.actuals.takeChanged()).toEqual(['task_a']);
    expect(story.actuals.takeChanged()).toEqual([]);
  });
});
