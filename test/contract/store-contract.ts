// The store contract: one list of behaviors that every store must show.
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { batchContract } from './batch-contract.ts';
import { commitContract } from './commit-contract.ts';
import { concurrencyContract } from './concurrency-contract.ts';
import type { Harness, MakeHarness } from './harness.ts';
import { logContract } from './log-contract.ts';
import { outboxContract } from './outbox-contract.ts';
import { purseContract } from './purse-contract.ts';
import { readContract } from './read-contract.ts';
import { slotContract } from './slot-contract.ts';
import { snapshotContract } from './snapshot-contract.ts';
import { usageContract } from './usage-contract.ts';
import { verifyContract } from './verify-contract.ts';
import { workContract } from './work-contract.ts';

export function storeContract(name: string, makeHarness: MakeHarness): void {
  describe(name, () => {
    let current: Harness;
    beforeAll(async () => {
      current = await makeHarness();
    });
    afterEach(() => current.clear());
    afterAll(() => current.drop());
    const harness = (): Harness => current;
    commitContract(harness);
    batchContract(harness);
    slotContract(harness);
    purseContract(harness);
    readContract(harness);
    workContract(harness);
    outboxContract(harness);
    snapshotContract(harness);
    concurrencyContract(harness);
    logContract(harness);
    verifyContract(harness);
    usageContract(harness);
  });
}
