import { describe, expect, it } from 'vitest';
import { kindsOf, takeIn, tasksOf } from '../../../test/support/take-in.ts';
import { taskmasterReader } from './read-taskmaster.ts';

const tasks = [
  {
    ...{ id: 1, title: 'Set up', description: 'Begin.', status: 'done', dependencies: [] },
    ...{ priority: 'high', testStrategy: 'It starts.' },
  },
  {
    ...{ id: 2, title: 'Core', description: 'The middle.', details: 'With care.' },
    ...{ status: 'in-progress', dependencies: [1, 3, 9, 2] },
    subtasks: [
      { id: 1, title: 'First', status: 'done', dependencies: [] },
      { id: 2, title: 'Second', status: 'pending', dependencies: [1] },
      { id: 3, title: 'Third', status: 'pending', dependencies: [2, '3.1', 1] },
    ],
  },
  {
    ...{ id: 3, title: 'Page', status: 'pending', dependencies: [2] },
    subtasks: [{ id: 1, title: 'Header', status: 'pending', dependencies: [] }],
  },
  { id: 4, title: 'Old idea', status: 'cancelled', dependencies: [] },
  { id: 5, title: 'Later', status: 'deferred', dependencies: ['2.3', 4] },
];
const text = (value: unknown): string => JSON.stringify(value);

describe('a tasks.json of task-master', () => {
  it('[IM11] gives tasks, subtasks and the dependencies of both', async () => {
    const taken = await takeIn(text({ tasks, metadata: { projectName: 'Garden app' } }));
    expect(taken.report.format).toBe('taskmaster');
    expect(taken.plan.title).toBe('Garden app');
    const [setUp, core, page, later] = tasksOf(taken);
    expect(tasksOf(taken)).toHaveLength(4);
    expect(setUp).toMatchObject({
      task_id: 'task_1',
      description: 'Begin. Priority: high. The file says that it is done.',
      acceptance_criteria: ['It starts.'],
      actual: { progress: 1 },
      performer: 'agent',
      assignee_role: 'Agent',
    });
    expect(core?.prerequisites).toEqual(['task_1']);
    expect(
      core?.subtasks.map(({ subtask_id, dependencies }) => [subtask_id, dependencies]),
    ).toEqual([
      ['task_2_a', []],
      ['task_2_b', ['task_2_a']],
      ['task_2_c', ['task_2_b', 'task_2_a']],
    ]);
    expect(core?.actual?.progress).toBeCloseTo(1 / 3);
    expect(page?.prerequisites).toEqual(['task_2']);
    expect(later).toMatchObject({ prerequisites: ['task_2'] });
    expect(later?.description).toContain('deferred');
    expect(taken.report.notes.join()).toContain('cancelled: 4');
  });

  it('[IM11] rings, links to itself and ids that are not there are told', async () => {
    const taken = await takeIn(text({ tasks }));
    expect(kindsOf(taken)).toEqual({ dangling_id: 1, self_link: 1, cycle: 1 });
  });

  it('[IM11] several tags are phases with ids of their own', async () => {
    const taken = await takeIn(
      text({ master: { tasks: tasks.slice(0, 2) }, 'new-shop': { tasks: tasks.slice(0, 1) } }),
    );
    expect(taken.plan.phases.map(({ name }) => name)).toEqual(['master', 'new-shop']);
    expect(new Set(tasksOf(taken).map(({ task_id }) => task_id)).size).toBe(3);
    const one = await takeIn(
      text({ master: { tasks }, empty: { tasks: [] } }),
      undefined,
      'x.json',
    );
    expect(one.plan.phases.map(({ name }) => name)).toEqual(['x.json']);
  });

  it('[IM11] a row without a title is told, and the others are kept', async () => {
    const one = { id: 1, title: 'A' };
    const taken = await takeIn(
      text({
        master: { tasks: [one] },
        feature: { tasks: [{ id: 1, title: 'B' }, { id: 2 }, 'x', { title: 'C' }] },
        gone: { tasks: [{ id: 7 }] },
      }),
    );
    expect(tasksOf(taken).map(({ title }) => title)).toEqual(['A', 'B']);
    expect(taken.report.defects.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      ...['row_without_name feature/2', 'row_without_name feature/row 3'],
      ...['row_without_id feature/row 4', 'row_without_name gone/7'],
    ]);
    const plain = await takeIn(text({ tasks: [one, { id: 2 }] }));
    expect(plain.report.defects).toMatchObject([{ kind: 'row_without_name', where: '2' }]);
  });

  it('[IM11] a subtask without a title is told, and the others are kept', async () => {
    const subtasks = [{ id: 1, title: 'First' }, { id: 2 }, { id: 3, title: 'Third' }];
    const taken = await takeIn(text({ tasks: [{ id: 4, title: 'A', subtasks }] }));
    expect(tasksOf(taken)[0]?.subtasks.map(({ description }) => description)).toEqual([
      ...['First', 'Third'],
    ]);
    expect(taken.report.defects).toMatchObject([{ kind: 'row_without_name', where: '4.2' }]);
  });

  it('[IM11] is recognized by its tasks, not by its name', async () => {
    expect(taskmasterReader.recognizes(text({ tasks }))).toBe(true);
    expect(taskmasterReader.recognizes(text({ master: { tasks } }))).toBe(true);
    expect(taskmasterReader.recognizes(text({ tasks: [{ name: 'x' }] }))).toBe(false);
    expect(taskmasterReader.recognizes('{"tasks": [')).toBe(false);
    expect(taskmasterReader.recognizes(text([]))).toBe(false);
    await expect(takeIn(text({ tasks: [] }), 'taskmaster')).rejects.toThrow('lists are empty');
    await expect(takeIn(text({}), 'taskmaster')).rejects.toThrow('no list of tasks');
  });
});
