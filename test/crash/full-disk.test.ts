// A file that cannot grow any more stands for a full disk: refused with 507, nothing half-written,
// reads go on, and so does the work once there is room again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/base/config.ts';
import { createIds } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import { createHttpApp } from '../../src/faces/http-app.ts';
import { openHost } from '../../src/host.ts';
import { localTenant } from '../../src/operations/principals.ts';
import { servicesOf } from '../../src/services.ts';
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import { jsonInit, requestOf } from '../support/app.ts';
import { allRuns, findLosses } from './check.ts';
import { Journal } from './journal.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'planwright-full-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
}

interface Small {
  readonly engine: Engine;
  ask<Body>(path: string, body?: unknown, key?: string): Promise<Reply<Body>>;
  close(): Promise<void>;
}

/** A server in this process; with a limit its file has so many pages to grow by. */
async function open(growByPages?: number): Promise<Small> {
  const config = loadConfig({ env: { PLANWRIGHT_HOME: home } });
  const onError = (): void => undefined;
  const host =
    growByPages === undefined
      ? await openHost(config, onError)
      : await openLimited(pageCount() + growByPages);
  const services = servicesOf(host, config);
  const app = createHttpApp({
    services,
    report: { newErrorId: () => services.ids.next('err'), onError },
    webFiles: new Map(),
    allowsLocal: true,
    allowedHosts: config.allowedHosts,
    ratePerMinute: 1_000_000,
    maxBodyBytes: config.maxBodyBytes,
  });
  return {
    engine: host.engine,
    async ask<Body>(path: string, body?: unknown, key?: string): Promise<Reply<Body>> {
      const init = { ...(body === undefined ? {} : jsonInit(body)), ...(key ? { key } : {}) };
      const response = await app.fetch(requestOf(path, init));
      return { status: response.status, body: (await response.json()) as Body };
    },
    async close() {
      await app.close();
      await host.close();
    },
  };
}

async function openLimited(pagesMax: number) {
  const path = join(home, 'planwright.db');
  const store = openSqliteStore({ path, synchronous: 'NORMAL', pagesMax });
  const ids = createIds({ now: () => store.now() });
  const engine = new Engine({ store, ids, onError: () => undefined });
  await engine.open();
  return { store, ids, engine, close: () => engine.close() };
}

function pageCount(): number {
  const db = new DatabaseSync(join(home, 'planwright.db'));
  const row = db.prepare('pragma page_count').get() as { page_count: number };
  db.close();
  return row.page_count;
}

interface Made {
  readonly plan: string;
  readonly run: string;
}

async function makeExecution(server: Small, city: string): Promise<Made> {
  const goal = { prompt: `Open a bakery in ${city}` };
  const { body: made } = await server.ask<{ plan_id: string }>('/api/plans/generate', goal);
  await server.ask(`/api/plans/${made.plan_id}/wait`);
  const input = { plan_id: made.plan_id };
  const { status, body } = await server.ask<{ execution_id: string }>('/api/executions', input);
  expect({ status, body }).toMatchObject({ status: 201 });
  return { plan: made.plan_id, run: body.execution_id };
}

const longText = (count: number): string => `note ${count} ${'x'.repeat(8_000)}`;

function writeNote(server: Small, run: string, notes: string): Promise<Reply<{ seq: number }>> {
  return server.ask(`/api/executions/${run}/events`, { event_type: 'task_progress', notes });
}

/** Until the file is full; what was acknowledged goes to the journal. */
async function fill(server: Small, run: string, journal: Journal): Promise<Reply<unknown>> {
  for (let count = 0; ; count += 1) {
    const text = longText(count);
    const reply = await writeNote(server, run, text);
    if (reply.status >= 400) return reply;
    journal.notes.push({ run, seq: reply.body.seq, text });
  }
}

describe('a full disk', () => {
  it('[CR10] [OB3] is answered with 507, leaves nothing half-written, and work goes on after', async () => {
    const roomy = await open();
    const { plan: big, run: bigRun } = await makeExecution(roomy, 'Aarhus');
    const { run } = await makeExecution(roomy, 'Odense');
    for (let count = 0; count < 20; count += 1) await writeNote(roomy, bigRun, longText(count));
    const registered = await roomy.ask<{ key: string }>('/api/agents/register', { name: 'Ada' });
    const { key } = registered.body;
    const claimed = await roomy.ask<{ lease: { token: string } }>(
      '/api/work/claim',
      { execution_id: run },
      key,
    );
    await roomy.close();

    const server = await open(30);
    const journal = new Journal();
    const full = await fill(server, run, journal);
    expect(full).toMatchObject({ status: 507, body: { code: 'storage_full' } });
    expect(journal.notes.length).toBeGreaterThan(2);
    const unwell = { status: 503, body: { problems: [{ code: 'storage_full' }] } };
    expect(await server.ask('/health')).toMatchObject(unwell);
    expect(await server.ask('/ready')).toMatchObject(unwell);
    const output = { summary: 'y'.repeat(60_000) };
    const done = { lease_token: claimed.body.lease.token, output };
    expect((await server.ask('/api/work/complete', done, key)).status).toBe(507);
    const status = await server.ask<{ last_event_seq: number }>(`/api/executions/${run}/status`);
    expect(status).toMatchObject({
      status: 200,
      body: { last_event_seq: journal.notes.at(-1)?.seq },
    });
    expect(await findLosses({ home }, journal, await allRuns({ home }))).toEqual([]);

    const isWell = async () => (await server.ask('/ready')).status;
    await server.engine.erase({ tenant: localTenant, plan: big });
    const after = await writeNote(server, run, 'room again');
    expect(after.status).toBe(201);
    await expect.poll(isWell).toBe(200);
    journal.notes.push({ run, seq: after.body.seq, text: 'room again' });
    const completed = await server.ask('/api/work/complete', done, key);
    expect(completed).toMatchObject({ status: 200, body: { task_state: 'COMPLETE' } });
    expect(await findLosses({ home }, journal, await allRuns({ home }))).toEqual([]);
    await server.close();
  });
});
