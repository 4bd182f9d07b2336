// What the suites of this folder need of a store: open it (any number of times, on the same data)
// and reach below it by plain SQL.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Clock } from '../../src/base/clock.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createTestDatabase } from '../support/database.ts';
import { allowTampering } from '../support/tamper.ts';
import { targetOf } from './target.ts';

export interface OpenOptions {
  readonly clock?: Clock;
}

export type SqlRow = Record<string, unknown>;

export interface Harness {
  readonly kind: Store['kind'];
  /** For child processes: how they open the same data. */
  readonly address: string;
  open(options?: OpenOptions): Promise<Store>;
  /** Parameters are ? on both. */
  sql(text: string, ...values: (string | number | Uint8Array)[]): Promise<SqlRow[]>;
  /** Closes what was opened and empties the data; on PostgreSQL faster than a new database. */
  clear(): Promise<void>;
  /** Closes what was opened and removes the data. */
  drop(): Promise<void>;
}

export type MakeHarness = () => Promise<Harness>;

class Opened {
  readonly #stores: Store[] = [];

  keep(store: Store): Store {
    this.#stores.push(store);
    return store;
  }

  async close(): Promise<void> {
    await Promise.all(this.#stores.splice(0).map((store) => store.close()));
  }
}

export async function sqliteHarness(): Promise<Harness> {
  const folder = mkdtempSync(join(tmpdir(), 'planwright-store-'));
  const path = join(folder, 'planwright.db');
  const opened = new Opened();
  return {
    kind: 'sqlite',
    address: path,
    open: async (options = {}) =>
      opened.keep(openSqliteStore({ path, synchronous: 'NORMAL', ...options })),
    sql: async (text, ...values) => {
      const db = allowTampering(new DatabaseSync(path, { timeout: 5_000 }));
      try {
        return db.prepare(text).all(...values) as SqlRow[];
      } finally {
        db.close();
      }
    },
    clear: async () => {
      await opened.close();
      for (const name of readdirSync(folder)) rmSync(join(folder, name));
    },
    drop: async () => {
      await opened.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const emptyTables = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public'
    and tablename <> 'meta' loop
    execute format('delete from %I', name);
  end loop;
end $$`;

export async function postgresHarness(create = createTestDatabase): Promise<Harness> {
  const database = await create();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  pool.on('error', () => {});
  const opened = new Opened();
  return {
    kind: 'postgres',
    address: database.url,
    open: async (options = {}) =>
      opened.keep(await openPostgresStore({ ...targetOf(database.url), ...options })),
    sql: async (text, ...values) => {
      const parts = text.split('?');
      const numbered = parts.reduce((left, right, index) => `${left}$${index}${right}`);
      return (await pool.query<SqlRow>(numbered, values)).rows;
    },
    clear: async () => {
      await opened.close();
      await pool.query(emptyTables);
    },
    drop: async () => {
      await opened.close();
      await pool.end();
      await database.drop();
    },
  };
}
