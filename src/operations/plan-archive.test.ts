import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bakery, type Json, openBakery } from '../../test/support/execution.ts';
import { verifyAll } from '../engine/verify.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());

async function finished(prompt: string): Promise<string> {
  const { plan_id } = await bakery.call('plan_create', { prompt });
  await bakery.call('plan_wait', { plan_id, timeout_seconds: 50 });
  return String(plan_id);
}

async function listed(more: object = {}): Promise<Json[]> {
  const { plans } = (await bakery.call('plan_list', { limit: 50, ...more })) as { plans: Json[] };
  return plans;
}

const idsIn = (plans: readonly Json[]): unknown[] => plans.map(({ plan_id }) => plan_id);

describe('plan_archive', () => {
  it('[PR4] takes a plan out of the lists until it is brought back', async () => {
    const plan_id = await finished('Hold a chess tournament for 32 players in Brno');
    expect(await bakery.call('plan_archive', { plan_id })).toMatchObject({ archived: true });
    expect(idsIn(await listed())).not.toContain(plan_id);
    expect(idsIn(await listed({ state: 'completed' }))).not.toContain(plan_id);
    const all = await listed({ include_archived: true });
    expect(all.find((row) => row.plan_id === plan_id)).toHaveProperty('archived_at');
    expect(all.find((row) => row.plan_id === bakery.planId)).not.toHaveProperty('archived_at');
    expect(await bakery.call('plan_status', { plan_id })).toHaveProperty('archived_at');
    expect(await bakery.call('plan_read', { plan_id })).toHaveProperty('sections');
    await bakery.call('plan_unarchive', { plan_id });
    expect(idsIn(await listed())).toContain(plan_id);
    expect(await bakery.call('plan_status', { plan_id })).not.toHaveProperty('archived_at');
  });

  it('[PR4] pages of a list go on behind what was put away', async () => {
    const away = await finished('Plant an orchard of 40 apple trees near Graz');
    const shown = await finished('Plant an orchard of 50 pear trees near Linz');
    await bakery.call('plan_archive', { plan_id: away });
    const first = await bakery.call('plan_list', { limit: 1 });
    expect(idsIn(first.plans as Json[])).toEqual([shown]);
    const second = await bakery.call('plan_list', { limit: 1, cursor: first.next_cursor });
    expect(idsIn(second.plans as Json[])).not.toContain(away);
  });

  it('[PR4] of a plan that is being carried out is refused', async () => {
    await bakery.start();
    for (const name of ['plan_archive', 'plan_delete']) {
      const refused = await bakery.ask(name, { plan_id: bakery.planId });
      expect(refused, name).toMatchObject({ status: 409, code: 'not_allowed_now' });
      expect(refused.text).toContain(bakery.executionId);
    }
    await bakery.control('kill');
    expect(await bakery.call('plan_archive', { plan_id: bakery.planId })).toMatchObject({
      archived: true,
    });
  });
});

describe('plan_delete', () => {
  it('[PR5] erases goal, texts and files for good, and leaves a stone that lists leave out', async () => {
    const plan_id = await finished('Open a clock museum in Furtwangen with 30,000 EUR');
    const gone = await bakery.call('plan_delete', { plan_id });
    expect(Number(gone.contents_erased)).toBeGreaterThan(5);
    expect(idsIn(await listed())).not.toContain(plan_id);
    const [stone] = (await listed({ include_archived: true })).filter(
      (row) => row.plan_id === plan_id,
    );
    expect(stone).toMatchObject({ title: '(erased)', prompt_excerpt: '' });
    for (const name of ['plan_read', 'plan_get', 'plan_file_info', 'plan_zip', 'plan_archive']) {
      expect(await bakery.ask(name, { plan_id }), name).toMatchObject({ status: 410 });
    }
    expect((await bakery.ask('plan_file', { plan_id, path: 'plan.json' })).status).toBe(404);
    expect((await bakery.ask('plan_usage', { plan_id })).status).toBe(200);
    const store = bakery.app.services.reader as Parameters<typeof verifyAll>[0];
    expect((await verifyAll(store)).filter((verdict) => !verdict.ok)).toEqual([]);
  });

  it('[PR5] of a stopped plan ends it first; a second time changes nothing', async () => {
    const { plan_id } = await bakery.call('plan_create', { prompt: 'Open a bar in Graz' });
    await bakery.call('plan_stop', { plan_id });
    const first = await bakery.call('plan_delete', { plan_id });
    const again = await bakery.call('plan_delete', { plan_id });
    expect(again).toMatchObject({ deleted_at: first.deleted_at, contents_erased: 0 });
    expect((await bakery.ask('plan_resume', { plan_id })).status).toBe(410);
  });

  it('[PR5] of a plan that is being made is refused, with what to do', async () => {
    const wish = { prompt: 'Open a tea house in Kyoto', brain: 'caller' };
    const { plan_id } = await bakery.call('plan_create', wish);
    const refused = await bakery.ask('plan_delete', { plan_id });
    expect(refused).toMatchObject({ status: 409, code: 'not_allowed_now' });
    expect(refused.text).toContain('plan_stop');
  });
});
