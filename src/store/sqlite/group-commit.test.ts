import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Harness, sqliteHarness } from '../../../test/contract/harness.ts';
import { append, headAfter, put } from '../../../test/contract/sample-rows.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await sqliteHarness();
});
afterEach(() => harness.drop());

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
