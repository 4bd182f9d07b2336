// Which plan a plan came out of. It stands with what the plan was asked for, in the contract of the
// first step of its run.
import { contentJson } from '../engine/content.ts';
import type { StageSpec } from '../plan/generation.ts';
import { isTaking } from '../plan/taking-step.ts';
import type { Rows } from '../store/tables.ts';
import type { Context } from './context.ts';

/** By plan; those without one are left out. */
export async function parentsOf(
  { reader }: Context,
  plans: readonly Rows['plans'][],
): Promise<ReadonlyMap<string, string>> {
  const first = await reader.firstSteps(plans.map(({ run }) => run));
  // What was taken in has no parent, and a whole plan in its contract.
  const made = [...first.values()].filter((step) => !isTaking(step));
  const contents = await reader.contents(made.map(({ spec }) => spec));
  const found = plans.flatMap(({ id, run }): [string, string][] => {
    const row = contents.get(first.get(run)?.spec ?? '');
    const parent = row && (contentJson(row) as StageSpec).settings?.parentPlan;
    return parent === undefined ? [] : [[id, parent]];
  });
  return new Map(found);
}
