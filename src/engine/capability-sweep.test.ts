import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
} from '../../test/support/temp-engine.ts';
import { agentAwayMs, findPresent, parkIdleSteps } from './capability-sweep.ts';
import { noOutbox } from './outbox-source.ts';
import { Runs } from './runs.ts';

const run = 'exec_able1';
const halfHourMs = 30 * 60_000;

describe('a step that nobody can do', () => {
  let temp: TempEngine;
  let runs: Runs;
  beforeEach(async () => {
    temp = await openTempEngine();
    runs = new Runs({
      store: temp.store,
      outbox: noOutbox,
      slots: new Map(),
      onCommitted: () => undefined,
      onUncertain: () => undefined,
      onError: (error) => temp.errors.push(error),
    });
  });
  afterEach(() => temp.close());

  const register = (id: string, actions: readonly string[], ageMs = 0) => {
    const now = temp.clock.now();
    const capabilities = JSON.stringify(actions.map((action) => ({ action, params: {} })));
    const put = {
      id,
      tenant,
      name: id,
      role: '',
      capabilities,
      capacity: 0,
      created_at: now,
      seen_at: now - ageMs,
    };
    return temp.store.commit([{ rows: [{ table: 'agents', put }] }]);
  };
  const statesOf = async () =>
    (await temp.store.steps(run)).map(
      ({ step, state, wait_for }) => `${step} ${state} ${wait_for}`,
    );
  const sweep = async (afterMs: number) => {
    temp.clock.advance(afterMs);
    await parkIdleSteps(temp.store, runs);
  };

  it('[EN39] waits for a capability after half an hour, and not before', async () => {
    await createRun(temp.engine, run, [leaf('task_1', [], { action: 'fly' })]);
    await sweep(halfHourMs);
    expect(await statesOf()).toEqual(['task_1 READY ']);
    await sweep(1);
    expect(await statesOf()).toEqual(['task_1 WAITING capability']);
  });

  it('[EN39] is not parked while an agent that can do it was heard of lately', async () => {
    await createRun(temp.engine, run, [
      leaf('task_1', [], { action: 'fly' }),
      leaf('task_2', [], { action: 'swim' }),
    ]);
    temp.clock.advance(halfHourMs + 1);
    await register('agent_bird', ['fly']);
    await sweep(0);
    expect(await statesOf()).toEqual(['task_1 READY ', 'task_2 WAITING capability']);
  });

  it('[EN39] an agent that declared nothing can do anything; one that is away can do nothing', async () => {
    await register('agent_any', []);
    expect((await findPresent(temp.store, tenant))('fly')).toBe(true);
    await register('agent_any', [], agentAwayMs + 1);
    expect((await findPresent(temp.store, tenant))('fly')).toBe(false);
  });

  it('[EN39] of another performer than an agent is left alone', async () => {
    await createRun(temp.engine, run, [
      leaf('task_1', [], { performer: 'human' }),
      leaf('task_2', [], { performer: 'tool' }),
    ]);
    await sweep(2 * halfHourMs);
    expect(await statesOf()).toEqual(['task_1 READY ', 'task_2 READY ']);
  });

  it('[EN39] goes to whoever can do it and claims, and goes on as usual', async () => {
    await createRun(temp.engine, run, [leaf('task_1', [], { action: 'fly' })]);
    await sweep(halfHourMs + 1);
    expect(await temp.engine.claim(claimRequest({ actions: ['swim'] }))).toBeNull();
    const claimed = await take(temp.engine, { actions: ['fly'] });
    expect(claimed).toMatchObject({ step: 'task_1', attempt: 1 });
    await temp.engine.complete({ ...callOf(claimed), output: {} });
    expect((await temp.store.run(run))?.status).toBe('COMPLETED');
  });

  it('[EN39] that opens as waiting for a capability wakes whoever waits and can do it', async () => {
    await createRun(temp.engine, run, [
      leaf('task_1', [], { action: 'walk' }),
      leaf('task_2', ['task_1'], { action: 'fly', wait: { for: 'capability' } }),
    ]);
    const waiting = temp.engine.claim(
      claimRequest({ holder: 'agent_bird', actions: ['fly'], waitMs: 60_000 }),
    );
    const first = await take(temp.engine, { actions: ['walk'] });
    await temp.engine.complete({ ...callOf(first), output: {} });
    expect(await waiting).toMatchObject({ step: 'task_2' });
  });
});
