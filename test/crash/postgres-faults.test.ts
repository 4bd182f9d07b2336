// PostgreSQL goes away under a server at work: every connection cut, then the database itself stopped
// at once and started again. What was acknowledged stays, nothing is done twice, and the server
// serves again by itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { type RunningPostgres, startPostgres } from '../support/postgres.ts';
import { allRuns, findLosses } from './check.ts';
import { Crowd } from './crowd.ts';
import { Journal } from './journal.ts';
import { type KillableServer, startKillable } from './killable-server.ts';
import { countLog } from './log-counts.ts';

const servingAgainMs = 120_000;
const strikes = 3;
const ackedBetween = 10;
const crowdSize = { agents: 8, people: 3 } as const;

let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

let home: string;
let database: TestDatabase;
let server: KillableServer;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-pg-away-'));
  database = await createDatabase(postgres.url);
  server = startKillable({ home, databaseUrl: database.url });
});
afterEach(async () => {
  await server.kill();
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

async function cutAll(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  client.on('error', () => {});
  await client.connect();
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'planwright%'`,
  );
  await client.end();
}

async function ackedMore(crowd: Crowd, count: number, timeoutMs: number): Promise<void> {
  const goal = crowd.acked.length + count;
  await vi.waitUntil(() => crowd.acked.length >= goal, { timeout: timeoutMs, interval: 5 });
}

/** Until somebody felt it: calls that were just through would not. */
async function strikeHard(crowd: Crowd, strike: () => Promise<void>): Promise<void> {
  const before = crowd.repeats;
  do await strike();
  while (crowd.repeats === before && crowd.isAtWork);
}

async function survives(strike: () => Promise<void>): Promise<void> {
  const place = { home, databaseUrl: database.url };
  const url = await server.ready;
  if (url === null) throw new Error(server.stderr());
  const crowd = new Crowd({ urls: [url], home, ...crowdSize });
  await crowd.prepare(2, 60);
  const work = crowd.work();
  for (let count = 0; count < strikes; count += 1) {
    await ackedMore(crowd, ackedBetween, 30_000);
    await strikeHard(crowd, strike);
    await ackedMore(crowd, 1, servingAgainMs);
  }
  await work;
  expect(crowd.repeats).toBeGreaterThanOrEqual(strikes);
  const counts = await countLog(place);
  expect(counts.verifiedTwice).toEqual([]);
  expect(counts.leasedTwice).toEqual([]);
  const verified = new Set(counts.verified);
  expect(crowd.acked.filter((step) => !verified.has(step))).toEqual([]);
  expect(new Set(crowd.acked).size).toBe(crowd.acked.length);
  expect(crowd.differences).toEqual([]);
  expect(await findLosses(place, new Journal(), await allRuns(place))).toEqual([]);
}

describe('PostgreSQL under a server at work', () => {
  it('[CR8] with all connections cut loses nothing, doubles nothing and serves again', async () => {
    await survives(cutAll);
    expect(await server.stop()).toBe(0);
  });

  it('[CR8] stopped at once and started again loses nothing and doubles nothing', async () => {
    await survives(() => postgres.restart());
    expect(await server.stop()).toBe(0);
  });
});
