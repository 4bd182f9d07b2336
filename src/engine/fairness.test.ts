import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
} from '../../test/support/temp-engine.ts';

const many = (count: number, change = {}) =>
  Array.from({ length: count }, (_, index) => leaf(`task_${index}`, [], change));

describe('the order of work', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
  });
  afterEach(() => temp.close());
  const takeRun = async (): Promise<string> => (await take(temp.engine)).run;

  it('[EN35] a run with a thousand ready steps does not hold up one that comes later', async () => {
    await createRun(temp.engine, 'exec_big1', many(1_000));
    temp.clock.advance(5_000);
    await createRun(temp.engine, 'exec_small1', many(3));
    const taken: string[] = [];
    for (let count = 0; count < 14; count += 1) taken.push(await takeRun());
    expect(taken.filter((run) => run === 'exec_small1')).toHaveLength(3);
    expect(taken.filter((run) => run === 'exec_big1').length).toBeGreaterThan(5);
  });

  it('[EN35] two runs of the same size take turns', async () => {
    await createRun(temp.engine, 'exec_one1', many(20));
    await createRun(temp.engine, 'exec_two1', many(20));
    const taken: string[] = [];
    for (let count = 0; count < 20; count += 1) taken.push(await takeRun());
    expect(taken.filter((run) => run === 'exec_one1')).toHaveLength(10);
  });

  it('[EN35] what stood long in the queue is not passed for ever by what is new', async () => {
    await createRun(temp.engine, 'exec_big1', many(30));
    const taken: string[] = [];
    for (let count = 0; count < 60; count += 1) {
      await createRun(temp.engine, `exec_new${count}`, many(1));
      taken.push(await takeRun());
      temp.clock.advance(1_000);
    }
    expect(taken.filter((run) => run === 'exec_big1').length).toBeGreaterThan(20);
  });

  it('[EN35] a higher priority goes first, over all runs; undo has the highest', async () => {
    await createRun(temp.engine, 'exec_low1', many(2, { priority: 1 }));
    await createRun(temp.engine, 'exec_usual1', many(2));
    await createRun(temp.engine, 'exec_high1', many(2, { priority: 8 }));
    const undo = { performer: 'agent', action: 'take_back' };
    const effect = { reversibility: 'compensable', undo, priority: 9 } as const;
    await createRun(temp.engine, 'exec_undo1', many(1, effect));
    const first = await take(temp.engine);
    expect(first.run).toBe('exec_undo1');
    await temp.engine.control({
      tenant,
      run: 'exec_undo1',
      by: 'person_a',
      action: 'cancel',
      compensate: true,
      drainMs: 0,
    });
    const taken: string[] = [];
    for (let count = 0; count < 7; count += 1) taken.push(await takeRun());
    expect(taken).toEqual([
      'exec_undo1',
      'exec_high1',
      'exec_high1',
      'exec_usual1',
      'exec_usual1',
      'exec_low1',
      'exec_low1',
    ]);
  });

  it('[EN35] a step that failed stands behind what was ready before', async () => {
    await createRun(temp.engine, 'exec_one1', many(3, { attempts_max: 9 }));
    await createRun(temp.engine, 'exec_two1', many(3));
    const first = await take(temp.engine, { run: 'exec_one1' });
    await temp.engine.fail({ ...callOf(first), class: 'logic', message: 'no' });
    const next = [await take(temp.engine), await take(temp.engine)];
    expect(next.map(({ run }) => run).toSorted()).toEqual(['exec_one1', 'exec_two1']);
    expect(next.find(({ run }) => run === 'exec_one1')?.step).not.toBe(first.step);
  });
});
