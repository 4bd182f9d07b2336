// Live streams by their cursor, and what is left behind by a reader who goes away.
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { publicEvent } from '../../src/contract/executions.ts';
import { problem } from '../../src/contract/problem.ts';
import { streamRun } from '../../src/events/event-stream.ts';
import { sseResponse } from '../../src/faces/sse.ts';
import { waitForRun } from '../../src/operations/wait.ts';
import { jsonInit, requestOf } from '../support/app.ts';
import { readAllSse, readSse, type SseFrame, type SseReader } from '../support/sse.ts';
import { storeNames } from '../support/stores.ts';
import { mcpCall, restCall } from './faces.ts';
import { openWorld, type World } from './world.ts';

const seqOf = (frame: SseFrame): number => Number(frame.id);
const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe.each(storeNames)('streams on %s', (store) => {
  let world: World;

  beforeAll(async () => {
    world = await openWorld(store);
  });
  afterAll(() => world.close());

  const streamOf = (path: string, headers: Record<string, string> = {}, signal?: AbortSignal) => {
    const init = { key: world.ownerKey, headers, ...(signal ? { signal } : {}) };
    return world.app.fetch(requestOf(path, init));
  };
  const planStream = (query = '', headers = {}) =>
    streamOf(`/api/plans/${world.planId}/stream${query}`, headers);
  const watchers = (): number => world.app.services.watch.size;

  const revoke = async (key: string): Promise<void> => {
    const row = await world.app.services.reader.key(`key_${key.split('_')[1]}`);
    if (!row) throw new Error('the key is not stored');
    const put = { ...row, revoked_at: world.app.services.now() };
    await world.app.services.engine.commit([{ rows: [{ table: 'keys', put }] }]);
  };

  it('[SS1] every event comes once, in order, with its number as id, and then the end', async () => {
    const response = await planStream();
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const frames = await readAllSse(response);
    expect(frames.at(-1)).toMatchObject({ event: 'end', id: null });
    const events = frames.filter((frame) => frame.event === 'message');
    expect(events.length).toBeGreaterThan(5);
    expect(events.map(seqOf)).toEqual(upTo(events.length));
    for (const frame of events) {
      const event = publicEvent.strict().parse(JSON.parse(frame.data));
      expect(event.seq).toBe(seqOf(frame));
    }
  });

  it('[SS2] a reader goes on after its cursor; the header wins over the address', async () => {
    const all = (await readAllSse(await planStream())).filter((frame) => frame.id !== null);
    const last = all.length;
    const firstOf = async (query: string, headers = {}) =>
      (await readAllSse(await planStream(query, headers))).map((frame) => frame.id);
    expect(await firstOf(`?after=${last - 2}`)).toEqual([`${last - 1}`, `${last}`, null]);
    expect(await firstOf('', { 'last-event-id': `${last - 1}` })).toEqual([`${last}`, null]);
    expect(await firstOf('?after=0', { 'last-event-id': `${last - 1}` })).toEqual([
      `${last}`,
      null,
    ]);
    expect(await firstOf(`?after=${last}`)).toEqual([null]);
  });

  it.each(['?after=-1', '?after=x', '?after=1.5', '?nope=1'])('[SS2] %s is 400', async (query) => {
    expect((await planStream(query)).status).toBe(400);
  });

  it('[SS3] a reader that is cut again and again misses nothing and repeats nothing', async () => {
    const { app, ownerKey } = world;
    const { executionId, token } = await world.newLease();
    const seen: number[] = [];
    const path = `/api/executions/${executionId}/stream`;
    /** True when the frame was the last one that is written below. */
    const readOne = async (reader: SseReader): Promise<boolean> => {
      const frame = await reader.next();
      if (frame?.id) seen.push(seqOf(frame));
      return frame?.data.includes('The last word.') ?? false;
    };
    const read = async (): Promise<void> => {
      let isDone = false;
      for (let turn = 1; !isDone; turn += 1) {
        const cursor = { 'last-event-id': String(seen.at(-1) ?? 0) };
        const reader = readSse(await streamOf(path, cursor));
        for (let count = 0; count < turn && !isDone; count += 1) isDone = await readOne(reader);
        await reader.leave();
      }
    };
    const write = async (): Promise<void> => {
      let lease: string | null = token;
      for (let count = 0; count < 8 && lease !== null; count += 1) {
        await restCall(app, 'work_complete', { lease_token: lease, output: {} }, ownerKey);
        const claim = await restCall(app, 'work_claim', { execution_id: executionId }, ownerKey);
        lease = (claim.body as { lease: { token: string } | null }).lease?.token ?? null;
      }
      const note = { execution_id: executionId, event_type: 'heartbeat', notes: 'The last word.' };
      await restCall(app, 'execution_report', note, ownerKey);
    };
    await Promise.all([read(), write()]);
    expect(seen).toEqual(upTo(seen.length));
    expect(seen.length).toBeGreaterThan(15);
    await expect.poll(watchers).toBe(0);
  });

  it('[SS4] a stream without news says that it is still there', async () => {
    const { reader, watch } = world.app.services;
    const head = (await reader.run(world.executionId))?.head_seq ?? 0;
    const gone = new AbortController();
    const request = { run: world.executionId, tenant: 'tenant_owner', after: head };
    const items = streamRun(reader, watch, { ...request, signal: gone.signal, beatMs: 1 });
    const sse = readSse(sseResponse(items, () => gone.abort()));
    const first = await sse.next();
    const beat = first?.event === 'telemetry' ? await sse.next() : first;
    expect(beat).toMatchObject({ comment: 'still here', data: '', id: null });
    await sse.leave();
    await expect.poll(watchers).toBe(0);
  });

  it('[SS5] a reader that goes away is forgotten', async () => {
    const path = `/api/executions/${world.executionId}/stream`;
    const readers = await Promise.all(
      Array.from({ length: 20 }, async () => readSse(await streamOf(path))),
    );
    await Promise.all(readers.map((reader) => reader.next()));
    expect(watchers()).toBe(1);
    await Promise.all(readers.map((reader) => reader.leave()));
    await expect.poll(watchers).toBe(0);
  });

  it('[SS5] a connection that breaks frees its stream', async () => {
    const gone = new AbortController();
    const path = `/api/executions/${world.executionId}/stream`;
    const reader = readSse(await streamOf(path, {}, gone.signal));
    await reader.next();
    expect(watchers()).toBe(1);
    const drained = (async () => {
      while ((await reader.next()) !== null);
    })();
    gone.abort();
    await drained;
    await expect.poll(watchers).toBe(0);
  });

  it('[SE8] an open stream ends when its key is revoked, and others go on', async () => {
    const path = `/api/executions/${world.executionId}/stream`;
    const key = await world.app.makeKey({ tenant: 'tenant_owner' });
    const doomed = readSse(await world.app.fetch(requestOf(path, { key })));
    const other = readSse(await streamOf(path));
    expect(await doomed.next()).not.toBeNull();
    expect(await other.next()).not.toBeNull();
    await revoke(key);
    while ((await doomed.next()) !== null);
    expect(watchers()).toBe(1);
    await other.leave();
    await expect.poll(watchers).toBe(0);
  });

  const faces = [
    ['REST', restCall, 401],
    ['MCP', mcpCall, 200],
  ] as const;
  it.each(faces)('[SE8] a claim that waits ends with its key, over %s', async (_, call, status) => {
    const { app, ownerKey, planId } = world;
    const principal = `service_doomed_${status}`;
    const key = await app.makeKey({ tenant: 'tenant_owner', principal, scopes: ['work'] });
    const { execution_id } = (
      await restCall(app, 'execution_create', { plan_id: planId }, ownerKey)
    ).body as { execution_id: string };
    const claim = (wait_seconds: number, as: string) =>
      call(app, 'work_claim', { execution_id, wait_seconds }, as);
    while (((await claim(0, ownerKey)).body as { claimed: boolean }).claimed);
    const taken = vi.spyOn(app.services.engine, 'claim');
    onTestFinished(() => taken.mockRestore());
    const waiting = claim(50, key);
    await expect.poll(() => taken.mock.calls.length).toBe(1);
    await revoke(key);
    expect(await waiting).toMatchObject({ status, code: 'unauthorized' });
  });

  it('[SE8] waiting for a plan ends with its key', async () => {
    const { app, planId } = world;
    const key = await app.makeKey({ tenant: 'tenant_owner', scopes: ['plan:read'] });
    const { reader } = app.services;
    const plan = await reader.plan('tenant_owner', planId);
    const finished = plan && (await reader.run(plan.run));
    if (!finished) throw new Error('there is no plan');
    const run = vi.spyOn(reader, 'run').mockResolvedValue({ ...finished, status: 'RUNNING' });
    onTestFinished(() => run.mockRestore());
    const waiting = restCall(app, 'plan_wait', { plan_id: planId, timeout_seconds: 50 }, key);
    await expect.poll(watchers).toBe(1);
    await revoke(key);
    expect(await waiting).toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('[SS5] HEAD opens no stream', async () => {
    const path = `/api/executions/${world.executionId}/stream`;
    for (let count = 0; count < 300; count += 1) {
      const request = requestOf(path, { method: 'HEAD', key: world.ownerKey });
      expect((await world.app.fetch(request)).status).toBe(200);
    }
    expect(watchers()).toBe(0);
  });

  it('[SS7] one caller may have 256 streams open, others are not affected', async () => {
    const path = `/api/executions/${world.executionId}/stream`;
    const open = await Promise.all(Array.from({ length: 256 }, () => streamOf(path)));
    expect(open.map((response) => response.status)).toEqual(open.map(() => 200));
    const refused = await streamOf(path);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const { code, detail } = problem.parse(await refused.json());
    expect(code).toBe('rate_limited');
    expect(detail).toContain('Close');
    const other = await world.app.makeKey({ tenant: 'tenant_owner' });
    const theirs = await world.app.fetch(requestOf(path, { key: other }));
    expect(theirs.status).toBe(200);
    await theirs.body?.cancel();
    await open[0]?.body?.cancel();
    const next = await streamOf(path);
    expect(next.status).toBe(200);
    await Promise.all([...open.slice(1), next].map(async (response) => response.body?.cancel()));
    await expect.poll(watchers).toBe(0);
  });

  it('[SS7] a stream that breaks on our side is not counted any longer', async () => {
    const path = `/api/executions/${world.executionId}/stream`;
    const events = vi.spyOn(world.app.services.reader, 'events');
    events.mockRejectedValue(new Error('no reading today'));
    for (let count = 0; count < 300; count += 1) {
      const response = await streamOf(path);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    }
    events.mockRestore();
    expect(watchers()).toBe(0);
  });

  it('[SS6] a call that waits ends when its caller goes away', async () => {
    const gone = new AbortController();
    const principal = { tenant: 'tenant_owner', id: 'x', kind: 'service', scopes: [] } as const;
    const caller = { principal, signal: gone.signal, idempotencyKey: null };
    const context = { ...world.app.services, ...caller };
    const waiting = waitForRun(context, world.executionId, 50_000);
    await expect.poll(watchers).toBe(1);
    gone.abort();
    await waiting;
    expect(watchers()).toBe(0);
  });

  it('[SS6] others who wait with the same key go on waiting', async () => {
    const { app, planId, ownerKey } = world;
    const principal = { tenant: 'tenant_owner', principal: 'service_twins000' } as const;
    const key = await app.makeKey({ ...principal, scopes: ['work'] });
    const policy = { pre_approved: ['T2'] };
    const run = await restCall(app, 'execution_create', { plan_id: planId, policy }, ownerKey);
    const { execution_id } = run.body as { execution_id: string };
    const claim = (signal?: AbortSignal) => {
      const init = { ...jsonInit({ execution_id, wait_seconds: 50 }), key };
      return app.fetch(requestOf('/api/work/claim', signal ? { ...init, signal } : init));
    };
    const claimsOf = async (answer: Promise<Response>) =>
      (await (await answer).json()) as { claimed: boolean; lease: { token: string } };
    // All that is ready is taken, so that the next claims have to wait.
    const held = await claimsOf(claim());
    const isReady = ({ state, performer }: { state: string; performer: string }) =>
      state === 'READY' && performer === 'agent';
    const steps = () => app.services.reader.steps(execution_id);
    while ((await steps()).some(isReady)) await claimsOf(claim());
    const gone = new AbortController();
    const first = claim(gone.signal);
    const second = claim();
    gone.abort();
    expect((await claimsOf(first)).claimed).toBe(false);
    const done = { lease_token: held.lease.token, output: {} };
    await restCall(app, 'work_complete', done, key);
    expect((await claimsOf(second)).claimed).toBe(true);
  });

  it('[SS6] work is not given to a caller who stopped waiting for it', async () => {
    const { app, planId, ownerKey } = world;
    const waiter = { tenant: 'tenant_owner', scopes: ['work'] } as const;
    const impatient = await app.makeKey({ ...waiter, principal: 'service_impatient' });
    const gone = new AbortController();
    const body = JSON.stringify({ wait_seconds: 50 });
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', body, headers, key: impatient, signal: gone.signal };
    // First it takes what there is, so that the next claim has to wait.
    const held = (await restCall(app, 'work_claim', {}, impatient)).body as { claimed: boolean };
    const drain = async (): Promise<void> => {
      let claim = held;
      while (claim.claimed) {
        claim = (await restCall(app, 'work_claim', {}, impatient)).body as { claimed: boolean };
      }
    };
    await drain();
    const waiting = app.fetch(requestOf('/api/work/claim', init));
    gone.abort();
    expect(await (await waiting).json()).toMatchObject({ claimed: false });
    const run = await restCall(app, 'execution_create', { plan_id: planId }, ownerKey);
    const { execution_id } = run.body as { execution_id: string };
    const steps = await app.services.reader.steps(execution_id);
    expect(steps.map((step) => step.holder)).not.toContain('service_impatient');
  });
});

describe('files', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld('sqlite');
  });
  afterAll(() => world.close());

  it('[AP11] a file has its hash as ETag, and the same file is not sent twice', async () => {
    const path = `/api/plans/${world.planId}/files/plan.json`;
    const get = (headers: Record<string, string> = {}) =>
      world.app.call(path, { key: world.ownerKey, headers });
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const bytes = Buffer.from(await first.arrayBuffer());
    const { files } = (
      await restCall(world.app, 'plan_files', { plan_id: world.planId }, world.ownerKey)
    ).body as { files: { path: string; size: number; sha256: string }[] };
    const listed = files.find((file) => file.path === 'plan.json');
    expect(listed).toMatchObject({ size: bytes.byteLength, sha256: etag.slice(1, -1) });
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get({ 'if-none-match': header });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each(['/openapi.json', '/docs', '/docs.css'])('[AP11] so has %s', async (path) => {
    const first = await world.app.call(path);
    const etag = first.headers.get('etag') ?? '';
    const text = await first.text();
    expect(etag).toBe(`"${sha256Hex(text)}"`);
    expect(await (await world.app.call(path)).text()).toBe(text);
    const again = await world.app.call(path, { headers: { 'if-none-match': etag } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });
});
