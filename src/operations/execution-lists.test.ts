// Lists of a run that is as large as it may be.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { leaf } from '../../test/support/run-driver.ts';
import type { Approval } from '../contract/approvals.ts';
import type { ExecutionTask } from '../contract/executions.ts';
import type { GraphStep } from '../engine/event-types.ts';

const tenant = 'tenant_lists';
let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await openApp({ allowsLocal: false });
  key = await app.makeKey({ tenant });
});
afterAll(() => app.close());

async function start(run: string, steps: readonly GraphStep[], spec: object): Promise<void> {
  const made = steps.map((def) => ({ def, spec: { title: def.id, ...spec } }));
  const about = { kind: 'execution', plan: 'plan_lists0001', tenant, by: 'person_lists' } as const;
  await app.services.engine.createRun({ run, ...about, steps: made });
}

const ids = (count: number): string[] => Array.from({ length: count }, (_, nth) => `task_${nth}`);

async function list<Item>(path: string, name: string): Promise<Item[]> {
  const answer = await app.call(`/api/executions/${path}`, { key });
  return ((await answer.json()) as Record<string, Item[]>)[name] ?? [];
}

describe('lists of a large run', () => {
  it.each([
    ['exec_lists00001', 1_000, 4_000],
    ['exec_lists00002', 300, 5_000],
  ])('[EV8] %s: of %i tasks a description has %i characters', async (run, count, shown) => {
    const steps = ids(count).map((id) => leaf(id));
    await start(run, steps, { description: 'x'.repeat(5_000) });
    const tasks = await list<ExecutionTask>(`${run}/tasks`, 'tasks');
    expect(tasks).toHaveLength(count);
    expect(new Set(tasks.map(({ description }) => description.length))).toEqual(new Set([shown]));
  });

  it('[EV8] what is to be approved is shown up to 8,000,000 characters in all', async () => {
    const run = 'exec_lists00003';
    const steps = ids(45).map((id) => leaf(id, [], { tier: 2, approval: { lasts_ms: 60_000 } }));
    await start(run, steps, { params: { text: 'x'.repeat(200_000) } });
    const approvals = await list<Approval>(`${run}/approvals`, 'approvals');
    expect(approvals).toHaveLength(45);
    expect(approvals.filter(({ what }) => what !== null)).toHaveLength(39);
    expect(approvals.findIndex(({ what }) => what === null)).toBe(39);
  });
});
