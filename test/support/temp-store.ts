// SQLite in a folder of its own, with a clock that stands still, for tests that need no engine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../src/base/clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';

export interface TempStore {
  readonly clock: ManualClock;
  /** One more connection to the same file, as another process would have. */
  open(): Store;
  close(): Promise<void>;
}

export function openTempStore(): TempStore {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-store-'));
  const clock = new ManualClock(1_700_000_000_000);
  const stores: Store[] = [];
  return {
    clock,
    open() {
      const path = join(folder, 'planwright.db');
      const store = openSqliteStore({ path, synchronous: 'NORMAL', clock });
      stores.push(store);
      return store;
    },
    async close() {
      for (const store of stores) await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
