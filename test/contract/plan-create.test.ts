// Creating a plan twice is safe: check and insert are one commit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsonInit, openApp, type TestApp } from '../support/app.ts';
import { chooseStore, type StoreChoice, storeNames } from '../support/stores.ts';

interface Created {
  readonly plan_id: string;
  readonly deduplicated: boolean;
}

describe.each(storeNames)('plan_create on %s', (name) => {
  let store: StoreChoice;
  let app: TestApp;

  beforeAll(async () => {
    store = await chooseStore(name);
    const env = { PLANWRIGHT_DEDUPE_WINDOW_SECONDS: '600' };
    app = await openApp({ ...store, env });
  });
  afterAll(async () => {
    await app.close();
    await store.drop();
  });

  const create = async (body: object, key?: string): Promise<Created> => {
    const init = key === undefined ? jsonInit(body) : { ...jsonInit(body), key };
    const response = await app.call('/api/plans/generate', init);
    expect(response.status).toBe(202);
    return (await response.json()) as Created;
  };

  it('[OP4] of twenty equal calls at once one makes the plan and all name it', async () => {
    const body = { prompt: 'Plant an orchard of 40 apple trees near Malmö' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(body)));
    expect(new Set(answers.map((answer) => answer.plan_id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.deduplicated)).toHaveLength(1);
  });

  it('[EN21] an erased plan says so, is not given again, and is not executed', async () => {
    const prompt = 'Build a canary shed in Odense for 9,000 DKK';
    const first = await create({ prompt });
    const tenant = 'tenant_local';
    await app.services.engine.erase({ tenant, plan: first.plan_id });
    const status = await app.call(`/api/plans/${first.plan_id}/status`);
    expect(await status.json()).toMatchObject({ title: '(erased)', goal: '' });
    expect((await app.call(`/api/plans/${first.plan_id}`)).status).toBe(410);
    const run = await app.call('/api/executions', jsonInit({ plan_id: first.plan_id }));
    expect(run.status).toBe(410);
    const again = await app.services.engine.erase({ tenant, plan: first.plan_id });
    expect(again).toMatchObject({ contents: 0 });
    const second = await create({ prompt });
    expect(second.plan_id).not.toBe(first.plan_id);
  });

  it('[OP21] a plan that failed is not given again: the same call makes another', async () => {
    const prompt = 'asdf qwer zxcv';
    const first = await create({ prompt });
    const ended = await app.call(`/api/plans/${first.plan_id}/wait`);
    expect(await ended.json()).toMatchObject({ state: 'failed' });
    const second = await create({ prompt });
    expect(second.plan_id).not.toBe(first.plan_id);
    expect(second.deduplicated).toBe(false);
  });

  it('[OP4] another start date, goal or caller is another plan', async () => {
    const prompt = 'Repair the roof of a barn in Bergen for 20,000 NOK';
    const key = await app.makeKey({ tenant: 'tenant_local' });
    const answers = [
      await create({ prompt, start_date: '2027-01-04' }),
      await create({ prompt, start_date: '2027-01-05' }),
      await create({ prompt: `${prompt}.`, start_date: '2027-01-04' }),
      await create({ prompt, start_date: '2027-01-04' }, key),
    ];
    expect(new Set(answers.map((answer) => answer.plan_id)).size).toBe(4);
    const again = await create({ goal: prompt, start_date: '2027-01-04' });
    expect(again).toMatchObject({ plan_id: answers[0]?.plan_id, deduplicated: true });
  });
});
