// Two and then four servers on one PostgreSQL, and a hundred workers that run for the same steps.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRuns, findLosses } from '../crash/check.ts';
import { Crowd } from '../crash/crowd.ts';
import { Journal } from '../crash/journal.ts';
import { type KillableServer, type ServerPlace, startKillable } from '../crash/killable-server.ts';
import { countInPostgres, countLog, plantDoubles } from '../crash/log-counts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { sized } from '../support/size.ts';

const workers = { agents: 70, people: 30 } as const;

let home: string;
let database: TestDatabase;
let servers: KillableServer[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-many-'));
  database = await createTestDatabase();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

async function startServers(place: ServerPlace, count: number): Promise<string[]> {
  const urls: string[] = [];
  // One after another: the first makes the tables and the person's key.
  for (let index = 0; index < count; index += 1) {
    const server = startKillable(place);
    servers.push(server);
    const url = await server.ready;
    if (url === null) throw new Error(server.stderr());
    urls.push(url);
  }
  return urls;
}

async function ackedMore(crowd: Crowd, count: number): Promise<void> {
  const goal = crowd.acked.length + count;
  await vi.waitUntil(() => crowd.acked.length >= goal, { timeout: 60_000, interval: 5 });
}

/** Nothing twice, nothing lost, and every repeated call answered as the first. */
async function expectOnce(place: ServerPlace, crowd: Crowd): Promise<void> {
  const counts = await countLog(place);
  expect(counts.verifiedTwice).toEqual([]);
  expect(counts.leasedTwice).toEqual([]);
  expect(new Set(crowd.acked).size).toBe(crowd.acked.length);
  const verified = new Set(counts.verified);
  expect(crowd.acked.filter((step) => !verified.has(step))).toEqual([]);
  expect(crowd.differences).toEqual([]);
  expect(await findLosses(place, new Journal(), await allRuns(place))).toEqual([]);
}

/** The query must see what it is there to see; nothing of it stays. */
async function expectDoublesAreFound(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query('begin');
    for (const sql of plantDoubles) await client.query(sql);
    const counts = await countInPostgres(client);
    expect(counts.verifiedTwice).toHaveLength(1);
    expect(counts.leasedTwice).toHaveLength(1);
    await client.query('rollback');
  } finally {
    await client.end();
  }
}

describe('servers on one PostgreSQL', () => {
  it.each([
    ...sized([], [{ count: 4, executions: 4, extra: 30 }]),
    { count: 2, executions: 2, extra: 30 },
  ])('[CR9] $count with 100 workers verify every step once', async (load) => {
    const place = { home, databaseUrl: database.url };
    const urls = await startServers(place, load.count);
    const crowd = new Crowd({ urls, home, ...workers });
    await crowd.prepare(load.executions, load.extra);
    await crowd.work();
    await expectOnce(place, crowd);
    expect(crowd.acked.length).toBeGreaterThanOrEqual(load.executions * load.extra);
    await expectDoublesAreFound();
  });

  it('[CR7] [CR9] one of three frozen in the middle of it doubles nothing', async () => {
    const place = { home, databaseUrl: database.url };
    const urls = await startServers(place, 3);
    const crowd = new Crowd({ urls, home, ...workers, timeoutMs: 3_000 });
    await crowd.prepare(3, 30);
    const work = crowd.work();
    await ackedMore(crowd, 20);
    servers[2]?.freeze();
    await ackedMore(crowd, 30);
    servers[2]?.thaw();
    await work;
    expect(crowd.repeats).toBeGreaterThan(0);
    await expectOnce(place, crowd);
  });
});
