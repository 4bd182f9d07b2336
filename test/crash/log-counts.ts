// Counted below the server, from the log alone and by SQL: what was verified or handed out twice.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { ServerPlace } from './killable-server.ts';

export interface LogCounts {
  /** "run step", each as often as the log says it was verified. */
  readonly verified: readonly string[];
  readonly verifiedTwice: readonly string[];
  /** Attempts that were handed out twice. */
  readonly leasedTwice: readonly string[];
}

type Rows = readonly { readonly place: string; readonly times: number }[];
type Query = (sql: string) => Promise<Rows>;

const byPlace = (field: (path: string) => string, type: string, places: string): string =>
  `select ${places} as place, count(*) as times from events
   where ${field('type')} = '${type}' group by 1 order by 1`;

async function countWith(query: Query, field: (path: string) => string): Promise<LogCounts> {
  const step = `run || ' ' || ${field('data.step')}`;
  const verified = await query(byPlace(field, 'step.verified', step));
  const attempt = `${step} || ' ' || ${field('data.attempt')}`;
  const leased = await query(byPlace(field, 'step.leased', attempt));
  const twice = (rows: Rows): string[] =>
    rows.filter(({ times }) => Number(times) > 1).map(({ place }) => place);
  return {
    verified: verified.flatMap(({ place, times }) => Array(Number(times)).fill(place) as string[]),
    verifiedTwice: twice(verified),
    leasedTwice: twice(leased),
  };
}

const inPostgres = (path: string): string => `(header::jsonb #>> '{${path.replace('.', ',')}}')`;
const inSqlite = (path: string): string => `json_extract(header, '$.${path}')`;

export const countInPostgres = (client: pg.Client): Promise<LogCounts> =>
  countWith(async (sql) => (await client.query<Rows[number]>(sql)).rows, inPostgres);

export const countInSqlite = (db: DatabaseSync): Promise<LogCounts> =>
  countWith(async (sql) => db.prepare(sql).all() as unknown as Rows, inSqlite);

export async function countLog({ home, databaseUrl }: ServerPlace): Promise<LogCounts> {
  if (databaseUrl === undefined) {
    const db = new DatabaseSync(join(home, 'planwright.db'), { readOnly: true, timeout: 5_000 });
    try {
      return await countInSqlite(db);
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await countInPostgres(client);
  } finally {
    await client.end();
  }
}

/** A second verification and a second hand-out, as a broken engine would write them. */
export const plantDoubles = ['step.verified', 'step.leased'].map(
  (type, index) => `insert into events (run, seq, header, hash)
    select run, ${1_000_000 + index}, header, hash from events
    where header like '%"type":"${type}"%' and header like '%"step":"task_%' limit 1`,
);
