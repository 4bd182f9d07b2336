// Our own MS Project XML after somebody added and deleted tasks in it.
import { describe, expect, it } from 'vitest';
import { planOf } from '../../../../test/support/small-plan.ts';
import { type Plan, planSchema } from '../../../contract/plan.ts';
import { exportPlan } from '../../exporting/export-plan.ts';
import { importPlan } from '../import-plan.ts';
import { msProjectReader } from '../read-msproject.ts';

const small = planOf([
  {
    ...{ task_id: 'task_1', title: 'Dig', acceptance_criteria: ['It is 2 m deep'] },
    estimate: { low: 4, likely: 8, high: 16 },
    subtasks: [{ subtask_id: 'sub_1', action: 'dig', description: 'Dig', params: {} }],
  },
  { task_id: 'task_2', title: 'Build', prerequisites: ['task_1'] },
  { task_id: 'task_3', title: 'Paint', prerequisites: ['task_2'] },
]);
const [first] = small.phases;
const [dig, build, paint] = first?.tasks ?? [];
const plan = planSchema.parse({
  ...small,
  ...{ goal: 'A hut for the garden of the school', phase_count: 2 },
  phases: [
    { ...first, tasks: [dig, build] },
    { ...first, phase_id: 'phase_paint', name: 'Color', tasks: [paint] },
  ],
  dependencies: [
    { from: 'task_1', to: 'task_2', type: 'finish_to_start', lag: 0 },
    { from: 'task_2', to: 'task_3', type: 'finish_to_start', lag: 0 },
  ],
  risks: [
    {
      ...{ risk_id: 'risk_1', description: 'Frost', likelihood: 'low', impact: 'high' },
      mitigation: 'Wait',
    },
  ],
});
const text = String(exportPlan(plan, 'msproject'));

const read = (xml: string) => msProjectReader.read(xml, 'file.xml');
const kinds = (xml: string) => read(xml).defects.map(({ kind }) => kind);
const taken = async (xml: string): Promise<Plan> =>
  (await importPlan(read(xml), { planId: 'plan_again1', today: '2030-01-01' })).plan;
const tasksOf = ({ phases }: Plan) => phases.flatMap(({ tasks }) => tasks);
const titles = ({ phases }: Plan) =>
  phases.map(({ name, tasks }) => [name, ...tasks.map(({ title }) => title)]);

const newTask = (level: number, uid = 99, more = ''): string =>
  `<Task><UID>${uid}</UID><Name>Party ${uid}</Name><OutlineLevel>${level}</OutlineLevel><Duration>PT3H0M0S</Duration>${more}</Task>`;
const withTasks = (...tasks: readonly string[]): string =>
  text.replace('</Tasks>', `${tasks.join('')}</Tasks>`);
/** The element of that task or phase. */
const within = (name: string, change: (task: string) => string, xml = text): string =>
  xml.replace(/ {4}<Task>[\s\S]*?<\/Task>\n/g, (task) =>
    task.includes(`<Name>${name}</Name>`) ? change(task) : task,
  );

describe('our own MS Project XML with a new task at the top', () => {
  it('[IM42] keeps goal, risks, criteria and steps; the task is in a phase of its own', async () => {
    const changed = withTasks(newTask(1));
    expect(read(changed).defects).toEqual([]);
    const again = await taken(changed);
    expect(again).toMatchObject({ goal: plan.goal, risks: plan.risks, phase_count: 3 });
    const name = String(first?.name);
    expect(titles(again)).toEqual([
      [name, 'Dig', 'Build'],
      ['Color', 'Paint'],
      ['Added tasks', 'Party 99'],
    ]);
    expect(tasksOf(again)[0]).toMatchObject({
      acceptance_criteria: ['It is 2 m deep'],
      subtasks: [{ subtask_id: 'sub_1' }],
    });
    for (const task of tasksOf(again)) expect(task).not.toHaveProperty('not_before');
  });

  it('[IM42] a task of ours that was moved to the top keeps what it says', async () => {
    const changed = within('Paint', (task) => task.replace(/<OutlineLevel>2/, '<OutlineLevel>1'));
    const again = await taken(changed);
    expect(titles(again).at(-1)).toEqual(['Added tasks', 'Paint']);
    expect(again.risks).toEqual(plan.risks);
  });

  it('[IM42] more of them than a phase holds are several phases', async () => {
    const many = Array.from({ length: 61 }, (_, at) => newTask(1, 100 + at));
    const { phases } = await taken(withTasks(...many));
    expect(phases.slice(2).map(({ name, tasks }) => [name, tasks.length])).toEqual([
      ['Added tasks', 60],
      ['Added tasks 2', 1],
    ]);
  });
});

describe('our own MS Project XML with a phase whose tasks are gone', () => {
  it('[IM42] keeps everything else, and the phase is gone and told', async () => {
    const changed = within('Paint', () => '');
    for (const xml of [
      changed,
      within('Color', (one) => one.replace(/<Summary>1/, '<Summary>0'), changed),
    ]) {
      expect(read(xml).defects).toMatchObject([{ kind: 'empty_group', repaired: true }]);
      const again = await taken(xml);
      expect(titles(again)).toEqual([[first?.name, 'Dig', 'Build']]);
      expect(again).toMatchObject({ goal: plan.goal, risks: plan.risks });
    }
  });
});

describe('our own MS Project XML that is no plan of phases and tasks any more', () => {
  const deep = withTasks(newTask(3));

  it('[IM45] tells that, and is read as any other file', () => {
    expect(read(deep)).not.toHaveProperty('document');
    expect(read(deep).defects).toMatchObject([{ kind: 'plan_not_rebuilt', repaired: false }]);
  });

  it('[IM45] holds no task to the start that was computed, but to one that somebody set', async () => {
    expect(text).toContain('<ConstraintType>4</ConstraintType>');
    for (const task of tasksOf(await taken(deep))) expect(task).not.toHaveProperty('not_before');
    const held = within(
      'Build',
      (task) => task.replace(/<ConstraintDate>[^<]+/, '<ConstraintDate>2031-05-05T09:00:00'),
      deep,
    );
    const build = tasksOf(await taken(held)).find(({ title }) => title === 'Build');
    expect(build?.not_before).toBe('2031-05-05T09:00');
  });

  it('[IM45] tells too where the plan as a whole is gone, or a task became a phase', () => {
    const headless = text.replace(/ {4}<Task>[\s\S]*?<\/Task>\n/, '');
    expect(kinds(headless)).toEqual(['plan_not_rebuilt']);
    const lifted = within('Dig', (task) => task.replace(/<OutlineLevel>2/, '<OutlineLevel>1'));
    expect(kinds(lifted)).toContain('task_is_phase');
  });
});
