import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  sampleLink as link,
  sampleProject,
  sampleTask as task,
} from '../../../test/support/random-project.ts';
import type { Link, Project, Task } from '../project.ts';
import { criticalPath } from './critical-path.ts';
import { buildHierarchy, isWithin, leavesWithin } from './hierarchy.ts';
import { toLeafLinks } from './leaf-links.ts';

const summary = (id: string, more: Partial<Task> = {}) => task(id, 0, { kind: 'summary', ...more });

describe('hierarchy', () => {
  const { tasks } = sampleProject(
    [
      summary('s'),
      task('a', 1, { parent: 's' }),
      task('z', 1),
      summary('t', { parent: 's' }),
      task('b', 1, { parent: 't' }),
      summary('empty'),
    ],
    [],
  );
  const tree = buildHierarchy(tasks);

  it('[SC50] knows who lies below whom, at any depth', () => {
    expect(leavesWithin(tree, 0)).toEqual([1, 4]);
    expect(leavesWithin(tree, 3)).toEqual([4]);
    expect(leavesWithin(tree, 2)).toEqual([2]);
    expect(isWithin(tree, 4, 0)).toBe(true);
    expect(isWithin(tree, 2, 0)).toBe(false);
    expect(isWithin(tree, 0, 4)).toBe(false);
    expect(tree.isLeaf[5]).toBe(1);
    expect(tree.ringed).toEqual([]);
  });

  it('[SC50] a chain of a hundred thousand summaries is no problem', () => {
    const deep = Array.from({ length: 100_000 }, (_, index) =>
      summary(`s${index}`, index === 0 ? {} : { parent: `s${index - 1}` }),
    );
    expect(leavesWithin(buildHierarchy(deep), 0)).toEqual([99_999]);
  });
});

describe('leaf links', () => {
  it('[SC50] only the tasks that begin or end a summary stand for it', () => {
    const project = sampleProject(
      [summary('s'), ...['a', 'b', 'c'].map((id) => task(id, 1, { parent: 's' })), task('z', 1)],
      [link('a', 'b'), link('b', 'c'), link('s', 'z'), link('z', 's', { type: 'SF' })],
    );
    const { links, rewritten } = toLeafLinks(buildHierarchy(project.tasks), project.links);
    const pairs = links.map(({ from, to }) => [project.tasks[from]?.id, project.tasks[to]?.id]);
    expect(pairs).toEqual([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'z'],
      ['z', 'c'],
    ]);
    expect(rewritten).toEqual([2, 3]);
  });

  it('[SC50] two large summaries that would give too many links are refused', () => {
    const many = (parent: string) =>
      Array.from({ length: 1_500 }, (_, index) => task(`${parent}${index}`, 1, { parent }));
    const project = sampleProject(
      [summary('s'), summary('t'), ...many('s'), ...many('t')],
      [link('s', 't')],
    );
    expect(() => criticalPath(project)).toThrow(/2250000 links between leaves/);
  });

  const minutes = fc.integer({ min: 1, max: 900 });
  const exact = fc.record({
    from: fc.constantFrom('s', 't', 'u'),
    to: fc.constantFrom('s', 't', 'u'),
    type: fc.constantFrom('FS' as const),
    lag: fc.tuple(
      fc.integer({ min: -200, max: 400 }),
      fc.constantFrom('working', 'elapsed', 'office'),
    ),
  });
  const inner = fc.tuple(fc.nat(3), fc.nat(3), fc.integer({ min: -5, max: 50 }));

  it('[SC50] gives the same dates as links between all leaves', () => {
    const given = fc.record({
      lengths: fc.array(fc.tuple(minutes, fc.constantFrom('office', 'clock')), {
        minLength: 12,
        maxLength: 12,
      }),
      inner: fc.array(fc.tuple(fc.constantFrom('s', 't', 'u'), inner), { maxLength: 10 }),
      outer: fc.array(exact, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(given, ({ lengths, inner: within, outer }) => {
        const project = grouped(lengths, within, outer);
        const all = { ...project, links: project.links.flatMap((each) => spread(project, each)) };
        expect(criticalPath(project).all()).toEqual(criticalPath(all).all());
      }),
    );
  });

  type Inner = readonly [string, readonly [number, number, number]];
  type Outer = { from: string; to: string; type: 'FS'; lag: readonly [number, string] };

  function grouped(
    lengths: readonly (readonly [number, string])[],
    within: readonly Inner[],
    outer: readonly Outer[],
  ): Project {
    const names = ['s', 't', 'u'];
    const leaves = lengths.map(([length, calendar], index) => {
      const parent = names[Math.floor(index / 4)] ?? 's';
      const plain = task(`${parent}${index % 4}`, length, { parent });
      return { ...plain, ways: plain.ways.map((way) => ({ ...way, calendar })) };
    });
    const own = within.flatMap(([parent, [a, b, lagMinutes]]) =>
      a < b ? [link(`${parent}${a}`, `${parent}${b}`, { lagMinutes })] : [],
    );
    const across = outer.flatMap(({ from, to, type, lag: [lagMinutes, lagIn] }) =>
      from < to ? [link(from, to, { type, lagMinutes, lagIn: lagIn as Link['lagIn'] })] : [],
    );
    return sampleProject([...names.map((id) => summary(id)), ...leaves], [...own, ...across]);
  }

  function spread({ tasks }: Project, each: Link): Link[] {
    const leaves = (id: string) => {
      const below = tasks.filter(({ parent }) => parent === id).map((leaf) => leaf.id);
      return below.length > 0 ? below : [id];
    };
    return leaves(each.from).flatMap((from) =>
      leaves(each.to).map((to) => ({ ...each, from, to })),
    );
  }
});
