// Many callers at once, on one store and on two stores over the same data.
import { describe, expect, it } from 'vitest';
import { emptyHead, type Head } from '../../src/engine/log-header.ts';
import type { Store } from '../../src/store/store.ts';
import type { Harness } from './harness.ts';
import { append, headAfter } from './sample-rows.ts';

const callers = 64;
const each = 5;

/** Appends one event, on whatever head the store has by then. */
async function appendUntilDone(store: Store, run: string, start: Head): Promise<Head> {
  let head = start;
  for (;;) {
    const set = append(run, head);
    const [result] = await store.commit([set]);
    if (result?.ok) return headAfter(set);
    if (result?.conflict !== 'seq') throw new Error(JSON.stringify(result));
    head = result.head;
  }
}

async function appendMany(store: Store, run: string): Promise<void> {
  let head = emptyHead;
  for (let index = 0; index < each; index += 1) head = await appendUntilDone(store, run, head);
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

export function concurrencyContract(harness: () => Harness): void {
  describe('many callers', () => {
    it('[ST14] on one run lose no event and double none', async () => {
      const store = await harness().open();
      await Promise.all(numbers(callers).map(() => appendMany(store, 'exec_one')));
      const events = await store.events('exec_one', 0, 10_000);
      expect(events.map(({ seq }) => seq)).toEqual(numbers(callers * each));
      expect((await store.run('exec_one'))?.head_hash).toBe(events.at(-1)?.hash);
    });

    it('[ST14] on many runs lose no event and double none', async () => {
      const store = await harness().open();
      await Promise.all(numbers(callers).map((index) => appendMany(store, `exec_${index}`)));
      for (const index of numbers(callers)) {
        const events = await store.events(`exec_${index}`, 0, 100);
        expect(events.map(({ seq }) => seq)).toEqual(numbers(each));
      }
    });

    it('[ST14] on two stores over the same data lose no event and double none', async () => {
      const stores = [await harness().open(), await harness().open()];
      const runs = numbers(8).flatMap((index) => [`exec_${index % 3}`, `exec_own_${index}`]);
      await Promise.all(stores.flatMap((store) => runs.map((run) => appendMany(store, run))));
      const all = await stores[0]?.runIds('', 100);
      const counts = await Promise.all(
        (all ?? []).map(async (run) => {
          const events = (await stores[1]?.events(run, 0, 1_000)) ?? [];
          expect(events.map(({ seq }) => seq)).toEqual(numbers(events.length));
          return events.length;
        }),
      );
      const total = counts.reduce((sum, count) => sum + count, 0);
      expect(total).toBe(stores.length * runs.length * each);
    });

    it('[ST3] of two stores only one creates a run or takes a key', async () => {
      const stores = [await harness().open(), await harness().open()];
      for (const round of numbers(10)) {
        const until = Date.now() + 60_000;
        const results = await Promise.all(
          stores.map(async (store, index) => {
            const require = [{ unique: `key_${round}`, value: String(index), until }];
            const [made] = await store.commit([append(`exec_${round}`)]);
            const [taken] = await store.commit([{ require }]);
            return { made, taken };
          }),
        );
        expect(results.filter(({ made }) => made?.ok).length).toBe(1);
        expect(results.filter(({ taken }) => taken?.ok).length).toBe(1);
        const lost = results.find(({ made }) => !made?.ok)?.made;
        expect(lost).toMatchObject({ conflict: 'seq', head: { seq: 1 } });
      }
    });

    it('[ST15] hear of a commit by another store, and not when they stopped listening', async () => {
      const [mine, other] = [await harness().open(), await harness().open()];
      let calls = 0;
      let stopListening = (): void => {};
      const heard = new Promise<void>((resolve) => {
        stopListening = mine.onForeignCommit(() => {
          calls += 1;
          resolve();
        });
      });
      await other.commit([append('exec_far')]);
      await heard;
      expect(calls).toBeGreaterThan(0);
      const again = new Promise<void>((resolve) => {
        stopListening();
        calls = 0;
        mine.onForeignCommit(resolve);
      });
      await other.commit([append('exec_far2')]);
      await again;
      expect(calls).toBe(0);
    });
  });
}
