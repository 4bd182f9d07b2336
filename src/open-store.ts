// The store that the configuration names: to write, or beside a writer in a thread that only reads.
import { join } from 'node:path';
import type { Config } from './base/config.ts';
import { releasePages } from './store/sqlite/release-pages.ts';
import { openSqliteReader, openSqliteStore } from './store/sqlite/sqlite-store.ts';
import { SyncMark } from './store/sqlite/sync-mark.ts';
import type { Reader, Store } from './store/store.ts';

export type StorePlace = Pick<Config, 'dataDir' | 'database'>;

export const databasePath = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'planwright.db');

/** What the threads of a process share of a store; the first of them makes it. */
export type StoreShare = SharedArrayBuffer;

export const newStoreShare = (): StoreShare => new SyncMark().buffer;

/** The thread that writes is gone: nobody waits for what it had not brought to the disk. */
export function giveUpStoreShare(share: StoreShare): void {
  const mark = new SyncMark(share);
  if (mark.isBehind) mark.fail();
}

export async function openStore(
  config: StorePlace & Pick<Config, 'sqliteSync'>,
  share?: StoreShare,
): Promise<Store> {
  if (config.database === null) {
    const place = { path: databasePath(config), synchronous: config.sqliteSync };
    return openSqliteStore({ ...place, syncMark: new SyncMark(share) });
  }
  // The driver is only loaded by those who use it.
  const { openPostgresStore } = await import('./store/postgres/postgres-store.ts');
  return openPostgresStore(config.database);
}

export interface ReadSide {
  readonly reader: Reader;
  now(): number;
  close(): Promise<void>;
}

/**
 * A connection of its own, beside the engine's, which must have been opened before; without a share
 * that of another process.
 */
export async function openReadSide(config: StorePlace, share?: StoreShare): Promise<ReadSide> {
  if (config.database === null) {
    const reader = openSqliteReader(databasePath(config), new SyncMark(share));
    return { reader, now: () => Date.now(), close: async () => reader.close() };
  }
  const { openPostgresStore } = await import('./store/postgres/postgres-store.ts');
  const store = await openPostgresStore(config.database);
  return { reader: store, now: () => store.now(), close: () => store.close() };
}

export { releasePages };
