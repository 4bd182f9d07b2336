import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanStatus } from '../../src/contract/plans.ts';
import { planStatusOutput } from '../../src/contract/plans.ts';
import type { Services } from '../../src/operations/context.ts';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import { scriptedAnswer } from '../doubles/scripted-mind.ts';
import { goodMind, openPipeline, type Pipeline } from '../support/pipeline.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
const minuteMs = 60_000;

let pipeline: Pipeline;
/** How far the clock of the answers is ahead. */
let aheadMs = 0;
/** Calls wait for this where a test says so. */
let gate: Promise<void> = Promise.resolve();
let count = 0;

const ahead = (services: Services): Services => ({
  ...services,
  now: () => services.now() + aheadMs,
});

beforeAll(async () => {
  pipeline = await openPipeline({
    wrap: ahead,
    script: async (request) => {
      await gate;
      return goodMind(request);
    },
  });
});
afterAll(() => pipeline.close());

const newGoal = (): string => {
  count += 1;
  return `${goal}, number ${count}`;
};

async function statusOf(plan_id: string, aheadBy = 0): Promise<PlanStatus> {
  aheadMs = aheadBy;
  const status = planStatusOutput.parse(await pipeline.call('plan_status', { plan_id }));
  aheadMs = 0;
  return status;
}

const create = async (input: object): Promise<string> =>
  (await pipeline.call('plan_create', input)).plan_id as string;

describe('the status of a plan that a mind thinks about', () => {
  it('[PP11] tells who thinks, how much, when last, and how good it became', async () => {
    const { plan_id } = await pipeline.plan({ prompt: newGoal(), detail: 'brief' });
    const { brain, detail, usage, timing, quality_summary } = await statusOf(String(plan_id));
    expect({ brain, detail }).toEqual({ brain: 'model', detail: 'brief' });
    expect(usage).toMatchObject({ calls: callsOf.brief, cost_usd: null, budget_left: null });
    expect(usage.tokens).toBeGreaterThan(0);
    expect(timing).toMatchObject({ eta_sec: 0 });
    expect(Date.parse(timing.last_llm_call_at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(timing.started_at ?? ''),
    );
    const plan = await pipeline.call('plan_get', { plan_id });
    expect(quality_summary).toEqual(plan.quality_summary);
  });

  it('[PP12] says when it will be done, from what stages took before; null where nobody knows', async () => {
    const open = Promise.withResolvers<void>();
    const other = await openPipeline({
      script: (request) => open.promise.then(() => goodMind(request)),
    });
    try {
      const made = await other.call('plan_create', { prompt: newGoal(), brain: 'model' });
      const first = await other.call('plan_status', { plan_id: made.plan_id });
      expect(first.timing).toMatchObject({ eta_sec: null, last_llm_call_at: null });
    } finally {
      open.resolve();
      await other.close();
    }
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const plan = await create({ prompt: newGoal(), brain: 'model', detail: 'brief' });
    await expect.poll(async () => (await statusOf(plan)).current_step).not.toBeNull();
    const { timing, state } = await statusOf(plan);
    expect(state).toBe('processing');
    expect(timing.eta_sec).toEqual(expect.any(Number));
    held.resolve();
    await expect.poll(async () => (await statusOf(plan)).state).toBe('completed');
  });

  it('[PP11] says what is under way by its title', async () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const plan = await create({ prompt: newGoal(), brain: 'model' });
    await expect.poll(async () => (await statusOf(plan)).current_step).toBe('Review of the goal');
    held.resolve();
  });
});

describe('a plan that does not go on', () => {
  it('[PP11] of a stage that takes more than twice its time is said to be stalled', async () => {
    const held = Promise.withResolvers<void>();
    gate = held.promise;
    const plan = await create({ prompt: newGoal(), brain: 'model' });
    await expect.poll(async () => (await statusOf(plan)).usage.calls).toBe(0);
    await expect.poll(async () => (await statusOf(plan)).current_step).not.toBeNull();
    expect((await statusOf(plan, 19 * minuteMs)).timing.stalled).toBeUndefined();
    const { timing, next_action } = await statusOf(plan, 21 * minuteMs);
    expect(timing).toMatchObject({ eta_sec: null, stalled: { waits_for: 'step' } });
    expect(next_action).toBe(timing.stalled?.reason);
    held.resolve();
  });

  it('[PP11] names the agents that think for it, and says when there is none', async () => {
    const plan_id = await create({ prompt: newGoal(), brain: 'caller' });
    const claim = { kinds: ['model'], plan_id, wait_seconds: 50 };
    const taken = await pipeline.call('work_claim', claim);
    const { assigned_agents, timing } = await statusOf(plan_id, 6 * minuteMs);
    expect(assigned_agents).toHaveLength(1);
    expect(timing.stalled).toBeUndefined();
    const { lease, step } = taken as {
      lease: { token: string };
      step: { output_schema: object; prompt: string };
    };
    const output = scriptedAnswer(step.output_schema as never, step.prompt);
    await pipeline.call('work_complete', { lease_token: lease.token, output });
    expect((await statusOf(plan_id, 4 * minuteMs)).timing.stalled).toBeUndefined();
    const stalled = async () => (await statusOf(plan_id, 6 * minuteMs)).timing.stalled?.reason;
    await expect.poll(stalled).toMatch(/^No agent thinks for it: .*work_claim/);
    const alone = await statusOf(plan_id);
    expect(alone).toMatchObject({ assigned_agents: [], usage: { calls: 1 } });
  });
});

describe('plans that came out of others', () => {
  it('[PP14] are listed by them, and the other must be there', async () => {
    const parent = await create({ prompt: newGoal(), brain: 'offline' });
    const child = await create({ prompt: newGoal(), brain: 'offline', parent_plan_id: parent });
    expect((await statusOf(child)).parent_plan_id).toBe(parent);
    const listed = await pipeline.call('plan_list', { parent_plan_id: parent });
    expect(listed.plans).toMatchObject([{ plan_id: child, parent_plan_id: parent }]);
    const stranger = await pipeline.app.makeKey({ tenant: 'tenant_other' });
    const asked = { prompt: goal, parent_plan_id: parent };
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const answer = await pipeline.app.call('/api/plans/generate', {
      ...{ ...init, body: JSON.stringify(asked), key: stranger },
    });
    expect(answer.status).toBe(404);
  });
});

describe('a plan that came with an execution from elsewhere', () => {
  it('[PP11] has a status, though how it was made is not known here', async () => {
    const { engine, now } = pipeline.app.services;
    const id = 'plan_elsewhere0001';
    const put = {
      ...{ id, tenant: 'tenant_pipeline', created_by: 'service_1', created_at: now() },
      ...{ run: 'gen_elsewhere0001', goal, title: 'Elsewhere', erased_at: 0 },
    };
    await engine.commit([{ rows: [{ table: 'plans', put }] }]);
    const { timing, usage } = await statusOf(id, 60 * minuteMs);
    expect(timing).toMatchObject({ eta_sec: null, started_at: null });
    expect(timing.stalled).toBeUndefined();
    expect(usage.calls).toBe(0);
  });
});
