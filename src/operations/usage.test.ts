import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleRows } from '../../test/contract/sample-rows.ts';
import { openApp, type TestApp } from '../../test/support/app.ts';
import { planUsageOutput, usageListOutput } from '../contract/usage.ts';
import type { Rows } from '../store/tables.ts';

const dayMs = 86_400_000;
const tenant = 'tenant_usage';
const plan = 'plan_usage000001';

let app: TestApp;
let key: string;

const call = (number: number, change: Partial<Rows['usage']> = {}): Rows['usage'] => ({
  ...sampleRows.usage,
  ...{ id: `gen_usage.${number}`, run: 'gen_usage', tenant, plan, error_class: '', ...change },
});

beforeAll(async () => {
  app = await openApp();
  key = await app.makeKey({ tenant, scopes: ['plan:read'] });
  const today = Math.floor(app.services.now() / dayMs) * dayMs;
  const rows = [
    call(1, { at: today, cost_micros: 1_500_000 }),
    call(2, { at: today, cost_micros: -1, error_class: 'schema' }),
    call(3, { at: today, model: 'small', cost_micros: 0 }),
    call(4, { at: today - dayMs }),
    call(5, { at: today - 40 * dayMs, plan: 'plan_other000001' }),
    call(6, { at: today - 41 * dayMs }),
    call(7, { at: today, tenant: 'tenant_foreign' }),
  ];
  const owned = { ...sampleRows.plans, id: plan, tenant };
  await app.services.engine.commit([
    {
      rows: [
        { table: 'plans', put: owned },
        ...rows.map((put) => ({ table: 'usage', put }) as const),
      ],
    },
  ]);
});
afterAll(() => app.close());

async function get(path: string): Promise<unknown> {
  const response = await app.call(path, { key });
  expect(response.status).toBe(200);
  return response.json();
}

describe('GET /api/plans/{plan_id}/usage', () => {
  it('[US10] gives what the plan cost by stage and model', async () => {
    const answer = planUsageOutput.strict().parse(await get(`/api/plans/${plan}/usage`));
    const total = { calls: 5, failed_calls: 1, unpriced_calls: 1, cost_usd: 1.500086 };
    expect(answer.total).toMatchObject(total);
    expect(answer.by_stage).toEqual([{ stage: 'screen', ...answer.total }]);
    expect(answer.by_model.map(({ model, calls }) => [model, calls])).toEqual([
      ['main', 4],
      ['small', 1],
    ]);
  });
});

describe('GET /api/usage', () => {
  it('[US10] gives the tenant by day and model, page by page, and passes over empty days', async () => {
    const first = usageListOutput.strict().parse(await get('/api/usage?days=7'));
    const models = first.days.map(({ date, model, calls }) => [date, model, calls]);
    const dates = [...new Set(first.days.map(({ date }) => date))];
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(models.map(([, ...rest]) => rest)).toEqual([
      ['main', 2],
      ['small', 1],
      ['main', 1],
    ]);
    const path = `/api/usage?days=1&cursor=${first.next_cursor}`;
    const second = usageListOutput.parse(await get(path));
    expect(second.days).toHaveLength(1);
    const third = usageListOutput.parse(await get(`/api/usage?cursor=${second.next_cursor}`));
    expect(third.days).toHaveLength(1);
    expect(third.next_cursor).toBeNull();
    const all = [first, second, third].flatMap(({ days }) => days);
    expect(all.reduce((sum, { calls }) => sum + calls, 0)).toBe(6);
  });

  it('[US10] is empty for a tenant without calls', async () => {
    const stranger = await app.makeKey({ tenant: 'tenant_nobody' });
    const response = await app.call('/api/usage', { key: stranger });
    expect(await response.json()).toEqual({ days: [], next_cursor: null });
  });
});
