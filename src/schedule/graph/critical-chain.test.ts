import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  sampleLink as link,
  sampleRole as role,
  sampleProject,
  sampleStart,
  sampleTask,
  work,
} from '../../../test/support/random-project.ts';
import type { Placed, Project, Task } from '../project.ts';
import { criticalChain } from './critical-chain.ts';
import type { CriticalPath } from './critical-path.ts';

const uses = (id: string, minutes: number, ...roles: [string, number][]): Task => ({
  ...sampleTask(id, minutes),
  ways: [
    {
      id: 'way',
      estimate: work(minutes),
      uses: roles.map(([name, units]) => ({ role: name, units })),
    },
  ],
});

const place = (id: string, start: number, length: number): Placed => ({
  id,
  way: 'way',
  start: sampleStart + start,
  finish: sampleStart + start + length,
});

describe('critical chain', () => {
  const roles = [role('cook', 1, { calendar: 'clock' }), role('oven', 2, { calendar: 'clock' })];

  it('[SC55] a task that waits for a role is held by the one that had it', () => {
    const project = sampleProject(
      [uses('a', 100, ['cook', 1]), uses('b', 60, ['cook', 1]), uses('c', 30, ['oven', 1])],
      [],
      { roles },
    );
    const chain = criticalChain(project, [
      place('a', 0, 100),
      place('b', 100, 60),
      place('c', 0, 30),
    ]);
    expect(chain.path()).toEqual([
      { id: 'a', role: null },
      { id: 'b', role: 'cook' },
    ]);
    expect(chain.dates('c').totalFloatMinutes).toBe(130);
    expect(chain.slips('a', 10).moved.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(chain.finish).toBe(sampleStart + 160);
  });

  it('[SC55] units come first from whom it waits for anyway, then from the longest free', () => {
    const project = sampleProject(
      [uses('a', 50, ['oven', 1]), uses('b', 80, ['oven', 1]), uses('c', 10, ['oven', 1])],
      [link('b', 'c')],
      { roles },
    );
    const placed = [place('a', 0, 50), place('b', 0, 80), place('c', 80, 10)];
    const chain = criticalChain(project, placed);
    expect(chain.dates('a').totalFloatMinutes).toBe(40);
    expect(chain.path().map((step) => step.id)).toEqual(['b', 'c']);
  });

  it('[SC55] a handover never closes a ring with a link that reaches back', () => {
    const project = sampleProject(
      [uses('a', 10, ['cook', 1]), uses('b', 10, ['cook', 1])],
      [link('a', 'b', { lagMinutes: -500, lagIn: 'elapsed' })],
      { roles },
    );
    const chain = criticalChain(project, [place('a', 10, 10), place('b', 0, 10)]);
    expect(chain.finish).toBe(sampleStart + 20);
  });

  it('[SC55] an unknown role is named', () => {
    const project = sampleProject([uses('a', 10, ['pilot', 1])], [], { roles });
    expect(() => criticalChain(project, [place('a', 0, 10)])).toThrow(/role "pilot"/);
  });

  const caps = [2, 3] as const;
  const anyTask = fc.record({
    minutes: fc.integer({ min: 1, max: 50 }),
    units: fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 3 })),
    after: fc.array(fc.nat(20), { maxLength: 2 }),
  });

  it('[SC56] the placement stands, and no later delay breaks a capacity', () => {
    const given = fc.tuple(
      fc.array(anyTask, { minLength: 2, maxLength: 14 }),
      fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 0, max: 60 })), { maxLength: 4 }),
    );
    fc.assert(
      fc.property(given, ([list, delays]) => {
        const project = projectOf(list);
        const placed = placeInTurn(project);
        const chain = criticalChain(project, placed);
        for (const { id, start, finish } of placed) {
          expect(chain.dates(id)).toMatchObject({ start, finish });
        }
        for (const [index, by] of delays) {
          const id = `t${index % list.length}`;
          chain.update(id, { notBefore: chain.dates(id).start + by });
          checkCapacity(project, chain);
        }
      }),
    );
  });

  function projectOf(
    list: readonly { minutes: number; units: [number, number]; after: number[] }[],
  ) {
    const tasks = list.map(({ minutes, units }, index) =>
      uses(
        `t${index}`,
        minutes,
        ...(['r0', 'r1'] as const).flatMap((name, at): [string, number][] => {
          const wanted = units[at] ?? 0;
          return wanted > 0 ? [[name, wanted]] : [];
        }),
      ),
    );
    const links = list.flatMap(({ after }, index) =>
      [...new Set(after)]
        .filter((from) => from < index)
        .map((from) => link(`t${from}`, `t${index}`)),
    );
    const crew = caps.map((capacity, at) => role(`r${at}`, capacity, { calendar: 'clock' }));
    return sampleProject(tasks, links, { roles: crew, defaultCalendar: 'clock' });
  }
});

const demand = (task: Task, name: string) =>
  task.ways[0]?.uses.reduce(
    (sum, use) => sum + ('role' in use && use.role === name ? use.units : 0),
    0,
  ) ?? 0;

/** Each task in turn at the first minute that links and capacity allow. */
function placeInTurn(project: Project): Placed[] {
  const placed: Placed[] = [];
  for (const task of project.tasks) {
    const minutes = task.ways[0]?.estimate.likely ?? 0;
    const ready = project.links
      .filter(({ to }) => to === task.id)
      .map(({ from }) => placed.find(({ id }) => id === from)?.finish ?? 0);
    let start = Math.max(sampleStart, ...ready);
    while (!fits(project, placed, task, start, minutes)) start += 1;
    placed.push({ id: task.id, way: 'way', start, finish: start + minutes });
  }
  return placed;
}

function fits(
  project: Project,
  placed: readonly Placed[],
  task: Task,
  start: number,
  minutes: number,
) {
  return project.roles.every(({ id, capacity }) => {
    for (let at = start; at < start + minutes; at += 1) {
      if (busy(project, placed, id, at) + demand(task, id) > capacity) return false;
    }
    return true;
  });
}

function busy(
  project: Project,
  placed: readonly Pick<Placed, 'id' | 'start' | 'finish'>[],
  name: string,
  at: number,
) {
  const running = placed.filter(({ start, finish }) => start <= at && at < finish);
  const ids = new Set(running.map(({ id }) => id));
  return project.tasks
    .filter(({ id }) => ids.has(id))
    .reduce((sum, task) => sum + demand(task, name), 0);
}

function checkCapacity(project: Project, chain: CriticalPath): void {
  const all = chain.all();
  for (const { id, capacity } of project.roles) {
    for (const { start } of all)
      expect(busy(project, all, id, start)).toBeLessThanOrEqual(capacity);
  }
}
