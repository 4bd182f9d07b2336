import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { jsonInit } from '../../test/support/app.ts';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import type { Rows } from '../store/tables.ts';
import { planStop } from './plan-control.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());

const ended = async (plan_id: unknown) =>
  bakery.call('plan_wait', { plan_id, timeout_seconds: 50 });

/** A plan whose making stands still from the start. */
async function stoppedPlan(prompt: string): Promise<string> {
  const { plan_id } = await bakery.call('plan_create', { prompt });
  const stopped = await bakery.call('plan_stop', { plan_id });
  expect(stopped).toMatchObject({ state: 'stopped', stop_requested: true });
  return String(plan_id);
}

async function failedPlan(): Promise<string> {
  const { plan_id } = await bakery.call('plan_create', { prompt: 'lorem ipsum' });
  expect(await ended(plan_id)).toMatchObject({ state: 'failed' });
  return String(plan_id);
}

describe('plan_stop', () => {
  it('[OP10] stops the making, shown as stopped, and waiting for it ends', async () => {
    const plan_id = await stoppedPlan('Plant an orchard of 40 apple trees near Graz');
    expect(await ended(plan_id)).toMatchObject({ state: 'stopped' });
    const { plans } = await bakery.call('plan_list', { state: 'stopped' });
    expect((plans as { plan_id: string }[]).map((plan) => plan.plan_id)).toContain(plan_id);
  });

  it('[OP10] of a plan that ends in the same moment is no mistake', async () => {
    const plan_id = await failedPlan();
    const { services } = bakery.app;
    const { reader } = services;
    const run = (await reader.runsOfPlans('', 1_000)).find(({ id }) => id === plan_id)?.run ?? '';
    const old = { ...(await reader.run(run)), status: 'RUNNING' } as Rows['runs'];
    // As it was a moment ago, the first time it is read.
    const reads = vi.fn(reader.run).mockResolvedValueOnce(old);
    const context = {
      ...services,
      reader: { ...reader, run: reads },
      principal: { tenant: old.tenant, id: 'person_a' },
    } as unknown as Parameters<typeof planStop.handler>[0];
    expect(await planStop.handler(context, { plan_id })).toMatchObject({
      state: 'failed',
      stop_requested: false,
    });
    expect(reads.mock.calls.length).toBeGreaterThan(1);
  });

  it('[OP10] of a finished plan changes nothing and is no mistake', async () => {
    const input = { plan_id: bakery.planId };
    expect(await bakery.call('plan_stop', input)).toMatchObject({
      state: 'completed',
      stop_requested: false,
    });
  });
});

describe('plan_resume', () => {
  it('[OP10] goes on with a stopped plan to its end', async () => {
    const plan_id = await stoppedPlan('Hold a chess tournament for 32 players in Brno');
    const resumed = await bakery.call('plan_resume', { plan_id });
    expect(resumed).toMatchObject({ resume_count: 1 });
    expect(await ended(plan_id)).toMatchObject({ state: 'completed', progress_percentage: 100 });
  });

  it('[OP10] tries a failed plan once more, and the error goes meanwhile', async () => {
    const plan_id = await failedPlan();
    expect(await bakery.call('plan_resume', { plan_id })).toMatchObject({ resume_count: 1 });
    expect(await ended(plan_id)).toMatchObject({ state: 'failed' });
  });

  it('[OP10] of a finished plan is PLAN_NOT_RESUMABLE', async () => {
    const refused = await bakery.ask('plan_resume', { plan_id: bakery.planId });
    expect(refused).toMatchObject({ status: 409, code: 'PLAN_NOT_RESUMABLE' });
  });
});

describe('plan_retry', () => {
  it('[OP10] makes a stopped plan anew under its id; the old run is over', async () => {
    const plan_id = await stoppedPlan('Write a field guide to the mosses of Bavaria');
    const { reader } = bakery.app.services;
    const before = await reader.plan('tenant_bakery', plan_id);
    await bakery.call('plan_retry', { plan_id });
    expect(await ended(plan_id)).toMatchObject({ state: 'completed' });
    const after = await reader.plan('tenant_bakery', plan_id);
    expect(after?.run).not.toBe(before?.run);
    expect((await reader.run(before?.run ?? ''))?.status).toBe('CANCELLED');
  });

  it('[OP10] of a plan that is not failed or stopped is PLAN_NOT_FAILED', async () => {
    const refused = await bakery.ask('plan_retry', { plan_id: bakery.planId });
    expect(refused).toMatchObject({ status: 409, code: 'PLAN_NOT_FAILED' });
  });

  it('[OP11] repeated with its Idempotency-Key it is one new run', async () => {
    const plan_id = await failedPlan();
    const retry = () =>
      bakery.app.call(`/api/plans/${plan_id}/retry`, {
        method: 'POST',
        key: bakery.key,
        headers: { 'idempotency-key': 'once-more' },
      });
    expect((await retry()).status).toBe(202);
    await ended(plan_id);
    const { reader } = bakery.app.services;
    const run = (await reader.plan('tenant_bakery', plan_id))?.run;
    expect((await retry()).status).toBe(202);
    expect((await reader.plan('tenant_bakery', plan_id))?.run).toBe(run);
    const other = await bakery.app.call(`/api/plans/${await failedPlan()}/retry`, {
      ...jsonInit({}),
      key: bakery.key,
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once-more' },
    });
    expect(await other.json()).toMatchObject({ status: 409, code: 'idempotency_mismatch' });
  });
});
