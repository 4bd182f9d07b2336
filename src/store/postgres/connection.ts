// Connections to PostgreSQL: limits on every wait, big integers as numbers, and patience with a
// server that restarts, as long as nothing has been sent yet.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseTarget } from '../../base/database-target.ts';
import { isAway, isConnectionLoss, isStalePlan } from './postgres-error.ts';

const connectMs = 3_000;
const lockMs = 5_000;
const statementMs = 30_000;
/** Longer than the server's own limit, so that it bites only when the network is dead. */
const answerMs = 35_000;
const patienceMs = 4_000;
const firstPauseMs = 25;
const longestPauseMs = 400;

const int8 = 20;
const bytea = 17;

type Parse = (value: string) => unknown;

/** A copy of its own: small buffers share memory with others, which must not cross threads. */
const parseBytes: Parse = (value) => {
  const parse = pg.types.getTypeParser(bytea, 'text') as Parse;
  return new Uint8Array(parse(value) as Buffer);
};

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (format !== 'binary' && oid === int8) return Number;
    if (format !== 'binary' && oid === bytea) return parseBytes;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as pg.CustomTypesConfig['getTypeParser'],
};

const base = ({ url, ssl }: DatabaseTarget): pg.ClientConfig => ({
  connectionString: url,
  ssl: ssl === false ? false : { ...ssl },
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  connectionTimeoutMillis: connectMs,
  types,
});

/** Without an owner an 'error' of a connection would end the process; its query tells us anyway. */
const ignore = (): void => {};

/**
 * A plan made while a table was small is kept while it grows, so only those are allowed that go through
 * an index. They are the same for all values, so none is made again for the values that come.
 */
const writeSettings = `set enable_seqscan = off; set enable_hashjoin = off;
  set enable_mergejoin = off; set jit = off; set plan_cache_mode = force_generic_plan`;

export function createWritePool(target: DatabaseTarget, max: number): pg.Pool {
  return createPool(target, max, (client) => client.query(writeSettings));
}

/** What `onConnect` does is done before the connection is used. */
export function createPool(
  target: DatabaseTarget,
  max: number,
  onConnect: (client: pg.ClientBase) => unknown = ignore,
): pg.Pool {
  const pool = new pg.Pool({
    ...base(target),
    onConnect,
    max,
    application_name: 'planwright',
    lock_timeout: lockMs,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    idleTimeoutMillis: 30_000,
  });
  pool.on('error', ignore);
  pool.on('connect', (client) => client.on('error', ignore));
  return pool;
}

/** One connection without time limits: the schema, vacuum, listening. */
export async function openClient(target: DatabaseTarget, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...base(target), application_name: `planwright ${name}` });
  client.on('error', ignore);
  await client.connect();
  return client;
}

export async function withClient<Result>(
  target: DatabaseTarget,
  name: string,
  use: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(target, name);
  try {
    return await use(client);
  } finally {
    await client.end().catch(ignore);
  }
}

/** Nothing has been sent yet, so trying again is safe while the server is away. */
export async function acquire(pool: pg.Pool): Promise<pg.PoolClient> {
  const startedMs = performance.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await pool.connect();
    } catch (error) {
      const isOver = performance.now() - startedMs > patienceMs || pool.ending;
      if (isOver || !isAway(error)) throw error;
      await pause(pauseMs);
    }
  }
}

/** Told apart from a failed connect: the statement was on its way, so its outcome is open. */
export class SentError extends Error {
  constructor(cause: unknown) {
    super('the connection broke after the statement was sent', { cause });
  }
}

export interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

export async function queryOn<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<Row[]> {
  const client = await acquire(pool);
  try {
    const { rows } = await client.query<Row>(query);
    client.release();
    return rows;
  } catch (error) {
    const isLost = isConnectionLoss(error);
    client.release(isLost || isStalePlan(error));
    throw isLost ? new SentError(error) : error;
  }
}
