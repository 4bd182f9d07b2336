import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Dice } from '../../test/simulation/dice.ts';
import { chunksOf, planRow, textOf, withStore } from '../../test/support/bundles.ts';
import { effect, leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  openTempEngine,
  type TempEngine,
  take,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { fold } from './apply.ts';
import type { Engine } from './engine.ts';
import type { ClaimRequest } from './engine-api.ts';
import type { Amounts, GraphStep } from './event-types.ts';
import { exportRun } from './export.ts';
import { FamilyPurses } from './family-purses.ts';
import { importRun } from './import.ts';
import { loadRun } from './load-run.ts';
import { noOutbox } from './outbox-source.ts';
import { newPurse, purseLimits, unmoved } from './purse.ts';
import { replayDecide } from './replay.ts';
import { Runs } from './runs.ts';
import { verifyAll } from './verify.ts';
import { viewHash } from './view.ts';

const purse = 'purse_family1';
const paid = (id: string, money: number, needs: string[] = [], change: Partial<GraphStep> = {}) =>
  leaf(id, needs, { cost: { money, calls: 1 }, ...change });

describe('the purse of a family', () => {
  let temp: TempEngine;
  let engine: Engine;
  beforeEach(async () => {
    temp = await openTempEngine();
    engine = temp.engine;
  });
  afterEach(async () => {
    const { errors } = temp;
    await temp.close();
    if (errors.length > 0) throw new AggregateError(errors, 'the engine had errors');
  });

  const begin = (limits: Amounts) => {
    const put = newPurse({ id: purse, tenant, label: '', by: 'person_a', now: 1 }, limits);
    return engine.commit([{ rows: [{ table: 'purses', put }] }]);
  };
  const fund = async (limits: Amounts, by: Engine = engine) => {
    const row = await temp.store.purse(tenant, purse);
    if (!row) throw new Error('no purse');
    const { id, label, created_by, created_at } = row;
    const about = { id, tenant, label, created_by, created_at, funded_by: 'person_b' };
    const put = { ...about, funded_at: 2, ...purseLimits(limits) };
    const move = { purse, tenant, run: '', asks: '', ...unmoved } as const;
    await by.commit([{ rows: [{ table: 'purses', put }], require: [move] }]);
  };
  const create = (run: string, steps: readonly GraphStep[], change: object = {}) =>
    engine.createRun({
      ...{ run, kind: 'execution', plan: 'plan_temp1', tenant, by: 'person_temp1', purse },
      steps: steps.map((def) => ({ def, spec: {} })),
      ...change,
    });
  const stand = async () => {
    const row = await temp.store.purse(tenant, purse);
    return [row?.spent_money, row?.reserved_money];
  };
  const stepOf = async (run: string, id: string) =>
    (await temp.store.steps(run)).find(({ step }) => step === id);
  const waits = async (run: string, id: string) => {
    const row = await stepOf(run, id);
    return row?.state === 'WAITING' ? `${row.wait_for} ${row.wait_key}` : row?.state;
  };
  const isReady = (run: string, id: string) =>
    until(async () => (await stepOf(run, id))?.state === 'READY');
  const finish = async (claimed: Awaited<ReturnType<typeof take>>, money?: number) =>
    engine.complete({
      ...callOf(claimed),
      output: {},
      ...(money === undefined ? {} : { usage: { money } }),
    });
  const nothing = async (change: Partial<ClaimRequest> = {}) =>
    expect(await engine.claim(claimRequest(change))).toBeNull();
  const parked = `budget family:${purse}`;
  const problems = async () => (await verifyAll(temp.store)).filter(({ ok }) => !ok);

  it('[BG10] is taken from by all its runs, and is what their logs say', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [paid('task_1', 60)]);
    await create('exec_fam2', [paid('task_1', 30)]);
    const one = await take(engine, { run: 'exec_fam1' });
    expect(await stand()).toEqual([0, 60]);
    const two = await take(engine, { run: 'exec_fam2' });
    expect(await stand()).toEqual([0, 90]);
    await finish(one, 25);
    expect(await stand()).toEqual([25, 30]);
    expect(await problems()).toEqual([]);
    await finish(two);
    expect(await stand()).toEqual([55, 0]);
    expect(await engine.purse('exec_fam1')).toMatchObject({ family: purse, spent: { money: 25 } });
    expect(await problems()).toEqual([]);
  });

  it('[BG10] that is not what the logs say is found by verify, and so is one that is gone', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [paid('task_1', 60)]);
    await finish(await take(engine), 25);
    const move = { purse, tenant, run: '', asks: '', ...unmoved } as const;
    await engine.commit([{ require: [{ ...move, spent: { ...unmoved.spent, money: 1 } }] }]);
    const what = 'spent_money is 26, and the logs of its runs say 25';
    expect(await problems()).toMatchObject([{ run: purse, problem: { what } }]);
    await engine.commit([{ rows: [{ table: 'purses', remove: { id: purse } }] }]);
    const gone = 'runs share it, and it is not there';
    expect(await problems()).toMatchObject([{ run: purse, problem: { what: gone } }]);
  });

  it('[BG12] makes a step wait that it has too little for, and nothing else', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [paid('task_1', 60)]);
    await create('exec_fam2', [
      paid('task_1', 60),
      leaf('task_2', [], { performer: 'human' }),
      paid('task_3', 40),
    ]);
    const one = await take(engine, { run: 'exec_fam1' });
    expect(await take(engine, { run: 'exec_fam2' })).toMatchObject({ step: 'task_3' });
    expect(await waits('exec_fam2', 'task_1')).toBe(parked);
    await nothing();
    expect(await take(engine, { performers: ['human'], holder: 'person_x' })).toBeTruthy();
    // What comes back is enough for it.
    await finish(one, 0);
    await isReady('exec_fam2', 'task_1');
    expect(await take(engine)).toMatchObject({ run: 'exec_fam2', step: 'task_1' });
    expect(await stand()).toEqual([0, 100]);
    expect(await problems()).toEqual([]);
  });

  it('[BG12] lets steps go on when it is funded, as many as it can pay and in turn', async () => {
    await begin({ money: 0 });
    const steps = ['task_1', 'task_2', 'task_3'].map((id) => paid(id, 10));
    await create('exec_fam1', steps);
    await create('exec_fam2', steps);
    await nothing();
    const states = async () => {
      const rows = await Promise.all(
        ['exec_fam1', 'exec_fam2'].map((run) => temp.store.steps(run)),
      );
      return rows.flat().map(({ state }) => state);
    };
    expect(new Set(await states())).toEqual(new Set(['WAITING']));
    await fund({ money: 35 });
    await until(async () => (await states()).filter((state) => state === 'READY').length === 3);
    for (let count = 0; count < 3; count += 1) await take(engine);
    await nothing();
    expect(await stand()).toEqual([0, 30]);
  });

  it('[BG12] wakes what another server made wait, and what one that died left behind', async () => {
    await begin({ money: 10 });
    await create('exec_fam1', [paid('task_1', 20)]);
    await nothing();
    expect(await waits('exec_fam1', 'task_1')).toBe(parked);
    const other = await temp.beside();
    await fund({ money: 15 }, other);
    expect(await waits('exec_fam1', 'task_1')).toBe(parked);
    // Straight into the store, as by a server that was killed right after.
    const row = await temp.store.purse(tenant, purse);
    const move = { purse, tenant, run: '', asks: '', ...unmoved } as const;
    const { id, label, created_by, created_at, funded_by, funded_at } = row ?? ({} as never);
    const put = { id, tenant, label, created_by, created_at, funded_by, funded_at };
    const rows = [{ table: 'purses', put: { ...put, ...purseLimits({ money: 20 }) } }] as const;
    await temp.store.commit([{ rows, require: [move] }]);
    const none = () => undefined;
    const ports = { outbox: noOutbox, slots: new Map(), onCommitted: none, onUncertain: none };
    const store = temp.openStore();
    const runs = new Runs({ store, ...ports, onError: none });
    const family = new FamilyPurses(store, runs, (error) => temp.errors.push(error));
    await family.sweep();
    await family.close();
    expect(await waits('exec_fam1', 'task_1')).toBe('READY');
  });

  it('[BG12] has nothing for an unknown price, but undo is always done', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [leaf('task_1', [], { cost: { tokens: 5 } })]);
    await nothing();
    expect(await waits('exec_fam1', 'task_1')).toBe(parked);
    await create('exec_fam2', [
      { ...effect('task_1'), cost: { money: 100 } },
      leaf('task_2', ['task_1']),
    ]);
    await finish(await take(engine), 150);
    await nothing();
    expect(await waits('exec_fam2', 'task_2')).toBe(parked);
    await engine.control({
      ...{ tenant, run: 'exec_fam2', by: 'person_a' },
      ...{ action: 'cancel', compensate: true, drainMs: 0 },
    });
    const undo = await engine.claim(claimRequest({ performers: ['tool', 'agent'] }));
    expect(undo).toMatchObject({ undoes: 'task_1' });
  });

  it('[BG13] says once in the run that used it that four fifths are spent, and anew for another limit', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [paid('task_1', 80), paid('task_2', 1), paid('task_3', 1)]);
    const warnings = async () => {
      const events = await temp.store.events('exec_fam1', 0, 1_000);
      return events.filter(({ header }) => header.includes('budget.warned')).length;
    };
    await finish(await take(engine));
    await until(async () => (await warnings()) === 1);
    await finish(await take(engine));
    await fund({ money: 101 });
    await until(async () => (await warnings()) === 2);
    await finish(await take(engine));
    expect((await temp.store.run('exec_fam1'))?.status).toBe('COMPLETED');
    const { warned_money, warned_calls } = (await temp.store.purse(tenant, purse)) ?? {};
    expect([warned_money, warned_calls, await warnings()]).toEqual([101, -1, 2]);
    expect(await problems()).toEqual([]);
  });

  it('[BG14] is not refilled by a resume, nor by another attempt', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [paid('task_1', 60, [], { attempts_max: 1 })]);
    await engine.fail({ ...callOf(await take(engine)), class: 'logic', message: 'no' });
    expect(await stand()).toEqual([60, 0]);
    const about = { tenant, run: 'exec_fam1', by: 'person_a' };
    expect((await temp.store.run('exec_fam1'))?.status).toBe('FAILED');
    await engine.control({ ...about, action: 'resume' });
    await nothing();
    expect(await waits('exec_fam1', 'task_1')).toBe(parked);
    expect(await stand()).toEqual([60, 0]);
    const other = await temp.beside();
    expect(await other.claim(claimRequest())).toBeNull();
  });

  it('[BG14] is begun with nothing to spend where a run is brought in from elsewhere', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [paid('task_1', 60), paid('task_2', 30)]);
    await finish(await take(engine), 25);
    const bundle = await textOf(exportRun(temp.store, 'exec_fam1', 9));
    const plan = planRow({ id: 'plan_temp1', tenant });
    await withStore([plan], async (store) => {
      await importRun(store, tenant, chunksOf(bundle));
      const limits = { limit_money: 0, limit_tokens: 0, limit_calls: 0 };
      expect(await store.purse(tenant, purse)).toMatchObject({ ...limits, spent_money: 25 });
      const reports = await verifyAll(store);
      expect(reports.filter(({ run }) => run === purse)).toEqual([]);
    });
  });

  it('[BG11] is never overspent by runs on two engines, whatever they use (20 seeds)', async () => {
    const other = await temp.beside();
    await begin({ money: 0 });
    let handedOut = 0;
    for (let seed = 1; seed <= 20; seed += 1) {
      const dice = new Dice(seed);
      const row = await temp.store.purse(tenant, purse);
      const limit = (row?.spent_money ?? 0) + dice.int(20, 90);
      await fund({ money: limit });
      const runs = [`exec_seed${seed}a`, `exec_seed${seed}b`];
      for (const run of runs) {
        const count = dice.int(2, 5);
        await create(
          run,
          Array.from({ length: count }, (_, index) => paid(`task_${index}`, dice.int(1, 40))),
        );
      }
      const work = async (own: Engine, holder: string): Promise<void> => {
        for (let misses = 0; misses < 3; ) {
          const claimed = await own.claim(claimRequest({ holder }));
          const { spent_money = 0, reserved_money = 0 } =
            (await temp.store.purse(tenant, purse)) ?? {};
          expect(spent_money + reserved_money).toBeLessThanOrEqual(limit);
          if (!claimed) misses += 1;
          else {
            handedOut += 1;
            // Never more than was reserved, so that nothing but a lease could overspend.
            const usage = dice.chance(0.5) ? {} : { usage: { money: 0 } };
            await own.complete({ ...callOf(claimed, holder), output: {}, ...usage });
          }
        }
      };
      await Promise.all([work(engine, 'agent_a'), work(other, 'agent_b'), work(engine, 'agent_c')]);
      for (const run of runs)
        await engine
          .control({ tenant, run, by: 'person_a', action: 'kill' })
          .catch(() => undefined);
    }
    expect(handedOut).toBeGreaterThan(40);
    expect((await stand())[1]).toBe(0);
    expect(await problems()).toEqual([]);
  });

  it('[BG10] leaves the run its own budget, and its log folds and replays to the same', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [paid('task_1', 60), paid('task_2', 60)], { budget: { money: 70 } });
    const one = await take(engine);
    await nothing();
    expect(await waits('exec_fam1', 'task_2')).toBe('budget money');
    await finish(one, 5);
    await until(async () => (await stepOf('exec_fam1', 'task_2'))?.state === 'READY');
    await fund({ money: 20 });
    await nothing();
    expect(await waits('exec_fam1', 'task_2')).toBe(parked);
    await fund({ money: 90 });
    await isReady('exec_fam1', 'task_2');
    await finish(await take(engine), 6);
    const stored = await temp.store.events('exec_fam1', 0, 1_000);
    const { state } = await loadRun(temp.store, 'exec_fam1');
    expect(viewHash(fold('exec_fam1', stored))).toBe(viewHash(state));
    expect(await replayDecide(temp.store, 'exec_fam1')).toMatchObject({ ok: true });
    expect(await stand()).toEqual([11, 0]);
    expect(await problems()).toEqual([]);
  });

  it('[BG11] is asked by each of those who come at the same time', async () => {
    await begin({ money: 100 });
    await create('exec_fam1', [leaf('task_1'), ...[2, 3, 4, 5].map((n) => paid(`task_${n}`, 40))]);
    const claims = await Promise.all([1, 2, 3, 4, 5].map(() => engine.claim(claimRequest())));
    expect(claims.filter((claimed) => claimed !== null)).toHaveLength(3);
    expect(await stand()).toEqual([0, 80]);
    expect(await problems()).toEqual([]);
  });

  it('[BG11] refuses what is handed out and not what else came at the same time', async () => {
    await begin({ money: 10 });
    await create('exec_fam1', [
      paid('task_1', 10),
      paid('task_2', 10),
      leaf('task_3', [], { performer: 'human' }),
    ]);
    const held = await take(engine, { performers: ['human'], holder: 'person_x' });
    const one = await take(engine);
    const [claimed, answer] = await Promise.all([
      engine.claim(claimRequest()),
      engine.complete({ ...callOf(held, 'person_x'), output: {} }),
      engine.complete({ ...callOf(one), output: {}, usage: { money: 10 } }),
    ]);
    expect(claimed).toBeNull();
    expect(answer.stepState).toBe('VERIFIED');
    expect(await stand()).toEqual([10, 0]);
  });
});
