// kill -9 of a server whose worker waits for a model. Its pulse is moved an hour away, so that nothing but
// the proof that its process is gone can free its steps.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunEvent } from '../../src/engine/event-types.ts';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { localTenant } from '../../src/operations/principals.ts';
import type { Rows } from '../../src/store/tables.ts';
import { models } from '../support/pipeline.ts';
import { chooseStore, type StoreChoice } from '../support/stores.ts';
import { delayPulse } from './aged-leases.ts';
import { openData } from './check.ts';
import { type KillableServer, type ServerPlace, startKillable } from './killable-server.ts';
import { SteadyClient } from './steady-client.ts';

type Step = Rows['steps'];

const hourMs = 3_600_000;
const watchdog = { timeout: 120_000, interval: 20 };

/** Each way on one store: what differs between stores is tested beside the engine. */
const ways = [
  { name: 'sqlite', taker: 'the next start', isSibling: false },
  { name: 'postgres', taker: 'a sibling', isSibling: true },
] as const;

describe.each(ways)('the work of a killed server on $name', ({ name, taker, isSibling }) => {
  let store: StoreChoice;
  let place: ServerPlace;
  let silent: Server;
  let servers: KillableServer[];
  let data: Awaited<ReturnType<typeof openData>> | undefined;
  beforeEach(async () => {
    store = await chooseStore(name);
    servers = [];
    // A model that never answers: whoever asks it holds its step.
    silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const home = await mkdtemp(join(tmpdir(), 'planwright-takeover-'));
    const { port } = silent.address() as AddressInfo;
    const file = join(home, 'models.json');
    await writeFile(file, JSON.stringify(models(`http://127.0.0.1:${port}`)));
    const { databaseUrl } = store;
    const database = databaseUrl === undefined ? {} : { databaseUrl };
    place = { home, ...database, env: { PLANWRIGHT_MODELS: file } };
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await data?.close();
    data = undefined;
    silent.closeAllConnections();
    silent.close();
    await store.drop();
    await rm(place.home, { recursive: true, force: true });
  });

  async function start(): Promise<{ server: KillableServer; url: string }> {
    const server = startKillable(place);
    servers.push(server);
    const url = await server.ready;
    if (url === null) throw new Error(server.stderr());
    return { server, url };
  }

  async function beginPlan(url: string): Promise<string> {
    const client = new SteadyClient(async () => url);
    const body = { prompt: 'Open a bakery in Aarhus', brain: 'model', detail: 'brief' };
    const { plan_id } = await client.must<{ plan_id: string }>({
      path: '/api/plans/generate',
      body,
    });
    data = await openData(place);
    return (await data.reader.plan(localTenant, plan_id))?.run ?? '';
  }

  /** A step of a model that a worker holds, not this one. */
  async function held(run: string, not = '', step?: string): Promise<Step> {
    let found: Step | undefined;
    const isMeant = (row: Step): boolean =>
      row.state === 'LEASED' && row.performer === 'model' && row.holder !== not;
    const look = async (): Promise<boolean> => {
      const rows = (await data?.reader.steps(run)) ?? [];
      found = rows.find((row) => isMeant(row) && (step === undefined || row.step === step));
      return found !== undefined;
    };
    await vi.waitUntil(look, watchdog);
    return found as Step;
  }

  async function lossesOf(run: string, step: string): Promise<number[]> {
    const stored = (await data?.reader.events(run, 0, 1_000)) ?? [];
    return stored.flatMap(({ header }) => {
      const event = decodeEvent(header) as RunEvent;
      const isLoss = event.type === 'attempt.ended' && event.data.as === 'lost';
      return isLoss && event.data.step === step ? [event.at] : [];
    });
  }

  it(`[CR13] goes on at ${taker} before its pulse is due`, async () => {
    const first = await start();
    const run = await beginPlan(first.url);
    const lost = await held(run);
    if (isSibling) await start();
    await first.server.kill();
    const dueAt = await delayPulse(place, lost.holder, hourMs);
    if (!isSibling) await start();
    const taken = await held(run, lost.holder, lost.step);
    expect(taken.attempt).toBe(lost.attempt + 1);
    const losses = await lossesOf(run, lost.step);
    expect(losses).toHaveLength(1);
    expect(losses[0]).toBeLessThan(dueAt);
    const alive = (await data?.reader.processes(9))?.map(({ id, role }) => [id, role]);
    expect(alive).toEqual([[taken.holder, 'server']]);
  });
});
