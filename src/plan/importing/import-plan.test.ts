import { describe, expect, it } from 'vitest';
import { planSchema } from '../../contract/plan.ts';
import { checkGraph } from '../../engine/graph.ts';
import { executionSteps } from '../../work/execution-graph.ts';
import { importPlan } from './import-plan.ts';
import { importReportMarkdown } from './import-report.ts';
import type { ImportedLink, ImportedPlan, ImportedTask } from './imported-plan.ts';

const task = (id: string, more: Partial<ImportedTask> = {}): ImportedTask => ({
  ...{ id, title: `Do ${id}`, kind: 'task', parent: null, hours: { low: 8, likely: 8, high: 8 } },
  ...{ performer: 'human', assignee: `Person ${id}` },
  ...more,
});
const group = (id: string, parent: string | null = null): ImportedTask =>
  task(id, { kind: 'group', parent, hours: null, title: `Group ${id}` });
const link = (from: string, to: string): ImportedLink => ({
  ...{ from, to, type: 'finish_to_start', lag: 0 },
});

const planOf = (
  tasks: readonly ImportedTask[],
  links: readonly ImportedLink[] = [],
  more: Partial<ImportedPlan> = {},
): ImportedPlan => ({
  ...{ format: 'csv', title: 'A plan', tasks, links, risks: [], assumptions: [], notes: [] },
  ...{ defects: [], startDate: '2027-01-04', ...more },
});

const take = (...given: Parameters<typeof planOf>) =>
  importPlan(planOf(...given), { planId: 'plan_test_1', today: '2027-01-01' });

type Taken = Awaited<ReturnType<typeof take>>;
const found = ({ report }: Taken) => report.defects.map(({ kind, where }) => `${kind} ${where}`);
const tasksIn = ({ plan }: Taken) => plan.phases.flatMap(({ tasks }) => tasks);

describe('a foreign plan', () => {
  it('[IM4] becomes valid, scheduled and executable, whatever it leaves out', async () => {
    const bare = [group('g'), task('a', { parent: 'g', hours: null }), task('b')].map(
      ({ assignee: _assignee, performer: _performer, ...rest }) => rest,
    );
    const taken = await take(bare, [link('a', 'b')]);
    const { plan } = taken;
    expect(planSchema.parse(plan)).toEqual(plan);
    expect(checkGraph(executionSteps(plan).map(({ def }) => def))).toBeNull();
    expect(plan.schedule.tasks?.length).toBe(4);
    expect(tasksIn(taken).every((one) => one.acceptance_criteria.length > 0)).toBe(true);
    expect(plan.guesses.map(({ used_for }) => used_for)).toEqual([
      'The length of tasks, and so all dates',
      'Who does what',
      'When a task counts as done',
    ]);
    expect(plan.quality_summary.partial).toHaveLength(1);
    expect(plan.notice).toContain('taken in from a table');
  });

  it('[IM4] the report lists each defect, and its text is only text', async () => {
    const odd = { kind: 'odd', where: '<b>', detail: 'a | b\n# c', repaired: false };
    const taken = await take([task('a')], [link('a', 'zzz')], { defects: [odd] });
    const page = importReportMarkdown(taken.report);
    expect(page).toContain('1 tasks, 0 dependencies; 2 defects, 1 of them repaired');
    expect(page).toContain('- \\<b\\>: a \\| b \\# c (left as it is)');
    expect(page).toContain('### dangling id (1)');
  });

  it('[IM5] rings, twins, links to itself and to nothing are dropped and told', async () => {
    const long = 'abcdef0123456789abcd';
    const links = [
      ...[link('a', 'b'), link('b', 'c'), link('c', 'a'), link('a', 'b'), link('c', 'c')],
      ...[link('nothing', 'a'), link('abcdef0123456789abc', 'c')],
    ];
    const taken = await take([task('a'), task('b'), task('c'), task(long)], links);
    expect(found(taken).toSorted()).toEqual([
      'cycle c → a',
      'dangling_id abcdef0123456789abc → c',
      'dangling_id nothing → a',
      'duplicate_link a → b',
      'self_link c → c',
    ]);
    expect(taken.plan.dependencies.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual([
      'task_a task_b',
      `task_${long} task_c`,
      'task_b task_c',
    ]);
  });

  it('[IM5] ids that are there twice, parents that are not there and parents in a ring are mended', async () => {
    const taken = await take([
      task('a'),
      task('a', { title: 'Another' }),
      task('b', { parent: 'gone' }),
      group('g', 'h'),
      group('h', 'g'),
      task('c', { parent: 'g' }),
      group('empty'),
    ]);
    expect(found(taken).toSorted()).toEqual([
      'duplicate_id a',
      'empty_group empty',
      'parent_ring g',
      'unknown_parent b',
    ]);
    expect(tasksIn(taken).map(({ title }) => title)).toEqual(['Do a', 'Another', 'Do b', 'Do c']);
  });

  it('[IM6] a length is the middle one of the others, or by the parts', async () => {
    const hours = (likely: number) => ({ hours: { low: 1, likely, high: 90 } });
    const some = await take([
      task('a', hours(10)),
      task('b', hours(30)),
      task('c', { hours: null }),
    ]);
    expect(tasksIn(some)[2]?.estimate).toEqual({ low: 15, likely: 30, high: 60 });
    expect(found(some)).toEqual(['missing_duration c']);
    const none = await take([
      task('a', { hours: null }),
      task('b', { hours: null }),
      task('b1', { kind: 'step', parent: 'b', hours: null }),
      task('b2', { kind: 'step', parent: 'b', hours: null }),
    ]);
    expect(tasksIn(none).map(({ estimate }) => estimate.likely)).toEqual([8, 8]);
    expect(found(none)).toEqual([]);
    const odd = await take([
      task('a', { hours: { low: 9, likely: 3, high: 6 } }),
      task('b', { hours: { low: 1, likely: Number.NaN, high: 2 } }),
    ]);
    expect(tasksIn(odd)[0]?.estimate).toEqual({ low: 3, likely: 6, high: 9 });
    expect(found(odd)).toEqual(['disordered_estimate a', 'missing_duration b']);
  });

  it('[IM7] days are those of the calendar, and a row is what the same tasks take in a row', async () => {
    // Five days of one week at once, or one after the other over a weekend.
    const week = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => task(id));
    expect((await take(week)).report.schedule).toEqual({
      ...{ days: 1, waterfall_days: 8, days_saved: 7 },
    });
    const chain = week.slice(1).map(({ id }, at) => link(week[at]?.id ?? '', id));
    expect((await take(week, chain)).report.schedule).toMatchObject({ days: 8, days_saved: 0 });
    const half = [task('a', { status: 'done' }), task('b')];
    expect((await take(half)).report.schedule).toMatchObject({ days: 1, waterfall_days: 1 });
  });

  it('[IM8] a deep tree is phases with tasks, and the groups between are named', async () => {
    const tree = [
      group('all'),
      group('one', 'all'),
      group('in', 'one'),
      task('a', { parent: 'in' }),
    ];
    const taken = await take([...tree, task('b', { parent: 'one' }), task('c', { parent: 'all' })]);
    expect(taken.plan.phases.map(({ name, tasks }) => [name, tasks.length])).toEqual([
      ['Group one', 2],
      ['Further tasks', 1],
    ]);
    expect(tasksIn(taken)[0]?.description).toBe('Do a. Part of: Group in.');
  });

  it('[IM8] large phases are split, many are joined, and too many tasks are refused', async () => {
    const many = Array.from({ length: 130 }, (_, at) => task(`t${at}`));
    expect((await take(many)).plan.phases.map(({ tasks }) => tasks.length)).toEqual([60, 60, 10]);
    const groups = Array.from({ length: 45 }, (_, at) => [
      group(`g${at}`),
      task(`t${at}`, { parent: `g${at}` }),
    ]).flat();
    const joined = (await take(groups)).plan;
    expect(joined.phases).toHaveLength(30);
    expect(joined.phases.reduce((sum, { tasks }) => sum + tasks.length, 0)).toBe(45);
    const far = Array.from({ length: 1_801 }, (_, at) => task(`t${at}`));
    await expect(take(far)).rejects.toThrow('at most 1800');
  });

  it('[IM8] what is cancelled is left out, with what belongs to it, and named', async () => {
    const taken = await take(
      [
        { ...group('g'), status: 'dropped' },
        task('a', { parent: 'g' }),
        task('b'),
        task('c', { status: 'dropped' }),
      ],
      [link('a', 'b'), link('c', 'b')],
    );
    expect(tasksIn(taken).map(({ title }) => title)).toEqual(['Do b']);
    expect(taken.report.notes).toEqual([
      'Left out, since the file says that they are cancelled: g, a, c.',
    ]);
    expect(found(taken)).toEqual([]);
    await expect(take([task('x', { status: 'dropped' })])).rejects.toThrow('without tasks');
  });

  it('[IM8] a task with very many parts has the last of them as one', async () => {
    const steps = Array.from({ length: 40 }, (_, at) =>
      task(`s${at}`, { kind: 'step', parent: 'a', hours: null }),
    );
    const [only] = tasksIn(await take([task('a'), ...steps]));
    expect(only?.subtasks).toHaveLength(26);
    expect(only?.subtasks.at(-1)?.description).toContain('The other 15 parts: Do s25;');
  });
});
