// Reads on one SQLite connection. The statements are prepared on first use, since a short CLI call
// needs two of them.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { numberedLogSql } from '../sql/log.ts';
import { createReader } from '../sql/reader.ts';
import type { RowSource, SqlValue } from '../sql/row-source.ts';
import type { Reader } from '../store.ts';
import { sqliteError } from './sqlite-error.ts';
import type { SyncMark } from './sync-mark.ts';

/**
 * SQLite plans for the value of a bare `limit ?` and prepares the statement anew at every call (43 µs
 * instead of 1 for ready steps); an expression is not looked into.
 */
const byPosition = (sql: string): string =>
  sql.replaceAll(/\$\d+/g, '?').replaceAll(/limit \?/g, 'limit ? + 0');

interface Prepared {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

type Values = readonly unknown[];

/** Rows are read as lists: objects come without a prototype, and copying them took the longest. */
function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(byPosition(sql));
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(({ name }) => name) };
}

function rowOf<Row>(columns: readonly string[], values: Values): Row {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) {
    row[columns[index] as string] = values[index];
  }
  return row as Row;
}

function guarded<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw sqliteError(error);
  }
}

export function createSqliteReader(db: DatabaseSync, mark?: SyncMark): Reader {
  const settled = async <Result>(read: () => Result): Promise<Result> => {
    const result = guarded(read);
    if (mark?.isBehind) await mark.settle();
    return result;
  };
  const known = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    const found = known.get(sql) ?? prepare(db, sql);
    known.set(sql, found);
    return found;
  };
  const source: RowSource = {
    all: <Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> =>
      settled(() => {
        const { statement, columns } = prepared(sql);
        const rows = statement.all(...values) as unknown as Values[];
        return rows.map((row) => rowOf<Row>(columns, row));
      }),
    one: <Row>(sql: string, ...values: SqlValue[]): Promise<Row | null> =>
      settled(() => {
        const { statement, columns } = prepared(sql);
        const row = statement.get(...values) as unknown as Values | undefined;
        return row ? rowOf<Row>(columns, row) : null;
      }),
  };
  return createReader(source, numberedLogSql);
}
