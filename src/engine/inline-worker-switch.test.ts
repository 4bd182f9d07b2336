import { expect, it, vi } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import { createRun, openTempEngine, tenant, until } from '../../test/support/temp-engine.ts';
import { PlanwrightError } from '../base/errors.ts';
import { startInlineWorker } from './inline-worker.ts';

it('[EN29] what a switch takes from an in-process worker is done once it is lifted', async () => {
  const temp = await openTempEngine();
  let begun = 0;
  const worker = startInlineWorker(temp.engine, {
    holder: 'worker_switch1',
    // The first time it would never end by itself.
    handle: () => {
      begun += 1;
      return begun === 1 ? new Promise(() => undefined) : Promise.resolve({ output: {} });
    },
    onError: (error) => temp.errors.push(error),
  });
  try {
    await createRun(temp.engine, 'gen_switch1', [leaf('stage_1', [], { performer: 'tool' })]);
    await until(() => begun === 1);
    const request = { scope: `tenant:${tenant}`, by: 'person_a', reason: 'stop' };
    await temp.engine.setSwitch({ ...request, isOn: true });
    await until(async () => (await temp.store.steps('gen_switch1'))[0]?.state === 'READY', 500_000);
    await temp.engine.setSwitch({ ...request, isOn: false });
    await until(async () => (await temp.store.run('gen_switch1'))?.status === 'COMPLETED');
    expect(begun).toBe(2);
    expect(temp.errors).toEqual([]);
  } finally {
    await worker.stop();
    await temp.close();
  }
});

it('[BG2] what a switch takes from an in-process worker counts with all that was reserved for it', async () => {
  const temp = await openTempEngine();
  const run = 'exec_switch2';
  let begun = 0;
  const worker = startInlineWorker(temp.engine, {
    holder: 'worker_switch2',
    handle: () => {
      begun += 1;
      return begun === 1
        ? new Promise(() => undefined)
        : Promise.resolve({ output: {}, usage: { money: 3 } });
    },
    onError: (error) => temp.errors.push(error),
  });
  try {
    const def = leaf('task_1', [], { performer: 'tool', cost: { money: 10, calls: 1 } });
    const about = { kind: 'execution', plan: 'plan_temp1', tenant, by: 'person_a' } as const;
    const steps = [{ def, spec: { title: 'Paid' } }];
    await temp.engine.createRun({ run, ...about, steps, budget: { money: 100, calls: 9 } });
    await until(() => begun === 1);
    const request = { scope: `tenant:${tenant}`, by: 'person_a', reason: 'stop' };
    await temp.engine.setSwitch({ ...request, isOn: true });
    await until(async () => (await temp.store.steps(run))[0]?.state === 'READY', 500_000);
    const { spent, reserved } = await temp.engine.purse(run);
    expect([spent.money, spent.calls, reserved.money]).toEqual([10, 1, 0]);
    await temp.engine.setSwitch({ ...request, isOn: false });
    await until(async () => (await temp.store.run(run))?.status === 'COMPLETED');
    expect((await temp.engine.purse(run)).spent.money).toBe(13);
    expect(temp.errors).toEqual([]);
  } finally {
    await worker.stop();
    await temp.close();
  }
});

it('[EN42] what a commit without an answer made ready is done all the same', async () => {
  let isLost = false;
  const temp = await openTempEngine((store) => ({
    ...store,
    async commit(sets) {
      const results = await store.commit(sets);
      if (!isLost && sets.some((set) => set.run === 'exec_lost1')) {
        isLost = true;
        throw new PlanwrightError('outcome_unknown', 'The answer was lost.');
      }
      return results;
    },
  }));
  const worker = startInlineWorker(temp.engine, {
    holder: 'worker_lost1',
    handle: () => Promise.resolve({ output: {} }),
    onError: (error) => temp.errors.push(error),
  });
  try {
    const made = createRun(temp.engine, 'exec_lost1', [leaf('task_1', [], { performer: 'tool' })]);
    await expect(made).rejects.toThrow('The answer was lost');
    const isOver = async () => (await temp.store.run('exec_lost1'))?.status === 'COMPLETED';
    await vi.waitUntil(isOver, { timeout: 60_000, interval: 10 });
    expect(temp.errors).toEqual([]);
  } finally {
    await worker.stop();
    await temp.close();
  }
});
