import { describe, expect, it } from 'vitest';
import {
  sampleLink as link,
  sampleRole as role,
  sampleProject,
  sampleStart,
  sampleTask as task,
  work,
} from '../../../test/support/random-project.ts';
import type { Project, Task, Use } from '../project.ts';
import { MAX_FINDINGS_PER_CODE } from './finding.ts';
import { hasErrors, lint } from './lint.ts';

const codes = (project: Project) => lint(project).map(({ code }) => code);
const chain = (...tasks: Task[]) =>
  sampleProject(
    tasks,
    tasks.slice(1).map(({ id }, index) => link(tasks[index]?.id ?? '', id)),
  );
const find = (project: Project, code: string) => lint(project).find((each) => each.code === code);
const using = (id: string, ...uses: Use[]): Task => ({
  ...task(id, 60),
  ways: [{ id: 'way', estimate: work(60), uses }],
});

describe('lint', () => {
  it('[SC57] a sound project has no findings', () => {
    expect(lint(chain(task('a', 60), task('b', 0), task('c', 60)))).toEqual([]);
    expect(lint(sampleProject([], []))).toEqual([]);
    expect(lint(sampleProject([task('only', 5)], []))).toEqual([]);
  });

  it('[SC57] each cycle is named by its tasks in order', () => {
    const tasks = ['a', 'b', 'c', 'x', 'y'].map((id) => task(id, 10));
    const links = [link('a', 'b'), link('b', 'c'), link('c', 'a'), link('x', 'y'), link('y', 'x')];
    const cycles = lint(sampleProject(tasks, links)).filter(({ code }) => code === 'cycle');
    expect(cycles.map(({ ids }) => ids)).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]);
    expect(cycles[0]?.message).toContain('"a" → "b" → "c" → "a"');
    expect(cycles[0]?.severity).toBe('error');
  });

  it('[SC57] a cycle through a summary is found and says which link it goes through', () => {
    const project = sampleProject(
      [task('s', 0, { kind: 'summary' }), task('a', 10, { parent: 's' }), task('b', 10)],
      [link('a', 'b'), link('b', 's')],
    );
    const cycle = find(project, 'cycle');
    expect(cycle?.ids).toEqual(['a', 'b']);
    expect(cycle?.message).toContain('through "b" → "s"');
    expect(codes(project)).toContain('summary_link');
  });

  it('[SC57] ends that do not exist, with the nearest name', () => {
    const project = sampleProject(
      [task('bake', 1), task('eat', 1)],
      [link('bake', 'eat'), link('bakee', 'eat'), link('eat', 'zzzz')],
    );
    const unknown = lint(project).filter(({ code }) => code === 'unknown_task');
    expect(unknown.map(({ message }) => message)).toEqual([
      'the link "bakee" → "eat": there is no task "bakee"; did you mean "bake"?',
      'the link "eat" → "zzzz": there is no task "zzzz"; remove it or name another',
    ]);
  });

  it('[SC57] links to oneself, twice, to an own summary, with a broken lag', () => {
    const project = sampleProject(
      [task('s', 0, { kind: 'summary' }), task('a', 1, { parent: 's' }), task('b', 1)],
      [
        link('a', 'a'),
        link('a', 'b'),
        link('a', 'b', { lagMinutes: 5 }),
        link('a', 's'),
        link('a', 'b', { type: 'SS', lagMinutes: 0.5 }),
      ],
    );
    expect(codes(project).sort()).toEqual([
      'bad_lag',
      'duplicate_link',
      'own_summary_link',
      'self_link',
    ]);
  });

  it('[SC57] tasks linked to nothing, unless there is only one', () => {
    const project = sampleProject([task('a', 1), task('b', 1), task('lone', 1)], [link('a', 'b')]);
    expect(find(project, 'orphan')?.ids).toEqual(['lone']);
  });

  it('[SC57] a link beside a longer way is redundant, one that binds more is not', () => {
    const tasks = ['a', 'b', 'c'].map((id) => task(id, 10));
    const direct = (more: Parameters<typeof link>[2]) =>
      sampleProject(tasks, [link('a', 'b'), link('b', 'c'), link('a', 'c', more)]);
    expect(find(direct({}), 'redundant_link')?.ids).toEqual(['a', 'c']);
    expect(codes(direct({ lagMinutes: -10 }))).toEqual(['redundant_link']);
    expect(codes(direct({ lagMinutes: 100 }))).toEqual([]);
    expect(codes(direct({ type: 'FF' }))).toEqual([]);
    const loose = [link('a', 'b', { type: 'SS' }), link('b', 'c'), link('a', 'c')];
    expect(codes(sampleProject(tasks, loose))).toEqual([]);
  });

  it('[SC57] missing links are inferred from inputs and outputs', () => {
    const tasks = [
      task('mill', 1, { outputs: ['Flour'] }),
      task('bake', 1, { inputs: [' flour', 'water'], outputs: ['bread'] }),
      task('eat', 1, { inputs: ['bread'] }),
    ];
    const open = sampleProject(tasks, [link('bake', 'eat')]);
    expect(find(open, 'missing_link')?.ids).toEqual(['mill', 'bake']);
    expect(find(open, 'unmade_input')?.message).toContain('"water"');
    const closed = sampleProject(tasks, [
      link('mill', 'bake', { type: 'SS' }),
      link('bake', 'eat'),
    ]);
    expect(codes(closed)).toEqual(['unmade_input']);
    const turned = sampleProject(tasks, [link('eat', 'bake'), link('mill', 'eat')]);
    expect(find(turned, 'input_ring')?.ids).toEqual(['bake', 'eat']);
  });

  it('[SC57] negative, broken and disordered durations', () => {
    const estimate = (low: number, likely: number, high: number): Task => ({
      ...task('a', 1),
      ways: [{ id: 'way', estimate: { low, likely, high }, uses: [] }],
    });
    const first = (one: Task) => codes(sampleProject([one], []))[0];
    expect(first(estimate(-1, 1, 2))).toBe('bad_duration');
    expect(first(estimate(0, Number.NaN, 2))).toBe('bad_duration');
    expect(first(estimate(0, 1.5, 2))).toBe('bad_duration');
    expect(first(estimate(0, 1, 1e12))).toBe('bad_duration');
    expect(first(estimate(3, 2, 4))).toBe('disordered_estimate');
    const money = { low: 3, likely: 2, high: 1 };
    const way = { id: 'way', estimate: work(1), uses: [], fixedCost: money };
    expect(first({ ...task('a', 1), ways: [way] })).toBe('bad_cost');
  });

  it('[SC57] roles, skills, units and capacity', () => {
    const roles = [
      role('cook', 2, { skills: ['soup'] }),
      role('waiter', 0),
      role('odd', 1.5),
      role('cook', 1, { calendar: 'moon' }),
      role('poor', 1, { ratePerHour: -1 }),
    ];
    const project = (...uses: Use[]) => sampleProject([using('a', ...uses)], [], { roles });
    const errors = (...uses: Use[]) =>
      lint(project(...uses)).flatMap(({ code, ids }) => (ids[0] === 'a' ? [code] : []));
    expect(errors({ role: 'cook', units: 1 })).toEqual([]);
    expect(errors({ role: 'pilot', units: 1 })).toEqual(['unknown_role']);
    expect(errors({ skill: 'fly', units: 1 })).toEqual(['unknown_skill']);
    expect(errors({ skill: 'soup', units: 3 })).toEqual(['over_capacity', 'way_over_capacity']);
    expect(errors({ role: 'waiter', units: 1 })).toEqual(['over_capacity', 'way_over_capacity']);
    expect(errors({ role: 'cook', units: 0 })).toEqual(['bad_units']);
    expect(errors({ role: 'cook', units: 1 }, { role: 'cook', units: 1 })).toEqual([
      'role_used_twice',
    ]);
    const about = lint(project()).flatMap(({ code, ids }) => (ids[0] === 'a' ? [] : [code]));
    expect(about.sort()).toEqual(
      [
        'bad_capacity',
        'bad_rate',
        'duplicate_role',
        'no_capacity',
        'unknown_calendar',
        ...Array<string>(5).fill('unused_role'),
      ].sort(),
    );
  });

  it('[SC146] a task that needs too much is told with the role or the skill, and both numbers', () => {
    const roles = [role('cook', 2, { skills: ['soup'] }), role('baker', 1, { skills: ['soup'] })];
    const told = (...uses: Use[]) =>
      lint(sampleProject([using('a', ...uses)], [], { roles })).find(
        ({ code }) => code === 'over_capacity',
      )?.message;
    expect(told({ role: 'cook', units: 3 })).toBe(
      'task "a" needs 3 units of the role "cook", which has 2; raise a capacity or need less',
    );
    expect(told({ skill: 'soup', units: 4 })).toBe(
      'task "a" needs 4 units with the skill "soup", and no role has more than 2; raise a capacity or need less',
    );
    const soup = { skill: 'soup', units: 2 };
    expect(told(soup, soup)).toBe(
      'task "a" needs more at the same time than its roles have together; raise a capacity or need less',
    );
  });

  it('[SC57] two uses of one skill may go to two roles, and are refused only when none is left', () => {
    const roles = [role('ann', 1, { skills: ['soup'] }), role('bob', 1, { skills: ['soup'] })];
    const soup = { skill: 'soup', units: 1 };
    const found = (...uses: Use[]) => codes(sampleProject([using('a', ...uses)], [], { roles }));
    expect(found(soup, soup)).toEqual([]);
    expect(found(soup, { role: 'ann', units: 1 })).toEqual([]);
    expect(found(soup, soup, soup)).toEqual(['over_capacity', 'way_over_capacity']);
    expect(found(soup, soup, { role: 'ann', units: 1 })).toContain('over_capacity');
  });

  it('[SC57] calendars that are missing, broken, twice, or never shared', () => {
    const roles = [role('day', 1), role('end', 1, { calendar: 'weekend' })];
    const both = using('a', { role: 'day', units: 1 }, { role: 'end', units: 1 });
    expect(codes(sampleProject([both], [], { roles }))).toEqual(['no_common_time']);
    const closed = { id: 'office', zone: 'UTC', week: Array(7).fill([]), exceptions: [] };
    const project = sampleProject([task('a', 1)], [], {
      calendars: [closed, closed],
      defaultCalendar: 'none',
      zone: 'Nowhere',
    });
    expect(codes(project).sort()).toEqual(
      ['bad_calendar', 'bad_calendar', 'bad_zone', 'duplicate_calendar', 'unknown_calendar'].sort(),
    );
    const way = { id: 'way', estimate: work(1), uses: [], calendar: 'gone' };
    expect(codes(sampleProject([{ ...task('a', 1), ways: [way] }], []))).toEqual([
      'unknown_calendar',
    ]);
  });

  it('[SC57] the hierarchy: unknown parents, rings, kinds that do not fit', () => {
    const project = sampleProject(
      [
        task('lost', 1, { parent: 'nowhere' }),
        task('r1', 0, { kind: 'summary', parent: 'r2' }),
        task('r2', 0, { kind: 'summary', parent: 'r1' }),
        task('plain', 1),
        task('child', 1, { parent: 'plain' }),
        task('heavy', 5, { kind: 'summary' }),
        task('stone', 5, { kind: 'milestone' }),
        task('light', 0, { kind: 'task' }),
        task('', 1),
        task('lost', 1),
      ],
      [],
    );
    const errors = lint(project).flatMap(({ code, severity }) =>
      severity === 'error' ? [code] : [],
    );
    expect(errors.sort()).toEqual([
      'bad_id',
      'duplicate_id',
      'milestone_with_ways',
      'parent_not_summary',
      'parent_ring',
      'summary_with_ways',
      'task_without_ways',
      'unknown_parent',
    ]);
    expect(find(project, 'parent_ring')?.ids).toEqual(['r1', 'r2']);
    expect(find(project, 'empty_summary')?.ids).toEqual(['heavy']);
  });

  it('[SC57] dates that cross or are out of range, and actuals that cannot be', () => {
    const at = (minutes: number) => sampleStart + minutes;
    const crossed = task('a', 1, { notBefore: at(20), deadline: at(10), fixedStart: at(15) });
    expect(codes(sampleProject([crossed], []))).toEqual([
      'dates_cross',
      'dates_cross',
      'dates_cross',
    ]);
    expect(codes(sampleProject([task('a', 1, { deadline: 1e300 })], []))).toContain('bad_date');
    const actual = { started: 10, finished: 5, progress: 2, remainingMinutes: -1, way: 'gone' };
    expect(codes(sampleProject([task('a', 1, { actual })], []))).toEqual(
      Array(4).fill('bad_actual'),
    );
    expect(codes({ ...sampleProject([], []), deadline: 5 })).toEqual(['dates_cross']);
  });

  it('[SC58] a long list is cut and counted, a huge project is refused at once', () => {
    const tasks = Array.from({ length: 500 }, (_, index) => task(`t${index}`, 1));
    const orphans = lint(sampleProject(tasks, [])).filter(({ code }) => code === 'orphan');
    expect(orphans).toHaveLength(MAX_FINDINGS_PER_CODE + 1);
    expect(orphans.at(-1)?.message).toBe('300 more of these (orphan) are not listed');
    const million = new Array<Task>(1_000_000).fill(task('a', 1));
    expect(() => lint(sampleProject(million, []))).toThrow(/1000000 tasks, at most 100000/);
  });

  it('[SC58] a name that everything makes and needs is not paired for ever', () => {
    const makes = { inputs: Array.from({ length: 50 }, () => 'Bread'), outputs: ['bread '] };
    const tasks = Array.from({ length: 20_000 }, (_, index) => ({
      ...task(`t${index}`, 1),
      ...makes,
    }));
    const missing = lint(sampleProject(tasks, [])).filter(({ code }) => code === 'missing_link');
    expect(missing).toHaveLength(MAX_FINDINGS_PER_CODE + 1);
  });

  it('[SC58] outside text is shown without control characters and not at length', () => {
    const nasty = `a\u0000\u001b[31m${'x'.repeat(500)}`;
    const [finding] = lint(sampleProject([task('a', 1)], [link('a', nasty)]));
    expect(finding?.message).not.toMatch(/\p{Cc}/u);
    expect(finding?.message.length).toBeLessThan(300);
    expect(hasErrors([finding as NonNullable<typeof finding>])).toBe(true);
  });
});
