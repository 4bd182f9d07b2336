// What a finished plan says of its own quality. It stands in plan.json, which is long: each is read once.
import type { Plan } from '../contract/plan.ts';
import { migratePlan } from '../contract/plan-versions.ts';
import { contentJson } from '../engine/content.ts';
import type { Reader } from '../store/store.ts';
import type { Rows } from '../store/tables.ts';

const knownMax = 200;
/** By the id of the content, which never changes. */
const known = new Map<string, Plan['quality_summary']>();

function keep(id: string, summary: Plan['quality_summary']): void {
  known.set(id, summary);
  const [oldest] = known.keys();
  if (known.size > knownMax && oldest !== undefined) known.delete(oldest);
}

export async function qualityOf(
  reader: Pick<Reader, 'content'>,
  files: readonly Rows['artifacts'][],
): Promise<Plan['quality_summary'] | undefined> {
  const file = files.find(({ path }) => path === 'plan.json');
  if (!file) return undefined;
  const found = known.get(file.content);
  if (found) return found;
  const row = await reader.content(file.content);
  if (!row) return undefined;
  const { quality_summary: summary } = migratePlan(contentJson(row)) as Plan;
  keep(file.content, summary);
  return summary;
}
