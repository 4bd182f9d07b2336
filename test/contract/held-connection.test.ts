import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool, queryOn, SentError } from '../../src/store/postgres/connection.ts';
import { HeldConnection } from '../../src/store/postgres/held-connection.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

describe('a connection that is kept in hand', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let held: HeldConnection;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(() => {
    pool = createPool({ url: database.url, ssl: false }, 2);
    held = new HeldConnection(pool);
  });
  afterEach(async () => {
    held.release();
    await pool.end();
  });

  const pidText = 'select pg_backend_pid() as pid where $1::int > 0';
  const pid = async (): Promise<number> => {
    const rows = await held.query<{ pid: number }>({ name: 'pid', text: pidText, values: [1] });
    return rows[0]?.pid ?? 0;
  };
  const end = (of: number) =>
    queryOn(pool, { text: 'select pg_terminate_backend($1)', values: [of] });
  const soon = (isSo: () => boolean): Promise<unknown> =>
    vi.waitUntil(isSo, { timeout: 60_000, interval: 2 });

  it('[ST20] stays the same from statement to statement, and goes back after a pause', async () => {
    const first = await pid();
    expect([await pid(), pool.idleCount]).toEqual([first, 0]);
    await soon(() => pool.idleCount === 1);
    expect(await pid()).toBe(first);
    held.release();
    expect(pool.idleCount).toBe(1);
  });

  it('[ST20] one that was cut while nothing was asked of it is replaced, and nobody notices', async () => {
    const first = await pid();
    await end(first);
    await soon(() => pool.totalCount === 1);
    expect(await pid()).not.toBe(first);
  });

  it('[ST20] one that is cut in a statement says that its outcome is open; the next one works', async () => {
    const first = await pid();
    const sleeping = held.query({ name: 'sleep', text: 'select pg_sleep($1)', values: [30] });
    expect(held.isBusy).toBe(true);
    const outcome = sleeping.catch((error: unknown) => error);
    await end(first);
    expect(await outcome).toBeInstanceOf(SentError);
    expect(held.isBusy).toBe(false);
    expect(await pid()).not.toBe(first);
  });

  it('[ST5] what the server refuses is told as it is, and the connection stays', async () => {
    const first = await pid();
    const broken = { name: 'broken', text: 'select 1 / $1::int', values: [0] };
    await expect(held.query(broken)).rejects.toMatchObject({ code: '22012' });
    expect(await pid()).toBe(first);
  });
});
