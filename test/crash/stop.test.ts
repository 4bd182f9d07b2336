// SIGTERM while the server's own workers are busy: what they hold is finished or given back, and the
// next server goes on with it at once rather than after the leases have run out.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allRuns, findLosses } from './check.ts';
import { Journal } from './journal.ts';
import { type KillableServer, startKillable } from './killable-server.ts';
import { SteadyClient } from './steady-client.ts';

const plans = 6;
const watchdogMs = 120_000;

let home: string;
let servers: KillableServer[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'planwright-stop-'));
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await rm(home, { recursive: true, force: true });
});

async function start(): Promise<{ server: KillableServer; client: SteadyClient }> {
  const server = startKillable({ home });
  servers.push(server);
  const url = await server.ready;
  if (url === null) throw new Error(server.stderr());
  return { server, client: new SteadyClient(async () => url) };
}

/** Steps that a worker inside a server holds. */
function heldInside(): number {
  const db = new DatabaseSync(join(home, 'planwright.db'), { readOnly: true, timeout: 5_000 });
  try {
    const sql = `select count(*) as held from steps
      where state = 'LEASED' and performer in ('engine', 'model', 'tool')`;
    return (db.prepare(sql).get() as { held: number }).held;
  } finally {
    db.close();
  }
}

const makePlan = (client: SteadyClient, number: number): Promise<{ plan_id: string }> =>
  client.must({ path: '/api/plans/generate', body: { prompt: `Open bakery ${number} in Odense` } });

describe('SIGTERM', () => {
  it('[CR11] leaves no lease behind, and the next server finishes the work', async () => {
    const { server, client } = await start();
    const made = await Promise.all(
      Array.from({ length: plans }, (_, number) => makePlan(client, number)),
    );
    await vi.waitUntil(() => heldInside() > 0, { timeout: 60_000, interval: 1 });
    expect(await server.stop()).toBe(0);
    expect(heldInside()).toBe(0);

    const next = await start();
    for (const { plan_id } of made) {
      const path = `/api/plans/${plan_id}/wait`;
      const waited = () => next.client.must<{ state: string }>({ method: 'GET', path });
      await vi.waitUntil(async () => (await waited()).state === 'completed', watchdogMs);
    }
    expect(await findLosses({ home }, new Journal(), await allRuns({ home }))).toEqual([]);
    expect(await next.server.stop()).toBe(0);
  });
});
