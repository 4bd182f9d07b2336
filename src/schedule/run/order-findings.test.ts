import { describe, expect, it } from 'vitest';
import {
  exactWay,
  follows,
  hours,
  monday,
  project,
  task,
} from '../../../test/support/small-projects.ts';
import type { Actual, Link, Task } from '../project.ts';
import { orderFindings } from './order-findings.ts';
import { scheduleProject } from './schedule-project.ts';

const at = (count: number): number => monday + hours(count);

const happened = (first: Actual, then: Actual, link: Partial<Link> = {}) =>
  project({
    tasks: [
      task('first', [exactWay('w', 8)], { actual: first }),
      task('then', [exactWay('w', 8)], { actual: then }),
    ],
    links: [follows('first', 'then', link)],
  });

const texts = (...given: Parameters<typeof happened>): string[] =>
  orderFindings(happened(...given)).map(({ message }) => message);

describe('what happened in another order', () => {
  it('[SC172] a task that was finished before its predecessor is told, and stays', () => {
    const early = { started: at(0), finished: at(4) };
    const told = 'task “then” was finished before “first”, which it should wait for';
    expect(texts({ started: at(0), finished: at(8) }, early)[0]).toContain(told);
    expect(texts({ started: at(0) }, early)[0]).toContain(told);
    const { lint, tasks } = scheduleProject({
      ...{ project: happened({}, early), effort: { seed: 1, schedules: 5 } },
    });
    expect(lint).toContainEqual(
      expect.objectContaining({ code: 'out_of_order', severity: 'hint', ids: ['first', 'then'] }),
    );
    expect(tasks.find(({ id }) => id === 'then')).toMatchObject({ finish: at(4) });
  });

  it('[SC172] so is one that was begun too early', () => {
    expect(texts({ started: at(0) }, { started: at(2) })[0]).toContain('was begun before “first”');
    const link = { type: 'SS' as const };
    expect(texts({}, { started: at(2) }, link)[0]).toContain('was begun before “first” was');
  });

  it('[SC172] nothing is told of what went as linked', () => {
    const done = { started: at(0), finished: at(4) };
    expect(texts(done, { started: at(4), finished: at(6) })).toEqual([]);
    expect(texts({ started: at(0), progress: 1 }, { started: at(4) })).toEqual([]);
    expect(texts(done, { started: at(2) }, { lagMinutes: -hours(4) })).toEqual([]);
    expect(texts({ started: at(0) }, { started: at(1) }, { type: 'FF' })).toEqual([]);
    expect(texts({ started: at(0) }, {})).toEqual([]);
  });

  it('[SC173] a milestone with all of its progress is reached', () => {
    const gate: Task = { id: 'gate', name: 'Gate', kind: 'milestone', ways: [] };
    const given = project({
      tasks: [task('work', [exactWay('w', 8)]), { ...gate, actual: { progress: 1 } }],
    });
    const outcome = scheduleProject({
      ...{ project: given, effort: { seed: 1, schedules: 5 }, now: at(3) },
    });
    expect(outcome.tasks.find(({ id }) => id === 'gate')).toMatchObject({ finish: at(3) });
    expect(outcome.lint.map(({ message }) => message).join('\n')).toContain(
      'task “gate”: nothing of it is left and no finish is stated; it counts as finished now',
    );
    const over = project({ tasks: [{ ...gate, actual: { progress: 1, started: at(1) } }] });
    const done = scheduleProject({ project: over, effort: { seed: 1, schedules: 5 }, now: at(3) });
    expect(done.tasks[0]).toMatchObject({ start: at(1), finish: at(1) });
    expect(done.lint.filter(({ code }) => code === 'remainder_assumed')).toEqual([]);
  });
});
