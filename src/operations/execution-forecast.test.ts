// The forecast through REST, with the real scheduler behind it. The clock of those who look can be
// moved ahead; what happens is written down at the time of the machine.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { waitFor } from '../../scripts/lib/wait-for.ts';
import { openApp } from '../../test/support/app.ts';
import { Bakery, tenant } from '../../test/support/execution.ts';
import { watchdogMs } from '../../test/support/watchdog.ts';
import { executionStatusOutput } from '../contract/executions.ts';
import { type ExecutionForecastView, executionForecastOutput } from '../contract/forecast.ts';
import { createForecasts } from '../forecast-link.ts';
import type { Context } from './context.ts';

const dayMs = 24 * 3_600_000;
/** A Monday that is far away: now is before the plan begins. */
const planStart = '2035-01-01';
/** Ages are whole minutes, and one may begin between the reckoning and the answer. */
const newAges = [0, 60_000];
let aheadMs = 0;
let bakery: Bakery;
let forecasts: Context['forecasts'];

beforeAll(async () => {
  const app = await openApp({
    allowsLocal: false,
    wrap: (services) => {
      const now = (): number => services.now() + aheadMs;
      services.forecasts.close();
      forecasts = createForecasts({ ...services, now });
      return { ...services, now, forecasts };
    },
  });
  const key = await app.makeKey({ tenant, principal: 'service_bakery00' });
  const made = new Bakery(app, key, '');
  const prompt = 'Open a small bakery in Lyon by 1 June 2035 with a budget of 60,000 EUR';
  const { plan_id } = await made.call('plan_create', { prompt, start_date: planStart });
  await made.call('plan_wait', { plan_id, timeout_seconds: 50 });
  bakery = new Bakery(app, key, String(plan_id));
});
beforeEach(async () => {
  aheadMs = 0;
  await bakery.start();
});
afterAll(() => {
  forecasts.close();
  return bakery.close();
});

async function forecast(more: object = {}): Promise<ExecutionForecastView> {
  const input = { execution_id: bakery.executionId, ...more };
  const answer = await bakery.call('execution_forecast', input);
  expect(executionForecastOutput.strict().parse(answer)).toEqual(answer);
  return answer as unknown as ExecutionForecastView;
}

/** With percentiles of the state as it is. */
function settledForecast(): Promise<ExecutionForecastView> {
  const ask = async (): Promise<ExecutionForecastView | false> => {
    const answer = await forecast({ wait_seconds: 10 });
    return answer.forecast?.is_stale === false && answer;
  };
  return waitFor(ask, { what: 'percentiles', timeoutMs: watchdogMs });
}

const finishOf = ({ forecast: summary }: ExecutionForecastView): number =>
  Date.parse(summary?.finish ?? '');

const complete = (token: string) =>
  bakery.call('work_complete', { lease_token: token, output: { done: true } });

describe('the forecast of an execution', () => {
  it('[SC164] is the plan at first; percentiles and cost come after, with their age', async () => {
    const first = await settledForecast();
    expect(first.why_none).toBeNull();
    expect(first.tasks.length).toBeGreaterThan(5);
    expect(first.critical_path.length).toBeGreaterThan(1);
    const { forecast: summary } = first;
    expect(summary).toMatchObject({ is_stale: false, currency: 'EUR' });
    expect(summary?.finish).toBe(summary?.planned_finish);
    expect(Date.parse(summary?.finish_p80 ?? '')).toBeGreaterThan(finishOf(first));
    expect(summary?.cost).toBeGreaterThan(0);
    expect(newAges).toContain(first.age_ms);
    expect(first).toMatchObject({ runs: 1000, spent: 0 });
    expect(first).toMatchObject({
      deadline: '2035-06-02T00:00:00.000Z',
      // Of the plan as a whole.
      deadline_of: null,
    });
    expect(first.deadline_odds).toBeGreaterThan(0.5);
  });

  it('[SC164] stands in the status, and moves with what is done and what is late', async () => {
    const planned = await forecast();
    const { token, step } = await bakery.mustClaim();
    aheadMs = Date.parse(planStart) - bakery.app.services.now() + 30 * dayMs;
    const late = await forecast();
    expect(finishOf(late)).toBeGreaterThan(finishOf(planned));
    const running = late.tasks.find(({ state }) => state === 'running');
    expect(step.step_id.startsWith(running?.task_id ?? '-')).toBe(true);
    expect(late.late.map(({ task_id }) => task_id)).toContain(running?.task_id);
    expect(late.late[0]?.moves_count).toBeGreaterThan(0);
    aheadMs = 0;
    await complete(token);
    const status = await bakery.status();
    expect(executionStatusOutput.strict().parse(status)).toEqual(status);
    expect(status.forecast?.seq).toBe(status.last_event_seq);
  });

  it('[SC164] early work brings the end nearer', async () => {
    const planned = await forecast();
    const open = planned.tasks.length;
    for (let taken = await bakery.claim(); taken; taken = await bakery.claim()) {
      await complete(taken.token);
    }
    const early = await settledForecast();
    expect(early.tasks.length).toBeLessThan(open);
    expect(finishOf(early)).toBeLessThanOrEqual(finishOf(planned));
    expect(early.tasks.some(({ late_hours }) => late_hours < 0)).toBe(true);
    expect(early.forecast).toMatchObject({
      is_stale: false,
      seq: (await bakery.status()).last_event_seq,
    });
  });

  it('[SC165] after an event percentiles are marked as stale, and new ones follow by themselves', async () => {
    const before = await settledForecast();
    await bakery.mustClaim();
    const after = await forecast();
    expect(after.forecast?.seq).toBeGreaterThan(before.forecast?.seq ?? 0);
    expect(after.forecast).toMatchObject({
      is_stale: true,
      finish_p80: before.forecast?.finish_p80,
    });
    let then = after;
    while (then.forecast?.is_stale) {
      await sleep(20);
      then = await forecast();
    }
    expect(newAges).toContain(then.age_ms);
  });

  it('[SC165] tells what slips if a task slips', async () => {
    const { critical_path } = await forecast();
    const [first = ''] = critical_path;
    const { late } = await forecast({ task_id: first, slip_hours: 80 });
    const slip = late.find(({ task_id }) => task_id === first);
    expect(slip).toMatchObject({ slip_hours: 80, late_hours: 0 });
    expect(slip?.end_moves_hours).toBeGreaterThan(0);
    expect(slip?.moves_count).toBeGreaterThan(1);
    expect(slip?.moves[0]?.by_hours).toBeGreaterThan(0);
  });

  it('[SC165] there is none of what is over, and nobody else may look', async () => {
    await bakery.control('cancel', { compensate: false });
    expect(await forecast()).toMatchObject({
      forecast: null,
      tasks: [],
      why_none: 'The execution is over.',
    });
    expect((await bakery.status()).forecast).toBeNull();
    const foreign = await bakery.app.makeKey({ tenant: 'tenant_other' });
    const input = { execution_id: bakery.executionId };
    expect((await bakery.ask('execution_forecast', input, foreign)).code).toBe(
      'execution_not_found',
    );
  });
});
