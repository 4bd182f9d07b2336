// What models were asked for one plan, twice: as their server saw it, and as our rows have it.
import { contentJson } from '../../src/engine/content.ts';
import { allUsageRows } from '../../src/plan/usage-files.ts';
import type { Reader } from '../../src/store/store.ts';
import type { Call } from '../doubles/model-server/call-record.ts';

/** How often each prompt was asked. */
export type Counts = ReadonlyMap<string, number>;

function countOf(prompts: readonly string[]): Counts {
  const counts = new Map<string, number>();
  for (const prompt of prompts) counts.set(prompt, (counts.get(prompt) ?? 0) + 1);
  return counts;
}

export const callsByPrompt = (calls: readonly Call[], goal: string): Counts =>
  countOf(calls.filter(({ system }) => system.includes(goal)).map(({ prompt }) => prompt));

export async function rowsByPrompt(reader: Reader, tenant: string, plan: string): Promise<Counts> {
  const rows = await allUsageRows(reader, tenant, plan);
  const texts = await reader.contents(rows.map(({ prompt }) => prompt));
  const promptOf = (id: string): string => {
    const content = texts.get(id);
    return content ? (contentJson(content) as { prompt: string }).prompt : '';
  };
  return countOf(rows.map(({ prompt }) => promptOf(prompt)));
}

/** What was asked and is not on the account: calls that were in flight when the server died. */
export function missingFrom(rows: Counts, calls: Counts): Counts {
  const left = [...calls].map(([prompt, count]) => [prompt, count - (rows.get(prompt) ?? 0)]);
  return new Map(left.filter(([, count]) => count !== 0) as [string, number][]);
}
