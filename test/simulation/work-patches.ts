// What a worker adds to the graph with its completion: members of a group, or one more round.
import type { WorkPatch } from '../../src/engine/engine-api.ts';
import type { Dice } from './dice.ts';
import { randomLeaf } from './graphs.ts';
import type { RunWatch } from './run-watch.ts';

export function growth(dice: Dice, watch: RunWatch, step: string, now: number): WorkPatch | null {
  const parent = watch.steps.get(step)?.def.parent;
  const anchor = parent ?? step;
  const isLoop = parent !== undefined && dice.chance(0.4);
  const [cause, letter] = isLoop ? (['loop', 'l'] as const) : (['fan_out', 'f'] as const);
  const count = dice.int(1, 2);
  const added = Array.from({ length: count }, (_, index) => {
    const id = `${anchor}_${letter}${watch.steps.size}x${index}`;
    const needs = dice.chance(0.5) ? [step] : [];
    const def = { ...randomLeaf(dice, id, needs, now), parent: anchor };
    return { def, spec: { title: id } };
  });
  if (parent === undefined) return { cause, added };
  const extend = [{ group: parent, needs: added.map(({ def }) => def.id) }];
  return { cause, added, extend, ...(isLoop ? { roundOf: parent } : {}) };
}
