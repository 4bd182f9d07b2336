import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attemptOf, secretWord } from '../../test/support/paid-steps.ts';
import { openTempStore, type TempStore } from '../../test/support/temp-store.ts';
import { createIds, seededRandomness } from '../base/ids.ts';
import { usageSums } from '../contract/usage.ts';
import { noTokens } from '../models/model.ts';
import type { ModelAttempt } from '../models/question.ts';
import type { Store } from '../store/store.ts';
import { Ledger } from './ledger.ts';
import { planUsage, usageOf } from './usage.ts';
import { reservedAmounts, settledAmounts } from './usage-budget.ts';
import { allUsageRows, usageMetrics, usageSummary } from './usage-files.ts';

const tenant = 'tenant_a';
const plan = 'plan_1';

let temp: TempStore;
let store: Store;
let ledger: Ledger;

beforeEach(() => {
  temp = openTempStore();
  store = temp.open();
  ledger = new Ledger(store, createIds(temp.clock, seededRandomness(3)));
});
afterEach(() => temp.close());

const record = (stage: string, change: Partial<ModelAttempt> = {}, run = 'gen_1') =>
  ledger.record(
    { tenant, plan, run, step: `stage_${stage}`, attempt: 1, stage },
    attemptOf(change),
  );

/** Two models, an unknown price and unknown tokens among them. */
async function recordMixed(): Promise<void> {
  await record('levers');
  await record('levers', { errorClass: 'schema', costMicros: 1 });
  await record('levers', { modelKey: 'local', provider: 'ollama', costMicros: 0 });
  await record('screen', { costMicros: null });
  await record('screen', {
    modelKey: 'local',
    provider: 'ollama',
    costMicros: null,
    tokens: noTokens,
  });
  await record('risks', { costMicros: 333_333 }, 'gen_2');
}

describe('sums of usage', () => {
  it('[US3] by stage and by model come to the same, and to the sum of the rows', async () => {
    await recordMixed();
    const { total, by_stage, by_model } = await usageOf(store, tenant, { plan });
    const rows = await allUsageRows(store, tenant, plan);
    const { money, tokens, calls } = settledAmounts(rows);
    expect(total).toMatchObject({
      calls,
      cost_usd: money / 1e6,
      failed_calls: 1,
      unpriced_calls: 2,
    });
    expect(total.tokens_in + total.tokens_out).toBe(tokens);
    for (const groups of [by_stage, by_model]) {
      for (const name of ['calls', 'failed_calls', 'tokens_in', 'tokens_reasoning'] as const) {
        expect(groups.reduce((sum, group) => sum + group[name], 0)).toBe(total[name]);
      }
      const micros = groups.map(({ cost_usd }) => Math.round((cost_usd ?? 0) * 1e6));
      expect(micros.reduce((sum, one) => sum + one, 0)).toBe(money);
      for (const group of groups) expect(usageSums.parse(group)).toBeTruthy();
    }
    expect(by_stage.map(({ stage, calls: of }) => [stage, of])).toEqual([
      ['levers', 3],
      ['risks', 1],
      ['screen', 2],
    ]);
  });

  it('[US3] say null where no price is known, and 0 where nothing was called or it was free', async () => {
    expect((await usageOf(store, tenant, { plan })).total.cost_usd).toBe(0);
    await recordMixed();
    const { by_stage } = await usageOf(store, tenant, { plan });
    expect(by_stage.find(({ stage }) => stage === 'screen')?.cost_usd).toBeNull();
    const { by_model } = await usageOf(store, tenant, { run: 'gen_1' });
    expect(by_model.find(({ model }) => model === 'local')).toMatchObject({
      ...{ cost_usd: 0, unpriced_calls: 1, calls: 2 },
    });
    expect((await usageOf(store, tenant, { run: 'gen_2' })).total.calls).toBe(1);
    expect((await usageOf(store, 'tenant_b', { plan })).total.calls).toBe(0);
  });

  it('[US3] in short say what is left of the budget', async () => {
    await recordMixed();
    const spent = { money: 400_000, tokens: 0, calls: 5 };
    const reserved = { money: 100_000, tokens: 0, calls: 9 };
    const limits = { money: 2_000_000, calls: 12, wall_ms: 5 };
    const own = { limits, spent, reserved, family: '' };
    expect(await planUsage(store, tenant, plan, own)).toEqual({
      ...{ calls: 6, tokens: 5 * 124, cost_usd: 0.333982 },
      budget_left: { usd: 1.5, calls: 0 },
    });
    const bare = await planUsage(store, tenant, plan, { ...own, limits: {} });
    expect(bare.budget_left).toBeNull();
    expect((await planUsage(store, tenant, plan)).budget_left).toBeNull();
  });

  it('[US3] in short count the purse that a run shares where that has less', async () => {
    const none = { money: 0, tokens: 0, calls: 0 };
    const put = {
      ...{
        id: 'purse_1',
        tenant,
        label: '',
        limit_money: 700_000,
        limit_tokens: 90,
        limit_calls: -1,
      },
      ...{ created_by: 'person_1', created_at: 1, funded_by: 'person_1', funded_at: 1 },
    };
    await store.commit([{ rows: [{ table: 'purses', put }] }]);
    const limits = { money: 2_000_000, calls: 12 };
    const shared = { limits, spent: none, reserved: none, family: 'purse_1' };
    const { budget_left } = await planUsage(store, tenant, plan, shared);
    expect(budget_left).toEqual({ usd: 0.7, tokens: 90, calls: 12 });
    const gone = await planUsage(store, tenant, plan, { ...shared, family: 'purse_2' });
    expect(gone.budget_left).toEqual({ usd: 2, calls: 12 });
  });
});

describe('usage files', () => {
  it('[US9] have a line for each call, a summary equal to their sum, and no text', async () => {
    await recordMixed();
    const rows = await allUsageRows(store, tenant, plan);
    const text = usageMetrics(rows);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatchObject({ tenant, plan, run: 'gen_1', at: '2023-11-14T22:13:20.000Z' });
    const { total } = await usageSummary(store, tenant, plan);
    const sum = (name: string) => lines.reduce((all, line) => all + (line[name] ?? 0), 0);
    expect(sum('cost_micros')).toBe(Math.round((total.cost_usd ?? 0) * 1e6));
    expect(sum('tokens_out')).toBe(total.tokens_out);
    expect(lines.filter((line) => line.cost_usd === null)).toHaveLength(total.unpriced_calls);
    expect(lines.filter((line) => line.error_class !== null)).toHaveLength(total.failed_calls);
    expect(text).not.toContain(secretWord);
  });
});

describe('amounts for the purse', () => {
  const costMicros: Parameters<typeof reservedAmounts>[1]['costMicros'] = ({ input, output }) =>
    (input ?? 0) * 0.15 + (output ?? 0) * 0.6;

  it('[US7] to reserve are whole and never below what the calls may come to', () => {
    const estimate = { inputTokens: 1_234.5, outputTokens: 501, calls: 3 };
    expect(reservedAmounts(estimate, { costMicros })).toEqual({
      ...{ money: 486 * 3, tokens: 1_736 * 3, calls: 3 },
    });
  });

  it('[US7] have no money where no price is known, and 0 where it is stated so', () => {
    const estimate = { inputTokens: 10, outputTokens: 5, calls: 1 };
    const unknown = reservedAmounts(estimate, { costMicros: () => null });
    expect(unknown).toEqual({ tokens: 15, calls: 1 });
    expect(reservedAmounts(estimate, { costMicros: () => 0 })).toMatchObject({ money: 0 });
  });
});
