import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { ClaimedStep } from './engine-api.ts';
import { type InlineWorker, type StepHandler, startInlineWorker } from './inline-worker.ts';

const own = (id: string, needs: string[] = []) =>
  leaf(id, needs, { performer: 'engine', attempts_max: 2 });

describe('the in-process worker', () => {
  let temp: TempEngine;
  let worker: InlineWorker | null = null;
  beforeEach(async () => {
    temp = await openTempEngine();
  });
  afterEach(async () => {
    await worker?.stop();
    worker = null;
    await temp.close();
  });

  function start(handle: StepHandler): InlineWorker {
    worker = startInlineWorker(temp.engine, 'service_engine', handle, (error) =>
      temp.errors.push(error),
    );
    return worker;
  }
  const statusOf = async (run: string) => (await temp.store.run(run))?.status;
  const stepsOf = async (run: string) =>
    (await temp.store.steps(run)).map((row) => `${row.step} ${row.state} ${row.attempt}`);

  it('[EN17] does what was ready before it came and what becomes ready after', async () => {
    await createRun(temp.engine, 'gen_early1', [own('stage_1'), own('stage_2', ['stage_1'])]);
    const seen: string[] = [];
    start(async (step) => {
      seen.push(`${step.run} ${step.step}`);
      return { output: { done: step.step } };
    });
    await createRun(temp.engine, 'gen_late1', [own('stage_1')]);
    await until(async () => (await statusOf('gen_early1')) === 'COMPLETED');
    await until(async () => (await statusOf('gen_late1')) === 'COMPLETED');
    expect(seen.toSorted()).toEqual([
      'gen_early1 stage_1',
      'gen_early1 stage_2',
      'gen_late1 stage_1',
    ]);
  });

  it('[EN17] takes only what the engine performs, of every tenant', async () => {
    await createRun(temp.engine, 'exec_agent1', [leaf('task_1')]);
    await createRun(temp.engine, 'gen_mine1', [own('stage_1')]);
    await createRun(temp.engine, 'gen_other1', [own('stage_1')], 'tenant_other');
    const tenants: string[] = [];
    start(async (_, owner) => {
      tenants.push(owner);
      return { output: {} };
    });
    await until(async () => (await statusOf('gen_other1')) === 'COMPLETED');
    await until(async () => (await statusOf('gen_mine1')) === 'COMPLETED');
    expect(tenants.toSorted()).toEqual(['tenant_other', tenant].toSorted());
    expect(await statusOf('exec_agent1')).toBe('QUEUED');
  });

  it('[EN17] an error that may pass is tried again', async () => {
    await createRun(temp.engine, 'gen_retry1', [own('stage_1')]);
    start(async (step) => {
      if (step.attempt === 1) throw new Error('a hiccup');
      return { output: {} };
    });
    await until(async () => (await statusOf('gen_retry1')) === 'COMPLETED');
    expect(await stepsOf('gen_retry1')).toEqual(['stage_1 VERIFIED 2']);
  });

  it.each(['goal_unusable', 'not_found'] as const)(
    '[EN17] %s is final: no second attempt',
    async (code) => {
      await createRun(temp.engine, 'gen_final1', [own('stage_1')]);
      start(async () => {
        throw new PlanwrightError(code, 'It cannot be.');
      });
      await until(async () => (await statusOf('gen_final1')) === 'FAILED');
      expect(await stepsOf('gen_final1')).toEqual(['stage_1 FAILED 1']);
    },
  );

  it('[EN17] does at most four at a time', async () => {
    const steps = Array.from({ length: 12 }, (_, index) => own(`stage_${index}`));
    await createRun(temp.engine, 'gen_wide1', steps);
    let running = 0;
    let most = 0;
    const open: (() => void)[] = [];
    start(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => open.push(resolve));
      running -= 1;
      return { output: {} };
    });
    for (let left = 12; left > 0; left -= 1) {
      await until(() => running === Math.min(4, left));
      open.shift()?.();
    }
    await until(async () => (await statusOf('gen_wide1')) === 'COMPLETED');
    expect(most).toBe(4);
  });

  it('[EN17] a stop waits for what is under way, and takes nothing more', async () => {
    await createRun(temp.engine, 'gen_stop1', [own('stage_1'), own('stage_2', ['stage_1'])]);
    const begun = Promise.withResolvers<ClaimedStep>();
    const finish = Promise.withResolvers<void>();
    const working = start(async (step) => {
      begun.resolve(step);
      await finish.promise;
      return { output: {} };
    });
    await begun.promise;
    const stopped = working.stop();
    finish.resolve();
    await stopped;
    expect(await stepsOf('gen_stop1')).toEqual(['stage_1 VERIFIED 1', 'stage_2 READY 0']);
  });

  it('[EN17] a stop in the middle of a claim still does what the claim brings', async () => {
    const commits: (() => void)[] = [];
    const slow = await openTempEngine((store) => ({
      ...store,
      commit: async (sets) => {
        for (const begin of commits.splice(0)) begin();
        return store.commit(sets);
      },
    }));
    try {
      await createRun(slow.engine, 'gen_stop2', [own('stage_1')]);
      const claiming = new Promise<void>((resolve) => commits.push(resolve));
      const handle: StepHandler = async () => ({ output: {} });
      const working = startInlineWorker(slow.engine, 'service_engine', handle, () => undefined);
      await claiming;
      await working.stop();
      expect(await slow.store.due(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
      expect((await slow.store.run('gen_stop2'))?.status).toBe('COMPLETED');
    } finally {
      await slow.close();
    }
  });

  it('[EN17] a lost lease is told and hurts nobody', async () => {
    await createRun(temp.engine, 'gen_lost1', [own('stage_1')]);
    const finish = Promise.withResolvers<void>();
    let tries = 0;
    start(async () => {
      tries += 1;
      if (tries === 1) await finish.promise;
      return { output: { tries } };
    });
    await until(() => tries === 1);
    temp.clock.advance(61_000);
    await temp.beside();
    await until(async () => (await statusOf('gen_lost1')) === 'COMPLETED');
    finish.resolve();
    await until(() => temp.errors.length > 0);
    expect(temp.errors).toMatchObject([{ code: 'lease_lost' }]);
    expect(await stepsOf('gen_lost1')).toEqual(['stage_1 VERIFIED 2']);
  });
});
