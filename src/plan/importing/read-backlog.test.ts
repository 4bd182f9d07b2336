import { describe, expect, it } from 'vitest';
import { kindsOf, takeIn, tasksOf } from '../../../test/support/take-in.ts';
import { zipOf } from '../../base/zip.ts';

const taskFile = (front: string, body = ''): string => `---\n${front}\n---\n\n${body}`;

const files: Readonly<Record<string, string>> = {
  'config.yml': 'project_name: "Garden app"\nstatuses: ["To Do", "Done"]\n',
  'tasks/task-1 - Set-up.md': taskFile(
    "id: task-1\ntitle: 'Set up: the repository'\nstatus: Done\nassignee:\n  - '@ann'\npriority: high",
    '## Description\n\n<!-- SECTION:DESCRIPTION:BEGIN -->\nMake it.\n<!-- SECTION:DESCRIPTION:END -->\n\n## Acceptance Criteria\n<!-- AC:BEGIN -->\n- [x] #1 It builds\n- [ ] #2 It runs\n<!-- AC:END -->\n\n## Implementation Notes\n\n- [ ] no criterion\n',
  ),
  'tasks/task-10 - Last.md': taskFile(
    'id: TASK-10\ntitle: Last\nstatus: To Do\ndependencies: [TASK-2, task-99]\nmilestone: Second',
  ),
  'tasks/task-2 - Beds.md': taskFile(
    'id: task-2\ntitle: >-\n  Beds and\n  rows\nstatus: In Progress\ndependencies:\n  - task-1',
    '## Acceptance Criteria\n- [x] One\n- [ ] Two\n',
  ),
  'tasks/task-2.1 - Rows.md': taskFile('id: task-2.1\ntitle: Rows\nstatus: To Do'),
  'tasks/readme.md': '# Tasks\n\nA list.',
  'completed/task-3 - Old.md': taskFile('id: task-3\ntitle: Old\nstatus: To Do'),
  'completed/task-3 - Copy.md': taskFile('id: task-3\ntitle: Copy\nstatus: Done'),
  'drafts/task-4 - Idea.md': taskFile('id: task-4\ntitle: Idea\nstatus: Draft'),
  'docs/readme.md': taskFile('id: doc-1\ntitle: A page'),
};

const packed = (folder: string): Uint8Array =>
  zipOf(
    Object.entries(files).map(([path, text]) => ({
      ...{ path: `${folder}${path}`, bytes: Buffer.from(text), updatedAtMs: 0 },
    })),
  );

describe('a Backlog.md folder', () => {
  it.each(['', 'backlog/', 'work/.backlog/'])('[IM12] is read from %s', async (folder) => {
    const taken = await takeIn(packed(folder));
    expect(taken.report.format).toBe('backlog');
    expect(taken.plan.title).toBe('Garden app');
    const byId = new Map(tasksOf(taken).map((task) => [task.task_id, task]));
    expect([...byId.keys()].sort()).toEqual(['task_1', 'task_10', 'task_2', 'task_2_1', 'task_3']);
    expect(byId.get('task_1')).toMatchObject({
      title: 'Set up: the repository',
      description: 'Make it. Priority: high. The file says that it is done.',
      assignee_role: 'ann',
      performer: 'human',
      acceptance_criteria: ['It builds', 'It runs'],
      actual: { progress: 1 },
    });
    expect(byId.get('task_2')).toMatchObject({ title: 'Beds and rows', actual: { progress: 0.5 } });
    expect(byId.get('task_3')?.actual?.progress).toBe(1);
  });

  it('[IM12] keeps dependencies, whatever the case of ids, and a parent comes after its parts', async () => {
    const taken = await takeIn(packed(''));
    const byId = new Map(tasksOf(taken).map((task) => [task.task_id, task]));
    expect(byId.get('task_10')?.prerequisites).toEqual(['task_2']);
    expect([...(byId.get('task_2')?.prerequisites ?? [])].sort()).toEqual(['task_1', 'task_2_1']);
    const names = taken.plan.phases.map(({ name }) => name);
    expect(names).toEqual(['Second', 'Further tasks', 'Beds and rows', 'Further tasks']);
    expect(kindsOf(taken)).toEqual({
      broken_file: 1,
      dangling_id: 1,
      duplicate_id: 1,
      unlinked_task: 1,
    });
    expect(taken.report.notes.join()).toContain('Idea');
  });

  it('[IM12] without a file of a task there is nothing to take in', async () => {
    const empty = zipOf([{ path: 'tasks/a.md', bytes: Buffer.from('x'), updatedAtMs: 0 }]);
    await expect(takeIn(empty, 'backlog')).rejects.toThrow('without tasks');
    await expect(takeIn(empty)).rejects.toThrow('What is taken in');
  });
});
