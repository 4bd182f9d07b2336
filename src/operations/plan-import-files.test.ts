// Files that are taken in through the faces: those of other tools, hostile ones, and plans of ours.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedAnswer } from '../../test/doubles/scripted-mind.ts';
import { mcpCall, restCall } from '../../test/security/faces.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { planexeZip } from '../../test/support/planexe-zip.ts';
import { readZip } from '../base/unzip.ts';
import { zipOf } from '../base/zip.ts';
import type { Plan } from '../contract/plan.ts';
import type { WorkStep } from '../contract/work.ts';
import type { Budget } from '../engine/event-types.ts';

let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  [here, there] = await Promise.all([openApp(), openApp()]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
});

interface Taken {
  readonly plan_id: string;
  readonly state: string;
  readonly executable: boolean;
  readonly next_action: string;
}

async function send(app: TestApp, body: Uint8Array | string, query = '', type = 'application/zip') {
  const headers = { 'content-type': type };
  const init = { method: 'POST', body: Buffer.from(body), headers };
  const response = await app.call(`/api/plans/import${query}`, init);
  return { status: response.status, body: (await response.json()) as Taken & { detail?: string } };
}

async function zipFrom(app: TestApp, plan: string): Promise<Buffer> {
  const response = await app.call(`/api/plans/${plan}/zip`);
  return Buffer.from(await response.arrayBuffer());
}

const planAt = async (app: TestApp, plan_id: string): Promise<Plan> =>
  (await restCall(app, 'plan_get', { plan_id })).body as Plan;

const listAt = async (app: TestApp): Promise<unknown> =>
  (await restCall(app, 'plan_list', {})).body;

describe('a file that is sent', () => {
  it('[IM17] as it is becomes a plan that can be run, with its report', async () => {
    const { status, body } = await send(here, planexeZip('numbered'), '?name=kites.zip');
    expect([status, body]).toMatchObject([
      201,
      { format: 'planexe', tasks: 5, executable: true, state: 'completed', defect_count: 10 },
    ]);
    const { plan_id } = body;
    const report = await here.call(`/api/plans/${plan_id}/files/import_report.md`);
    expect(await report.text()).toContain('# Taken in: Kite festival');
    const facts = await here.call(`/api/plans/${plan_id}/files/import_report.json`);
    expect(((await facts.json()) as { defects: unknown[] }).defects).toHaveLength(10);
    expect((await restCall(here, 'execution_create', { plan_id })).status).toBe(201);
  });

  it('[IM17] JSON files and texts come through every face alike', async () => {
    const text = JSON.stringify({ tasks: [{ id: 1, title: 'Dig', status: 'pending' }] });
    const raw = await send(here, text, '?name=tasks.json', 'application/octet-stream');
    expect([raw.status, raw.body]).toMatchObject([201, { format: 'taskmaster', tasks: 1 }]);
    for (const call of [restCall, mcpCall]) {
      const answer = await call(here, 'plan_import', { text, name: 'tasks.json' });
      expect(answer.body).toMatchObject({ format: 'taskmaster', steps: 1, executable: true });
      const file_base64 = Buffer.from(text).toString('base64');
      const coded = await call(here, 'plan_import', { file_base64 });
      expect(coded.body).toMatchObject({ format: 'taskmaster' });
      const none = await call(here, 'plan_import', { text, file_base64 });
      expect(none.code).toBe('INVALID_ARGUMENTS');
    }
  });

  it('[IM17] what is hostile, broken or too large is refused and nothing of it is kept', async () => {
    const before = await listAt(here);
    const file = (path: string, bytes: Uint8Array | string = 'x') => ({
      ...{ path, bytes: Buffer.from(bytes), updatedAtMs: 0 },
    });
    const many = Array.from({ length: 20_000 }, (_, at) => file(`f${at}`, ''));
    const deep = `{"tasks":${'['.repeat(3_000)}${']'.repeat(3_000)}}`;
    const bad: readonly (readonly [string, number, Uint8Array | string])[] = [
      ['lead out', 400, zipOf([file('../../etc/passwd')])],
      ['packed more than', 413, zipOf([file('bomb', Buffer.alloc(16 * 2 ** 20))])],
      ['at most 10000', 413, zipOf(many)],
      ['not valid JSON', 400, '{"tasks": ['],
      ['nested deeper', 400, deep],
      ['What is taken in', 400, 'some words'],
      ['What is taken in', 400, zipOf([file('inner.zip', zipOf([file('tasks.json', '{}')]))])],
      ['at most 33554432 bytes', 413, Buffer.alloc(33 * 2 ** 20)],
    ];
    for (const [words, status, body] of bad) {
      const answer = await send(here, body);
      expect([words, answer.status, answer.body.detail]).toEqual([
        words,
        status,
        expect.stringContaining(words),
      ]);
    }
    expect(await listAt(here)).toEqual(before);
  });
});

async function waited(app: TestApp, plan_id: string): Promise<string> {
  const answer = await restCall(app, 'plan_wait', { plan_id, timeout_seconds: 50 });
  return (answer.body as Taken).state;
}

/** Thinks so many thoughts, or all. */
async function think(app: TestApp, plan_id: string, most = Number.POSITIVE_INFINITY) {
  const thought: string[] = [];
  while (thought.length < most) {
    const { state } = (await restCall(app, 'plan_status', { plan_id })).body as Taken;
    if (state !== 'pending' && state !== 'processing') break;
    const request = { kinds: ['model'], plan_id, wait_seconds: 0.3 };
    const taken = (await restCall(app, 'work_claim', request)).body as {
      readonly claimed?: boolean;
      readonly lease: { readonly token: string };
      readonly step: WorkStep;
    } | null;
    if (!taken?.claimed) continue;
    const { output_schema, prompt, step_id } = taken.step;
    const output = scriptedAnswer(output_schema ?? {}, prompt ?? '');
    await restCall(app, 'work_complete', { lease_token: taken.lease.token, output });
    thought.push(step_id);
  }
  return thought;
}

describe('the zip of a plan of ours', () => {
  it('[IM14] of a finished plan comes back as it was, but for its id', async () => {
    const wish = { prompt: 'Open a bakery in Lyon with a budget of 60,000 EUR', brain: 'offline' };
    const { plan_id } = (await restCall(here, 'plan_create', wish)).body as Taken;
    expect(await waited(here, plan_id)).toBe('completed');
    const zip = await zipFrom(here, plan_id);
    const manifest = readZip(zip).read(`${plan_id}/planwright.json`);
    expect(JSON.parse(Buffer.from(manifest ?? []).toString())).toMatchObject({
      ...{ format: 'planwright-plan', finished: true, goal: wish.prompt },
    });
    const { status, body } = await send(there, zip);
    expect([status, body]).toMatchObject([
      201,
      { format: 'planwright', executable: true, state: 'completed' },
    ]);
    const made = await planAt(here, plan_id);
    expect(await planAt(there, body.plan_id)).toEqual({ ...made, plan_id: body.plan_id });
    // What was taken in is packed and taken in once more.
    const again = await send(here, await zipFrom(there, body.plan_id));
    expect(again.body).toMatchObject({ format: 'planwright', executable: true });
  });

  it('[IM15] of an unfinished plan is resumed elsewhere, without thinking anything twice', async () => {
    const prompt = 'Open a bakery in Bergen with a budget of 90,000 EUR by June 2028';
    const wish = { prompt, brain: 'caller', detail: 'brief', start_date: '2027-05-03' };
    const { plan_id } = (await restCall(here, 'plan_create', wish)).body as Taken;
    const first = await think(here, plan_id, 6);
    await restCall(here, 'plan_stop', { plan_id });
    const zip = await zipFrom(here, plan_id);
    const { status, body } = await send(there, zip);
    expect([status, body]).toMatchObject([
      201,
      { format: 'planwright', executable: false, state: 'stopped', schedule: null, tasks: 0 },
    ]);
    expect(body.next_action).toContain(`plan_resume with plan_id ${body.plan_id}`);
    const resumed = await restCall(there, 'plan_resume', { plan_id: body.plan_id });
    expect(resumed.status).toBe(200);
    const rest = await think(there, body.plan_id);
    expect(await waited(there, body.plan_id)).toBe('completed');
    expect(rest.filter((step) => first.includes(step) && !step.includes('parts'))).toEqual([]);
    await restCall(here, 'plan_resume', { plan_id });
    await think(here, plan_id);
    const made = await planAt(here, plan_id);
    expect(await planAt(there, body.plan_id)).toEqual({ ...made, plan_id: body.plan_id });
  });

  it('[IM15] what does not fit its stage is made again, and a foreign manifest is refused', async () => {
    const wish = { prompt: 'Open a small library in Oslo', brain: 'caller', detail: 'brief' };
    const { plan_id } = (await restCall(here, 'plan_create', wish)).body as Taken;
    await think(here, plan_id, 2);
    const zip = readZip(await zipFrom(here, plan_id));
    const path = `${plan_id}/planwright.json`;
    const manifest = JSON.parse(Buffer.from(zip.read(path) ?? []).toString()) as {
      stages: { name: string; version: string; output: unknown }[];
    };
    const packed = (change: object) =>
      zipOf([
        { path, bytes: Buffer.from(JSON.stringify({ ...manifest, ...change })), updatedAtMs: 0 },
      ]);
    const kept = async (change: object) =>
      Number(
        /^(\d+) stages are done/.exec((await send(there, packed(change))).body.next_action)?.[1],
      );
    const all = await kept({});
    expect(all).toBeGreaterThan(0);
    const [, ...others] = manifest.stages;
    const [broken] = manifest.stages.map((stage) => ({ ...stage, output: 7 }));
    expect(await kept({ stages: [broken, ...others] })).toBeLessThan(all);
    const older = manifest.stages.map((stage) => ({ ...stage, version: '0' }));
    expect(await kept({ stages: older })).toBe(0);
    const unread = await send(there, packed({ budget: { usd: 'much' } }));
    expect(unread.status).toBe(400);
    const newer = await send(there, packed({ version: 2 }));
    expect([newer.status, newer.body.detail]).toEqual([
      400,
      expect.stringContaining('cannot be read by this version'),
    ]);
  });

  const usageAt = async (app: TestApp, plan_id: string) =>
    ((await restCall(app, 'plan_status', { plan_id })).body as { usage: unknown }).usage;

  it('[IM15] of an unfinished plan has what is left of its budget, and no more', async () => {
    const budget = { usd: 3, tokens: 9_000, calls: 40, hours: 5 };
    const wish = { prompt: 'Open a small museum in Turku', brain: 'caller', detail: 'brief' };
    const { plan_id } = (await restCall(here, 'plan_create', { ...wish, budget })).body as Taken;
    await think(here, plan_id, 2);
    await restCall(here, 'plan_stop', { plan_id });
    const zip = await zipFrom(here, plan_id);
    expect(await zipFrom(here, plan_id)).toEqual(zip);
    const packed = readZip(zip).read(`${plan_id}/planwright.json`);
    const manifest = JSON.parse(Buffer.from(packed ?? []).toString()) as { budget: Budget };
    expect(manifest.budget.calls).toBe(38);
    expect(manifest.budget.wall_ms).toBeLessThanOrEqual(5 * 3_600_000);
    const { body } = await send(there, zip);
    expect(body).toMatchObject({ state: 'stopped', defects: [], defect_count: 0 });
    const { budget_left: left } = (await usageAt(here, plan_id)) as { budget_left: object };
    expect(left).toMatchObject({ calls: 38 });
    expect(await usageAt(there, body.plan_id)).toMatchObject({ budget_left: left });
    const again = await send(here, await zipFrom(there, body.plan_id));
    expect(await usageAt(here, again.body.plan_id)).toMatchObject({ budget_left: left });
  });

  it('[IM15] of a plan that shared a purse says that the purse stays where it is', async () => {
    const made = await restCall(here, 'purse_create', { label: 'Museums', budget: { usd: 9 } });
    const { purse_id } = made.body as { purse_id: string };
    const wish = { prompt: 'Open a small museum in Oulu', brain: 'caller', purse_id };
    const { plan_id } = (await restCall(here, 'plan_create', wish)).body as Taken;
    const { body } = await send(there, await zipFrom(here, plan_id));
    expect(body).toMatchObject({
      ...{ state: 'stopped', defect_count: 1 },
      defects: [{ kind: 'purse_left_behind', where: plan_id, repaired: false }],
    });
    expect(await usageAt(there, body.plan_id)).toMatchObject({ budget_left: null });
  });

  it('[IM15] of a plan that failed is taken in stopped too', async () => {
    const wish = { prompt: 'asdf', brain: 'offline' };
    const { plan_id } = (await restCall(here, 'plan_create', wish)).body as Taken;
    expect(await waited(here, plan_id)).toBe('failed');
    const { status, body } = await send(there, await zipFrom(here, plan_id));
    expect([status, body.state, body.executable]).toEqual([201, 'stopped', false]);
    await restCall(there, 'plan_resume', { plan_id: body.plan_id });
    expect(await waited(there, body.plan_id)).toBe('failed');
  });
});
