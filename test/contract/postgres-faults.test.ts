// PostgreSQL going away under load, on a server of this file's own: what was acknowledged stays,
// nothing is written twice, and the store serves again by itself.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { isPlanwrightError } from '../../src/base/errors.ts';
import { emptyHead, type Head } from '../../src/engine/log-header.ts';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type RunningPostgres, startPostgres } from '../support/postgres.ts';
import { append, headAfter } from './sample-rows.ts';
import { targetOf } from './target.ts';

const callers = 16;
const rounds = 3;
const ackedPerRound = 200;

let server: RunningPostgres;
let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  database = await createDatabase(server.url);
  store = await openPostgresStore(targetOf(database.url));
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

async function onServer<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

class Load {
  readonly acked: { readonly run: string; readonly seq: number; readonly hash: string }[] = [];
  readonly codes = new Set<string>();
  failures = 0;
  #isOver = false;

  async append(run: string): Promise<void> {
    let head: Head = emptyHead;
    while (!this.#isOver) {
      const set = append(run, head);
      const [result] = await store.commit([set]).catch((error: unknown) => {
        this.failures += 1;
        this.codes.add(isPlanwrightError(error) ? error.code : String(error));
        return [null];
      });
      if (result?.ok) this.acked.push({ run, ...headAfter(set) });
      head = result?.ok ? headAfter(set) : await this.#look(run, head);
    }
  }

  /** After a failure only the store knows where the run is. */
  async #look(run: string, head: Head): Promise<Head> {
    const row = await store.run(run).catch(() => undefined);
    if (row === undefined) return head;
    return row === null ? emptyHead : { seq: row.head_seq, hash: row.head_hash };
  }

  stop(): void {
    this.#isOver = true;
  }
}

async function ackedMore(load: Load, count: number): Promise<void> {
  const goal = load.acked.length + count;
  await vi.waitUntil(() => load.acked.length >= goal, { timeout: 60_000, interval: 5 });
}

/** Disturbs until somebody felt it: a commit that was just through would not. */
async function strike(load: Load, disturb: () => Promise<unknown>): Promise<void> {
  const before = load.failures;
  while (load.failures === before) {
    await disturb().catch(() => {});
    const acked = load.acked.length;
    const isNews = (): boolean => load.failures > before || load.acked.length > acked;
    await vi.waitUntil(isNews, { timeout: 60_000, interval: 5 });
  }
}

/** Load while `disturb` strikes again and again; then every acknowledgement must be in the log. */
async function survives(disturb: () => Promise<unknown>): Promise<Load> {
  const load = new Load();
  const runs = Array.from({ length: callers }, (_, index) => `exec_${index}`);
  const work = runs.map((run) => load.append(run));
  for (let round = 0; round < rounds; round += 1) {
    await ackedMore(load, ackedPerRound);
    await strike(load, disturb);
    await ackedMore(load, callers);
  }
  load.stop();
  await Promise.all(work);
  for (const run of runs) await everyAckIsThere(load, run);
  return load;
}

async function everyAckIsThere(load: Load, run: string): Promise<void> {
  const events = await store.events(run, 0, 100_000);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const hashes = new Map(events.map(({ seq, hash }) => [seq, hash]));
  const lost = load.acked.filter((ack) => ack.run === run && hashes.get(ack.seq) !== ack.hash);
  expect(lost).toEqual([]);
}

const cutAll = () =>
  onServer(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name like 'planwright%'`);

/** The server treats a killed backend as a crash: it drops everybody and recovers from its log. */
async function crash(): Promise<void> {
  const [row] = await onServer<{ pid: number }>(
    `select pid from pg_stat_activity where application_name like 'planwright%' limit 1`,
  );
  if (row) process.kill(row.pid, 'SIGKILL');
}

describe('PostgreSQL', () => {
  it('[ST20] with all connections cut under load loses nothing and serves again', async () => {
    const load = await survives(cutAll);
    expect(['storage_failed', 'outcome_unknown']).toEqual(expect.arrayContaining([...load.codes]));
    expect(load.codes.size).toBeGreaterThan(0);
  });

  it('[ST20] crashed under load loses nothing and serves again', async () => {
    const load = await survives(crash);
    expect(['storage_failed', 'outcome_unknown']).toEqual(expect.arrayContaining([...load.codes]));
    expect(load.codes.size).toBeGreaterThan(0);
  });

  it('[ST15] is heard again after the listening connection was cut', async () => {
    const other = await openPostgresStore(targetOf(database.url));
    let calls = 0;
    store.onForeignCommit(() => {
      calls += 1;
    });
    await vi.waitUntil(() => calls > 0, { timeout: 60_000, interval: 5 });
    await cutAll();
    const listening = `select 1 as x from pg_stat_activity where query = 'listen planwright'`;
    await vi.waitUntil(async () => (await onServer(listening)).length > 0, { timeout: 60_000 });
    calls = 0;
    await other.commit([append('exec_far')]).catch(() => other.commit([append('exec_far')]));
    await vi.waitUntil(() => calls > 0, { timeout: 60_000, interval: 5 });
    await other.close();
    expect(calls).toBeGreaterThan(0);
  });

  it('[ST21] uses the clock of the database, which never goes back', async () => {
    const [row] = await onServer<{ ms: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
    );
    expect(Math.abs(store.now() - (row?.ms ?? 0))).toBeLessThan(2_000);
    const times = Array.from({ length: 1_000 }, () => store.now());
    expect(times).toEqual([...times].sort((left, right) => left - right));
    expect(times.every(Number.isInteger)).toBe(true);
  });

  it('[ST19] that cannot be used gives a clear error without the password', async () => {
    const change = (edit: (url: URL) => void): string => {
      const url = new URL(database.url);
      edit(url);
      return url.href;
    };
    const bad = [
      change((url) => {
        url.password = 'hunter2hunter2';
      }),
      change((url) => {
        url.port = '1';
        url.password = 'hunter2hunter2';
      }),
      change((url) => {
        url.pathname = '/nowhere';
      }),
    ];
    const secrets = /hunter2/;
    for (const url of bad) {
      const error = await openPostgresStore(targetOf(url)).catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: 'storage_failed' });
      const { message, facts } = error as { message: string; facts: object };
      expect(`${message}${JSON.stringify(facts)}`).not.toMatch(secrets);
      expect(message).toMatch(/Check|Create/);
    }
  });

  it('[ST18] is backed up by its own tools, and says so', async () => {
    await expect(store.backup('copy.db')).rejects.toMatchObject({
      code: 'not_allowed_now',
      message: expect.stringContaining('pg_dump'),
    });
  });
});
