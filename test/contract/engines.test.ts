// Two real engines over one set of data, as two servers have it: every step is done once, and the
// log they wrote together verifies.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createIds } from '../../src/base/ids.ts';
import { Engine } from '../../src/engine/engine.ts';
import type { ClaimedStep } from '../../src/engine/engine-api.ts';
import { verifyRun } from '../../src/engine/verify.ts';
import type { Store } from '../../src/store/store.ts';
import { leaf } from '../support/run-driver.ts';
import { watchdogMs } from '../support/watchdog.ts';
import { type Harness, postgresHarness, sqliteHarness } from './harness.ts';
import { tenant } from './run-builder.ts';

const run = 'exec_engines00000001';
const plan = 'plan_engines00000001';
const width = 10;
const depth = 4;

/** Rows of ten steps, each row after the one before. */
const steps = Array.from({ length: width * depth }, (_, index) => {
  const needs = index < width ? [] : [`task_${index - width}`];
  return { def: leaf(`task_${index}`, needs), spec: { do: `number ${index}` } };
});

async function openEngine(store: Store, errors: unknown[]): Promise<Engine> {
  const ids = createIds({ now: () => store.now() });
  const engine = new Engine({ store, ids, onError: (error) => errors.push(error) });
  await engine.open();
  return engine;
}

async function work(engine: Engine, store: Store, holder: string): Promise<ClaimedStep[]> {
  const done: ClaimedStep[] = [];
  while ((await store.run(run))?.status !== 'COMPLETED') {
    const request = { tenant, holder, performers: ['agent'], actions: null, run, leaseMs: 60_000 };
    const step = await engine.claim({ ...request, waitMs: 200 });
    if (!step) continue;
    const call = { tenant, holder, token: step.token };
    await engine.startStep({ ...call, reportedAt: store.now() });
    await engine.complete({ ...call, output: { text: `${step.step} by ${holder}` } });
    done.push(step);
  }
  return done;
}

describe.each([
  ['SQLite', sqliteHarness],
  ['PostgreSQL', postgresHarness],
])('two engines on %s', (_, makeHarness) => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await makeHarness();
  });
  afterAll(() => harness.drop());

  it('[ST14] finish a run together, each step once, and the log verifies', async () => {
    const stores = [await harness.open(), await harness.open()] as const;
    const errors: unknown[] = [];
    const engines = [
      await openEngine(stores[0], errors),
      await openEngine(stores[1], errors),
    ] as const;
    const by = 'person_contract1';
    await engines[0].createRun({ run, kind: 'execution', plan, tenant, by, steps });
    const workers = [0, 1, 0, 1].map((side, index) =>
      work(engines[side] as Engine, stores[side] as Store, `agent_worker${index}`),
    );
    const done = (await Promise.all(workers)).flat();
    expect(done.map(({ step }) => step).sort()).toEqual(steps.map(({ def }) => def.id).sort());
    expect(done.every(({ attempt }) => attempt === 1)).toBe(true);
    expect(await verifyRun(stores[1], run)).toMatchObject({ ok: true, erased: 0 });
    await engines[1].erase({ tenant, plan });
    // Their contracts lie in one content.
    expect(await verifyRun(stores[0], run)).toMatchObject({ ok: true, erased: steps.length + 1 });
    await Promise.all(engines.map((engine) => engine.close()));
    expect(errors).toEqual([]);
  });

  it('[EN53] accept a late result on either server, once', async () => {
    const stores = [await harness.open(), await harness.open()] as const;
    const errors: unknown[] = [];
    const [one, other] = [
      await openEngine(stores[0], errors),
      await openEngine(stores[1], errors),
    ] as const;
    const late = 'exec_engines00000002';
    const by = 'person_contract1';
    const some = [{ def: leaf('task_0'), spec: {} }];
    await one.createRun({ run: late, kind: 'execution', plan, tenant, by, steps: some });
    const holder = 'agent_worker0';
    const request = { tenant, holder, performers: ['agent'], actions: null, run: late };
    const step = await one.claim({ ...request, leaseMs: 1_000, ackMs: 50, waitMs: 0 });
    const isFree = async () => (await stores[1].steps(late))[0]?.state === 'READY';
    await vi.waitFor(async () => expect(await isFree()).toBe(true), watchdogMs);
    const call = { tenant, holder, token: step?.token ?? '', output: { text: 'late' } };
    const ends = await Promise.allSettled([one.complete(call), other.complete(call)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await stores[1].run(late)).toMatchObject({ status: 'COMPLETED' });
    expect(await verifyRun(stores[1], late)).toMatchObject({ ok: true });
    await Promise.all([one.close(), other.close()]);
    expect(errors).toEqual([]);
  });
});
