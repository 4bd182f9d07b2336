import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Harness, sqliteHarness } from '../../test/contract/harness.ts';
import { keptReader } from './kept-reader.ts';
import type { Store } from './store.ts';

let harness: Harness;
let store: Store;
beforeEach(async () => {
  harness = await sqliteHarness();
  store = await harness.open();
});
afterEach(() => harness.drop());

it('[ST35] has every read of the store, and gives nothing out before it is on the disk', async () => {
  const gate = Promise.withResolvers<void>();
  const reader = keptReader({ ...store, kept: () => gate.promise });
  const told: unknown[] = [];
  const reading = reader.meta('secret').then((secret) => told.push(secret));
  expect(await store.meta('secret')).toMatch(/^[0-9a-f]{64}$/);
  await new Promise(setImmediate);
  expect(told).toEqual([]);
  gate.resolve();
  await reading;
  expect(told).toEqual([await store.meta('secret')]);
  expect(await keptReader(store).runIds('', 5)).toEqual([]);
});
