import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, sqliteHarness } from '../../../test/contract/harness.ts';
import { append, headAfter, put } from '../../../test/contract/sample-rows.ts';
import type { Store } from '../store.ts';
import { openSqliteStore } from './sqlite-store.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await sqliteHarness();
});
afterEach(() => harness.drop());

it('[ST16] a run whose first commit did not fit is written as a new one later', async () => {
  const store = openSqliteStore({ path: harness.address, synchronous: 'NORMAL', pagesMax: 200 });
  const run = 'exec_toolarge';
  const bytes = new Uint8Array(2_000_000);
  const content = { id: `${run}.1`, tenant: 't', owner: run, salt: new Uint8Array(16), bytes };
  await expect(store.commit([append(run, undefined, { content: [content] })])).rejects.toThrow();
  // Another run comes in between, which gets the number that was given and taken back.
  const other = append('exec_other1');
  expect(await store.commit([other])).toEqual([{ ok: true }]);
  const first = append(run);
  expect(await store.commit([first])).toEqual([{ ok: true }]);
  expect(await store.events(run, 0, 10)).toEqual(first.events);
  expect(await store.events('exec_other1', 0, 10)).toEqual(other.events);
  await store.close();
});

it('[ST34] what is written beside a run at the same moment does not have to be written again', async () => {
  const store = await harness.open();
  const run = 'exec_beside';
  const first = append(run);
  await store.commit([first]);
  const beside = { run, expectedSeq: headAfter(first).seq, rows: [put('usage', { run })] };
  const results = await Promise.all([
    store.commit([append(run, headAfter(first))]),
    store.commit([beside]),
  ]);
  expect(results).toEqual([[{ ok: true }], [{ ok: true }]]);
  // Later it is a conflict: the run may have been erased meanwhile.
  expect(await store.commit([beside])).toMatchObject([{ ok: false, conflict: 'seq' }]);
});

describe('[ST37] the end of a turn', () => {
  /** Commits one after another, and tells how many were done when everything else had its turn. */
  async function doneBefore(
    store: Store,
    count: number,
    name = 'exec_alone',
    how = {},
  ): Promise<number> {
    let before = 0;
    let done = 0;
    const turn = new Promise<void>((resolve) => {
      setImmediate(() => {
        before = done;
        resolve();
      });
    });
    for (; done < count; done += 1) await store.commit([append(`${name}${done}`)], how);
    await turn;
    return before;
  }

  it('is not waited for by a writer that is alone, and comes all the same', async () => {
    const store = openSqliteStore({ path: harness.address, synchronous: 'NORMAL' });
    await store.commit([append('exec_first1')]);
    expect(await doneBefore(store, 20)).toBe(8);
    await store.close();
  });

  it('is waited for where commits come together', async () => {
    const store = openSqliteStore({ path: harness.address, synchronous: 'NORMAL' });
    await Promise.all(['exec_one1', 'exec_two1'].map((run) => store.commit([append(run)])));
    expect(await doneBefore(store, 20)).toBe(0);
    await store.close();
  });

  it('is waited for where the disk is, and not where that comes later', async () => {
    const store = openSqliteStore({ path: harness.address, synchronous: 'FULL' });
    await store.commit([append('exec_first1')]);
    expect(await doneBefore(store, 3, 'exec_strict')).toBe(0);
    expect(await doneBefore(store, 20, 'exec_early', { isEarly: true })).toBe(8);
    await store.close();
  });
});
