// A change of what runs through the SDK, on both stores, with servers that are killed in between.
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PlanwrightClient } from '../../sdk/index.ts';
import { ageInProcessLeases } from '../crash/aged-leases.ts';
import { makeHome, type ServerProcess, startServer } from '../support/server.ts';
import { chooseStore, type StoreChoice, storeNames } from '../support/stores.ts';

describe.each(storeNames)('a change on %s', (name) => {
  let store: StoreChoice;
  let home: string;
  let server: ServerProcess;
  let person: PlanwrightClient;
  let planId: string;

  const open = async (): Promise<void> => {
    const { databaseUrl } = store;
    server = await startServer({ home, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
    person = new PlanwrightClient({ url: server.url, key: server.personKey });
  };
  const killed = async (): Promise<void> => {
    await server.stop('SIGKILL');
    const { databaseUrl } = store;
    await ageInProcessLeases({ home, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
    await open();
  };

  beforeAll(async () => {
    store = await chooseStore(name);
    home = await makeHome();
    await open();
    const prompt = 'Open a small bakery in Lyon';
    const { plan_id } = await person.createPlan({ prompt, start_date: '2035-01-01' });
    await person.waitForPlan(plan_id, { timeout_seconds: 50 });
    planId = plan_id;
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await rm(home, { recursive: true, force: true });
    await store.drop();
  });

  const late: Parameters<PlanwrightClient['changeExecution']>[1] = {
    kind: 'delay',
    affects: ['task_2_1'],
    until: '2035-03-01',
    reason: 'The oven is late',
  };

  const engineState = async (run: string, step: string) =>
    (await person.executionTasks(run)).tasks.find(({ step_id }) => step_id === step)?.engine_state;

  it('[CG9] waits through a kill, and is made once after another', async () => {
    const { execution_id: run } = await person.createExecution({ plan_id: planId });
    const { change_id, digest, diff } = await person.changeExecution(run, late);
    await killed();
    const [kept] = (await person.executionChanges(run)).changes;
    expect(kept).toMatchObject({ change_id, digest, state: 'waiting', diff });
    const word = { action: 'approve', step_id: change_id ?? '', digest: digest ?? '' } as const;
    await person.controlExecution(run, word);
    await killed();
    await vi.waitFor(async () => expect(await engineState(run, change_id ?? '')).toBe('VERIFIED'), {
      timeout: 30_000,
      interval: 100,
    });
    const { changes } = await person.executionChanges(run);
    expect(changes.map(({ state }) => state)).toEqual(['applied']);
    const { events } = await person.executionEvents(run, { limit: 500 });
    const patches = events.filter(({ type }) => type === 'graph.patched');
    expect(patches).toHaveLength(3);
  });

  it('[CG4] passes by itself within the policy of the execution', async () => {
    const policy = { changes: { max_days: 400, max_money: 0 } };
    const { execution_id: run } = await person.createExecution({ plan_id: planId, policy });
    const made = await person.changeExecution(run, late);
    expect(made).toMatchObject({ state: 'applied', asks_because: null });
    expect(made.diff.dates?.finish.days).toBeGreaterThan(10);
  });
});
