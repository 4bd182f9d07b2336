// Reads on the pool for reading. A read changes nothing, so one that lost its connection is asked
// again on another.
import type pg from 'pg';
import { sha256Hex } from '../../base/hash.ts';
import { createReader, type SqlValue } from '../sql/reader.ts';
import type { Reader } from '../store.ts';
import { queryOn, SentError } from './connection.ts';
import { postgresError } from './postgres-error.ts';

const attemptsMax = 3;

async function readRows<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<Row[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await queryOn<Row>(pool, query);
    } catch (error) {
      const isLost = error instanceof SentError;
      if (!isLost || attempt === attemptsMax) throw postgresError(isLost ? error.cause : error);
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
  return createReader({
    all,
    one: async <Row>(sql: string, ...values: SqlValue[]): Promise<Row | null> =>
      (await all<Row>(sql, ...values))[0] ?? null,
  });
}
