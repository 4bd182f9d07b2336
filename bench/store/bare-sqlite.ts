// The yardstick: the statements of one append on SQLite and nothing around them, in a plain loop on a
// connection with the store's own settings.
import type { DatabaseSync } from 'node:sqlite';
import { moveRunColumns, moveRunSql, putSql, writeSql } from '../../src/store/sql/write.ts';
import { openWriter } from '../../src/store/sqlite/open.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { WriteSet } from '../../src/store/store.ts';
import { columnsOf } from '../../src/store/tables.ts';
import type { Slice } from '../lib/alternate.ts';
import { AppendChain } from './append-chain.ts';
import { setsPerSlice } from './callers.ts';

interface BareAppend {
  readonly run: string;
  readonly seq: number;
  readonly header: string;
  readonly hash: string;
  readonly row: readonly (string | number)[];
  readonly move: readonly (string | number)[];
}

function bareAppend(set: WriteSet): BareAppend {
  const [event] = set.events ?? [];
  const [write] = set.rows ?? [];
  if (!event || !write || !('put' in write)) throw new Error('not an append');
  const put = write.put as unknown as Readonly<Record<string, string | number>>;
  const row = columnsOf('runs').map((column) => put[column] ?? '');
  const move = moveRunColumns.map((column) => put[column] ?? '');
  return { run: set.run ?? '', ...event, row, move };
}

function prepareAppend(db: DatabaseSync): (append: BareAppend) => void {
  const logNumber = db.prepare(writeSql.logNumber);
  const newLog = db.prepare(writeSql.newLog);
  const insertEvent = db.prepare(writeSql.insertEvent);
  const moveRun = db.prepare(moveRunSql);
  const putRun = db.prepare(putSql('runs'));
  return ({ run, seq, header, hash, row, move }) => {
    db.exec('begin immediate');
    if (moveRun.run(...move, seq - 1).changes === 0) {
      if (seq > 1) throw new Error('the head moved');
      putRun.run(...row);
    }
    const log = logNumber.get(run)?.no ?? newLog.run(run).lastInsertRowid;
    insertEvent.run(log, seq, header, hash);
    db.exec('commit');
  };
}

export interface BareLoop {
  readonly slice: () => Slice;
  readonly close: () => void | Promise<void>;
}

export async function openBareSqlite(file: string): Promise<BareLoop> {
  // The store makes the schema; the loop gets a connection of its own.
  await openSqliteStore({ path: file, synchronous: 'FULL' }).close();
  const db = openWriter({ path: file, synchronous: 'FULL' });
  const append = prepareAppend(db);
  const chain = new AppendChain('exec_bare');
  const slice = (): Slice => {
    const appends = chain.take(setsPerSlice).map(bareAppend);
    const run = (): void => {
      for (const one of appends) append(one);
    };
    return { count: appends.length, run };
  };
  return { slice, close: () => db.close() };
}
