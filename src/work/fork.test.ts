import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { effect, group, leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { contentJson } from '../engine/content.ts';
import { type InlineWorker, startInlineWorker } from '../engine/inline-worker.ts';
import { verifyRun } from '../engine/verify.ts';
import { forkRun, type SimulatedSpec, simulate } from './fork.ts';

const parent = 'exec_parent1';
const fork = 'exec_fork1';

describe('a fork', () => {
  let temp: TempEngine;
  let worker: InlineWorker;
  const acted: string[] = [];

  beforeEach(async () => {
    temp = await openTempEngine();
    acted.length = 0;
    worker = startInlineWorker(temp.engine, {
      holder: 'worker_fork1',
      onError: (error) => {
        throw error;
      },
      async handle(step) {
        acted.push(`${step.run} ${step.action}`);
        const row = await temp.store.content(step.spec);
        return simulate(contentJson(row as never) as SimulatedSpec);
      },
    });
    await createRun(temp.engine, parent, [
      group('phase_1', ['task_1', 'task_2', 'task_3']),
      leaf('task_1', [], { parent: 'phase_1' }),
      effect('task_2', ['task_1'], { parent: 'phase_1', action: 'send_mail' }),
      leaf('task_3', ['task_2'], { parent: 'phase_1', performer: 'human' }),
    ]);
    const claimed = await take(temp.engine);
    await temp.engine.complete({ ...callOf(claimed), output: { found: 'the first' } });
  });
  afterEach(async () => {
    await worker.stop();
    await temp.close();
  });

  const make = (change: Parameters<typeof forkRun>[2]['change']) =>
    forkRun(temp.engine, temp.store, { run: fork, parent, by: 'person_a', change });
  const isOver = async () => (await temp.store.run(fork))?.status === 'COMPLETED';
  const statesOf = async (run: string) =>
    Object.fromEntries((await temp.store.steps(run)).map((row) => [row.step, row.state]));

  it('[FK1] plays the rest with the change in it, and nobody else gets a step of it', async () => {
    const { baseRev } = await make({
      added: [{ def: leaf('task_4', ['task_3'], { parent: 'phase_1' }), spec: {} }],
    });
    expect(baseRev).toBe(1);
    await until(isOver);
    expect(new Set(Object.values(await statesOf(fork)))).toEqual(new Set(['VERIFIED']));
    expect(Object.keys(await statesOf(fork))).toContain('task_4');
    // The mail was not sent: the engine played it.
    expect(acted.every((line) => line === `${fork} simulate`)).toBe(true);
    expect(acted).toHaveLength(3);
    expect(await statesOf(parent)).toMatchObject({ task_1: 'VERIFIED', task_2: 'READY' });
    const ofFork = await temp.engine.claim(claimRequest({ run: fork }));
    expect(ofFork).toBeNull();
    expect(await verifyRun(temp.store, fork)).toMatchObject({ ok: true });
  });

  it('[FK2] inherits what is done and not touched, with what came of it', async () => {
    await make({ changed: [{ def: leaf('task_3', ['task_2'], { parent: 'phase_1' }), spec: {} }] });
    await until(isOver);
    const rows = await temp.store.steps(fork);
    const first = rows.find((row) => row.step === 'task_1');
    expect(first).toMatchObject({ attempt: 0, state: 'VERIFIED' });
    const output = await temp.store.content(first?.output ?? '');
    expect(contentJson(output as never)).toEqual({ found: 'the first' });
  });

  it('[FK2] does anew what is changed and all that comes after', async () => {
    await make({ changed: [{ def: leaf('task_1', [], { parent: 'phase_1' }), spec: {} }] });
    await until(isOver);
    expect(acted).toHaveLength(3);
  });

  it('[FK1] cannot have a step that acts, and is not edited', async () => {
    const about = { kind: 'execution', plan: 'plan_temp1', tenant, by: 'person_a' } as const;
    const steps = [{ def: effect('task_1'), spec: {} }];
    const forked = { run: 'exec_bad1', ...about, steps, fork: { of: parent, settled: [] } };
    await expect(temp.engine.createRun(forked)).rejects.toThrow('no steps that act');
    await make({ cancelled: ['task_3'] });
    const edit = { run: fork, by: 'person_a', cause: 'edit', baseRev: 1 } as const;
    const added = [{ def: leaf('task_9', [], { action: 'send_mail' }), spec: {} }];
    await expect(temp.engine.patch({ ...edit, added })).rejects.toThrow(/fork|changes/);
    expect(Object.keys(await statesOf(fork))).not.toContain('task_3');
  });
});
