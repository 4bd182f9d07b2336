import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSqliteReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { AppendChain } from './append-chain.ts';
import { openBareSqlite } from './bare-sqlite.ts';
import { setsPerSlice, singleCaller } from './callers.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'planwright-append-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('the bare loop leaves the same log and run row as the store does', async () => {
  const bareFile = path.join(dir, 'bare.db');
  const bare = await openBareSqlite(bareFile);
  await bare.slice().run();
  await bare.close();
  const store = openSqliteStore({ path: path.join(dir, 'store.db'), synchronous: 'FULL' });
  const chain = new AppendChain('exec_bare');
  for (const set of chain.take(setsPerSlice))
    expect(await store.commit([set])).toEqual([{ ok: true }]);

  const reader = openSqliteReader(bareFile);
  const events = await reader.events('exec_bare', 0, 1_000);
  expect(events).toHaveLength(setsPerSlice);
  expect(events).toEqual(await store.events('exec_bare', 0, 1_000));
  expect(await reader.run('exec_bare')).toEqual(await store.run('exec_bare'));
  reader.close();
  await store.close();
});

it('a caller whose append is refused ends the measurement', async () => {
  const head = { seq: 1, hash: '' };
  const slice = singleCaller(async () => [{ ok: false, conflict: 'seq', head }], 'x')();
  await expect(slice.run()).rejects.toThrow('not committed');
});
