// Reads for whoever tells others, in the thread that also writes: nothing is given out that a crash of
// the machine could still take back. Threads beside it have a mark for that (sqlite/sync-mark.ts).
import type { Reader, Store } from './store.ts';

const notReads = {
  kind: true,
  now: true,
  commit: true,
  kept: true,
  purgeUniques: true,
  onForeignCommit: true,
  scrub: true,
  rest: true,
  backup: true,
  close: true,
} as const satisfies Readonly<Record<Exclude<keyof Store, keyof Reader>, true>>;

type Read = (...values: unknown[]) => Promise<unknown>;

export function keptReader(store: Store): Reader {
  const settled =
    (read: Read): Read =>
    async (...values) => {
      const result = await read(...values);
      await store.kept();
      return result;
    };
  const reads = Object.entries(store).filter(([name]) => !Object.hasOwn(notReads, name));
  return Object.fromEntries(
    reads.map(([name, read]) => [name, settled(read as Read)]),
  ) as unknown as Reader;
}
