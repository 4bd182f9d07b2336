// THE table: every operation. Its list is made from the files of this folder, and every face from it.
import { operations } from './all.generated.ts';
import type { JsonOperation } from './operation.ts';

export { operations };

export const jsonOperations: readonly JsonOperation[] = operations.filter(
  (operation) => operation.kind === 'json',
);

export function operationNamed(name: string): JsonOperation {
  const found = jsonOperations.find((operation) => operation.name === name);
  if (!found) throw new TypeError(`no operation ${name}`);
  return found;
}
