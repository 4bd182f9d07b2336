import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../../test/support/full-plan.ts';
import { beforesOf } from './after.ts';

describe('what a task starts after', () => {
  it('[RH37] says which ends are tied and how long one waits', () => {
    const plan = fullPlan();
    const [task] = plan.phases.flatMap((phase) => phase.tasks);
    if (task === undefined) throw new Error('no task');
    const to = task.task_id;
    const dependencies = [
      { from: 'task_1', to, type: 'finish_to_start', lag: 0 },
      { from: 'task_2', to, type: 'finish_to_start', lag: 16 },
      { from: 'task_3', to, type: 'start_to_start', lag: 80 },
      { from: 'task_4', to, type: 'start_to_start', lag: 0 },
      { from: 'task_5', to, type: 'finish_to_finish', lag: 0 },
      { from: to, to: 'task_6', type: 'finish_to_start', lag: 0 },
    ] as const;
    const tied = { ...plan, dependencies: [...dependencies] };
    expect(beforesOf(tied, { ...task, prerequisites: ['task_2'] })).toEqual([
      { from: 'task_2', words: '2 working days after ' },
      { from: 'task_1', words: '' },
      { from: 'task_3', words: '2 weeks after the start of ' },
      { from: 'task_4', words: 'with the start of ' },
      { from: 'task_5', words: 'to end with ' },
    ]);
  });
});
