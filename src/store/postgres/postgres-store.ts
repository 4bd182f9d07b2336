// PostgreSQL behind the store port. Reads and writes have pools of their own, so that a crowd of
// readers cannot hold up a commit.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { Clock } from '../../base/clock.ts';
import type { DatabaseTarget } from '../../base/database-target.ts';
import { PlanwrightError } from '../../base/errors.ts';
import type { Store } from '../store.ts';
import { createPool, createWritePool, openClient, queryOn, withClient } from './connection.ts';
import { type DatabaseClock, startDatabaseClock } from './database-clock.ts';
import { GroupCommit, type Lane } from './group-commit.ts';
import { HeldConnection } from './held-connection.ts';
import { watchForeignCommits } from './listen.ts';
import { createNotifier } from './notify.ts';
import { postgresError } from './postgres-error.ts';
import { createPostgresReader } from './postgres-reader.ts';
import { ensureSchema } from './schema.ts';
import { type Ask, sendSets } from './send-sets.ts';

export interface PostgresOptions extends DatabaseTarget {
  /** For tests; the database's own clock counts otherwise. */
  readonly clock?: Clock;
}

/**
 * While one waits for the disk others are worked on: with forty runs four or five brought 5 to 13 % more
 * than two, eight nothing more. A batch that waits for another server's row does not hold up everybody.
 */
const commitsInFlight = 4;
/** One more for notes of deliveries, and one for wake-ups. */
const writeConnections = commitsInFlight + 2;
const readConnections = 5;

async function startClock(options: PostgresOptions, pool: pg.Pool): Promise<DatabaseClock> {
  const { clock } = options;
  if (clock) return { now: () => clock.now(), stop: () => {} };
  const text = 'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms';
  return startDatabaseClock(async () => {
    const rows = await queryOn<{ ms: number }>(pool, { text });
    return rows[0]?.ms ?? Date.now();
  });
}

const purgeSql = `with gone as (
    delete from uniques where key in (
      select key from uniques where until < $1 order by until limit $2 for update skip locked)
    returning 1)
  select count(*) as count from gone`;

async function purgeUniques(pool: pg.Pool, now: number, limit: number): Promise<number> {
  const rows = await queryOn<{ count: number }>(pool, {
    name: 'pw_purge_uniques',
    text: purgeSql,
    values: [now, limit],
  });
  return rows[0]?.count ?? 0;
}

/** What an erase takes rows from. */
const scrubbed = [
  'content',
  'artifacts',
  'telemetry',
  'plans',
  'snapshots',
  'messages',
  'uniques',
  'outbox',
  'replies',
  'usage',
];

/** Frees the space of deleted rows. Each VACUUM has to be a statement of its own. */
async function scrub(options: PostgresOptions): Promise<void> {
  await withClient(options, 'scrub', async (client) => {
    for (const table of scrubbed) {
      await client.query(`vacuum ${table}`);
    }
  });
}

async function mapped<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw postgresError(error);
  }
}

export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  await mapped(withClient(options, 'schema', ensureSchema));
  const writes = createWritePool(options, writeConnections);
  const reads = createPool(options, readConnections);
  const endPools = () => Promise.all([writes.end(), reads.end()]);
  const clock = await mapped(startClock(options, reads)).catch(async (error: unknown) => {
    await endPools();
    throw error;
  });
  const serverId = randomBytes(8).toString('hex');
  const notifier = createNotifier(writes, serverId);
  const foreign = watchForeignCommits(() => openClient(options, 'listen'), serverId);
  const held = Array.from({ length: commitsInFlight }, () => new HeldConnection(writes));
  const askBy =
    (lane: Lane): Ask =>
    (statement) => {
      const free = lane === 'work' ? held.find((one) => !one.isBusy) : undefined;
      return free ? free.query(statement) : queryOn(writes, statement);
    };
  const group = new GroupCommit(async (sets, lane) => {
    const results = await sendSets(askBy(lane), sets, clock.now, lane);
    notifier.committed();
    return results;
  }, commitsInFlight);

  const close = async (): Promise<void> => {
    clock.stop();
    await group.close();
    await Promise.all([notifier.stop(), foreign.stop()]);
    for (const one of held) one.release();
    await endPools();
  };
  let closing: Promise<void> | undefined;
  return {
    kind: 'postgres',
    ...createPostgresReader(reads),
    now: clock.now,
    // Every commit waits for the disk here: others see it at once, and could tell of it.
    commit: (sets) => group.commit(sets),
    kept: () => Promise.resolve(),
    purgeUniques: (now, limit) => mapped(purgeUniques(writes, now, limit)),
    onForeignCommit: foreign.listen,
    scrub: () => mapped(scrub(options)),
    // Its memory is the database's.
    rest: () => undefined,
    backup: async () => {
      throw new PlanwrightError(
        'not_allowed_now',
        'This data is in PostgreSQL. Back it up with pg_dump or with the backups of the database.',
      );
    },
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
