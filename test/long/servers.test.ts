// Four servers on one PostgreSQL with a hundred workers, one server after another killed and started
// again: npm run test:long, or SERVER_KILLS=500 for more.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRuns, findLosses } from '../crash/check.ts';
import { Crowd } from '../crash/crowd.ts';
import { Journal } from '../crash/journal.ts';
import { type KillableServer, type ServerPlace, startKillable } from '../crash/killable-server.ts';
import { countLog } from '../crash/log-counts.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const hourMs = 3_600_000;
const kills = Number(process.env.SERVER_KILLS ?? 60);
const serverCount = 4;
const ackedBetween = 15;
/** An execution has about 25 steps to hand out beside its extra ones. */
const stepsOfOne = 60;

let home: string;
let database: TestDatabase;
let servers: KillableServer[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-servers-'));
  database = await createTestDatabase();
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await database.drop();
  await rm(home, { recursive: true, force: true });
});

async function startAt(place: ServerPlace, urls: string[], index: number): Promise<void> {
  const server = startKillable(place);
  servers[index] = server;
  const url = await server.ready;
  if (url === null) throw new Error(server.stderr());
  urls[index] = url;
}

async function ackedMore(crowd: Crowd, count: number): Promise<void> {
  const goal = crowd.acked.length + count;
  const isSo = (): boolean => crowd.acked.length >= goal || !crowd.isAtWork;
  await vi.waitUntil(isSo, { timeout: 60_000, interval: 5 });
}

describe('four servers on one PostgreSQL', () => {
  it('[CR9] killed one after another lose nothing and double nothing', {
    timeout: hourMs,
  }, async () => {
    const place = { home, databaseUrl: database.url };
    const urls: string[] = [];
    for (let index = 0; index < serverCount; index += 1) await startAt(place, urls, index);
    const crowd = new Crowd({ urls, home, agents: 70, people: 30, timeoutMs: 5_000 });
    await crowd.prepare(Math.ceil((kills * ackedBetween) / stepsOfOne) + 1, 40);
    const work = crowd.work();
    for (let count = 0; count < kills; count += 1) {
      await ackedMore(crowd, ackedBetween);
      const index = count % serverCount;
      await servers[index]?.kill();
      await startAt(place, urls, index);
    }
    await work;
    const counts = await countLog(place);
    expect(counts).toMatchObject({ verifiedTwice: [], leasedTwice: [] });
    const verified = new Set(counts.verified);
    expect(crowd.acked.filter((step) => !verified.has(step))).toEqual([]);
    expect(new Set(crowd.acked).size).toBe(crowd.acked.length);
    expect(crowd.differences).toEqual([]);
    expect(await findLosses(place, new Journal(), await allRuns(place))).toEqual([]);
  });
});
