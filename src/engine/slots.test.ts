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
  turn,
  until,
} from '../../test/support/temp-engine.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from './engine.ts';

const model = { performer: 'model', slot: 'acme' } as const;
const asked = { performers: ['model'], holder: 'agent_m' };
const steps = ['task_1', 'task_2', 'task_3'].map((id) => leaf(id, [], model));

describe('slots', () => {
  let temp: TempEngine;
  let engine: Engine;
  /** How many leases were refused for want of a slot. */
  let refused = 0;
  beforeEach(async () => {
    const slots = new Map([
      ['provider:acme', 2],
      ['kind:tool', 1],
    ]);
    const count = (store: Store): Store => ({
      ...store,
      commit: async (sets, options) => {
        const results = await store.commit(sets, options);
        if (results.some((one) => !one.ok && one.conflict === 'slot')) refused += 1;
        return results;
      },
    });
    temp = await openTempEngine(count, { slots });
    refused = 0;
    engine = temp.engine;
  });
  afterEach(() => temp.close());
  const used = (name = 'provider:acme') => temp.store.slotCount(name);

  it('[EN34] limit how many steps of a provider are held at a time, over all engines', async () => {
    await createRun(engine, 'exec_slot1', steps);
    await createRun(engine, 'exec_slot2', steps);
    const other = await temp.beside();
    const claims = await Promise.all(
      [engine, other, engine, other, engine].map((one) => one.claim(claimRequest(asked))),
    );
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(2);
    expect(await used()).toBe(2);
  });

  it('[EN34] limit a kind of performer, and leave others alone', async () => {
    await createRun(engine, 'exec_slot1', [
      leaf('task_1', [], { performer: 'tool' }),
      leaf('task_2', [], { performer: 'tool' }),
      leaf('task_3'),
      leaf('task_4'),
    ]);
    const tool = { performers: ['tool'] };
    expect(await engine.claim(claimRequest(tool))).not.toBeNull();
    expect(await engine.claim(claimRequest(tool))).toBeNull();
    expect(await engine.claim(claimRequest())).not.toBeNull();
    expect(await engine.claim(claimRequest())).not.toBeNull();
  });

  const ways: Record<string, (token: ReturnType<typeof callOf>) => Promise<unknown>> = {
    complete: (call) => engine.complete({ ...call, output: {} }),
    fail: (call) => engine.fail({ ...call, class: 'logic', message: 'no' }),
    'fail for good': (call) => engine.fail({ ...call, class: 'policy', message: 'no' }),
    ask: (call) => engine.ask({ ...call, question: 'why?' }),
    release: (call) => engine.release(call),
    skip: () => steer({ action: 'skip_step', step: 'task_1' }),
    cancel: () => steer({ action: 'cancel', compensate: true, drainMs: 0 }),
    kill: () => steer({ action: 'kill' }),
    patch: () =>
      engine.patch({
        run: 'exec_slot1',
        by: 'person_a',
        cause: 'edit',
        baseRev: 1,
        added: [],
        cancelled: ['task_1'],
      }),
    'a change to another provider': () => {
      const def = leaf('task_1', [], { performer: 'agent' });
      const edit = { run: 'exec_slot1', by: 'person_a', cause: 'edit', baseRev: 1 } as const;
      return engine.patch({ ...edit, added: [], changed: [{ def, spec: {} }] });
    },
    erase: () => engine.erase({ tenant, plan: 'plan_temp1' }),
    'a lost lease': async () => {
      temp.clock.advance(60_001);
      await temp.beside();
      await until(async () => (await used()) === 0);
    },
  };
  type Steer = { action: string; step?: string; compensate?: boolean; drainMs?: number };
  const steer = (request: Steer) =>
    engine.control({ tenant, run: 'exec_slot1', by: 'person_a', ...request } as never);

  it.each(Object.keys(ways))('[EN34] are free again after: %s', async (way) => {
    await createRun(engine, 'exec_slot1', [leaf('task_1', [], model), leaf('task_9')]);
    const claimed = await take(engine, asked);
    expect(await used()).toBe(1);
    await ways[way]?.(callOf(claimed, asked.holder));
    expect(await used()).toBe(0);
  });

  it.each(['complete', 'release', 'kill'])(
    '[EN34] that become free by %s go to whoever waits',
    async (way) => {
      await createRun(engine, 'exec_slot1', [leaf('task_1', [], model)]);
      await createRun(engine, 'exec_slot2', steps);
      const first = await take(engine, { ...asked, run: 'exec_slot1' });
      await take(engine, { ...asked, run: 'exec_slot2' });
      const waiting = engine.claim(claimRequest({ ...asked, run: 'exec_slot2', waitMs: 60_000 }));
      await until(() => refused === 2);
      await turn();
      await ways[way]?.(callOf(first, asked.holder));
      expect(await waiting).toMatchObject({ run: 'exec_slot2' });
      expect(await used()).toBe(2);
    },
  );

  it('[EN34] of what is claimed and not checked yet go to whoever waits', async () => {
    const look = {
      key: 'a',
      performer: 'human',
      action: 'look',
      attempts_max: 1,
      timeout_ms: 9,
    } as const;
    await createRun(engine, 'exec_slot1', [leaf('task_1', [], { ...model, checks: [look] })]);
    await createRun(engine, 'exec_slot2', steps);
    const first = await take(engine, { ...asked, run: 'exec_slot1' });
    await take(engine, { ...asked, run: 'exec_slot2' });
    const waiting = engine.claim(claimRequest({ ...asked, run: 'exec_slot2', waitMs: 60_000 }));
    await until(() => refused === 2);
    await turn();
    await engine.complete({ ...callOf(first, asked.holder), output: {} });
    expect(await waiting).toMatchObject({ run: 'exec_slot2' });
  });

  describe('of steps that a completion makes ready', () => {
    const holder = 'worker_m';
    const taking = { performers: ['engine', 'model'], leaseMs: 0, rooms: () => () => true };
    const complete = async (run: string) => {
      const claimed = await take(engine, { performers: ['engine'], holder, run });
      const { next } = await engine.completeAndTake(
        { ...callOf(claimed, holder), output: {} },
        taking,
      );
      return next.map(({ step }) => step);
    };
    const opening = (...ids: string[]) => [
      leaf('task_1', [], { performer: 'engine' }),
      ...ids.map((id) => leaf(id, ['task_1'], model)),
    ];

    it('[EN36] are taken in its commit', async () => {
      await createRun(engine, 'exec_slot1', opening('task_2'));
      expect(await complete('exec_slot1')).toEqual(['task_2']);
      expect(await used()).toBe(1);
    });

    it('[EN34] are left where they are the last, for whoever waits in turn', async () => {
      for (const run of ['exec_slot1', 'exec_slot2', 'exec_slot3']) {
        await createRun(engine, run, opening('task_2'));
      }
      await complete('exec_slot1');
      expect(await complete('exec_slot2')).toEqual([]);
      expect(await used()).toBe(1);
      await take(engine, { ...asked, run: 'exec_slot2' });
      expect(await complete('exec_slot3')).toEqual([]);
      expect(await used()).toBe(2);
    });

    it('[EN34] are asked for again when there was time for others', async () => {
      await createRun(engine, 'exec_slot1', opening('task_2', 'task_3'));
      await createRun(engine, 'exec_slot2', opening('task_2'));
      await createRun(engine, 'exec_slot3', opening('task_2'));
      // One to spare, and two that want it: the completion goes without.
      expect(await complete('exec_slot1')).toEqual([]);
      expect(await complete('exec_slot2')).toEqual([]);
      temp.clock.advance(1_000);
      expect(await complete('exec_slot3')).toEqual(['task_2']);
    });
  });

  it('[EN34] are not needed for a step that has its slot already, and none is counted twice', async () => {
    await createRun(engine, 'exec_slot1', [leaf('task_1', [], { ...model, attempts_max: 9 })]);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const claimed = await take(engine, asked);
      await engine.fail({ ...callOf(claimed, asked.holder), class: 'logic', message: 'no' });
      expect(await used()).toBe(0);
    }
  });
});
