import { afterEach, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import type { Store } from '../store/store.ts';
import type { GraphStep } from './event-types.ts';
import { type InlineWorker, startInlineWorker } from './inline-worker.ts';

let temp: TempEngine;
let worker: InlineWorker;
afterEach(async () => {
  await worker.stop();
  await temp.close();
});

/** Whether each commit of the run might be answered before it is on the disk. */
async function play(second: Partial<GraphStep>): Promise<string[]> {
  const commits: string[] = [];
  const run = 'exec_inside1';
  const recording = (store: Store): Store => ({
    ...store,
    commit: (sets, how) => {
      const isOurs = sets.some((set) => set.run === run);
      if (isOurs) commits.push(how?.isEarly === true ? 'early' : 'kept');
      return store.commit(sets, how);
    },
  });
  temp = await openTempEngine(recording);
  const own = (id: string, needs: string[], rest: Partial<GraphStep> = {}): GraphStep =>
    leaf(id, needs, { performer: 'tool', ...rest });
  await createRun(temp.engine, run, [
    own('task_1', []),
    own('task_2', ['task_1'], second),
    own('task_3', ['task_2']),
  ]);
  worker = startInlineWorker(temp.engine, {
    holder: 'worker_test1',
    handle: async ({ step, purpose }) => ({
      output: { done: step },
      ...(purpose === 'check' ? { choice: 'accept' } : {}),
    }),
    onError: (error) => temp.errors.push(error),
  });
  const isOver = async (): Promise<boolean> => {
    const row = await temp.store.run(run);
    return row?.status === 'COMPLETED';
  };
  await until(isOver);
  expect(temp.errors).toEqual([]);
  expect((await temp.store.run(run))?.tenant).toBe(tenant);
  return commits;
}

/** Created, first claimed, three times completed; the last leads to nothing in here. */
const chain = (first: string, second: string): string[] => ['kept', 'kept', first, second, 'kept'];

it('[EN43] a step that nobody outside sees or pays for may begin before the commit is on the disk', async () => {
  expect(await play({})).toEqual(chain('early', 'early'));
});

it('[EN43] so may one of the engine itself', async () => {
  expect(await play({ performer: 'engine' })).toEqual(chain('early', 'early'));
});

it('[EN43] one that costs something may not, nor what follows it', async () => {
  expect(await play({ cost: { calls: 1 } })).toEqual(chain('kept', 'kept'));
});

it('[EN43] nor one of a model', async () => {
  expect(await play({ performer: 'model' })).toEqual(chain('kept', 'kept'));
});

it('[EN43] one with effects outside may not, nor what follows it', async () => {
  expect(await play({ reversibility: 'reversible' })).toEqual(chain('kept', 'kept'));
});

it('[EN43] checks by tools wait for the disk', async () => {
  const check = {
    ...({ key: 'c1', performer: 'tool', action: 'look', attempts_max: 1 } as const),
    timeout_ms: 60_000,
  };
  const commits = await play({ checks: [check] });
  // The step that is checked begins early; its check, and the step after that, do not.
  expect(commits).toEqual(['kept', 'kept', 'early', 'kept', 'kept', 'kept']);
});

it('[EN43] what is undone is on the disk before the next undo begins', async () => {
  const commits: string[] = [];
  temp = await openTempEngine((store) => ({
    ...store,
    commit: (sets, how) => {
      if (sets.some((set) => set.run !== undefined)) commits.push(how?.isEarly ? 'early' : 'kept');
      return store.commit(sets, how);
    },
  }));
  const undo = { performer: 'tool', action: 'undo' } as const;
  const acting = { performer: 'tool', reversibility: 'compensable', undo } as const;
  const run = 'exec_undone1';
  const first = leaf('task_1', [], acting);
  const second = leaf('task_2', ['task_1'], acting);
  await createRun(temp.engine, run, [first, second, leaf('task_3', ['task_2'])]);
  worker = startInlineWorker(temp.engine, {
    holder: 'worker_test1',
    handle: async ({ step }) => ({ output: { done: step } }),
    onError: (error) => temp.errors.push(error),
  });
  const stateOf = async (step: string): Promise<string | undefined> =>
    (await temp.store.steps(run)).find((row) => row.step === step)?.state;
  await until(async () => (await stateOf('task_3')) === 'READY');
  await temp.engine.control({
    run,
    tenant,
    by: 'person_a',
    action: 'cancel',
    compensate: true,
    drainMs: 0,
  });
  await until(async () => (await temp.store.run(run))?.status === 'CANCELLED');
  expect([await stateOf('task_1'), await stateOf('task_2')]).toEqual([
    'COMPENSATED',
    'COMPENSATED',
  ]);
  expect(new Set(commits)).toEqual(new Set(['kept']));
});

it('[EN43] whoever asks how the run stands hears of it when it is on the disk', async () => {
  const gate = Promise.withResolvers<void>();
  const isBegun = Promise.withResolvers<void>();
  temp = await openTempEngine((store) => ({ ...store, kept: () => gate.promise }));
  await createRun(temp.engine, 'exec_inside2', [leaf('task_1', [], { performer: 'tool' })]);
  worker = startInlineWorker(temp.engine, {
    holder: 'worker_test1',
    handle: async () => {
      isBegun.resolve();
      return { output: {} };
    },
    onError: (error) => temp.errors.push(error),
  });
  await isBegun.promise;
  let isTold = false;
  const asked = temp.engine.graph('exec_inside2').then(() => {
    isTold = true;
  });
  await until(async () => (await temp.store.run('exec_inside2'))?.status === 'COMPLETED');
  expect(isTold).toBe(false);
  gate.resolve();
  await asked;
});
