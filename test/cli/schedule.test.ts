// planwright schedule as a user runs it: files in, answers and exports out, mistakes named.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commands } from '../../src/cli/commands.ts';
import { planOffline } from '../../src/plan/brains/offline/run-offline.ts';
import { jsonOf, runCli } from '../support/cli.ts';
import { cleanEnv, launcher, makeHome } from '../support/server.ts';

let home: string;

beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => rm(home, { recursive: true, force: true }));

const cli = (...args: string[]) => runCli(args, { home });
let files = 0;
function fileOf(content: unknown, ending = 'json'): string {
  files += 1;
  const file = join(home, `given-${files}.${ending}`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const point = (hours: number) => ({ low: hours, likely: hours, high: hours });
const plan = (more: object = {}) => ({
  title: 'Bread \u001b[31m',
  start_date: '2026-03-02',
  phases: [
    {
      phase_id: 'phase_1',
      name: 'Bake',
      tasks: [
        { task_id: 'task_1', title: 'Knead', assignee_role: 'Cook', estimate: point(8) },
        {
          task_id: 'task_2',
          title: 'Bake',
          assignee_role: 'Cook',
          estimate: { low: 4, likely: 8, high: 24 },
          prerequisites: ['task_1'],
        },
        { task_id: 'task_3', title: 'Sell', milestone: true, prerequisites: ['task_2'] },
      ],
    },
  ],
  deadline: '2026-03-02',
  ...more,
});

/** Three jobs of one resource between source and sink, written for this test. */
const benchmark = `projects                      :  1
jobs (incl. supersource/sink ):  5
RESOURCES
  - renewable                 :  1   R
  - nonrenewable              :  0   N
  - doubly constrained        :  0   D
PRECEDENCE RELATIONS:
jobnr.    #modes  #successors   successors
   1        1          3           2   3   4
   2        1          1           5
   3        1          1           5
   4        1          1           5
   5        1          0
REQUESTS/DURATIONS:
jobnr. mode duration  R 1
------------------------------------------------------------------------
  1      1     0       0
  2      1     4       2
  3      1     3       1
  4      1     2       1
  5      1     0       0
RESOURCEAVAILABILITIES:
  R 1
    2
`;

describe('planwright schedule', () => {
  it('[SC96] a plan: dates, path, odds, what would help, as one JSON object', async () => {
    const run = await cli('schedule', fileOf(plan()), '--simulate', '200', '--json');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const answer = jsonOf(run);
    expect(answer).toMatchObject({
      unit: 'days',
      finish: '2026-03-04T11:00+00:00',
      critical: expect.arrayContaining(['task_1', 'task_2']),
      valid: true,
      optimal: true,
      stopped: null,
      meets_deadline: false,
    });
    expect(answer.makespan).toBeCloseTo(2 + 11 / 24, 5);
    expect(answer.tasks).toMatchObject([
      { id: 'task_1', start: 0.375, finish_at: '2026-03-02T17:00+00:00' },
      { id: 'task_2' },
      { id: 'task_3' },
    ]);
    expect(answer.simulation).toMatchObject({ runs: 200, odds: { deadline: 0 } });
    expect(Object.keys(answer)).toEqual(
      expect.arrayContaining(['seconds', 'schedules', 'phases', 'lint', 'proposals']),
    );
  });

  it('[SC96] for people: finish, missed deadline, critical path; no control characters', async () => {
    const run = await cli('schedule', fileOf(plan()), '--simulate', '200');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('2026-03-04 11:00');
    expect(run.stdout).toContain('2026-03-02');
    expect(run.stdout).toContain('task_1 → task_2');
    expect(run.stdout).toMatch(/80 %.*2026-03-0\d/);
    expect(run.stdout).not.toMatch(/P\d\d/);
    expect(run.stdout).not.toContain('\u001b');
  });

  it('[SC96] a benchmark file: the makespan in its own periods', async () => {
    const run = await cli('schedule', fileOf(benchmark, 'sm'), '--json');
    expect(jsonOf(run)).toMatchObject({ makespan: 7, valid: true, optimal: true });
    const text = await cli('schedule', fileOf(benchmark, 'sm'));
    expect(text.stdout).toMatch(/\b7\b/);
  });

  it.each([
    ['csv', 'id,name,kind'],
    ['mermaid', 'gantt\n'],
    ['msproject', '<?xml'],
    ['ical', 'BEGIN:VCALENDAR\r\n'],
  ])('[SC97] --format %s goes to standard output or to a new file', async (format, begin) => {
    const given = fileOf(plan());
    const run = await cli('schedule', given, '--format', format);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.startsWith(begin)).toBe(true);
    const target = join(home, `out.${format}`);
    const written = await cli('schedule', given, '--format', format, '--out', target, '--json');
    expect(jsonOf(written)).toMatchObject({ valid: true });
    expect(readFileSync(target, 'utf8')).toBe(run.stdout);
    const again = await cli('schedule', given, '--format', format, '--out', target);
    expect(again).toMatchObject({ code: 2 });
    expect(again.stderr).toContain(target);
  });

  it('[SC98] a plan of ours scheduled again keeps every date and its effort', async () => {
    const made = await planOffline({
      planId: 'plan_s1',
      goal: 'Plan a wedding for 80 guests in Lyon on June 20, 2026 with EUR 30,000',
      startDate: '2025-11-17',
    });
    const run = await cli('schedule', fileOf(made.plan), '--format', 'json');
    const again = JSON.parse(run.stdout) as typeof made.plan;
    expect(again.phases).toEqual(made.plan.phases);
    expect(again.schedule.tasks).toEqual(made.plan.schedule.tasks);
    expect(again.schedule.effort).toEqual(made.plan.schedule.effort);
    expect(again.finish_date).toBe(made.plan.finish_date);
    expect(again.schedule.cost).toEqual(made.plan.schedule.cost);
    expect(again.schedule.cash_flow).toEqual(made.plan.schedule.cash_flow);
  });

  const tasks = (list: readonly object[]) => plan({ phases: [{ phase_id: 'p', tasks: list }] });
  const cook = { assignee_role: 'Cook', estimate: point(1) };
  /** The last is the place that is named; the file where it is empty. */
  const mistakes: readonly (readonly [string, () => string, string])[] = [
    ['no file', () => join(home, 'none.json'), ''],
    ['a folder', () => home, ''],
    ['no JSON', () => fileOf('{"a":'), ''],
    ['a list', () => fileOf('[]'), ''],
    [
      'a cycle',
      () =>
        fileOf(
          tasks([
            { ...cook, task_id: 'a', prerequisites: ['b'] },
            { ...cook, task_id: 'b', prerequisites: ['a'] },
          ]),
        ),
      '"a"',
    ],
    [
      'JSON that is nested without end',
      () => fileOf(`{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      '64',
    ],
    [
      'a negative duration',
      () => fileOf(tasks([{ ...cook, task_id: 'a', estimate: { low: -1, likely: 0, high: 0 } }])),
      'phases[0].tasks[0].estimate.low',
    ],
    [
      'an unknown role',
      () => fileOf({ ...tasks([{ ...cook, task_id: 'a' }]), roles: [{ name: 'Chef' }] }),
      '“Cook”',
    ],
    [
      'a calendar without working time',
      () =>
        fileOf({
          ...plan(),
          calendars: [{ calendar_id: 'never', week: Array.from({ length: 7 }, () => []) }],
        }),
      'calendars[0]: ',
    ],
    [
      'a million tasks',
      () =>
        fileOf(
          `{"start_date":"2026-03-02","phases":[{"phase_id":"p","tasks":[${'{},'.repeat(999_999)}{}]}]}`,
        ),
      '100000',
    ],
    ['a broken benchmark', () => fileOf('jobs (incl. supersource/sink ):  x', 'sm'), 'ine 1'],
  ];

  it.each(mistakes)('[SC99] %s is one line that names the place, exit 2', async (_, file, hint) => {
    const given = file();
    const run = await cli('schedule', given);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(hint || basename(given));
    expect(run.stderr.trimEnd()).not.toContain('\n');
  });

  it('[SC99] a file of a gigabyte is refused unread', async () => {
    const file = fileOf('x');
    truncateSync(file, 2 ** 30);
    const run = await cli('schedule', file);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toMatch(/1024 MiB.*64 MiB/);
  });

  it('[SC102] --repair mends a broken graph, tells every change, and writes a plan that needs none', async () => {
    const broken = fileOf(
      tasks([
        { ...cook, task_id: 'a', prerequisites: ['b', 'nobody'] },
        { ...cook, task_id: 'b', prerequisites: ['a'] },
      ]),
    );
    const refused = await cli('schedule', broken);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('--repair');
    const target = join(home, 'mended.json');
    const run = await cli('schedule', broken, '--repair', '--out', target);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('"nobody" → "a"');
    const again = await cli('schedule', target, '--repair', '--json');
    expect(jsonOf(again)).toMatchObject({ valid: true, repairs: [] });
  });

  it('[SC143] --repair brings numbers into range, and the written plan has them so', async () => {
    const estimate = { low: -4, likely: 2, high: 3 };
    const broken = fileOf(tasks([{ ...cook, task_id: 'a', estimate }]));
    const refused = await cli('schedule', broken);
    expect(refused.stderr).toContain('estimate.low: -4');
    expect(refused.stderr).toContain('--repair');
    const target = join(home, 'ranged.json');
    const run = await cli('schedule', broken, '--repair', '--out', target);
    expect(run.stdout).toContain('estimate.low: -4');
    expect(jsonOf(await cli('schedule', target, '--json'))).toMatchObject({ valid: true });
  });

  it('[SC106] --close-gap takes what helps, says so, and writes the changed plan', async () => {
    const given = plan({ deadline: '2026-03-03', costs: { currency: 'EUR' } });
    Object.assign(given.phases[0]?.tasks[1] ?? {}, { assignee_role: 'Baker' });
    const target = join(home, 'closed.json');
    const run = await cli('schedule', fileOf(given), '--close-gap', '--out', target);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    for (const named of ['Bake', 'Knead', '2026-03-03']) expect(run.stdout).toContain(named);
    const again = jsonOf(await cli('schedule', target, '--close-gap', '--json'));
    expect(again).toMatchObject({ meets_deadline: true, closed_gap: { met: true, taken: [] } });
  });

  const begun = {
    started: '2026-03-02T09:00',
    finished: '2026-03-03T13:00',
    cost: 700,
  };

  it('[SC107] actuals are held against the first schedule, which the file keeps', async () => {
    const roles = [{ name: 'Cook', rate_per_hour: 50 }];
    const first = join(home, 'first.json');
    const costs = { currency: 'EUR' };
    await cli('schedule', fileOf(plan({ roles, costs })), '--out', first);
    const running = JSON.parse(readFileSync(first, 'utf8')) as ReturnType<typeof plan>;
    Object.assign(running.phases[0]?.tasks[0] ?? {}, { actual: begun });
    const second = join(home, 'second.json');
    const run = await cli('schedule', fileOf(running), '--out', second);
    expect(run.stdout).toMatch(/\b400\b.*\b700 EUR.*\b0\.57/);
    const { progress } = jsonOf(await cli('schedule', second, '--json'));
    const { progress: before } = jsonOf(await cli('schedule', fileOf(running), '--json'));
    expect(progress).toEqual(before);
    expect(progress).toMatchObject({ earned_value: { earned_value: 400, actual_cost: 700 } });
    const bare = { ...plan(), phases: running.phases };
    const without = await cli('schedule', fileOf(bare));
    expect(without.stdout).toContain('Progress is not measured');
  });

  it('[SC108] --calibrate corrects estimates by past plans and says from how many tasks', async () => {
    const past = plan();
    Object.assign(past.phases[0]?.tasks[0] ?? {}, { actual: begun });
    const [one, two] = [fileOf(past), fileOf(past)];
    const target = join(home, 'calibrated.json');
    const run = await cli('schedule', fileOf(plan()), '--calibrate', one, two, '--out', target);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('task_1: +');
    const written = JSON.parse(readFileSync(target, 'utf8')) as ReturnType<typeof plan>;
    const [first] = written.phases[0]?.tasks ?? [];
    expect((first as { estimate: { likely: number } }).estimate.likely).toBeGreaterThan(8);
    const none = await cli('schedule', one, '--calibrate', fileOf(plan()));
    expect(none).toMatchObject({ code: 2 });
  });

  it('[SC96] the example of the documentation is scheduled without a doubt about its fields', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/scheduling.md'), 'utf8');
    const example = /```json\n([\s\S]+?)```/.exec(page)?.[1] ?? '';
    const answer = jsonOf(await cli('schedule', fileOf(example), '--simulate', '100', '--json'));
    expect(answer).toMatchObject({ valid: true, meets_deadline: true, meets_budget: true });
    expect(answer.lint).toEqual([]);
  });

  it('[SC99] a misspelled field is told with its place', async () => {
    const given = fileOf(tasks([{ ...cook, task_id: 'a', deadlin: '2026-03-04' }]));
    const run = await cli('schedule', given);
    expect(run.stdout).toContain(
      'warning: phases[0].tasks[0]: the field “deadlin” is unknown and changes nothing; did you mean deadline?',
    );
  });

  it('[SC98] a time limit alone leaves an effort that gives the same plan again', async () => {
    const target = join(home, 'limited.json');
    const run = await cli('schedule', fileOf(plan()), '--time-limit', '20', '--out', target);
    expect(run.stdout).toContain(target);
    expect(statSync(target).mode & 0o777).toBe(0o644);
    const first = JSON.parse(readFileSync(target, 'utf8')) as typeof written;
    const again = await cli('schedule', target, '--format', 'json');
    const written = JSON.parse(again.stdout) as { schedule: { effort: { schedules: number } } };
    expect(first.schedule.effort.schedules).toBeLessThan(1e6);
    expect(written.schedule).toEqual(first.schedule);
  });

  it('[SC97] a benchmark file as json is a plan that can be scheduled again', async () => {
    const target = join(home, 'benchmark.json');
    await cli('schedule', fileOf(benchmark, 'sm'), '--out', target);
    const again = jsonOf(await cli('schedule', target, '--json'));
    expect(again).toMatchObject({ makespan: 7, valid: true });
    expect(again.lint).not.toContainEqual(expect.objectContaining({ code: 'unknown_field' }));
  });

  it('[CL1] --help explains every option', async () => {
    const { stdout } = await cli('schedule', '--help');
    const schedule = commands.find(({ name }) => name === 'schedule');
    const flags = Object.keys(schedule?.own?.flags ?? {});
    expect(flags).toContain('slip');
    for (const flag of flags) expect(stdout).toMatch(new RegExp(`\n  --${flag} .+ `));
  });

  it('[SC96] Ctrl-C takes the best so far and says so', async () => {
    const list = Array.from({ length: 60 }, (_, index) => ({
      task_id: `t${index}`,
      estimate: point(1 + ((index * 7) % 11)),
      uses: [
        { role: 'A', units: 1 + ((index * 5) % 3) },
        { role: 'B', units: 1 + ((index * 3) % 4) },
      ],
      prerequisites: index < 3 ? [] : [`t${Math.floor((index * 2) / 3) - 1}`],
    }));
    const roles = ['A', 'B'].map((name) => ({ name, capacity: 4, calendar: 'always' }));
    const file = fileOf({ ...tasks(list), deadline: '2030-01-01', roles });
    const child = spawn(launcher, ['schedule', file, '--time-limit', '40', '--json'], {
      env: cleanEnv({ PLANWRIGHT_HOME: home }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    const closed = once(child, 'close') as Promise<[number | null]>;
    // It says so when it has been at work for a while.
    await once(child.stderr, 'data');
    child.kill('SIGINT');
    const [code] = await closed;
    expect(code).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ stopped: 'interrupted', valid: true });
  });
});
