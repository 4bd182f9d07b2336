import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fullPlan } from '../../../test/support/full-plan.ts';
import { hostileTexts } from '../../../test/support/hostile-plan.ts';
import {
  type ForeignTask,
  foreignProject,
  foreignTasks,
} from '../../../test/support/msproject/foreign.ts';
import { planOf } from '../../../test/support/small-plan.ts';
import { type Plan, planSchema } from '../../contract/plan.ts';
import { exportPlan } from '../exporting/export-plan.ts';
import { importPlan } from './import-plan.ts';
import { msProjectReader } from './read-msproject.ts';

const examples = ['bicycle-repair-shop', 'clinic-shifts', 'dog-breeders'].map((name): Plan => {
  const file = new URL(`../../../examples/${name}/plan.json`, import.meta.url);
  return planSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
});

const office = [{ from: '08:00', to: '16:00' }];

/** Every field that a task may have beside its estimate. */
const handMade = {
  ...planOf([
    {
      ...{ task_id: 'task_1', title: 'Ask the office', fixed_start: '2027-01-11T09:00' },
      ...{ estimate: { low: 2, likely: 4, high: 9 }, estimated_hours: 4.5, wait_hours: 40 },
      ...{ risk_tier: 'T2', reversibility: 'irreversible', group: 'office', optional: true },
      actual: { started: '2027-01-11T09:00', progress: 0.4, cost: 12.5 },
      cost: { low: 1, base: 2.5, high: 4, currency: 'EUR', source: 'List of fees' },
      subtasks: [
        { subtask_id: 'sub_1', action: 'send_email', description: 'Ask', params: { to: 'x' } },
      ],
    },
    {
      ...{ task_id: 'task_2', title: 'Build', prerequisites: ['task_1'], not_before: '2027-02-01' },
      ...{ deadline: '2027-03-01', inputs: ['permit'], outputs: ['hut'], value: 3 },
      ways: [
        {
          way_id: 'crew',
          estimate: { low: 8, likely: 16, high: 30 },
          uses: [{ skill: 'mason', units: 2 }],
        },
        {
          ...{ way_id: 'robot', performer: 'agent', estimate: { low: 4, likely: 5, high: 6 } },
          ...{ uses: [{ role: 'Robot' }], calendar: 'always', cost: { low: 1, base: 2, high: 3 } },
        },
      ],
    },
    {
      ...{ task_id: 'task_3', title: 'Hut stands', milestone: true, prerequisites: ['task_2'] },
      estimate: { low: 0, likely: 0, high: 0 },
    },
  ]),
  time_zone: 'Europe/Madrid',
  calendars: [
    {
      calendar_id: 'crew hours',
      week: [office, office, office, office, [], [], []],
      exceptions: [{ date: '2027-02-08', hours: [] }],
    },
  ],
  roles: [
    { name: 'Owner' },
    {
      name: 'Masons',
      capacity: 3,
      calendar: 'crew hours',
      skills: ['mason'],
      rate_per_hour: 31.25,
    },
    { name: 'Robot', kind: 'agent', does: 'Lays stones' },
  ],
  dependencies: [
    { from: 'task_1', to: 'task_2', type: 'finish_to_start', lag: 40, lag_in: 'office' },
    { from: 'task_1', to: 'task_3', type: 'start_to_finish', lag: -3, lag_in: 'elapsed' },
  ],
  risks: [
    {
      ...{ risk_id: 'risk_1', description: 'Frost', likelihood: 'low', impact: 'high' },
      ...{ mitigation: 'Wait', probability: 0.2, delay: { low: 1, likely: 2, high: 8 } },
      ...{ strikes: 'one', tasks: ['task_2'], cost: { low: 0, base: 10, high: 20 } },
    },
  ],
  assumptions: [
    {
      ...{
        assumption_id: 'as_1',
        claim: 'Stones are near',
        lower: 1,
        base: 2,
        upper: 5,
        unit: 'km',
      },
      ...{ confidence: 'low', status: 'assumed', source: 'Nobody', how_to_check: 'Drive there' },
    },
  ],
  cost_lines: [
    { cost_id: 'c1', name: 'Sand', low: 1, base: 2, high: 3, source: 'List', task: 'task_2' },
  ],
  costs: { ...planOf([{ task_id: 'task_1', title: 'x' }]).costs, currency: 'EUR' },
};

const read = (text: string) => msProjectReader.read(text, 'file.xml');
const xmlOf = (plan: Plan): string => String(exportPlan(plan, 'msproject'));

/** All that is not computed anew when it is read. */
function stated({ schedule: _dates, gates: _gates, verdict: _verdict, ...rest }: Plan): object {
  return rest;
}

const computed = ['start_date', 'finish_date', 'result_date', 'total_cost', 'duration_weeks'];

function timeless(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, item) => (computed.includes(key) ? undefined : item)),
  );
}

describe('our own MS Project XML, read back', () => {
  const plans = [fullPlan(), ...examples, planSchema.parse(handMade)];

  it('[IM41] gives every field of the plan that is not computed anew', () => {
    for (const plan of plans) {
      const text = xmlOf(plan);
      expect(msProjectReader.recognizes(text)).toBe(true);
      const { document, defects } = read(text);
      expect(defects).toEqual([]);
      expect(document).toEqual(stated(plan));
    }
  });

  it('[IM41] becomes the same plan again, with the same phases, tasks, links, roles and risks', async () => {
    for (const plan of plans) {
      const taken = await importPlan(read(xmlOf(plan)), {
        planId: 'plan_again1',
        today: '2030-01-01',
      });
      const { phases, dependencies, roles, risks, assumptions, calendars, title } = taken.plan;
      expect(timeless(phases)).toEqual(timeless(plan.phases));
      expect({ dependencies, roles, risks, assumptions, calendars, title }).toEqual({
        ...{ dependencies: plan.dependencies, roles: plan.roles, risks: plan.risks },
        ...{ assumptions: plan.assumptions, calendars: plan.calendars, title: plan.title },
      });
      expect(taken.plan.start_date).toBe(plan.start_date);
    }
  });

  it('[IM41] holds for any text and any estimate', () => {
    const text = fc.string({ minLength: 1, maxLength: 60, unit: 'binary' });
    const hours = fc.tuple(fc.nat(999), fc.nat(999), fc.nat(999)).map((three) => {
      const [low = 0, likely = 0, high = 0] = three.map((one) => one / 4).toSorted((a, b) => a - b);
      return { low, likely, high };
    });
    fc.assert(
      fc.property(text, text, hours, (title, claim, estimate) => {
        const plan = fullPlan();
        const phases = plan.phases.map((phase) => ({
          ...phase,
          tasks: phase.tasks.map((task) => ({
            ...task,
            ...{ title, description: claim, acceptance_criteria: [claim, title], estimate },
          })),
        }));
        const [first] = plan.assumptions;
        const assumptions = first ? [{ ...first, claim }] : [];
        const changed = { ...plan, title: claim, phases, assumptions };
        expect(read(xmlOf(changed)).document).toEqual(stated(changed));
      }),
      { numRuns: 15 },
    );
    for (const title of hostileTexts) {
      const plan = { ...fullPlan(), title, summary: title };
      expect(read(xmlOf(plan)).document).toEqual(stated(plan));
    }
  });
});

describe('our own MS Project XML that somebody changed', () => {
  const plan = planSchema.parse(handMade);
  const text = xmlOf(plan);
  const tasksIn = (changed: string) => {
    const { document } = read(changed);
    return (document as unknown as Plan).phases.flatMap(({ tasks }) => tasks);
  };
  const taskIn = (changed: string, id: string) =>
    tasksIn(changed).find(({ task_id }) => task_id === id);
  const original = (id: string) => plan.phases[0]?.tasks.find(({ task_id }) => task_id === id);
  /** Inside the element of that task only. */
  const within = (name: string, change: (task: string) => string): string =>
    text.replace(/ {4}<Task>[\s\S]*?<\/Task>\n/g, (task) =>
      task.includes(`<Name>${name}</Name>`) ? change(task) : task,
    );

  it('[IM42] takes over a name, and keeps the rest', () => {
    const changed = within('Build', (task) => task.replace('<Name>Build', '<Name>Build the hut'));
    expect(taskIn(changed, 'task_2')).toEqual({ ...original('task_2'), title: 'Build the hut' });
    expect(taskIn(changed, 'task_1')).toEqual(original('task_1'));
  });

  it('[IM42] takes over a length: the estimate grows with it', () => {
    const changed = within('Ask the office', (task) =>
      task.replace(
        /<Duration>PT(\d+)H(\d+)M/,
        (_all, hours, minutes) => `<Duration>PT${hours * 2}H${minutes * 2}M`,
      ),
    );
    expect(taskIn(changed, 'task_1')?.estimate).toEqual({ low: 4, likely: 8, high: 18 });
  });

  it('[IM42] takes over an estimate that was changed in its own fields', () => {
    const changed = within('Ask the office', (task) => task.replace('<Value>PT9H', '<Value>PT12H'));
    expect(taskIn(changed, 'task_1')?.estimate).toEqual({ low: 2, likely: 4, high: 12 });
  });

  it('[IM42] takes over a deadline, progress and who does it', () => {
    const due = within('Build', (task) =>
      task.replace(/<Deadline>[^<]+/, '<Deadline>2027-04-01T17:00:00'),
    );
    expect(taskIn(due, 'task_2')?.deadline).toBe('2027-04-01T17:00');
    const done = within('Ask the office', (task) =>
      task.replace('<PercentComplete>40', '<PercentComplete>80'),
    );
    expect(taskIn(done, 'task_1')?.actual).toEqual({
      ...{ started: '2027-01-11T09:00', progress: 0.8, cost: 12.5 },
    });
    const [, uid] = /<UID>(\d+)<\/UID>\s*<ID>\d+<\/ID>\s*<Name>Masons/.exec(text) ?? [];
    const given = text.replace(/(<TaskUID>2<\/TaskUID>\s*<ResourceUID>)\d+/, `$1${uid}`);
    expect(taskIn(given, 'task_1')).toMatchObject({ assignee_role: 'Masons' });
  });

  it('[IM42] takes over links, tasks that are new and tasks that are gone', () => {
    const cut = within('Hut stands', (task) =>
      task.replace(/ *<PredecessorLink>[\s\S]*<\/PredecessorLink>\n/, ''),
    );
    expect(taskIn(cut, 'task_3')?.prerequisites).toEqual([]);
    expect((read(cut).document as unknown as Plan).dependencies).toEqual([plan.dependencies[0]]);
    const more = text.replace(
      '  </Tasks>',
      '<Task><UID>99</UID><Name>Celebrate</Name><OutlineLevel>2</OutlineLevel><Duration>PT3H0M0S</Duration><PredecessorLink><PredecessorUID>4</PredecessorUID></PredecessorLink></Task></Tasks>',
    );
    expect(tasksIn(more).at(-1)).toMatchObject({
      ...{ task_id: 'task_99', title: 'Celebrate', prerequisites: ['task_3'] },
      estimate: { low: 3, likely: 3, high: 3 },
    });
    const less = within('Build', () => '');
    expect(tasksIn(less).map(({ task_id }) => task_id)).toEqual(['task_1', 'task_3']);
    expect(taskIn(less, 'task_3')?.prerequisites).toEqual([]);
  });

  it('[IM45] whose records are cut is read as any other, and that is told', async () => {
    const cut = text.replaceAll(/planwright: \{[^<]{20}/g, 'planwright: {');
    const imported = read(cut);
    expect(imported).not.toHaveProperty('document');
    expect(new Set(imported.defects.map(({ kind }) => kind))).toEqual(
      new Set(['record_unreadable']),
    );
    const taken = await importPlan(imported, { planId: 'plan_cut1', today: '2027-01-01' });
    const [first] = taken.plan.phases[0]?.tasks ?? [];
    expect(first).toMatchObject({ title: 'Ask the office', risk_tier: 'T2' });
    expect(first?.estimate).toEqual({ low: 2, likely: 4, high: 9 });
  });
});

describe('MS Project XML of other programs', () => {
  const imported = read(foreignProject());
  const task = (id: string) => imported.tasks.find((one) => one.id === id);

  it('[IM43] has its outline, lengths, milestones and what is switched off', () => {
    expect(imported).toMatchObject({
      ...{ title: 'Garden wall', startDate: '2027-04-19', currency: 'EUR', statedDays: 74 },
      defects: [],
    });
    expect(imported.tasks.map(({ id, parent, kind }) => [id, parent, kind])).toEqual([
      ['task_1', null, 'group'],
      ['task_5', 'task_1', 'task'],
      ['task_6', 'task_1', 'task'],
      ['task_2', null, 'group'],
      ['task_3', 'task_2', 'group'],
      ['task_7', 'task_3', 'task'],
      ['task_8', 'task_2', 'milestone'],
      ['task_9', 'task_2', 'task'],
    ]);
    expect(task('task_5')).toMatchObject({
      title: 'Dig & level',
      hours: { likely: 16 },
      progress: 0.4,
    });
    expect(task('task_6')).toMatchObject({ hours: { likely: 48 }, kept: { calendar: 'always' } });
    expect(task('task_6')?.description).toBe('No work\non it');
    expect(task('task_7')).toMatchObject({ hours: { likely: 20.5 }, priority: 'high' });
    expect(task('task_9')).toMatchObject({ status: 'dropped' });
  });

  it('[IM43] has links of each type with their lags: negative, elapsed, and shares of a length', () => {
    expect(imported.links).toEqual([
      { from: 'task_5', to: 'task_6', type: 'start_to_start', lag: 8 },
      { from: 'task_6', to: 'task_7', type: 'finish_to_start', lag: -1 },
      { from: 'task_5', to: 'task_7', type: 'finish_to_finish', lag: 8 },
      { from: 'task_7', to: 'task_8', type: 'start_to_finish', lag: 24, lagIn: 'elapsed' },
      { from: 'task_7', to: 'task_8', type: 'finish_to_start', lag: 0 },
    ]);
  });

  it('[IM43] has constraints, deadlines, who works on it and what it costs', () => {
    expect(task('task_7')?.kept).toMatchObject({
      ...{ not_before: '2027-05-03T07:00', deadline: '2027-06-30T17:00' },
      uses: [
        { role: 'Masons', units: 2 },
        { role: 'Ana', units: 1 },
      ],
    });
    expect(task('task_8')?.kept).toMatchObject({ fixed_start: '2027-07-01T08:00' });
    expect(task('task_5')).toMatchObject({ assignee: 'Ana', cost: { base: 250.5 } });
    expect(task('task_7')).toMatchObject({ cost: { base: 900 } });
  });

  it('[IM43] has calendars with hours of their own, exceptions and the office hours of the project', () => {
    const { calendars = [], roles } = imported.kept ?? {};
    const [standard, night] = calendars;
    const hours = [
      { from: '07:00', to: '11:00' },
      { from: '12:00', to: '16:00' },
    ];
    expect(calendars.map(({ calendar_id }) => calendar_id)).toEqual(['office', 'Night shift']);
    expect(standard?.week).toEqual([hours, hours, hours, hours, hours, [], []]);
    expect(standard?.exceptions?.map(({ date }) => date)).toEqual([
      '2027-12-24',
      '2027-12-25',
      '2027-12-26',
    ]);
    expect(night?.week[5]).toEqual([{ from: '20:00', to: '24:00' }]);
    expect(night?.exceptions).toEqual([{ date: '2027-05-01', hours: [] }]);
    expect(roles).toEqual([
      { name: 'Ana', kind: 'person', capacity: 1, calendar: 'office', rate_per_hour: 45.5 },
      { name: 'Masons', kind: 'person', capacity: 3, calendar: 'Night shift' },
    ]);
  });

  it('[IM43] becomes a plan that can be run', async () => {
    const { plan, report } = await importPlan(imported, {
      planId: 'plan_wall1',
      today: '2027-01-01',
    });
    expect(report.tasks).toBe(4);
    expect(plan.schedule.tasks?.length).toBeGreaterThan(4);
    expect(plan.phases.flatMap(({ tasks }) => tasks.map(({ title }) => title))).toEqual([
      'Dig & level',
      'Let it settle',
      'Lay bricks',
      'Wall stands',
    ]);
  });

  const withTask = (task: ForeignTask): string => foreignProject([...foreignTasks, task]);
  const told = (text: string) => read(text).defects.map(({ kind }) => kind);

  it.each<[string, ForeignTask]>([
    [
      'constraint_not_kept',
      { uid: 20, level: 1, name: 'x', fields: { Duration: 'PT1H', ConstraintType: 1 } },
    ],
    ['no_duration', { uid: 20, level: 1, name: 'x', fields: { Duration: 'soon' } }],
    ['empty_summary', { uid: 20, level: 1, name: 'x', fields: { Duration: 'PT1H', Summary: 1 } }],
    ['duplicate_id', { uid: 5, level: 1, name: 'x', fields: { Duration: 'PT1H' } }],
    [
      'cross_project_link',
      {
        ...{ uid: 20, level: 1, name: 'x', fields: { Duration: 'PT1H' } },
        links: [{ PredecessorUID: 5, CrossProject: 1 }],
      },
    ],
    [
      'unknown_link_type',
      {
        ...{ uid: 20, level: 1, name: 'x', fields: { Duration: 'PT1H' } },
        links: [{ PredecessorUID: 5, Type: 9 }],
      },
    ],
  ])('[IM44] tells of %s', (kind, task) => {
    expect(told(withTask(task))).toEqual([kind]);
  });

  it('[IM44] tells of resources and exceptions that cannot be kept', () => {
    const text = foreignProject()
      .replace('<ResourceUID>2<', '<ResourceUID>77<')
      .replace('<Name>Masons<', '<Name>Ana<')
      .replace('<Type>1</Type><DayWorking>0', '<Type>4</Type><DayWorking>0');
    expect(told(text)).toEqual(['recurring_exception', 'duplicate_resource', 'dangling_resource']);
  });

  it('[IM44] a link to a task that is not there stays, for the check of all links', () => {
    const links = [{ PredecessorUID: 404 }];
    const { links: found } = read(withTask({ uid: 20, level: 1, name: 'x', links }));
    expect(found.at(-1)).toMatchObject({ from: 'task_404', to: 'task_20' });
  });

  it('[IM44] what is no project, or has no tasks, is refused', () => {
    expect(() => read('<a/>')).toThrow('no MS Project XML');
    expect(() => read(foreignProject([]))).toThrow('without tasks');
    expect(msProjectReader.recognizes('<html></html>')).toBe(false);
    expect(msProjectReader.recognizes('{}')).toBe(false);
  });
});
