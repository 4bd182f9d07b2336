import { expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import { createRun, openTempEngine, until } from '../../test/support/temp-engine.ts';
import { PlanwrightError } from '../base/errors.ts';
import { startInlineWorker } from './inline-worker.ts';

it('[EN44] what fails for one tenant does not hold up another', async () => {
  let isOn = false;
  const temp = await openTempEngine((store) => ({
    ...store,
    commit: async (sets, options) => {
      if (!isOn || !sets.some(({ run }) => run === 'gen_bad1')) return store.commit(sets, options);
      throw new PlanwrightError('storage_busy', 'It did not answer.');
    },
  }));
  try {
    const steps = [leaf('stage_1', [], { performer: 'engine' })];
    await createRun(temp.engine, 'gen_bad1', steps, 'tenant_a');
    await createRun(temp.engine, 'gen_good1', steps, 'tenant_b');
    isOn = true;
    const worker = startInlineWorker(temp.engine, {
      holder: 'worker_test1',
      handle: async () => ({ output: {} }),
      onError: (error) => temp.errors.push(error),
    });
    // Turns, not seconds: it would look again after a second by itself.
    await until(async () => (await temp.store.run('gen_good1'))?.status === 'COMPLETED');
    await worker.stop();
    expect(temp.errors).toHaveLength(1);
    expect((await temp.store.run('gen_bad1'))?.status).toBe('QUEUED');
  } finally {
    await temp.close();
  }
});
