// A plan.json that an older version of the program has stored is read, run and taken in like any other.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restCall } from '../../test/security/faces.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { PLAN_SCHEMA_VERSION, type Plan } from '../contract/plan.ts';
import { localTenant } from './principals.ts';

const file = new URL('../../test/contract/fixtures/plan-v1.json', import.meta.url);
const text = readFileSync(file, 'utf8');
const first = JSON.parse(text) as Plan;

let app: TestApp;
beforeAll(async () => {
  app = await openApp();
});
afterAll(() => app.close());

/** As it lies in a store from before: its bytes were never touched. */
async function storeFirst(): Promise<string> {
  const { engine, ids, now } = app.services;
  const [plan, run] = [ids.next('plan'), ids.next('gen')];
  const tenant = localTenant;
  const row = {
    ...{ id: plan, tenant, created_by: 'service_old', created_at: now(), run },
    ...{ goal: first.goal, title: first.title, erased_at: 0, archived_at: 0 },
  };
  const def = {
    ...({ id: 'stage_plan', needs: [], performer: 'agent', purpose: 'work' } as const),
    ...({ action: 'old', attempts_max: 1, timeout_ms: 60_000, tier: 1 } as const),
  };
  await engine.createRun({
    ...{ run, kind: 'generation', plan, tenant, by: 'service_old' },
    steps: [{ def, spec: { title: 'plan', startDate: first.start_date } }],
    also: { rows: [{ table: 'plans', put: row }] },
  });
  const claimed = await engine.claim({
    ...{ tenant, holder: 'agent_old', performers: ['agent'], actions: null },
    ...{ run, leaseMs: 60_000, waitMs: 1_000 },
  });
  if (!claimed) throw new Error('the step cannot be taken');
  const bytes = Buffer.from(text);
  const artifact = { owner: plan, path: 'plan.json', contentType: 'application/json', bytes };
  const { token } = claimed;
  const call = { tenant, holder: 'agent_old', token, output: {}, artifacts: [artifact] };
  await engine.complete(call);
  return plan;
}

describe('a plan.json of version 1', () => {
  it('[PD1] that lies in the store is read as one of today, and runs', async () => {
    const plan_id = await storeFirst();
    const { status, body } = await restCall(app, 'plan_get', { plan_id });
    expect([status, body]).toMatchObject([200, { schema_version: PLAN_SCHEMA_VERSION }]);
    const told = await restCall(app, 'plan_status', { plan_id });
    expect(told.body).toMatchObject({ quality_summary: first.quality_summary });
    expect((await restCall(app, 'execution_create', { plan_id })).status).toBe(201);
  });

  it('[PD1] that is taken in is written as one of today, judged and with all its files', async () => {
    const taken = await restCall(app, 'plan_import', { plan: first });
    expect(taken.status).toBe(201);
    const { plan_id } = taken.body as { plan_id: string };
    const plan = (await restCall(app, 'plan_get', { plan_id })).body as Plan;
    expect(plan).toMatchObject({ schema_version: PLAN_SCHEMA_VERSION, phases: first.phases });
    expect(plan.verdict).toBeDefined();
    const files = await restCall(app, 'plan_files', { plan_id });
    for (const path of ['plan_summary.json', 'schedule.csv', 'wbs/wbs_level2.json']) {
      expect(files.text).toContain(path);
    }
  });

  it('[PD2] one of a newer version is refused before anything is kept', async () => {
    const newer = { ...first, schema_version: PLAN_SCHEMA_VERSION + 1 };
    const { status, text: words } = await restCall(app, 'plan_import', { plan: newer });
    expect(status).toBe(400);
    expect(words).toContain('Update Planwright');
  });
});
