// Bundles of runs in tests: a store of its own for each, and the plan that executions need.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { Rows } from '../../src/store/tables.ts';

export const planRow = (change: Partial<Rows['plans']> = {}): Rows['plans'] => ({
  id: 'plan_history1',
  tenant: 'tenant_local',
  created_by: 'person_history1',
  created_at: 1_700_000_000_000,
  run: 'gen_history1',
  goal: 'Bake bread',
  title: 'Bread',
  erased_at: 0,
  ...change,
});

/** Work on a fresh store that knows these plans. */
export async function withStore<Result>(
  plans: readonly Rows['plans'][],
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-bundle-'));
  const store = openSqliteStore({ path: join(folder, 'planwright.db'), synchronous: 'NORMAL' });
  try {
    await store.commit(plans.map((put) => ({ rows: [{ table: 'plans', put }] })));
    return await work(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The bytes of a bundle, as often as they are asked for. */
export const chunksOf = (text: string, size = 64 * 1024) =>
  async function* (): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text);
    for (let start = 0; start < bytes.byteLength; start += size) {
      yield bytes.subarray(start, start + size);
    }
  };

export async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}
