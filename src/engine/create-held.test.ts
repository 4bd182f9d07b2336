// A run that comes into being paused.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  claimRequest,
  openTempEngine,
  type TempEngine,
  tenant,
} from '../../test/support/temp-engine.ts';
import type { WriteSet } from '../store/store.ts';
import { decodeEvent } from './log-header.ts';
import { replayDecide } from './replay.ts';
import { verifyRun } from './verify.ts';

const run = 'gen_held1';

describe('a run that is created held', () => {
  let temp: TempEngine;
  let commits: (readonly WriteSet[])[];
  beforeEach(async () => {
    commits = [];
    temp = await openTempEngine((store) => ({
      ...store,
      commit: (sets) => {
        commits.push(sets);
        return store.commit(sets);
      },
    }));
  });
  afterEach(() => temp.close());

  const create = (settled: readonly string[] = []) =>
    temp.engine.createRun({
      ...{ run, kind: 'generation', plan: 'plan_temp1', tenant, by: 'person_a', held: true },
      steps: ['task_1', 'task_2'].map((id) => ({ def: leaf(id), spec: { title: id } })),
      settled: settled.map((step) => ({ step, output: { n: 1 } })),
    });
  const types = async () =>
    (await temp.store.events(run, 0, 100)).map((event) => decodeEvent(event.header).type);

  it('[IM15] hands out nothing until it is resumed, also after a restart', async () => {
    await create(['task_1']);
    expect(await temp.engine.claim(claimRequest())).toBeNull();
    expect(await (await temp.beside()).claim(claimRequest())).toBeNull();
    await temp.engine.control({ tenant, run, by: 'person_a', action: 'resume' });
    expect(await temp.engine.claim(claimRequest())).toMatchObject({ run, step: 'task_2' });
  });

  it('[IM15] is created and held in one commit', async () => {
    await create(['task_1']);
    expect(commits.flat().filter((set) => set.run === run)).toHaveLength(1);
    expect(await types()).toEqual([
      ...['run.created', 'graph.patched', 'run.admitted', 'run.held', 'step.verified'],
    ]);
    expect((await temp.store.run(run))?.held_by).toBe('person_a');
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
    expect(await replayDecide(temp.store, run)).toMatchObject({ ok: true });
  });

  it('[IM15] with nothing left to do is over at once', async () => {
    expect(await create(['task_1', 'task_2'])).toMatchObject({ ok: true });
    expect((await temp.store.run(run))?.status).toBe('COMPLETED');
  });
});
