// The store's figures on PostgreSQL: a real server of its own, with PostgreSQL's own durability and
// the counter of syncs loaded into it.
import path from 'node:path';
import pg from 'pg';
import type { Config } from '../../src/base/config.ts';
import { openStore } from '../../src/open-store.ts';
import { createDatabase } from '../../test/support/database.ts';
import { startPostgres } from '../../test/support/postgres.ts';
import type { BenchContext } from '../context.ts';
import { dataConfig } from '../lib/data-config.ts';
import { createSyncCounter } from '../sync-count/sync-count.ts';
import { openBarePostgres } from './bare-postgres.ts';
import { type CrowdFigures, measureCrowd } from './callers.ts';
import { fillSql, fillValues, logRuns } from './log-fill.ts';
import { type Log, measurePages, type PageFigures } from './pages.ts';
import { reportStore } from './report.ts';
import { measureSingles, type SingleFigures } from './singles.ts';

/** A fresh database with the schema in it. */
async function newDatabase(
  serverUrl: string,
  dir: string,
): Promise<{ url: string; config: Config }> {
  const { url } = await createDatabase(serverUrl);
  const config = dataConfig({ home: path.join(dir, 'home'), databaseUrl: url });
  await (await openStore(config)).close();
  return { url, config };
}

async function singlesOn(serverUrl: string, dir: string): Promise<SingleFigures> {
  const { url, config } = await newDatabase(serverUrl, dir);
  return measureSingles({ bare: await openBarePostgres(url), single: config, thread: config });
}

async function crowdOn(
  serverUrl: string,
  dir: string,
  readSyncs: (() => number) | null,
): Promise<CrowdFigures> {
  const { config } = await newDatabase(serverUrl, dir);
  const store = await openStore(config);
  try {
    return await measureCrowd((sets) => store.commit(sets), readSyncs);
  } finally {
    await store.close();
  }
}

type OpenLog = Log & { readonly close: () => Promise<void> };

async function makeLog(serverUrl: string, dir: string, total: number): Promise<OpenLog> {
  const { url, config } = await newDatabase(serverUrl, dir);
  const runs = logRuns(total);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const one of runs) await client.query(fillSql.postgres, fillValues(one));
  await client.query('vacuum analyze events');
  await client.end();
  const store = await openStore(config);
  return { reader: store, runs, close: () => store.close() };
}

async function pagesOn(serverUrl: string, dir: string): Promise<PageFigures> {
  const small = await makeLog(serverUrl, dir, 10_000);
  const large = await makeLog(serverUrl, dir, 1_000_000);
  try {
    return await measurePages(small, large);
  } finally {
    await Promise.all([small.close(), large.close()]);
  }
}

export async function measurePostgres({ dir, log }: BenchContext): Promise<object> {
  const counter = createSyncCounter({ dir });
  const server = await startPostgres(counter === undefined ? {} : { env: counter.env });
  try {
    log('postgres: one caller, in turns with the bare loop');
    const singles = await singlesOn(server.url, dir);
    log('postgres: 64 callers, in turns with one');
    const crowd = await crowdOn(server.url, dir, counter?.read ?? null);
    log('postgres: pages from logs of 10,000 and 1,000,000 events');
    const pages = await pagesOn(server.url, dir);
    return reportStore({ singles, crowd, pages });
  } finally {
    await server.stop();
  }
}
