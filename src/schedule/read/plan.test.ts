import { describe, expect, it } from 'vitest';
import { isPlanwrightError } from '../../base/errors.ts';
import { nowOf } from './instants.ts';
import { readPlan } from './plan.ts';

const estimate = { low: 4, likely: 8, high: 20 };
const task = (id: string, more: object = {}) => ({
  task_id: id,
  title: `Do ${id}`,
  assignee_role: 'Cook',
  performer: 'human',
  estimate,
  ...more,
});
const plan = (tasks: readonly object[], more: object = {}) => ({
  start_date: '2026-03-02',
  phases: [{ phase_id: 'phase_1', name: 'All', tasks }],
  ...more,
});

function mistake(raw: unknown): string {
  try {
    readPlan(raw);
  } catch (error) {
    if (isPlanwrightError(error)) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'none';
}

const noon = Date.UTC(2026, 2, 2, 12) / 60_000;

describe('a plan as a project', () => {
  it('[SC80] phases hold tasks, hours are minutes, performers are calendars', () => {
    const tasks = [
      task('task_1'),
      task('task_2', { assignee_role: 'Crawler', performer: 'agent', prerequisites: ['task_1'] }),
    ];
    const { project } = readPlan(plan(tasks));
    expect(project.tasks.map(({ id, kind, parent }) => [id, kind, parent])).toEqual([
      ['phase_1', 'summary', undefined],
      ['task_1', 'task', 'phase_1'],
      ['task_2', 'task', 'phase_1'],
    ]);
    expect(project.tasks[1]?.ways).toEqual([
      {
        id: 'human',
        estimate: { low: 240, likely: 480, high: 1200 },
        uses: [{ role: 'Cook', units: 1 }],
        calendar: 'office',
      },
    ]);
    expect(project.roles.map(({ id, kind, capacity, calendar }) => [id, kind, capacity, calendar]))
      // Nothing is said of the roles but their names.
      .toEqual([
        ['Cook', 'person', 1, 'office'],
        ['Crawler', 'agent', 1, 'always'],
      ]);
    expect(project.links).toEqual([
      { from: 'task_1', to: 'task_2', type: 'FS', lagMinutes: 0, lagIn: 'working' },
    ]);
  });

  it('[SC80] what the plan says of roles, ways, dates, links and risks is taken over', () => {
    const raw = plan(
      [
        task('task_1', {
          assignee_role: undefined,
          ways: [
            { way_id: 'by_hand', estimate, uses: [{ role: 'Cook', units: 2 }] },
            {
              way_id: 'by_robot',
              estimate,
              uses: [{ skill: 'frying' }],
              cost: { low: 1, base: 2, high: 3 },
            },
          ],
          not_before: '2026-03-02T12:00Z',
          deadline: '2026-03-03',
          inputs: ['flour'],
          outputs: ['bread'],
          group: 'kitchen',
          actual: { started: '2026-03-02T12:00Z', progress: 0.5, way: 'by_hand' },
        }),
        { task_id: 'task_2', milestone: true },
      ],
      {
        time_zone: 'Europe/Copenhagen',
        calendars: [
          {
            calendar_id: 'nights',
            week: Array.from({ length: 7 }, () => [{ from: '20:00', to: '24:00' }]),
            exceptions: [{ date: '2026-12-24', hours: [] }],
          },
        ],
        roles: [
          { name: 'Cook', capacity: 3, calendar: 'nights', rate_per_hour: 50 },
          { name: 'Robot', kind: 'agent', skills: ['frying'] },
        ],
        dependencies: [
          { from: 'task_1', to: 'task_2', type: 'start_to_start', lag: -1.5, lag_in: 'elapsed' },
        ],
        risks: [{ risk_id: 'risk_1', probability: 0.3, delay: estimate, tasks: ['task_1'] }],
        deadline: '2026-04-01',
        budget: { amount: 900, currency: 'DKK' },
      },
    );
    const { project, risks, ...rest } = readPlan(raw);
    const [, first, second] = project.tasks;
    expect(first).toMatchObject({
      notBefore: noon,
      deadline: Date.UTC(2026, 2, 3, 23) / 60_000,
      inputs: ['flour'],
      group: 'kitchen',
      actual: { started: noon, progress: 0.5, way: 'by_hand' },
    });
    expect(first?.ways[1]).toMatchObject({ fixedCost: { low: 1, likely: 2, high: 3 } });
    expect(first?.ways[1]?.calendar).toBeUndefined();
    expect(second).toMatchObject({ kind: 'milestone', ways: [] });
    expect(project.links).toEqual([
      { from: 'task_1', to: 'task_2', type: 'SS', lagMinutes: -90, lagIn: 'elapsed' },
    ]);
    expect(project.roles[0]).toMatchObject({ capacity: 3, calendar: 'nights', ratePerHour: 50 });
    expect(risks).toMatchObject([{ probability: 0.3, delayMinutes: { low: 240 } }]);
    expect(rest).toMatchObject({ budget: 900, currency: 'DKK', confidence: 0.8 });
  });

  it('[SC80] the day of a fixed start is its first working minute', () => {
    const fixed = (date: string) =>
      readPlan(plan([task('task_1', { fixed_start: date })])).project.tasks[1]?.fixedStart;
    expect(fixed('2026-03-04')).toBe(Date.UTC(2026, 2, 4, 9) / 60_000);
    expect(fixed('2026-03-07')).toBe(Date.UTC(2026, 2, 7) / 60_000);
  });

  const crew = [
    { name: 'Baker', skills: ['bread'], calendar: 'early' },
    { name: 'Helper', skills: ['bread'] },
    { name: 'Oven agent', kind: 'agent', skills: ['bread', 'heat'] },
  ];
  const early = Array.from({ length: 7 }, () => [{ from: '05:00', to: '13:00' }]);
  const bakery = (tasks: readonly object[]) =>
    readPlan(plan(tasks, { roles: crew, calendars: [{ calendar_id: 'early', week: early }] }));
  const at = (day: number, hour: number) => Date.UTC(2026, 2, day, hour) / 60_000;
  const free = { task_id: 'task_1', estimate };

  it('[SC133] a day is that of whoever can do the task, also by skill, together or without a role', () => {
    const fixed = (more: object) =>
      bakery([{ ...free, fixed_start: '2026-03-04', ...more }]).project.tasks[1]?.fixedStart;
    expect(fixed({})).toBe(at(4, 9));
    expect(fixed({ uses: [{ skill: 'bread' }] })).toBe(at(4, 0));
    expect(fixed({ performer: 'human', uses: [{ skill: 'bread' }] })).toBe(at(4, 5));
    expect(fixed({ uses: [{ role: 'Baker' }, { role: 'Helper' }] })).toBe(at(4, 9));
    expect(fixed({ milestone: true })).toBe(at(4, 0));
  });

  it('[SC133] a day of finishing is the end of the work on it', () => {
    const done = (actual: object, more: object = {}) =>
      bakery([{ ...free, uses: [{ role: 'Baker' }], ...more, actual }]).project.tasks[1]?.actual;
    expect(done({ finished: '2026-03-04' })).toEqual({ finished: at(4, 13) });
    expect(done({ finished: '2026-03-04' }, { uses: [] })).toEqual({ finished: at(4, 17) });
    expect(done({ started: '2026-03-04T15:00', finished: '2026-03-04' })).toEqual({
      started: at(4, 15),
      finished: at(5, 0),
    });
    expect(done({ finished: '2026-03-07' }, { uses: [] })).toEqual({ finished: at(8, 0) });
  });

  it('[SC133] the day of now includes what happened on it', () => {
    const finished = { ...free, actual: { finished: '2026-03-04' } };
    const { project } = bakery([
      finished,
      { ...finished, task_id: 'task_2', actual: { finished: '2026-03-06' } },
    ]);
    expect(nowOf('2026-03-04', project, '--now')).toBe(at(4, 17));
    expect(nowOf('2026-03-05', project, '--now')).toBe(at(5, 0));
    expect(nowOf('2026-03-04T09:00', project, '--now')).toBe(at(4, 9));
  });

  it('[SC135] what is for people is not given to an agent that has the skill', () => {
    const uses = (performer: string, skill: string) =>
      bakery([{ ...free, performer, uses: [{ skill }] }]).project.tasks[1]?.ways[0]?.uses;
    expect(uses('human', 'bread')).toEqual([{ skill: 'bread', units: 1, notBy: 'agent' }]);
    expect(uses('agent', 'bread')).toEqual([{ skill: 'bread', units: 1 }]);
    expect(() => uses('human', 'heat')).toThrow(/only agents have the skill “heat”/);
  });

  it('[SC80] a task that takes nothing needs no role', () => {
    const none = {
      task_id: 'task_1',
      assignee_role: 'Nobody',
      estimate: { low: 0, likely: 0, high: 0 },
    };
    expect(bakery([none]).project.tasks[1]).toMatchObject({ kind: 'milestone', ways: [] });
    expect(() => bakery([{ ...none, estimate }])).toThrow(/no role “Nobody”/);
  });

  it('[SC80] hours alone are an estimate of one point, and no hours are a milestone', () => {
    const hours = (estimated_hours: number) =>
      readPlan(plan([{ task_id: 'task_1', estimated_hours }])).project.tasks[1];
    expect(hours(2)?.ways[0]?.estimate).toEqual({ low: 120, likely: 120, high: 120 });
    expect(hours(0)).toMatchObject({ kind: 'milestone', ways: [] });
  });

  const week = Array.from({ length: 7 }, () => []);
  const mistakes: readonly (readonly [string, unknown, string])[] = [
    ['no plan', 'x', 'the file: '],
    ['no date', plan([task('task_1')], { start_date: '2026-02-30' }), 'start_date: '],
    [
      'a negative duration',
      plan([task('a', { estimate: { low: -1, likely: 1, high: 2 } })]),
      'phases[0].tasks[0].estimate.low: ',
    ],
    [
      'a disordered estimate',
      plan([task('a', { estimate: { low: 3, likely: 1, high: 2 } })]),
      'phases[0].tasks[0].estimate: low ≤ likely ≤ high',
    ],
    ['no estimate', plan([{ task_id: 'a' }]), 'phases[0].tasks[0]: a task needs'],
    [
      'an unknown role',
      plan([task('a')], { roles: [{ name: 'Chef' }] }),
      'phases[0].tasks[0].assignee_role: there is no role “Cook”',
    ],
    [
      'an unlisted role',
      plan([task('a')], { roles_required: ['Chef'] }),
      'phases[0].tasks[0].assignee_role: there is no role “Cook”',
    ],
    [
      'an unknown role used',
      plan([task('a', { uses: [{ role: 'X' }] })], { roles_required: ['Cook'] }),
      'phases[0].tasks[0].uses[0]: there is no role “X”',
    ],
    [
      'an unknown skill',
      plan([task('a', { uses: [{ skill: 'X' }] })]),
      'phases[0].tasks[0].uses[0]: no role has the skill “X”',
    ],
    [
      'an unknown task',
      plan([task('a')], { dependencies: [{ from: 'a', to: 'b' }] }),
      'dependencies[0].to: there is no task “b”',
    ],
    [
      'an unknown prerequisite',
      plan([task('a', { prerequisites: ['b'] })]),
      'phases[0].tasks[0].prerequisites[0]: there is no task “b”',
    ],
    [
      'an id twice',
      plan([task('a'), task('a')]),
      'phases[0].tasks[1].task_id: the id “a” is there twice',
    ],
    [
      'an unknown calendar',
      plan([task('a', { calendar: 'x' })]),
      'phases[0].tasks[0].calendar: there is no calendar “x”',
    ],
    [
      'a calendar without work',
      plan([task('a')], { calendars: [{ calendar_id: 'c', week }] }),
      'calendars[0]: ',
    ],
    [
      'an unknown zone',
      plan([task('a')], { time_zone: 'Mars/Base' }),
      'time_zone: there is no time zone “Mars/Base”',
    ],
    [
      'a finish before the start',
      plan([task('a', { actual: { started: '2026-03-04', finished: '2026-03-01' } })]),
      'phases[0].tasks[0].actual.finished: ',
    ],
    [
      'a foreign currency',
      plan([task('a', { cost: { low: 1, base: 1, high: 1, currency: 'EUR' } })], {
        costs: { currency: 'USD' },
      }),
      'phases[0].tasks[0].cost.currency: there is no rate from EUR',
    ],
    [
      'a risk to no task',
      plan([task('a')], { risks: [{ risk_id: 'r', tasks: ['b'] }] }),
      'risks[0].tasks[0]: ',
    ],
  ];

  it.each(mistakes)('[SC81] %s is named by its place', (_name, raw, message) => {
    expect(mistake(raw)).toContain(`INVALID_ARGUMENTS ${message}`);
  });

  it('[SC81] a million tasks are refused before they are read', () => {
    const many = Array.from({ length: 1_000_000 }, () => null);
    expect(mistake(plan(many as never))).toContain('limit_exceeded phases: 1000001');
  });

  const cost = (currency: string, base: number) => ({ low: base, base, high: base, currency });
  const euros = { code: 'EUR', rate_to_project: 1.25, source: 'bank, 2026-03-01' };

  it('[SC100] what may be cut and what it is worth is taken over', () => {
    const { project } = readPlan(plan([task('task_1', { optional: true, value: 3 })]));
    expect(project.tasks[1]).toMatchObject({ optional: true, value: 3 });
  });

  it('[SC101] amounts in another currency are converted by the stated rate', () => {
    const raw = plan(
      [
        task('task_1', { cost: cost('EUR', 100) }),
        task('task_2', { ways: [{ way_id: 'w', estimate, cost: cost('EUR', 8) }] }),
      ],
      {
        costs: { currency: 'USD' },
        budget: { amount: 1000, currency: 'EUR' },
        currencies: [euros],
        roles: [{ name: 'Cook', rate_per_hour: 20, currency: 'EUR' }],
        risks: [{ risk_id: 'r', probability: 0.5, cost: cost('EUR', 4) }],
        cost_lines: [{ cost_id: 'c', name: 'Oven', source: 'quote', ...cost('EUR', 40) }],
      },
    );
    const { project, currency, budget, risks, stated } = readPlan(raw);
    expect([currency, budget]).toEqual(['USD', 1250]);
    expect(project.tasks.map(({ ways }) => ways[0]?.fixedCost?.likely)).toEqual([
      undefined,
      125,
      10,
    ]);
    expect(project.roles[0]?.ratePerHour).toBe(25);
    expect(risks[0]?.cost?.likely).toBe(5);
    expect(stated[0]?.amount.likely).toBe(50);
  });

  it('[SC101] without a rate, or with two, the line is named', () => {
    const usd = { costs: { currency: 'USD' } };
    const lines: readonly (readonly [object, string])[] = [
      [plan([task('task_1', { cost: cost('EUR', 1) })], usd), 'phases[0].tasks[0].cost.currency'],
      [plan([task('task_1')], { ...usd, budget: { amount: 1, currency: 'EUR' } }), 'budget'],
      [plan([task('task_1')], { ...usd, currencies: [euros, euros] }), 'currencies[1]'],
      [
        plan([task('a', { cost: cost('EUR', 1) }), task('b', { cost: cost('USD', 1) })]),
        'phases[0].tasks[1].cost.currency',
      ],
    ];
    for (const [raw, place] of lines) expect(mistake(raw)).toContain(`${place}`);
  });

  it('[SC101] no money is lost: a task without any length keeps its cost, a milestone has none', () => {
    const none = { low: 0, likely: 0, high: 0 };
    const fee = task('task_1', { estimate: none, cost: cost('USD', 5) });
    expect(readPlan(plan([fee])).project.tasks[1]).toMatchObject({ kind: 'task' });
    const milestone = task('task_1', { milestone: true, cost: cost('USD', 5) });
    expect(mistake(plan([milestone]))).toContain('phases[0].tasks[0].cost: a milestone');
  });

  it('[SC102] a lenient reading lets through what a repair can mend', () => {
    const raw = plan([
      task('task_1', { prerequisites: ['nobody'], uses: [{ role: 'Ghost' }] }),
      task('task_1', { estimate: { low: 9, likely: 2, high: 1 } }),
    ]);
    const wanted = { ...raw, roles: [{ name: 'Cook', calendar: 'gone' }] };
    const risky = {
      ...wanted,
      risks: [{ risk_id: 'r', probability: 1, tasks: ['nobody'] }],
    };
    expect(mistake(risky)).toContain('roles[0].calendar');
    const { project, risks, notes } = readPlan(risky, { lenient: true });
    expect(project.links).toHaveLength(1);
    expect(risks).toEqual([{ id: 'r', probability: 1, tasks: [] }]);
    expect(notes).toEqual(['risks[0].tasks[0]: there is no task “nobody”; it was left out']);
  });

  it('[SC102] a lenient reading says whether a strict one gives the same', () => {
    const lenient = (raw: unknown) => readPlan(raw, { lenient: true });
    const sound = plan([task('task_1'), task('task_2', { prerequisites: ['task_1'] })]);
    const { project, risks, stated, isSound } = lenient(sound);
    expect(isSound).toBe(true);
    expect(readPlan(sound)).toMatchObject({ project, risks, stated, isSound: true });
    const unsound = [
      plan([task('task_1', { prerequisites: ['nobody'] })]),
      plan([task('task_1'), task('task_1')]),
      plan([task('task_1', { estimate: { low: 9, likely: 2, high: 1 } })]),
      plan([task('task_1')], { risks: [{ risk_id: 'r', probability: 1, tasks: ['nobody'] }] }),
      plan([task('task_1')], { risks: [{ risk_id: 'r', probability: 7, tasks: ['task_1'] }] }),
    ];
    for (const raw of unsound) {
      expect(mistake(raw)).not.toBe('none');
      expect(lenient(raw).isSound).toBe(false);
    }
  });

  it('[SC102] a way that states no cost has the cost of its task', () => {
    const estimate = { low: 1, likely: 1, high: 1 };
    const cost = (base: number) => ({ low: base, base, high: base, currency: 'EUR' });
    const ways = [
      { way_id: 'person', estimate },
      { way_id: 'agent', estimate, cost: cost(7) },
    ];
    const raw = plan([task('task_1', { cost: cost(50), ways })], { costs: { currency: 'EUR' } });
    const read = readPlan(raw).project.tasks.find(({ id }) => id === 'task_1');
    expect(read?.ways.map(({ fixedCost }) => fixedCost?.likely)).toEqual([50, 7]);
  });

  it('[SC103] the schedule that a plan carries is its baseline', () => {
    const row = { id: 'task_1', way: 'human', start: '2026-03-02T09:00+01:00' };
    const old = { ...row, finish: '2026-03-02T17:00+01:00' };
    const now = { ...row, finish: '2026-03-03T17:00+01:00' };
    const finish = (schedule: object) =>
      readPlan(plan([task('task_1')], { schedule })).baseline?.[0]?.finish;
    expect(finish({ tasks: [now], baseline: [old] })).toBe(noon + 4 * 60);
    expect(finish({ tasks: [now] })).toBe(noon + 28 * 60);
    expect(finish({ tasks: [{ id: 7 }] })).toBeUndefined();
  });
});
