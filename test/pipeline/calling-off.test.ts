// Calls that are under way end within a second when nobody wants their replies any more.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { allUsageRows } from '../../src/plan/usage-files.ts';
import type { Script } from '../doubles/model-server/types.ts';
import { goodMind, openPipeline, type Pipeline } from '../support/pipeline.ts';

const endless: Script = async (request) => {
  const reply = await goodMind(request);
  return reply.kind === 'answer' ? { ...reply, pace: { end: 'stall', at: 0.5 } } : reply;
};

let pipeline: Pipeline;
let count = 0;
beforeAll(async () => {
  pipeline = await openPipeline();
});
beforeEach(() => {
  pipeline.minds.play(endless);
  pipeline.minds.clear();
});
afterAll(() => pipeline.close());

/** A plan with calls under way that never end by themselves. */
async function planUnderWay(): Promise<string> {
  count += 1;
  const prompt = `Open coffee shop ${count} in Copenhagen for 80,000 EUR`;
  const made = await pipeline.call('plan_create', { prompt, brain: 'model' });
  await pipeline.minds.reached(9);
  return String(made.plan_id);
}

const calledOff = async (plan_id: string): Promise<number> => {
  const rows = await allUsageRows(pipeline.app.services.reader, 'tenant_pipeline', plan_id);
  return rows.filter(({ error_class }) => error_class === 'cancelled').length;
};

const kill = (on: boolean) => ({ scope: 'tenant', on, reason: 'Looking into something' });

const ends: readonly [string, (plan: string) => Promise<unknown>][] = [
  ['plan_stop', (plan_id) => pipeline.call('plan_stop', { plan_id })],
  [
    'plan_stop and then plan_retry',
    async (plan_id) => {
      await pipeline.call('plan_stop', { plan_id });
      pipeline.minds.play(goodMind);
      await pipeline.call('plan_retry', { plan_id });
    },
  ],
  ['the kill switch', () => pipeline.call('admin_kill', kill(true))],
];

describe('calling off', () => {
  it.each(ends)('[PP24] %s ends calls under way within a second', async (_what, end) => {
    const plan_id = await planUnderWay();
    const open = [...pipeline.minds.calls];
    expect(open.every(({ endedMs }) => endedMs === null)).toBe(true);
    await end(plan_id);
    await vi.waitUntil(() => open.every(({ endedMs }) => endedMs !== null), { timeout: 60_000 });
    expect(open.every(({ wasLeft }) => wasLeft)).toBe(true);
    await vi.waitUntil(async () => (await calledOff(plan_id)) === open.length, { timeout: 60_000 });
  });

  it('[PP24] a plan that was stopped in the middle of calls goes on with plan_resume', async () => {
    await pipeline.call('admin_kill', kill(false));
    const plan_id = await planUnderWay();
    await pipeline.call('plan_stop', { plan_id });
    pipeline.minds.play(goodMind);
    await pipeline.call('plan_resume', { plan_id });
    const status = await vi.waitUntil(
      async () => {
        const now = await pipeline.call('plan_wait', { plan_id, timeout_seconds: 20 });
        return now.state === 'processing' || now.state === 'pending' ? null : now;
      },
      { timeout: 60_000 },
    );
    expect(status).toMatchObject({ state: 'completed', progress_percentage: 100 });
  });
});
