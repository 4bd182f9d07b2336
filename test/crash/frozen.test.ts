// A server that stands still past its leases and wakes up: what it believes by then is old, and
// nothing of it may be written. The work has gone on at another server on the same data.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitFor } from '../../scripts/lib/wait-for.ts';
import { chooseStore, type StoreChoice, storeNames } from '../support/stores.ts';
import { watchdogMs } from '../support/watchdog.ts';
import { allRuns, findLosses } from './check.ts';
import { Journal } from './journal.ts';
import { type KillableServer, type ServerPlace, startKillable } from './killable-server.ts';
import { countLog } from './log-counts.ts';
import { wordsOfStep } from './run-story.ts';
import { SteadyClient } from './steady-client.ts';

interface Claimed {
  readonly lease: { readonly token: string } | null;
  readonly step: { readonly step_id: string; readonly attempt: number } | null;
}

interface Up {
  readonly server: KillableServer;
  readonly client: SteadyClient;
}

/** Of the agent whose server freezes: shorter than the next one waits for work. */
const shortLease = 2;
const longLease = 900;

describe.each(storeNames)('a frozen server on %s', (name) => {
  let store: StoreChoice;
  let home: string;
  let servers: KillableServer[];
  beforeEach(async () => {
    store = await chooseStore(name);
    home = await mkdtemp(join(tmpdir(), 'planwright-frozen-'));
    servers = [];
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await store.drop();
    await rm(home, { recursive: true, force: true });
  });

  async function start(place: ServerPlace): Promise<Up> {
    const server = startKillable(place);
    servers.push(server);
    const url = await server.ready;
    if (url === null) throw new Error(server.stderr());
    return { server, client: new SteadyClient(async () => url) };
  }

  async function register(client: SteadyClient, agent: string): Promise<string> {
    const ask = { path: '/api/agents/register', body: { name: agent, capabilities: ['do_it'] } };
    return (await client.must<{ key: string }>(ask)).key;
  }

  /** Asks until there is a step. */
  async function claim(
    client: SteadyClient,
    key: string,
    run: string,
    leaseSeconds: number,
  ): Promise<Claimed> {
    const body = { execution_id: run, lease_seconds: leaseSeconds, wait_seconds: 20 };
    const ask = async () => {
      const claimed = await client.must<Claimed>({ path: '/api/work/claim', body, key });
      return claimed.lease === null ? undefined : claimed;
    };
    return waitFor(ask, { what: 'a step', timeoutMs: watchdogMs });
  }

  const completion = (key: string, token: string | undefined) => ({
    path: '/api/work/complete',
    body: { lease_token: token, output: { summary: 'done' } },
    key,
  });

  async function makeExecution(client: SteadyClient): Promise<string> {
    const goal = { prompt: 'Open a bakery in Aarhus' };
    const ask = { path: '/api/plans/generate', body: goal };
    const { plan_id } = await client.must<{ plan_id: string }>(ask);
    await client.must({ method: 'GET', path: `/api/plans/${plan_id}/wait` });
    const create = { path: '/api/executions', body: { plan_id, policy: { pre_approved: ['T2'] } } };
    const { execution_id: run, rev } = await client.must<{ execution_id: string; rev: number }>(
      create,
    );
    const only = { step_id: 'only_one', title: 'Only one', action: 'do_it', priority: 9 };
    const patch = { base_rev: rev, add: [only] };
    await client.must({ path: `/api/executions/${run}/patches`, body: patch });
    return run;
  }

  it('[CR7] that slept past a lease writes nothing of what it believed', async () => {
    const { databaseUrl } = store;
    const place = { home, ...(databaseUrl === undefined ? {} : { databaseUrl }) };
    const first = await start(place);
    const second = await start(place);
    const run = await makeExecution(first.client);
    const [ada, bo] = [await register(first.client, 'Ada'), await register(first.client, 'Bo')];
    const held = await claim(first.client, ada, run, shortLease);
    expect(held.step).toMatchObject({ step_id: 'only_one', attempt: 1 });
    first.server.freeze();
    // On its way while the server stands still: it is read when the lease is long gone.
    const zombie = first.client.call<{ code: string }>(completion(ada, held.lease?.token));
    const taken = await claim(second.client, bo, run, longLease);
    expect(taken.step).toMatchObject({ step_id: 'only_one', attempt: 2 });
    first.server.thaw();
    expect(await zombie).toMatchObject({ status: 409, body: { code: 'lease_lost' } });
    await second.client.must(completion(bo, taken.lease?.token));
    const again = await first.client.call<{ code: string }>(completion(ada, held.lease?.token));
    expect(again).toMatchObject({ status: 409, body: { code: 'lease_lost' } });
    expect(await wordsOfStep(place, run, 'only_one')).toEqual([
      'step.leased only_one 1',
      'attempt.ended only_one 1 lost',
      'step.leased only_one 2',
      'step.verified only_one 2',
    ]);
    expect(await countLog(place)).toMatchObject({ verifiedTwice: [], leasedTwice: [] });
    expect(await findLosses(place, new Journal(), await allRuns(place))).toEqual([]);
    await servesAgain(first.client, run);
  });

  /** What it knows is new again. */
  async function servesAgain(client: SteadyClient, run: string): Promise<void> {
    const note = { event_type: 'task_progress', notes: 'awake' };
    const { seq } = await client.must<{ seq: number }>({
      path: `/api/executions/${run}/events`,
      body: note,
    });
    const path = `/api/executions/${run}/status`;
    const isSeen = async (): Promise<boolean> => {
      const status = await client.must<{ last_event_seq: number }>({ method: 'GET', path });
      return status.last_event_seq >= seq;
    };
    await vi.waitUntil(isSeen, { timeout: watchdogMs, interval: 10 });
  }
});
