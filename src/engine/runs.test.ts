import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import { createRun, openTempEngine, type TempEngine } from '../../test/support/temp-engine.ts';
import { noOutbox } from './outbox-source.ts';
import { bytesOf, Runs } from './runs.ts';

const stepsOf = (count: number) => Array.from({ length: count }, (_, at) => leaf(`task_${at}`));

describe('the runs in memory', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
  });
  afterEach(() => temp.close());

  const openRuns = (maxBytes?: number): Runs =>
    new Runs(
      {
        store: temp.store,
        outbox: noOutbox,
        slots: new Map(),
        onCommitted: () => undefined,
        onUncertain: () => undefined,
        onError: (error) => temp.errors.push(error),
      },
      maxBytes,
    );
  const make = async (ids: readonly string[], steps: number): Promise<void> => {
    for (const id of ids) await createRun(temp.engine, id, stepsOf(steps));
  };
  const read = (runs: Runs, id: string): Promise<number> =>
    runs.get(id).read((state) => state.steps.size);

  it('[EN46] stay within their bytes, and the one that was used last stays', async () => {
    const ids = ['exec_a', 'exec_b', 'exec_c', 'exec_d', 'exec_e'];
    await make(ids, 20);
    const size = await openRuns().get('exec_a').read(bytesOf);
    const runs = openRuns(2.5 * size);
    for (const id of ids) {
      expect(await read(runs, id)).toBe(20);
      expect(runs.bytes).toBeLessThanOrEqual(2.5 * size);
      expect(runs.get('exec_a').isLoaded).toBe(true);
      await read(runs, 'exec_a');
    }
    expect(runs.bytes).toBe(2 * size);
    expect(runs.get('exec_a').isLoaded).toBe(true);
    expect(runs.get('exec_e').isLoaded).toBe(true);
  });

  it('[EN46] have bytes by their steps, and one that is larger than all has room alone', async () => {
    await make(['exec_large'], 200);
    await make(['exec_small'], 1);
    const runs = openRuns(100_000);
    await read(runs, 'exec_small');
    const small = runs.bytes;
    expect(await read(runs, 'exec_large')).toBe(200);
    expect(runs.bytes).toBeGreaterThan(20 * small);
    expect(runs.get('exec_large').isLoaded).toBe(true);
    await read(runs, 'exec_small');
    expect(runs.bytes).toBe(small);
  });

  it('[EN46] are let go of at rest, and read again from the store', async () => {
    await make(['exec_a', 'exec_b'], 3);
    const runs = openRuns();
    await Promise.all([read(runs, 'exec_a'), read(runs, 'exec_b')]);
    runs.forget();
    expect(runs.bytes).toBe(0);
    expect(await read(runs, 'exec_a')).toBe(3);
  });
});
