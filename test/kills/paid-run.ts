// The run whose calls are paid for under kills.
import { join } from 'node:path';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';

export const tenant = 'tenant_paid';
export const plan = 'plan_paid0000001';
export const stepCount = 2;
/** A bad reply, and a good one after feedback. */
export const kinds = ['first', 'feedback'] as const;

export interface PaidTask {
  readonly home: string;
  readonly databaseUrl: string | null;
  readonly run: string;
  /** Another one for each run, so that none uses what another was told. */
  readonly seed: number;
}

export const callsFile = (home: string): string => join(home, 'calls.txt');

export const openPaidStore = async ({
  home,
  databaseUrl,
}: Pick<PaidTask, 'home' | 'databaseUrl'>): Promise<Store> =>
  databaseUrl === null
    ? openSqliteStore({ path: join(home, 'planwright.db'), synchronous: 'NORMAL' })
    : openPostgresStore({ url: databaseUrl, ssl: false });
