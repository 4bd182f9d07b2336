// The account of models on a real engine: what is asked is recorded, paid once and settled exactly.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  attemptOf,
  badThenGood,
  paidHandler,
  paidStep,
  reply,
  scripted,
  secretWord,
} from '../../test/support/paid-steps.ts';
import { openTempEngine, type TempEngine, tenant, until } from '../../test/support/temp-engine.ts';
import { contentText } from '../engine/content.ts';
import type { Amounts, Budget } from '../engine/event-types.ts';
import { type InlineWorker, startInlineWorker } from '../engine/inline-worker.ts';
import { type RunStatus, runIsOver } from '../engine/state.ts';
import type { Model } from '../models/model.ts';
import { ModelError } from '../models/model-error.ts';
import { Ledger } from './ledger.ts';
import { settledAmounts } from './usage-budget.ts';

const plan = 'plan_paid0000001';
const run = 'gen_paid00000001';

let world: TempEngine;
const workers: InlineWorker[] = [];

beforeEach(async () => {
  world = await openTempEngine();
});
afterEach(async () => {
  for (const worker of workers.splice(0)) await worker.stop();
  await world.close();
});

function work(models: readonly Model[]): void {
  const { engine, store, ids } = world;
  const handle = paidHandler({ store, ids, models });
  const holder = ids.next('worker');
  const onError = (error: unknown): void => void world.errors.push(error);
  workers.push(startInlineWorker(engine, { holder, handle, onError }));
}

interface RunWish {
  readonly id?: string;
  readonly steps?: number;
  readonly cost?: Amounts;
  readonly budget?: Budget;
}

async function create({ id = run, steps = 1, cost, budget }: RunWish = {}): Promise<void> {
  await world.engine.createRun({
    ...{ run: id, kind: 'generation', plan, tenant, by: 'person_payer' },
    steps: Array.from({ length: steps }, (_, index) => paidStep(index + 1, cost)),
    ...(budget ? { budget } : {}),
  });
}

const over = (id = run): Promise<void> =>
  until(async () => {
    const row = await world.store.run(id);
    return row !== null && runIsOver(row.status as RunStatus);
  });

const place = { tenant, plan, run, step: 'task_1', attempt: 1, stage: 'stage-1' };

const rowsOf = (step = 'task_1') => world.store.usageOfStep(run, step);

describe('a call of a model', () => {
  it('[US1] is one row with its whole prompt, reply and reasoning under their digests', async () => {
    work([scripted(badThenGood)]);
    await create();
    await over();
    const [bad, good, ...more] = await rowsOf();
    expect(more).toEqual([]);
    expect(bad).toMatchObject({
      ...{ tenant, key: 'person_payer', plan, run, step: 'task_1', step_attempt: 1 },
      ...{ stage: 'stage-1', model: 'main', model_name: 'large-1', provider: 'openai' },
      ...{ attempt: 1, kind: 'first', finish: 'stop', error_class: 'schema', error_id: 'err_test' },
      ...{ tokens_in: 101, tokens_out: 23, tokens_reasoning: 5, tokens_cached: 7 },
      ...{ cost_micros: 648, first_token_ms: 12, duration_ms: 35, at: world.clock.now() },
    });
    expect(good).toMatchObject({ attempt: 2, kind: 'feedback', error_class: '', error_id: '' });
    const ids = [good?.prompt, good?.reply, good?.reasoning].map((id) => id ?? '');
    const texts = await world.store.contents(ids);
    const [prompt, said, thought] = ids.map((id) => {
      const row = texts.get(id);
      return row ? contentText(row) : '';
    });
    expect(JSON.parse(prompt ?? '')).toEqual({
      system: `Secret ${secretWord}.`,
      prompt: expect.stringContaining(`How much is task_1 of ${secretWord}?`),
    });
    expect([said, thought]).toEqual(['{"value": 7}', `I think of ${secretWord}.`]);
  });

  it('[US1] that says nothing of tokens, price or an end is kept as not known', async () => {
    const model = scripted(
      (_, call) => (call === 1 ? new ModelError('network', 'Cut.') : reply('{"value": 1}')),
      {
        costMicros: () => null,
      },
    );
    work([model]);
    await create();
    await over();
    const [cut, good] = await rowsOf();
    expect(cut).toMatchObject({ tokens_in: -1, tokens_out: -1, cost_micros: -1, finish: '' });
    expect(cut).toMatchObject({
      first_token_ms: -1,
      error_class: 'network',
      reply: '',
      reply_hash: '',
    });
    expect(good).toMatchObject({ tokens_in: 101, cost_micros: -1, kind: 'retry' });
    expect(settledAmounts([cut, good].flatMap((row) => row ?? []))).toEqual({
      ...{ money: 0, tokens: 124, calls: 2 },
    });
  });

  it('[US1] that is over after its plan was erased leaves what it cost and no text', async () => {
    const { engine, store, ids } = world;
    await create();
    // Erased after it was looked whether it is, and before the call is written.
    let isFirst = true;
    const commit: typeof store.commit = async (sets) => {
      if (isFirst) {
        isFirst = false;
        await engine.erase({ tenant, plan });
      }
      return store.commit(sets);
    };
    const late = new Ledger({ ...store, commit }, ids);
    await late.record(place, attemptOf({ costMicros: 8, replyText: secretWord }));
    expect(await world.store.contentIds(run)).toEqual([]);
    const [row] = await rowsOf();
    const texts = { prompt: '', reply: '', reasoning: '', reuse_key: '' };
    expect(row).toMatchObject({ cost_micros: 8, ...texts });
    expect(row?.reply_hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a reply that was paid for', () => {
  it('[US5] by an attempt that was lost is given again, the bad one as well', async () => {
    let calls = 0;
    const model = scripted((request) => {
      calls += 1;
      return badThenGood(request, calls);
    });
    const { store, ids } = world;
    const handle = paidHandler({ store, ids, models: [model] });
    await create();
    const first = await world.engine.claim({
      ...{ tenant, holder: 'worker_dead', performers: ['model'], actions: null, run: null },
      ...{ leaseMs: 60_000, waitMs: 0 },
    });
    if (!first) throw new Error('nothing to take');
    // It asks, and never comes to complete the step.
    await handle(first, tenant, new AbortController().signal);
    expect(calls).toBe(2);
    await world.engine.release({ tenant, holder: 'worker_dead', token: first.token });
    work([model]);
    await over();
    expect(calls).toBe(2);
    const steps = await world.store.steps(run);
    expect(steps).toMatchObject([{ state: 'VERIFIED', attempt: 2 }]);
    expect((await rowsOf()).map((row) => row.step_attempt)).toEqual([1, 1]);
  });

  it('[US5] by an attempt that failed by itself is not: the next one asks anew', async () => {
    let calls = 0;
    const model = scripted(() => {
      calls += 1;
      return calls <= 3 ? reply('{"value": "no"}') : reply('{"value": 4}');
    });
    work([model]);
    await create();
    await until(async () => {
      world.clock.advance(1_000);
      return (await world.store.run(run))?.status === 'COMPLETED';
    });
    expect((await rowsOf()).map((row) => [row.step_attempt, row.error_class])).toEqual([
      ...[1, 1, 1].map((attempt) => [attempt, 'schema']),
      [2, ''],
    ]);
  });
});

describe('the purse of a run', () => {
  it('[US7] is settled with exactly what the rows come to', async () => {
    work([scripted(badThenGood)]);
    await create({
      steps: 3,
      cost: { money: 10_000, tokens: 5_000, calls: 3 },
      budget: { money: 100_000, tokens: 50_000, calls: 20 },
    });
    await over();
    const rows = await Promise.all(['task_1', 'task_2', 'task_3'].map((step) => rowsOf(step)));
    const { spent, reserved } = await world.engine.purse(run);
    expect(spent).toEqual(settledAmounts(rows.flat()));
    expect(spent).toEqual({ money: 6 * 648, tokens: 6 * 124, calls: 6 });
    expect(reserved).toEqual({ money: 0, tokens: 0, calls: 0 });
  });

  it('[US7] holds back the call that could break it', async () => {
    work([scripted(badThenGood)]);
    await create({ steps: 2, cost: { money: 2_000, calls: 3 }, budget: { money: 3_000 } });
    await until(async () => (await world.store.steps(run))[1]?.wait_for === 'budget');
    expect(await rowsOf('task_1')).toHaveLength(2);
    expect(await rowsOf('task_2')).toEqual([]);
  });
});

describe('a verified output', () => {
  it('[US6] is used again by another run of the tenant that asks the same', async () => {
    let calls = 0;
    const model = scripted((request) => {
      calls += 1;
      return badThenGood(request, calls);
    });
    work([model]);
    await create({ steps: 2 });
    await over();
    expect(calls).toBe(4);
    const other = 'gen_paid00000002';
    await create({ id: other, steps: 2 });
    await over(other);
    expect(calls).toBe(4);
    const outputs = (await world.store.steps(other)).map(({ output }) => output);
    const texts = await world.store.contents(outputs);
    expect(outputs.map((id) => texts.get(id)?.owner)).toEqual([other, other]);
    expect(await world.store.usageOfRun(tenant, other)).toEqual([]);
  });
});
