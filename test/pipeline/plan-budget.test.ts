import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeEvent } from '../../src/engine/log-header.ts';
import { callsOf } from '../doubles/scripted-mind/calls.ts';
import { models, openPipeline, type Pipeline } from '../support/pipeline.ts';

const goal = 'Open a coffee shop in Copenhagen with a budget of 80,000 EUR by June 2027';
/** Dollars for a million tokens. */
const price = { input: 10, output: 30 };

interface Usage {
  readonly calls: number;
  readonly tokens: number;
  readonly cost_usd: number;
  readonly budget_left: { usd?: number; tokens?: number; calls?: number } | null;
}

interface Status {
  readonly plan_id: string;
  readonly state: string;
  readonly usage: Usage;
  readonly next_action: string;
  readonly timing: { eta_sec: number | null; stalled?: { reason: string; waits_for: string } };
}

let pipeline: Pipeline;
let person: string;
let count = 0;

beforeAll(async () => {
  pipeline = await openPipeline({ file: (url) => models(url, { price }) });
  person = await pipeline.app.makeKey({ tenant: 'tenant_pipeline', kind: 'person' });
});
afterAll(() => pipeline.close());

const newGoal = (): string => {
  count += 1;
  return `${goal}, number ${count}`;
};

const statusOf = async (plan_id: string): Promise<Status> =>
  (await pipeline.call('plan_status', { plan_id })) as unknown as Status;

async function create(input: object): Promise<string> {
  const made = await pipeline.call('plan_create', { brain: 'model', detail: 'brief', ...input });
  return made.plan_id as string;
}

async function untilStalled(plan: string): Promise<Status> {
  await expect
    .poll(async () => (await statusOf(plan)).timing.stalled?.waits_for, { timeout: 60_000 })
    .toBe('budget');
  return statusOf(plan);
}

async function untilDone(plan_id: string): Promise<Status> {
  for (;;) {
    const status = await pipeline.call('plan_wait', { plan_id, timeout_seconds: 20 });
    if (status.state !== 'processing' && status.state !== 'pending') {
      return status as unknown as Status;
    }
  }
}

const fund = async (plan_id: string, budget: object): Promise<void> => {
  const url = `/api/plans/${plan_id}/budget`;
  const headers = { 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ budget }), key: person };
  const answer = await pipeline.app.call(url, init);
  expect(answer.status).toBe(200);
};

async function fileOf(plan: string, path: string): Promise<string> {
  const answer = await pipeline.app.call(`/api/plans/${plan}/files/${path}`, { key: pipeline.key });
  return answer.text();
}

describe('the budget of making a plan', () => {
  it('[PP10] what was used is the sum of the calls, and what is left is the rest', async () => {
    const plan = await create({ prompt: newGoal(), budget: { usd: 50, tokens: 5_000_000 } });
    const { state, usage } = await untilDone(plan);
    expect(state).toBe('completed');
    expect(usage.calls).toBeGreaterThan(10);
    expect(usage.cost_usd).toBeGreaterThan(0);
    expect(usage.budget_left?.usd).toBeCloseTo(50 - usage.cost_usd, 6);
    expect(usage.budget_left?.tokens).toBe(5_000_000 - usage.tokens);
  });

  it('[PP13] a plan leaves its account as files, equal to the sum of the calls', async () => {
    const plan = await create({ prompt: newGoal() });
    const { usage } = await untilDone(plan);
    const lines = (await fileOf(plan, 'usage_metrics.jsonl')).trim().split('\n');
    const rows = lines.map((line) => JSON.parse(line) as { cost_micros: number; plan: string });
    const { total } = JSON.parse(await fileOf(plan, 'usage_summary.json')) as {
      total: { calls: number; cost_usd: number };
    };
    expect(rows).toHaveLength(usage.calls);
    expect(new Set(rows.map((row) => row.plan))).toEqual(new Set([plan]));
    expect(total).toMatchObject({ calls: usage.calls, cost_usd: usage.cost_usd });
    const micros = rows.reduce((sum, row) => sum + row.cost_micros, 0);
    expect(usage.cost_usd).toBeCloseTo(micros / 1e6, 6);
  });

  it('[PP10] it stops before the call that would break it, says what to do, and goes on when raised', async () => {
    const plan = await create({ prompt: newGoal(), budget: { calls: 6 } });
    const { state, usage, timing, next_action } = await untilStalled(plan);
    expect(state).toBe('processing');
    expect(usage.calls).toBeGreaterThan(0);
    expect(usage.calls).toBeLessThanOrEqual(6);
    expect(timing.stalled?.reason).toContain('Its budget of calls');
    expect(next_action).toContain(`planwright fund ${plan}`);
    await fund(plan, { calls: 200 });
    const done = await untilDone(plan);
    expect(done).toMatchObject({ state: 'completed' });
    expect(done.usage.budget_left).toEqual({ calls: 200 - done.usage.calls });
  });

  it('[PP10] warns once when four fifths of it are used', async () => {
    const plan = await create({ prompt: newGoal(), budget: { calls: 30 } });
    expect(await untilDone(plan)).toMatchObject({
      state: 'completed',
      usage: { calls: callsOf.brief },
    });
    const { reader } = pipeline.app.services;
    const run = (await reader.plan('tenant_pipeline', plan))?.run ?? '';
    const events = await reader.events(run, 0, 1_000);
    const warned = events
      .map(({ header }) => decodeEvent(header))
      .filter(({ type }) => type === 'budget.warned');
    expect(warned).toMatchObject([{ data: { of: 'calls' } }]);
  });

  it('[PP10] stopping and resuming does not refill it', async () => {
    const plan = await create({ prompt: newGoal(), budget: { calls: 6 } });
    const before = await untilStalled(plan);
    await pipeline.call('plan_stop', { plan_id: plan });
    await pipeline.call('plan_resume', { plan_id: plan });
    expect((await untilStalled(plan)).usage).toEqual(before.usage);
  });

  it('[PP10] whoever is no person may not raise it', async () => {
    const plan = await create({ prompt: newGoal(), budget: { calls: 0 } });
    await untilStalled(plan);
    expect((await statusOf(plan)).usage.calls).toBe(0);
    const agent = await pipeline.app.makeKey({ tenant: 'tenant_pipeline', kind: 'agent' });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ budget: {} });
    const init = { method: 'POST', headers, body, key: agent };
    expect((await pipeline.app.call(`/api/plans/${plan}/budget`, init)).status).toBe(403);
  });

  it('[PP10] a plan that is made again goes on with what is left, and so does a new budget', async () => {
    const plan = await create({ prompt: newGoal(), budget: { calls: 100 } });
    const first = await untilDone(plan);
    await pipeline.call('plan_invalidate', { plan_id: plan, stage: 'scenarios' });
    const second = await untilDone(plan);
    expect(second.usage.calls).toBeGreaterThan(first.usage.calls);
    expect(second.usage.budget_left).toEqual({ calls: 100 - second.usage.calls });
    await pipeline.call('plan_invalidate', { plan_id: plan, stage: 'choice' });
    await fund(plan, { calls: 50 });
    const third = await untilDone(plan);
    expect(third.usage.budget_left).toEqual({ calls: 50 - third.usage.calls });
  });

  it('[PP10] another budget makes another plan, the same one does not', async () => {
    const own = await openPipeline({ env: { PLANWRIGHT_DEDUPE_WINDOW_SECONDS: '600' } });
    try {
      const made = async (more: object) =>
        own.call('plan_create', { prompt: goal, brain: 'model', ...more });
      const first = await made({ budget: { usd: 5 } });
      expect((await made({ budget: { usd: 5 } })).plan_id).toBe(first.plan_id);
      expect((await made({ budget: { usd: 6 } })).plan_id).not.toBe(first.plan_id);
      expect((await made({})).plan_id).not.toBe(first.plan_id);
    } finally {
      await own.close();
    }
  });

  it('[PP10] amounts that cannot be are refused before anything is made', async () => {
    const answer = await pipeline.ask('plan_create', { prompt: goal, budget: { calls: 1.5 } });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('budget.calls');
  });
});

describe('a model without a known price', () => {
  it('[PP10] is not asked where money has a limit, and is where it has none', async () => {
    process.env.PLANWRIGHT_TEST_KEY = 'sk-for-tests';
    const unpriced = (url: string): object => ({
      profile: 'custom',
      models: {
        first: {
          ...{ provider: 'openai', model: 'nobody-knows-1', baseUrl: `${url}/v1` },
          keyEnv: 'PLANWRIGHT_TEST_KEY',
        },
      },
      profiles: { custom: ['first'] },
    });
    const own = await openPipeline({ file: unpriced });
    try {
      const { plan_id } = await own.call('plan_create', {
        ...{ prompt: goal, brain: 'model', budget: { usd: 5 } },
      });
      const read = async () => (await own.call('plan_status', { plan_id })) as unknown as Status;
      await expect.poll(async () => (await read()).timing.stalled?.reason).toContain('No price');
      expect(own.minds.calls).toHaveLength(0);
      const free = await own.plan({ prompt: goal, detail: 'brief', budget: { calls: 100 } });
      expect(free).toMatchObject({ state: 'completed', usage: { cost_usd: null } });
    } finally {
      await own.close();
    }
  });
});
