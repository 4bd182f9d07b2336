import { describe, expect, it } from 'vitest';
import type { ImportedLink } from './imported-plan.ts';
import { phaseOrder } from './planexe-order.ts';
import type { TreeNode } from './planexe-tree.ts';

const node = (id: string, children: readonly TreeNode[] = []): TreeNode => ({
  ...{ id, title: `Title ${id}`, description: undefined, resources: [], children },
});
const phasesOf = (...sizes: readonly number[]): TreeNode[] =>
  sizes.map((size, at) =>
    node(
      `p${at}`,
      Array.from({ length: size }, (_, index) => node(`t${at}_${index}`)),
    ),
  );
const link = (from: string, to: string): ImportedLink => ({
  ...{ from, to, type: 'finish_to_start', lag: 0 },
});
const nothing = { links: [], told: new Set<string>() };

/** Everything that has to end before it. */
function waitsFor(id: string, links: readonly ImportedLink[]): Set<string> {
  const into = Map.groupBy(links, ({ to }) => to);
  const found = new Set<string>();
  const pending = [id];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const { from } of into.get(at) ?? []) {
      if (!found.has(from)) pending.push(from);
      found.add(from);
    }
  }
  return found;
}

describe('the order of the phases of a PlanExe plan', () => {
  it('[IM9] few tasks wait for the last ones of the phase before, each by a link', () => {
    const stated = { links: [link('t0_0', 't0_1'), link('t0_2', 't0_2')], told: new Set(['t1_1']) };
    const { links, ends } = phaseOrder(phasesOf(3, 3), stated);
    expect(links.map(({ from, to }) => `${from} ${to}`)).toEqual([
      ...['t0_1 t1_0', 't0_2 t1_0', 't0_1 t1_2', 't0_2 t1_2'],
    ]);
    expect(ends.size).toBe(0);
  });

  it('[IM8] a phase without tasks hides the one before it from nobody', () => {
    expect(phaseOrder(phasesOf(1, 0, 1), nothing).links).toMatchObject([{ from: 't0_0' }]);
  });

  it('[IM9] many wait for a milestone that ends the phase, with links in step with the tasks', () => {
    const phases = phasesOf(46, 46);
    const { links, ends } = phaseOrder(phases, nothing);
    expect(links).toHaveLength(46 + 46);
    expect([...ends.values()]).toMatchObject([{ kind: 'milestone', parent: 'p0' }]);
    const first = phases[0]?.children.map(({ id }) => id) ?? [];
    for (const { id } of phases[1]?.children ?? []) {
      expect([...waitsFor(id, links)]).toEqual(expect.arrayContaining(first));
    }
    expect(links.every(({ guess }) => guess?.includes('milestone'))).toBe(true);
  });

  it('[IM9] the milestone has an id that nothing else has', () => {
    const phases = phasesOf(46, 46);
    const odd = [...phases, node('p0_end', [node('p0_end_2')])];
    const { ends } = phaseOrder(odd, nothing);
    expect([...ends.values()].map(({ id }) => id)).toContain('p0_end_3');
  });

  it.each([[[600, 600, 600]], [[900, 900]], [Array.from({ length: 30 }, () => 60)]])(
    '[IM9] so many that a plan could not hold their links are done in a row: %j',
    (sizes) => {
      const phases = phasesOf(...sizes);
      const { links, ends } = phaseOrder(phases, nothing);
      expect(ends.size).toBe(0);
      expect(links).toHaveLength(1_799);
      const all = phases.flatMap(({ children }) => children);
      expect(waitsFor(all.at(-1)?.id ?? '', links).size).toBe(1_799);
      expect(links[0]?.guess).toContain('one before it');
    },
  );

  it('[IM9] in a row too, a phase begins after all of the one before', () => {
    const told = new Set(['t0_3', 't0_7', 't1_5']);
    const phases = phasesOf(900, 800);
    const { links } = phaseOrder(phases, { links: [link('t0_2', 't0_3')], told });
    const first = phases[0]?.children.map(({ id }) => id);
    const stated = [...links, link('t0_2', 't0_3')];
    const found = waitsFor('t1_0', stated);
    expect(first?.every((id) => found.has(id))).toBe(true);
    expect(waitsFor('t1_5', stated).size).toBe(0);
    expect(links.length).toBeLessThanOrEqual(2_000);
  });
});
