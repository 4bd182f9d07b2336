// Reads on one SQLite connection. The statements are prepared on first use, since a short CLI call
// needs two of them.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { createReader, type SqlValue } from '../sql/reader.ts';
import type { Reader } from '../store.ts';
import { sqliteError } from './sqlite-error.ts';

const byPosition = (sql: string): string => sql.replaceAll(/\$\d+/g, '?');

/** Rows come without a prototype; a plain copy compares and clones like any object. */
const plain = <Row>(row: object): Row => ({ ...row }) as Row;

async function guarded<Result>(read: () => Result): Promise<Result> {
  try {
    return read();
  } catch (error) {
    throw sqliteError(error);
  }
}

export function createSqliteReader(db: DatabaseSync): Reader {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const fresh = db.prepare(byPosition(sql));
    prepared.set(sql, fresh);
    return fresh;
  };
  return createReader({
    all: <Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> =>
      guarded(() =>
        statement(sql)
          .all(...values)
          .map((row) => plain<Row>(row)),
      ),
    one: <Row>(sql: string, ...values: SqlValue[]): Promise<Row | null> =>
      guarded(() => {
        const row = statement(sql).get(...values);
        return row ? plain<Row>(row) : null;
      }),
  });
}
