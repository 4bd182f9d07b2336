// Reads on the pool for reading. A read changes nothing, so one that lost its connection, or whose
// table a newer server has changed, is asked again on another.
import type pg from 'pg';
import { sha256Hex } from '../../base/hash.ts';
import { logSql } from '../sql/log.ts';
import { createReader } from '../sql/reader.ts';
import type { SqlValue } from '../sql/row-source.ts';
import type { Reader } from '../store.ts';
import { queryOn, SentError } from './connection.ts';
import { isStalePlan, postgresError } from './postgres-error.ts';

/** One more than connections in the pool, each of which may have prepared the statement long ago. */
const attemptsMax = 6;

async function readRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await queryOn<Row>(pool, query);
    } catch (error) {
      const cause = error instanceof SentError ? error.cause : error;
      const isWorthAsking = error instanceof SentError || isStalePlan(error);
      if (!isWorthAsking || attempt === attemptsMax) throw postgresError(cause);
    }
  }
}

/** A named statement is planned once per connection; the name is made from its text. */
const names = new Map<string, string>();
function nameOf(sql: string): string {
  const known = names.get(sql) ?? `pw_${sha256Hex(sql).slice(0, 24)}`;
  names.set(sql, known);
  return known;
}

export function createPostgresReader(pool: pg.Pool): Reader {
  const all = <Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> =>
    readRows(pool, { name: nameOf(sql), text: sql, values }) as Promise<Row[]>;
  const one = async <Row>(sql: string, ...values: SqlValue[]): Promise<Row | null> =>
    (await all<Row>(sql, ...values))[0] ?? null;
  return createReader({ all, one }, logSql);
}
