// Changes of a graph that a person might make, good ones and bad ones: the machine must take them
// whole or not at all.
import type { NewStep, PatchRequest } from '../../src/engine/engine-api.ts';
import type { GraphStep } from '../../src/engine/event-types.ts';
import type { Dice } from './dice.ts';
import { randomLeaf } from './graphs.ts';
import type { RunWatch } from './run-watch.ts';
import type { SeenStep } from './seen-step.ts';

type Edit = Pick<
  PatchRequest,
  'cause' | 'baseRev' | 'added' | 'changed' | 'cancelled' | 'letFinish'
>;

const asNew = (def: GraphStep): NewStep => ({ def, spec: { title: def.id } });

const kinds = { add: 4, cancel: 3, change: 3, rewire: 2, alternate: 3, revise: 2, grow: 2 };

export function randomEdit(dice: Dice, watch: RunWatch, now: number): Edit {
  const baseRev = dice.chance(0.8) ? watch.rev : dice.int(0, watch.rev + 1);
  const base = { cause: 'edit', baseRev, added: [], letFinish: dice.chance(0.3) } as const;
  const ids = [...watch.steps.keys()];
  const open = watch.in('PENDING', 'READY', 'LEASED', 'WAITING', 'FAILED');
  const target = dice.maybe(open) ?? dice.maybe([...watch.steps.values()]);
  if (!target) return base;
  const fresh = `task_e${watch.steps.size}x${dice.int(1, 9)}`;
  switch (dice.weighted(kinds)) {
    case 'add':
      return { ...base, added: [asNew(randomLeaf(dice, fresh, dice.some(ids, 2), now))] };
    case 'cancel':
      return { ...base, cancelled: [target.def.id] };
    case 'change':
      return { ...base, changed: [asNew({ ...target.def, priority: dice.int(0, 9) })] };
    case 'rewire':
      return { ...base, changed: [asNew(rewired(dice, target, ids))] };
    case 'alternate':
      return { ...base, cause: 'alternate', added: [replacement(dice, target, 'a', watch, now)] };
    case 'revise':
      return revision(dice, watch, base, now);
    case 'grow':
      return { ...base, ...grown(dice, target, fresh, now) };
  }
}

const rewired = (dice: Dice, { def }: SeenStep, ids: readonly string[]): GraphStep => {
  const needs = [...new Set([...dice.some(def.needs, 3), ...dice.some(ids, 1)])];
  if (def.when && !needs.includes(def.when.step)) needs.push(def.when.step);
  return { ...def, needs: needs.filter((id) => id !== def.id) };
};

function replacement(
  dice: Dice,
  { def }: SeenStep,
  letter: 'a' | 'r',
  watch: RunWatch,
  now: number,
): NewStep {
  const id = `${def.id}_${letter}${watch.steps.size}`;
  const needs = def.purpose === 'group' ? [] : def.needs;
  const leaf = randomLeaf(dice, id, needs, now);
  const parent = def.parent === undefined ? {} : { parent: def.parent };
  return asNew({ ...leaf, ...parent, replaces: def.id });
}

function revision(dice: Dice, watch: RunWatch, base: Edit, now: number): Edit {
  const done = dice.maybe(watch.in('VERIFIED'));
  if (!done) return base;
  return { ...base, cause: 'revision', added: [replacement(dice, done, 'r', watch, now)] };
}

/** A step before another one, or a new member of a group. */
function grown(
  dice: Dice,
  { def }: SeenStep,
  id: string,
  now: number,
): Pick<Edit, 'added' | 'changed'> {
  const leaf = randomLeaf(dice, id, [], now);
  const added = def.purpose === 'group' ? { ...leaf, parent: def.id } : leaf;
  return { added: [asNew(added)], changed: [asNew({ ...def, needs: [...def.needs, id] })] };
}
