import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  createRun,
  openTempEngine,
  type TempEngine,
  tenant,
  until,
} from '../../test/support/temp-engine.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { CommitResult, Store, WriteSet } from '../store/store.ts';
import { type InlineWorker, type StepResult, startInlineWorker } from './inline-worker.ts';
import { decodeEvent } from './log-header.ts';
import { tenantScope } from './switches.ts';
import { verifyRun } from './verify.ts';

const own = (id: string, needs: string[] = [], change = {}) =>
  leaf(id, needs, { performer: 'tool', attempts_max: 2, ...change });

const typesOf = ({ events = [] }: WriteSet): string[] =>
  events.map(({ header }) => decodeEvent(header).type);

describe('a run that is created beside a worker', () => {
  let temp: TempEngine;
  let worker: InlineWorker | null = null;
  /** Of commits that write events. */
  let commits: string[][] = [];
  /** Instead of the next commit of a creation. */
  let trouble: (() => Promise<CommitResult[]>) | null = null;
  let begun: string[] = [];
  let goOn = Promise.withResolvers<StepResult>();

  const spied = (store: Store): Store => ({
    ...store,
    commit: async (sets, how) => {
      const types = sets.flatMap(typesOf);
      const isCreation = types.includes('run.created');
      if (types.length > 0) commits.push(types);
      const fail = isCreation ? trouble : null;
      if (fail) trouble = null;
      const results = await store.commit(sets, how);
      return fail ? fail() : results;
    },
  });

  async function start(concurrency = 4, slots = new Map<string, number>()): Promise<void> {
    temp = await openTempEngine(spied, { slots });
    worker = startInlineWorker(temp.engine, {
      ...{ holder: 'worker_test1', concurrency },
      handle: (step) => {
        begun.push(`${step.run} ${step.step}`);
        return goOn.promise;
      },
      onError: (error) => temp.errors.push(error),
    });
    // Nothing is taken before its pulse is there: a first run tells that it is.
    await createRun(temp.engine, 'exec_first', [own('task_1')]);
    await until(() => begun.length === 1);
    goOn.resolve({ output: {} });
    await until(() => isOver('exec_first'));
    [commits, begun, goOn] = [[], [], Promise.withResolvers()];
  }

  beforeEach(() => {
    commits = [];
    begun = [];
    trouble = null;
    goOn = Promise.withResolvers();
  });
  afterEach(async () => {
    goOn.resolve({ output: {} });
    await worker?.stop();
    worker = null;
    await temp.close();
  });

  const isOver = async (run: string) => (await temp.store.run(run))?.status === 'COMPLETED';
  const statesOf = async (run: string) =>
    (await temp.store.steps(run)).map((row) => `${row.step} ${row.state}`);

  it('[EN45] begins with the commit that creates it', async () => {
    await start();
    await createRun(temp.engine, 'exec_a', [own('task_1'), own('task_2', ['task_1'])]);
    expect(commits).toEqual([
      ['run.created', 'graph.patched', 'run.admitted', 'run.started', 'step.leased'],
    ]);
    expect(begun).toEqual(['exec_a task_1']);
    goOn.resolve({ output: { done: true } });
    await until(() => isOver('exec_a'));
    expect(await verifyRun(temp.store, 'exec_a')).toMatchObject({ ok: true });
    expect(temp.errors).toEqual([]);
  });

  it('[EN45] begins with as much as there is room for, and the rest in turn', async () => {
    await start(2);
    await createRun(temp.engine, 'exec_a', [own('task_1'), own('task_2'), own('task_3')]);
    expect(commits[0]?.filter((type) => type === 'step.leased')).toHaveLength(2);
    expect(begun).toEqual(['exec_a task_1', 'exec_a task_2']);
    goOn.resolve({ output: {} });
    await until(() => isOver('exec_a'));
  });

  it.each([
    ['the last room', 1, new Map<string, number>()],
    ['a slot', 4, new Map([['kind:tool', 3]])],
  ])('[EN45] leaves %s to those who wait in turn', async (_, rooms, slots) => {
    await start(rooms, slots);
    await createRun(temp.engine, 'exec_a', [own('task_1')]);
    expect(commits[0]).not.toContain('step.leased');
    await until(() => begun.length === 1);
    goOn.resolve({ output: {} });
    await until(() => isOver('exec_a'));
  });

  it('[EN45] that is held, or whose tenant is stopped, waits', async () => {
    await start();
    const steps = [{ def: own('task_1'), spec: {} }];
    const kind = 'execution' as const;
    const run = { kind, plan: 'plan_a', tenant, by: 'person_a', steps };
    await temp.engine.createRun({ ...run, run: 'exec_held', held: true });
    await temp.engine.setSwitch({ scope: tenantScope(tenant), by: 'p', reason: '', isOn: true });
    await temp.engine.createRun({ ...run, run: 'exec_stopped' });
    expect(begun).toEqual([]);
    expect(await statesOf('exec_held')).toEqual(['task_1 READY']);
    expect(await statesOf('exec_stopped')).toEqual(['task_1 READY']);
  });

  it('[EN45] twice with one key begins once, and no room is lost', async () => {
    // One for each, and one that is left to others.
    await start(3);
    const once = { key: 'k', bodyHash: 'h' };
    const create = (run: string) =>
      temp.engine.createRun({
        ...({ run, kind: 'execution', plan: 'plan_a', tenant, by: 'person_a' } as const),
        steps: [{ def: own('task_1'), spec: {} }],
        once,
      });
    const answers = await Promise.all([create('exec_a'), create('exec_b')]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(begun).toHaveLength(1);
    await createRun(temp.engine, 'exec_c', [own('task_1'), own('task_2')]);
    await until(() => begun.length === 3);
  });

  it('[EN45] while the worker stops is done first, or is free for another', async () => {
    await start();
    const creating = createRun(temp.engine, 'exec_a', [own('task_1')]);
    goOn.resolve({ output: {} });
    const stopping = worker?.stop();
    await Promise.all([creating, stopping]);
    const [state = ''] = await statesOf('exec_a');
    expect(['task_1 READY', 'task_1 VERIFIED']).toContain(state);
    await createRun(temp.engine, 'exec_b', [own('task_1')]);
    expect(await statesOf('exec_b')).toEqual(['task_1 READY']);
  });

  it('[EN45] whose creation ends while the rooms are full lets others have them', async () => {
    await start(2);
    trouble = async () => {
      await createRun(temp.engine, 'exec_b', [own('task_1')]);
      await until(async () => (await statesOf('exec_b'))[0] === 'task_1 READY');
      return [{ ok: false, conflict: 'unique', key: 'other', value: 'taken' }];
    };
    const creating = createRun(temp.engine, 'exec_a', [own('task_1'), own('task_2')]);
    await expect(creating).rejects.toThrow('exec_a exists');
    await until(() => begun.length > 0);
    expect(begun).toEqual(['exec_b task_1']);
  });

  it('[EN45] is done though the answer to its creation was lost', async () => {
    await start();
    trouble = () => Promise.reject(new PlanwrightError('outcome_unknown', 'Nobody knows.'));
    const creating = createRun(temp.engine, 'exec_a', [own('task_1')]);
    await expect(creating).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(await statesOf('exec_a')).toEqual(['task_1 LEASED']);
    expect(begun).toEqual([]);
    goOn.resolve({ output: {} });
    await expect.poll(() => isOver('exec_a'), { timeout: 60_000 }).toBe(true);
  });
});
