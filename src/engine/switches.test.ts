import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { effect, leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
} from '../../test/support/temp-engine.ts';
import type { Store } from '../store/store.ts';
import { agentScope, allScope, Switches, tenantScope } from './switches.ts';

const run = 'exec_switch1';

describe('a kill switch', () => {
  let temp: TempEngine;
  beforeEach(async () => {
    temp = await openTempEngine();
    await createRun(temp.engine, run, [effect('task_1'), leaf('task_2'), leaf('task_3')]);
  });
  afterEach(() => temp.close());
  const turn = (scope: string, isOn: boolean) =>
    temp.engine.setSwitch({ scope, by: 'person_a', reason: 'smoke', isOn });

  it.each([
    ['all', allScope],
    ['its tenant', tenantScope(tenant)],
    ['its agent', agentScope('agent_a')],
  ])('[EN29] for %s stops every hand-out until it is lifted', async (_, scope) => {
    await turn(scope, true);
    expect(await temp.engine.claim(claimRequest())).toBeNull();
    await turn(scope, false);
    expect(await temp.engine.claim(claimRequest())).not.toBeNull();
  });

  it.each([tenantScope('tenant_other'), agentScope('agent_b')])(
    '[EN29] for %s does not stop others',
    async (scope) => {
      await turn(scope, true);
      expect(await temp.engine.claim(claimRequest())).not.toBeNull();
    },
  );

  it('[EN29] tells those who work to stop', async () => {
    const claimed = await take(temp.engine);
    await turn(allScope, true);
    const beat = { ...callOf(claimed), progress: null, note: null };
    expect((await temp.engine.heartbeat(beat)).signal).toBe('cancel');
  });

  it('[EN29] stops undo too', async () => {
    const claimed = await take(temp.engine);
    expect(claimed.step).toBe('task_1');
    const steer = { tenant, run, by: 'person_a', action: 'cancel', drainMs: 0 } as const;
    await temp.engine.control({ ...steer, compensate: true });
    await turn(allScope, true);
    expect(await temp.engine.claim(claimRequest())).toBeNull();
    await turn(allScope, false);
    expect(await temp.engine.claim(claimRequest())).toMatchObject({ undoes: 'task_1' });
  });

  it('[EN29] stops what waits already, and lifted serves it', async () => {
    const request = claimRequest({ run: 'exec_switch2', waitMs: 60_000 });
    const waiting = temp.engine.claim(request);
    await turn(allScope, true);
    await createRun(temp.engine, 'exec_switch2', [leaf('task_1')]);
    expect(await temp.store.heldSteps(tenant, 'agent_a')).toEqual([]);
    await turn(allScope, false);
    expect(await waiting).toMatchObject({ run: 'exec_switch2' });
  });

  it('[EN29] thrown on one server counts on the others', async () => {
    const other = await temp.beside();
    await turn(allScope, true);
    const isStopped = async (): Promise<boolean> => {
      const claimed = await other.claim(claimRequest());
      if (claimed) await other.release(callOf(claimed));
      return claimed === null;
    };
    await vi.waitFor(async () => expect(await isStopped()).toBe(true), { timeout: 60_000 });
    await turn(allScope, false);
    await vi.waitFor(async () => expect(await isStopped()).toBe(false), { timeout: 60_000 });
  });
});

describe('a kill switch that another server threw', () => {
  afterEach(() => void vi.useRealTimers());

  it('[EN29] counts here within a second, and is gone within one', async () => {
    vi.useFakeTimers();
    const rows: { scope: string }[] = [];
    const store = { switches: () => Promise.resolve([...rows]) } as unknown as Store;
    let lifted = 0;
    const switches = new Switches(
      store,
      (error) => expect.fail(String(error)),
      () => {
        lifted += 1;
      },
    );
    await switches.open();
    rows.push({ scope: tenantScope(tenant) });
    await vi.advanceTimersByTimeAsync(500);
    expect(switches.isStopped(tenant, 'agent_a')).toBe(true);
    rows.pop();
    await vi.advanceTimersByTimeAsync(500);
    expect([switches.isStopped(tenant, 'agent_a'), lifted]).toEqual([false, 1]);
    switches.close();
  });
});
