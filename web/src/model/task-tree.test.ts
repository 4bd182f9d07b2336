import { describe, expect, it } from 'vitest';
import { sampleTask } from './sample.ts';
import { buildTree, countStates, familyOf, isPlanned, shownState } from './task-tree.ts';

const tasks = [
  sampleTask('phase_1', { purpose: 'group' }),
  sampleTask('task_a', { parent: 'phase_1', purpose: 'group' }),
  sampleTask('task_a_1', { parent: 'task_a', state: 'COMPLETE', progress: 100 }),
  sampleTask('task_a_2', { parent: 'task_a', state: 'RUNNING', progress: 50 }),
  sampleTask('task_b', { parent: 'phase_1' }),
];

describe('the task tree', () => {
  it('[UI4] counts leaves only', () => {
    const [phase] = buildTree(tasks);
    expect(countStates(phase?.leaves ?? [])).toEqual({
      total: 3,
      done: 1,
      running: 1,
      blocked: 0,
      failed: 0,
      canceled: 0,
      queued: 1,
    });
  });

  it('[UI4] a parent has the mean progress of its leaves', () => {
    const [phase] = buildTree(tasks);
    expect(phase?.children[0]?.progress).toBe(75);
    expect(phase?.progress).toBe(50);
  });

  it('[FC18] checks are shown below what they judge, and count for nothing', () => {
    const check = sampleTask('task_b_c1look', {
      ...{ parent: 'task_b', purpose: 'check', state: 'CANCELLED' },
    });
    const [phase] = buildTree([...tasks, check]);
    expect(phase?.leaves).toEqual(['COMPLETE', 'RUNNING', 'QUEUED']);
    expect(phase?.children[1]).toMatchObject({ leaves: ['QUEUED'], children: [{ level: 3 }] });
  });

  it.each([
    [['COMPLETE', 'SKIPPED'], 'COMPLETE'],
    [['COMPLETE', 'QUEUED'], 'RUNNING'],
    [['RUNNING', 'BLOCKED'], 'BLOCKED'],
    [['BLOCKED', 'ERROR'], 'ERROR'],
    [['QUEUED', 'QUEUED'], 'QUEUED'],
    [['COMPLETE', 'CANCELLED'], 'CANCELLED'],
    [['CANCELLED', 'CANCELLED'], 'CANCELLED'],
  ] as const)('[UI4] a parent of %j shows %s', (states, shown) => {
    const children = states.map((state, index) =>
      sampleTask(`task_a_${index}`, { parent: 'task_a', state }),
    );
    const [node] = buildTree([sampleTask('task_a'), ...children]);
    expect(node && shownState(node)).toBe(shown);
  });

  it('[UI12] a group that came true is done, though some of it was not needed', () => {
    const [node] = buildTree([
      sampleTask('task_a', { state: 'COMPLETE' }),
      sampleTask('task_a_1', { parent: 'task_a', state: 'COMPLETE' }),
      sampleTask('task_a_2', { parent: 'task_a', state: 'CANCELLED' }),
    ]);
    expect(node && shownState(node)).toBe('COMPLETE');
  });

  it('[UI12] an undo stands beside the plan', () => {
    const nodes = buildTree([...tasks, sampleTask('undo_task_b', { undoes: 'task_b' })]);
    expect(nodes.filter(isPlanned).map((node) => node.task.step_id)).toEqual(['phase_1']);
  });

  it('a task whose parent is unknown is shown at the top', () => {
    expect(buildTree([sampleTask('task_a', { parent: 'phase_9' })])).toHaveLength(1);
  });

  it('a ring of parents ends', () => {
    const ring = [
      sampleTask('task_a', { parent: 'task_b' }),
      sampleTask('task_b', { parent: 'task_a' }),
    ];
    expect(buildTree(ring)).toEqual([]);
  });

  it('knows the family of a task', () => {
    expect([...familyOf(buildTree(tasks), 'task_a')]).toEqual(['task_a', 'task_a_1', 'task_a_2']);
    expect(familyOf(buildTree(tasks), 'task_x').size).toBe(0);
  });
});
