// What must be undone, and in which order, worked out from the events alone.
import type { GraphStep } from '../../src/engine/event-types.ts';
import type { RunWatch } from './run-watch.ts';
import type { SeenStep } from './seen-step.ts';

type Seen = Pick<RunWatch, 'steps'>;

const byFirstLease = (one: SeenStep, other: SeenStep): number => one.firstLease - other.firstLease;

const acted = ({ steps }: Seen): SeenStep[] =>
  [...steps.values()]
    .filter((step) => step.def.reversibility !== undefined && step.firstLease > 0)
    .sort(byFirstLease);

/** Steps with effects that stand, the first one first. */
export const uncompensated = (watch: Seen): string[] =>
  acted(watch)
    .filter((step) => step.compensated === 0)
    .map((step) => step.def.id);

const canUndo = ({ def }: SeenStep): boolean =>
  def.undo !== undefined && def.reversibility !== 'irreversible';

/** Each that can be undone is, once, one after the other, the last one first. */
export function checkUndoPatch(watch: Seen, added: readonly GraphStep[]): string[] {
  const problems: string[] = [];
  const expected = acted(watch).filter(canUndo).reverse();
  const undoes = added.map((def) => def.undoes ?? '').join();
  const wanted = expected.map((step) => step.def.id).join();
  if (undoes !== wanted) problems.push(`undoes [${undoes}], not [${wanted}]`);
  for (const [index, def] of added.entries()) {
    const needs = index === 0 ? '' : (added[index - 1]?.id ?? '');
    if (def.needs.join() !== needs) problems.push(`${def.id} does not wait for ${needs}`);
  }
  const held = [...watch.steps.values()].filter((step) => step.state === 'LEASED');
  for (const step of held) problems.push(`${step.def.id} is still held`);
  return problems;
}
