import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  tenant,
  turn,
  until,
} from '../../test/support/temp-engine.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { WriteSet } from '../store/store.ts';
import type { ClaimedStep } from './engine-api.ts';
import { type InlineWorker, type StepHandler, startInlineWorker } from './inline-worker.ts';

const own = (id: string, needs: string[] = []) =>
  leaf(id, needs, { performer: 'engine', attempts_max: 2 });

const areLeases = (sets: readonly WriteSet[]): boolean =>
  sets.some(({ events = [] }) => events.some(({ header }) => header.includes('"step.leased"')));

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
    const onError = (error: unknown) => temp.errors.push(error);
    worker = startInlineWorker(temp.engine, {
      holder: 'worker_test1',
      concurrency: 4,
      handle,
      onError,
    });
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

  it('[EN17] does at most as many at a time as it may', async () => {
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
        if (sets.some((set) => set.run)) for (const begin of commits.splice(0)) begin();
        return store.commit(sets);
      },
    }));
    try {
      await createRun(slow.engine, 'gen_stop2', [own('stage_1')]);
      const claiming = new Promise<void>((resolve) => commits.push(resolve));
      const handle: StepHandler = async () => ({ output: {} });
      const working = startInlineWorker(slow.engine, {
        holder: 'worker_test1',
        handle,
        onError: () => undefined,
      });
      await claiming;
      await working.stop();
      expect(await slow.store.due(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
      expect((await slow.store.run('gen_stop2'))?.status).toBe('COMPLETED');
    } finally {
      await slow.close();
    }
  });

  it('[EN17] work that was taken away is stopped, and its end hurts nobody', async () => {
    await createRun(temp.engine, 'gen_lost1', [own('stage_1')]);
    const finish = Promise.withResolvers<void>();
    const stops: AbortSignal[] = [];
    start(async (_, __, signal) => {
      stops.push(signal);
      if (stops.length === 1) await finish.promise;
      return { output: { tries: stops.length } };
    });
    await until(() => stops.length === 1);
    temp.clock.advance(61_000);
    await temp.beside();
    await until(async () => (await statusOf('gen_lost1')) === 'COMPLETED');
    expect(stops[0]?.aborted).toBe(true);
    finish.resolve();
    await worker?.stop();
    expect(temp.errors).toEqual([]);
    expect(await stepsOf('gen_lost1')).toEqual(['stage_1 VERIFIED 2']);
  });

  it('[EN44] runs that begin together are taken together', async () => {
    const waiting: (() => void)[] = [];
    const held = await openTempEngine((store) => ({
      ...store,
      commit: async (sets, options) => {
        if (areLeases(sets)) await new Promise<void>((resolve) => waiting.push(resolve));
        return store.commit(sets, options);
      },
    }));
    try {
      for (let run = 0; run < 6; run += 1)
        await createRun(held.engine, `gen_x${run}`, [own('stage_1')]);
      const working = startInlineWorker(held.engine, {
        holder: 'worker_test1',
        concurrency: 4,
        handle: async () => ({ output: {} }),
        onError: (error) => held.errors.push(error),
      });
      await until(() => waiting.length === 4);
      const isDone = async () =>
        (
          await Promise.all(Array.from({ length: 6 }, (_, run) => held.store.run(`gen_x${run}`)))
        ).every((run) => run?.status === 'COMPLETED');
      await until(async () => {
        for (const go of waiting.splice(0)) go();
        return isDone();
      });
      await working.stop();
      expect(held.errors).toEqual([]);
    } finally {
      await held.close();
    }
  });

  it('[EN44] tenants share the places, and one that wants less leaves more to others', async () => {
    const wide = (count: number) => Array.from({ length: count }, (_, index) => own(`s_${index}`));
    await createRun(temp.engine, 'gen_a1', wide(9), 'tenant_a');
    await createRun(temp.engine, 'gen_b1', wide(1), 'tenant_b');
    await createRun(temp.engine, 'gen_c1', wide(9), 'tenant_c');
    const tenants: string[] = [];
    worker = startInlineWorker(temp.engine, {
      holder: 'worker_test1',
      concurrency: 6,
      handle: (_, owner) => {
        tenants.push(owner);
        return new Promise(() => undefined);
      },
      onError: (error) => temp.errors.push(error),
    });
    await until(() => tenants.length === 6);
    expect(tenants.toSorted()).toEqual([
      ...['tenant_a', 'tenant_a', 'tenant_a', 'tenant_b', 'tenant_c', 'tenant_c'],
    ]);
    await worker.stop(0);
  });

  it('[EN44] what a step opens and what stands in the queue do not take more than there is', async () => {
    const go = Promise.withResolvers<void>();
    let isHeld = false;
    const slow = await openTempEngine((store) => ({
      ...store,
      commit: async (sets, options) => {
        const opens = sets.some(({ events = [] }) => events.length > 3);
        if (opens && sets.some(({ run }) => run === 'gen_fan1') && areLeases(sets)) {
          isHeld = true;
          await go.promise;
        }
        return store.commit(sets, options);
      },
    }));
    try {
      const fan = Array.from({ length: 5 }, (_, index) => own(`stage_${index + 2}`, ['stage_1']));
      await createRun(slow.engine, 'gen_fan1', [own('stage_1'), ...fan]);
      let [running, most] = [0, 0];
      const open: (() => void)[] = [];
      const working = startInlineWorker(slow.engine, {
        holder: 'worker_test1',
        concurrency: 4,
        onError: (error) => slow.errors.push(error),
        handle: async ({ run, step }) => {
          if (run === 'gen_fan1' && step === 'stage_1') return { output: {} };
          running += 1;
          most = Math.max(most, running);
          await new Promise<void>((resolve) => open.push(resolve));
          running -= 1;
          return { output: {} };
        },
      });
      // It is decided what the first step opens, and not stored yet.
      await until(() => isHeld);
      const queue = Array.from({ length: 12 }, (_, index) => own(`stage_${index}`));
      await createRun(slow.engine, 'gen_queue1', queue);
      for (let turns = 0; turns < 20; turns += 1) await turn();
      go.resolve();
      const statusOf = async (run: string) => (await slow.store.run(run))?.status;
      await until(async () => {
        open.shift()?.();
        const ends = await Promise.all(['gen_fan1', 'gen_queue1'].map(statusOf));
        return ends.every((status) => status === 'COMPLETED');
      });
      await working.stop();
      expect(most).toBe(4);
      expect(slow.errors).toEqual([]);
    } finally {
      await slow.close();
    }
  });

  it.each([1, 2])(
    '[EN44] a lease that fails gives its place back, one of %i, and the others are worked on',
    async (concurrency) => {
      let hasFailed = false;
      const failing = await openTempEngine((store) => ({
        ...store,
        commit: async (sets, options) => {
          const isFirst = !hasFailed && sets.some(({ run }) => run === 'gen_bad1');
          if (!isFirst || !areLeases(sets)) return store.commit(sets, options);
          hasFailed = true;
          throw new PlanwrightError('storage_busy', 'It did not answer.');
        },
      }));
      try {
        for (const run of ['gen_bad1', 'gen_good1', 'gen_good2']) {
          await createRun(failing.engine, run, [own('stage_1')]);
        }
        const working = startInlineWorker(failing.engine, {
          holder: 'worker_test1',
          concurrency,
          handle: async () => ({ output: {} }),
          onError: (error) => failing.errors.push(error),
        });
        const status = async (run: string) => (await failing.store.run(run))?.status;
        for (const run of ['gen_good1', 'gen_good2', 'gen_bad1']) {
          // After a failure it looks again in a second.
          await vi.waitFor(async () => expect(await status(run)).toBe('COMPLETED'), 60_000);
        }
        await working.stop();
        expect(hasFailed).toBe(true);
        expect(failing.errors).toHaveLength(1);
      } finally {
        await failing.close();
      }
    },
  );

  it('[EN36] takes what a step makes ready in the commit that completes it', async () => {
    const chain = Array.from({ length: 10 }, (_, index) =>
      own(`stage_${index}`, index === 0 ? [] : [`stage_${index - 1}`]),
    );
    let commits = 0;
    const counted = await openTempEngine((store) => ({
      ...store,
      commit: (sets) => {
        commits += sets.filter((set) => set.run).length;
        return store.commit(sets);
      },
    }));
    try {
      await createRun(counted.engine, 'gen_chain1', chain);
      commits = 0;
      const handle: StepHandler = async (step) => ({ output: { done: step.step } });
      const onError = (error: unknown) => counted.errors.push(error);
      const options = { holder: 'worker_chain1', handle, onError };
      const working = startInlineWorker(counted.engine, options);
      await until(async () => (await counted.store.run('gen_chain1'))?.status === 'COMPLETED');
      await working.stop();
      expect(commits).toBe(1 + chain.length);
      expect(counted.errors).toEqual([]);
    } finally {
      await counted.close();
    }
  });

  it('[EN36] goes on with both sides of a fork, and with what is behind a checkpoint', async () => {
    await createRun(temp.engine, 'gen_fork1', [
      own('stage_1'),
      own('stage_2', ['stage_1']),
      own('stage_3', ['stage_1']),
      leaf('gate_1', ['stage_2', 'stage_3'], { performer: 'engine', purpose: 'checkpoint' }),
      own('stage_4', ['gate_1']),
    ]);
    start(async () => ({ output: {} }));
    await until(async () => (await statusOf('gen_fork1')) === 'COMPLETED');
    expect(await stepsOf('gen_fork1')).toEqual([
      'stage_1 VERIFIED 1',
      'stage_2 VERIFIED 1',
      'stage_3 VERIFIED 1',
      'gate_1 VERIFIED 0',
      'stage_4 VERIFIED 1',
    ]);
  });

  it('[EN36] takes nothing of a run that was paused meanwhile', async () => {
    await createRun(temp.engine, 'gen_pause1', [own('stage_1'), own('stage_2', ['stage_1'])]);
    const steer = { tenant, run: 'gen_pause1', by: 'person_a' } as const;
    start(async (step) => {
      if (step.step === 'stage_1') await temp.engine.control({ ...steer, action: 'pause' });
      return { output: {} };
    });
    await until(async () => (await stepsOf('gen_pause1'))[0] === 'stage_1 VERIFIED 1');
    expect(await stepsOf('gen_pause1')).toEqual(['stage_1 VERIFIED 1', 'stage_2 READY 0']);
    await temp.engine.control({ ...steer, action: 'resume' });
    await until(async () => (await statusOf('gen_pause1')) === 'COMPLETED');
  });

  it('[EN36] a long chain does not keep another run from its place', async () => {
    const chain = Array.from({ length: 60 }, (_, index) =>
      own(`stage_${index}`, index === 0 ? [] : [`stage_${index - 1}`]),
    );
    await createRun(temp.engine, 'gen_long1', chain);
    await createRun(temp.engine, 'gen_short1', [own('stage_1')]);
    const seen: string[] = [];
    worker = startInlineWorker(temp.engine, {
      holder: 'worker_test1',
      concurrency: 1,
      handle: async ({ run }) => {
        temp.clock.advance(1);
        seen.push(run);
        return { output: {} };
      },
      onError: (error) => temp.errors.push(error),
    });
    await until(async () => (await statusOf('gen_short1')) === 'COMPLETED');
    expect(seen.indexOf('gen_short1')).toBeLessThan(30);
    await until(async () => (await statusOf('gen_long1')) === 'COMPLETED');
  });

  it('[EN17] a stop gives back what does not end in time, and somebody else goes on at once', async () => {
    await createRun(temp.engine, 'gen_back1', [own('stage_1')]);
    const begun = Promise.withResolvers<AbortSignal>();
    const working = start(async (_, __, signal) => {
      begun.resolve(signal);
      return new Promise(() => undefined);
    });
    const signal = await begun.promise;
    await working.stop(0);
    expect(signal.aborted).toBe(true);
    expect(await stepsOf('gen_back1')).toEqual(['stage_1 READY 1']);
    expect(await temp.store.due(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
    start(async () => ({ output: {} }));
    await until(async () => (await statusOf('gen_back1')) === 'COMPLETED');
    expect(await stepsOf('gen_back1')).toEqual(['stage_1 VERIFIED 2']);
  });

  it('[EN17] work on a run that is cancelled is stopped, and not reported as failed', async () => {
    await createRun(temp.engine, 'gen_cancel1', [own('stage_1')]);
    const begun = Promise.withResolvers<AbortSignal>();
    start(async (_, __, signal) => {
      begun.resolve(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const signal = await begun.promise;
    const steer = { tenant, run: 'gen_cancel1', by: 'person_a', action: 'cancel' } as const;
    await temp.engine.control({ ...steer, compensate: false, drainMs: 0 });
    await until(() => signal.aborted);
    expect(await stepsOf('gen_cancel1')).toEqual(['stage_1 CANCELLED 1']);
    expect(temp.errors).toEqual([]);
  });
});
