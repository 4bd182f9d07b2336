import { describe, expect, it } from 'vitest';
import type { ImportedTask } from './imported-plan.ts';
import { outlineOf } from './outline.ts';

const row = (id: string, kind: ImportedTask['kind'], parent: string | null): ImportedTask => ({
  ...{ id, title: id, kind, parent, hours: null },
});

const shape = (groups: number, each: number): ImportedTask[] =>
  Array.from({ length: groups }, (_, at) => [
    row(`g${at}`, 'group', null),
    ...Array.from({ length: each }, (_, index) => row(`t${at}_${index}`, 'task', `g${at}`)),
  ]).flat();

const sizesOf = (groups: number, each: number): number[] =>
  outlineOf(shape(groups, each), 'All').phases.map(({ tasks }) => tasks.length);

describe('the outline of a foreign plan', () => {
  it.each([
    [31, 31],
    [16, 61],
    [40, 45],
    [29, 62],
  ])('[IM8] %i groups of %i tasks fit into the phases of a plan', (groups, each) => {
    const sizes = sizesOf(groups, each);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(groups * each);
    expect(sizes.length).toBeLessThanOrEqual(30);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(60);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  it('[IM8] where groups are cut, tasks keep their order and the names of their groups', () => {
    const { phases } = outlineOf(shape(31, 31), 'All');
    const rows = phases.flatMap(({ tasks }) => tasks);
    expect(rows.map(({ task }) => task.id)).toEqual(
      shape(31, 31).flatMap(({ id, kind }) => (kind === 'task' ? [id] : [])),
    );
    expect(rows.every(({ task, within }) => within.join() === task.parent)).toBe(true);
    expect(phases[0]?.name).toBe('g0, g1');
    expect(phases[1]?.name).toBe('g1, g2, g3');
  });

  it('[IM8] phases of one large group are numbered, and stay in their order', () => {
    // 29 groups that cannot be joined, and one that has to be cut.
    const big = Array.from({ length: 600 }, (_, at) => row(`b${at}`, 'task', 'big'));
    const given = [row('big', 'group', null), ...big, ...shape(29, 31)];
    const { phases } = outlineOf(given, 'All');
    const names = phases.map(({ name }) => name);
    expect(names[1]).toMatch(/^big \(2 of \d+\)$/);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeLessThanOrEqual(30);
    const rows = phases.flatMap(({ tasks }) => tasks.map(({ task }) => task.id));
    expect(rows).toEqual(given.flatMap(({ id, kind }) => (kind === 'task' ? [id] : [])));
  });
});
