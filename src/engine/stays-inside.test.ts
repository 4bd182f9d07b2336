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
    handle: async ({ step }) => ({ output: { done: step } }),
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

it('[EN43] one with effects outside may not', async () => {
  expect(await play({ reversibility: 'reversible' })).toEqual(chain('kept', 'early'));
});

it('[EN43] one that costs something may not', async () => {
  expect(await play({ cost: { calls: 1 } })).toEqual(chain('kept', 'early'));
});

it('[EN43] one of a model may not', async () => {
  expect(await play({ performer: 'model' })).toEqual(chain('kept', 'early'));
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
