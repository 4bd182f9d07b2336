// A change that may be made is made once, whoever comes first and whatever stops in between.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { group, leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { type InlineWorker, startInlineWorker } from '../engine/inline-worker.ts';
import { decodeEvent } from '../engine/log-header.ts';
import { verifyRun } from '../engine/verify.ts';
import { createChangeHandler } from './change-handler.ts';
import { applyChange, type ChangeProposal, changeStep } from './change-request.ts';

const run = 'exec_change1';
const id = 'change_1';
const wait = { for: 'time', until: 1_800_000_000_000 } as const;

const proposal = (more: Partial<ChangeProposal> = {}): ChangeProposal => ({
  kind: 'delay',
  affects: ['task_2'],
  until: '2027-01-15T08:00:00.000Z',
  asked_by: 'agent_a',
  asked_at: '2023-11-14T22:13:20.000Z',
  base_rev: 1,
  asks_because: 'The policy asks.',
  patch: {
    added: [],
    changed: [{ def: leaf('task_2', ['task_1'], { parent: 'phase_1', wait }), spec: {} }],
    cancelled: [],
    let_finish: false,
  },
  diff: {
    ...{ added: [], changed: [], cancelled: [], taken_back: [], left_alone: [] },
    dates: null,
    money: { currency: null, before: null, after: null, steps_usd: { before: 0, after: 0 } },
    reason: 'The oven is late',
  },
  ...more,
});

describe('the engine’s part of a change', () => {
  let temp: TempEngine;
  const workers: InlineWorker[] = [];

  beforeEach(async () => {
    temp = await openTempEngine();
    await createRun(temp.engine, run, [
      group('phase_1', ['task_1', 'task_2']),
      leaf('task_1', [], { parent: 'phase_1' }),
      leaf('task_2', ['task_1'], { parent: 'phase_1' }),
    ]);
  });
  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.stop();
    await temp.close();
  });

  const work = (engine = temp.engine): void => {
    const handle = createChangeHandler(temp.store, engine);
    const onError = (error: unknown) => temp.errors.push(error);
    workers.push(startInlineWorker(engine, { holder: 'worker_change1', handle, onError }));
  };
  const ask = (wanted = proposal()) =>
    temp.engine.patch({
      ...({ run, by: 'agent_a', cause: 'edit', baseRev: 1 } as const),
      added: [changeStep(id, wanted, 'Later')],
    });
  const rowOf = async (step: string) =>
    (await temp.store.steps(run)).find((row) => row.step === step);
  const approve = async () => {
    const digest = (await rowOf(id))?.wait_key ?? '';
    await temp.engine.control({
      ...{ tenant, run, by: 'person_a', action: 'approve', step: id, digest },
    });
  };
  const isIn = (state: string) => until(async () => (await rowOf(id))?.state === state);
  const patches = async () =>
    (await temp.store.events(run, 0, 100)).filter(
      ({ header }) => decodeEvent(header).type === 'graph.patched',
    ).length;

  it('[CG9] waits through a restart, and is made by the worker once it is approved', async () => {
    await ask();
    expect(await rowOf(id)).toMatchObject({ state: 'WAITING', wait_for: 'approval' });
    await approve();
    // Nobody was there to make it; another process is.
    work(await temp.beside());
    await isIn('VERIFIED');
    expect(await patches()).toBe(3);
    await take(temp.engine).then((claimed) =>
      temp.engine.complete({ ...callOf(claimed), output: {} }),
    );
    expect(await rowOf('task_2')).toMatchObject({ state: 'WAITING', wait_for: 'time' });
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
  });

  it('[CG9] that was made before the process ended is not made again', async () => {
    await ask();
    await approve();
    await applyChange(temp.engine, run, id, proposal());
    await applyChange(temp.engine, run, id, proposal());
    work();
    await isIn('VERIFIED');
    expect(await patches()).toBe(3);
  });

  it('[CG9] that comes too late fails alone, and the run goes on to its end', async () => {
    await ask();
    await approve();
    const changed = [{ def: leaf('task_2', ['task_1'], { parent: 'phase_1' }), spec: {} }];
    const edit = { run, by: 'person_a', cause: 'edit', baseRev: 2, added: [], changed } as const;
    await temp.engine.patch(edit);
    work();
    await isIn('FAILED');
    expect(await patches()).toBe(3);
    for (const _ of ['task_1', 'task_2']) {
      const claimed = await take(temp.engine);
      await temp.engine.complete({ ...callOf(claimed), output: {} });
    }
    expect((await temp.store.run(run))?.status).toBe('COMPLETED');
    expect(await verifyRun(temp.store, run)).toMatchObject({ ok: true });
  });

  it('[CG10] that was refused does not come back with a resume', async () => {
    await ask();
    const digest = (await rowOf(id))?.wait_key ?? '';
    const no = { tenant, run, by: 'person_a', action: 'reject', step: id, digest } as const;
    await temp.engine.control({ ...no, reason: 'No.' });
    const claimed = await take(temp.engine);
    await temp.engine.fail({ ...callOf(claimed), class: 'policy', message: 'It cannot be done.' });
    expect((await temp.store.run(run))?.status).toBe('FAILED');
    await temp.engine.control({ tenant, run, by: 'person_a', action: 'resume' });
    expect(await rowOf(id)).toMatchObject({ state: 'FAILED' });
    expect(await rowOf('task_1')).toMatchObject({ state: 'READY' });
  });
});
