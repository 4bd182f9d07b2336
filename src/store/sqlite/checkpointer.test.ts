import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStore } from './sqlite-store.ts';

describe('the write-ahead log', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'planwright-checkpoint-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('[ST31] is copied by a thread under load, before the writer has to, and gone after a close', async () => {
    const path = join(folder, 'planwright.db');
    const store = openSqliteStore({ path, synchronous: 'NORMAL' });
    const before = statSync(path).size;
    const put = { scope: '', by: '', at: 0, reason: 'x'.repeat(500) };
    for (let index = 0; index < 1_100; index += 1) {
      await store.commit([{ rows: [{ table: 'switches', put: { ...put, scope: `s${index}` } }] }]);
    }
    // The writer's own limit of 4,000 pages is not reached by far.
    expect(statSync(`${path}-wal`).size).toBeLessThan(4_000 * 4_096);
    await vi.waitUntil(() => statSync(path).size > before, { timeout: 60_000, interval: 5 });
    await store.close();
    expect(existsSync(`${path}-wal`)).toBe(false);
    const again = openSqliteStore({ path, synchronous: 'NORMAL' });
    expect(await again.switches()).toHaveLength(1_100);
    await again.close();
  });

  it('[ST31] of synced commits is copied by a thread while several share them, and not of a run alone', async () => {
    const path = join(folder, 'planwright.db');
    const store = openSqliteStore({ path, synchronous: 'FULL' });
    const before = statSync(path).size;
    const put = { scope: '', by: '', at: 0, reason: 'x'.repeat(500) };
    const write = (scope: string) =>
      store.commit([{ rows: [{ table: 'switches', put: { ...put, scope } }] }]);
    for (let index = 0; index < 600; index += 1) await write(`alone${index}`);
    expect(statSync(path).size).toBe(before);
    for (let index = 0; index < 300; index += 1) {
      await Promise.all([1, 2, 3, 4, 5].map((one) => write(`together${index}-${one}`)));
    }
    await vi.waitUntil(() => statSync(path).size > before, { timeout: 60_000, interval: 5 });
    await store.close();
  });
});
