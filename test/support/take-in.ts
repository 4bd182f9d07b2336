// From bytes to a plan, without a server.
import { importPlan, type TakenIn } from '../../src/plan/importing/import-plan.ts';
import type { ImportFormat } from '../../src/plan/importing/imported-plan.ts';
import { readSource } from '../../src/plan/importing/read-source.ts';

export async function takeIn(
  given: Uint8Array | string,
  format?: ImportFormat,
  name = 'a file',
): Promise<TakenIn> {
  const source = readSource(Buffer.from(given), name, format);
  if (source.kind !== 'foreign') throw new Error(`this is ${source.kind}`);
  return importPlan(source.imported, { planId: 'plan_test_1', today: '2027-01-04' });
}

/** How many defects of each kind there are. */
export function kindsOf({ report }: TakenIn): Record<string, number> {
  const groups = Map.groupBy(report.defects, ({ kind }) => kind);
  return Object.fromEntries([...groups].map(([kind, all]) => [kind, all.length]));
}

export const tasksOf = ({ plan }: TakenIn) => plan.phases.flatMap(({ tasks }) => tasks);
