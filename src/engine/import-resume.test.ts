// A run that was exported in the middle of its work goes on where it was taken in.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chunksOf, planRow, textOf, withStore } from '../../test/support/bundles.ts';
import { HistoryRun } from '../../test/support/history-run.ts';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  openTempEngine,
  type TempEngine,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { exportRun } from './export.ts';
import { importRun } from './import.ts';
import { replayDecide, replayFold } from './replay.ts';
import { verifyRun } from './verify.ts';

const run = 'exec_resume000000001';
const plan = planRow({ tenant });

/** One step done, one in the hands of somebody who stays behind, one to come. */
function halfDone(): HistoryRun {
  const made = new HistoryRun({ run, tenant });
  made.create([leaf('task_1'), leaf('task_2', ['task_1']), leaf('task_3', ['task_2'])]);
  made.complete('task_1');
  made.lease('task_2', 'agent_left_behind');
  return made;
}

const bundleOf = (made: HistoryRun): Promise<string> =>
  withStore([plan], async (store) => {
    await made.writeTo(store);
    return textOf(exportRun(store, run, made.nowMs));
  });

describe('an open run in a new place', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
  });
  afterEach(() => temp.close());

  it('[RP10] its leases run out there, and others finish it', async () => {
    const { store } = temp;
    const bundle = await bundleOf(halfDone());
    temp.clock.advance(120_000);
    await store.commit([{ rows: [{ table: 'plans', put: plan }] }]);
    await importRun(store, tenant, chunksOf(bundle));
    const engine = await temp.beside();
    const stateOf = async (step: string) =>
      (await store.steps(run)).find((row) => row.step === step)?.state;
    await until(async () => (await stateOf('task_2')) === 'READY');
    for (const step of ['task_2', 'task_3']) {
      const claimed = await engine.claim(claimRequest());
      expect(claimed).toMatchObject({ run, step, attempt: step === 'task_2' ? 2 : 1 });
      if (claimed) await engine.complete({ ...callOf(claimed), output: { done: step } });
    }
    expect(await store.run(run)).toMatchObject({ status: 'COMPLETED' });
    expect(await verifyRun(store, run)).toMatchObject({ ok: true });
    expect(await replayFold(store, run)).toMatchObject({ ok: true, status: 'COMPLETED' });
    expect(await replayDecide(store, run)).toMatchObject({ ok: true });
    expect(temp.errors).toEqual([]);
  });
});
