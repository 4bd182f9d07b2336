// Reading plans and putting them away through the SDK, against a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ServerProcess, startServer } from '../test/support/server.ts';
import { isApiError, PlanwrightClient } from './index.ts';

let server: ServerProcess;
let client: PlanwrightClient;
let planId: string;

beforeAll(async () => {
  server = await startServer();
  client = new PlanwrightClient({ url: server.url, key: server.personKey });
  const { plan_id } = await client.createPlan({ prompt: 'Open a small bakery in Lyon' });
  await client.waitForPlan(plan_id);
  planId = plan_id;
}, 30_000);
afterAll(() => server.close());

describe('a plan through the SDK', () => {
  it('[SD15] is read part by part, and its files are found', async () => {
    expect(await client.readPlan(planId)).toMatchObject({ plan_id: planId, part: 'summary' });
    const tasks = await client.readPlan(planId, { part: 'tasks' });
    expect(tasks.items?.length).toBe(tasks.total);
    const section = await client.readPlan(planId, { part: 'section', path: 'title' });
    expect(section.text).toContain('bakery');
    expect(await client.planFileInfo(planId, { artifact: 'zip' })).toMatchObject({ ready: true });
    expect((await client.examplePrompts()).samples.length).toBeGreaterThan(5);
    expect(Array.isArray((await client.examplePlans()).plans)).toBe(true);
  });

  it('[SD15] is put away, brought back and deleted', async () => {
    expect(await client.archivePlan(planId)).toMatchObject({ archived: true });
    expect(await client.planStatus(planId)).toHaveProperty('archived_at');
    expect(await client.unarchivePlan(planId)).toMatchObject({ archived: false });
    expect((await client.deletePlan(planId)).contents_erased).toBeGreaterThan(0);
    const gone = await client.readPlan(planId).catch((error: unknown) => error);
    expect(isApiError(gone) && gone.code).toBe('plan_erased');
  });
});
