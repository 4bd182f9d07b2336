// Who took part: everyone that holds or held a task, each once, in the order of the tree.
import type { ExecutionTask } from '../../../src/contract/executions.ts';

export interface Holder {
  readonly id: string;
  readonly name: string;
  readonly isPerson: boolean;
}

export function holdersOf(tasks: readonly ExecutionTask[]): readonly Holder[] {
  const byId = new Map<string, Holder>();
  for (const { holder, holder_name, performer } of tasks) {
    if (holder === null || byId.has(holder)) continue;
    byId.set(holder, { id: holder, name: holder_name ?? holder, isPerson: performer === 'human' });
  }
  return [...byId.values()];
}
