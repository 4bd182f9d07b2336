import { afterEach, beforeEach, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  until,
} from '../../test/support/temp-engine.ts';
import { type InlineWorker, startInlineWorker } from './inline-worker.ts';
import { idlePulseMs, inProcessLeaseMs, pulseDueId } from './lease.ts';

const holder = 'worker_test1';
const run = 'gen_pulsed1';

let temp: TempEngine;
let worker: InlineWorker;
let finish: () => void;
beforeEach(async () => {
  temp = await openTempEngine();
  const finished = Promise.withResolvers<{ output: object }>();
  finish = () => finished.resolve({ output: {} });
  worker = startInlineWorker(temp.engine, {
    holder,
    handle: () => finished.promise,
    onError: (error) => temp.errors.push(error),
  });
});
afterEach(async () => {
  finish();
  await worker.stop();
  await temp.close();
});

const pulseMs = async (): Promise<number | undefined> => {
  const rows = await temp.store.due(Number.MAX_SAFE_INTEGER, 9);
  const row = rows.find(({ id }) => id === pulseDueId(holder));
  return row && row.at - temp.clock.now();
};

it('[EN55] a worker has a short pulse from the first step that it takes', async () => {
  await until(async () => (await pulseMs()) !== undefined);
  expect(await pulseMs()).toBe(idlePulseMs);
  await createRun(temp.engine, run, [leaf('stage_1', [], { performer: 'engine' })]);
  await until(async () => (await temp.store.steps(run))[0]?.state === 'LEASED');
  await until(async () => (await pulseMs()) === inProcessLeaseMs);
  expect(temp.errors).toEqual([]);
});
