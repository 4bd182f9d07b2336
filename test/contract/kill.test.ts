// kill -9 of a process that appends: what it was told is written is there, and the chain holds.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkNext, startChain } from '../../src/engine/verify-chain.ts';
import type { Store } from '../../src/store/store.ts';
import { type StoreChild, startChild } from './child.ts';
import { type Harness, postgresHarness, sqliteHarness } from './harness.ts';

const kills = 8;
const runs = ['exec_a', 'exec_b', 'exec_c'];

async function killAfter(harness: Harness, acks: number): Promise<StoreChild> {
  const { kind, address } = harness;
  const child = startChild({ kind, address, append: { runs, count: 1_000_000 } });
  await child.loaded;
  child.go();
  await vi.waitUntil(() => child.lines.length > acks, { timeout: 60_000, interval: 1 });
  child.kill();
  expect(await child.exited).toBeNull();
  expect(child.lines.filter((line) => line.error)).toEqual([]);
  return child;
}

async function expectChain(store: Store, run: string): Promise<Map<number, string>> {
  const check = startChain(run);
  const hashes = new Map<number, string>();
  for (const event of await store.events(run, 0, 1_000_000)) {
    expect(checkNext(check, event)).toBeNull();
    hashes.set(event.seq, event.hash);
  }
  expect(await store.run(run)).toMatchObject({
    head_seq: check.state.seq,
    head_hash: check.state.hash,
  });
  return hashes;
}

describe.each([
  ['SQLite', sqliteHarness],
  ['PostgreSQL', postgresHarness],
])('a writer on %s', (_, makeHarness) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await makeHarness();
  });
  afterAll(() => harness.drop());

  it('[ST22] killed at any moment has lost nothing that it acknowledged', async () => {
    const acked: StoreChild['lines'] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const child = await killAfter(harness, 1 + kill * 17);
      acked.push(...child.lines.filter((line) => line.run !== undefined));
    }
    const store = await harness.open();
    for (const run of runs) {
      const hashes = await expectChain(store, run);
      const own = acked.filter((line) => line.run === run);
      expect(own.length).toBeGreaterThan(kills);
      expect(own.filter((line) => hashes.get(line.seq ?? 0) !== line.hash)).toEqual([]);
    }
  });
});
