// The store's figures on SQLite. The crowd runs in a child process, into which the counter of syncs
// is loaded.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeSql } from '../../src/store/sql/write.ts';
import { openWriter } from '../../src/store/sqlite/open.ts';
import { openSqliteReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { BenchContext } from '../context.ts';
import { dataConfig } from '../lib/data-config.ts';
import { createSyncCounter } from '../sync-count/sync-count.ts';
import { openBareSqlite } from './bare-sqlite.ts';
import type { CrowdFigures } from './callers.ts';
import { fillSql, fillValues, logRuns } from './log-fill.ts';
import { type Log, measurePages, type PageFigures } from './pages.ts';
import { reportStore } from './report.ts';
import { measureSingles } from './singles.ts';

const childScript = fileURLToPath(new URL('./sqlite-crowd.ts', import.meta.url));

async function measureCrowdApart(dir: string): Promise<CrowdFigures> {
  const counter = createSyncCounter({ dir });
  const env = { ...process.env, ...counter?.env };
  const file = path.join(dir, 'crowd.db');
  const { stdout } = await promisify(execFile)(process.execPath, [childScript, file], { env });
  return JSON.parse(stdout) as CrowdFigures;
}

type OpenLog = Log & { readonly close: () => void };

async function makeLog(file: string, total: number): Promise<OpenLog> {
  await openSqliteStore({ path: file, synchronous: 'NORMAL' }).close();
  const db = openWriter({ path: file, synchronous: 'NORMAL' });
  const runs = logRuns(total);
  const fill = db.prepare(fillSql.sqlite.replaceAll('$', '?'));
  const newLog = db.prepare(writeSql.newLog);
  db.exec('begin');
  for (const one of runs) {
    newLog.run(one.run);
    fill.run(...fillValues(one));
  }
  db.exec('commit');
  db.close();
  const reader = openSqliteReader(file);
  return { reader, runs, close: () => reader.close() };
}

async function measureLogs(dir: string): Promise<PageFigures> {
  const small = await makeLog(path.join(dir, 'log-10k.db'), 10_000);
  const large = await makeLog(path.join(dir, 'log-1m.db'), 1_000_000);
  try {
    return await measurePages(small, large);
  } finally {
    small.close();
    large.close();
  }
}

export async function measureSqlite({ dir, log }: BenchContext): Promise<object> {
  log('sqlite: one caller, in turns with the bare loop');
  const singles = await measureSingles({
    bare: await openBareSqlite(path.join(dir, 'bare.db')),
    single: dataConfig({ home: path.join(dir, 'single') }),
    thread: dataConfig({ home: path.join(dir, 'thread') }),
  });
  log('sqlite: 64 callers, in turns with one');
  const crowd = await measureCrowdApart(dir);
  log('sqlite: pages from logs of 10,000 and 1,000,000 events');
  const pages = await measureLogs(dir);
  return reportStore({ singles, crowd, pages });
}
