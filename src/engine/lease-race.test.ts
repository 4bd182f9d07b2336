// What two clocks and two servers can do to a lease between the look and the commit.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  until,
} from '../../test/support/temp-engine.ts';
import type { Store } from '../store/store.ts';
import type { Engine } from './engine.ts';
import type { ClaimedStep } from './engine-api.ts';
import { leaseDueId } from './projection.ts';

const run = 'exec_race1';
const leaseMs = 60_000;

type Hook = () => Promise<void>;

/** Between reading what is due and ringing it, and before a commit, the test may step in. */
class Between {
  afterDue: Hook | null = null;
  beforeCommit: Hook | null = null;

  readonly wrap = (store: Store): Store => ({
    ...store,
    due: async (at, limit) => {
      const rows = await store.due(at, limit);
      if (rows.length > 0) await this.#run('afterDue');
      return rows;
    },
    commit: async (sets) => {
      await this.#run('beforeCommit');
      return store.commit(sets);
    },
  });

  async #run(name: 'afterDue' | 'beforeCommit'): Promise<void> {
    const hook = this[name];
    this[name] = null;
    await hook?.();
  }
}

describe('a lease', () => {
  let temp: TempEngine;
  let between: Between;
  let other: Engine;
  let held: ClaimedStep;
  beforeEach(async () => {
    between = new Between();
    temp = await openTempEngine(between.wrap);
    other = await temp.beside();
    await createRun(temp.engine, run, [leaf('task_1')]);
    held = await claim(temp.engine, 'agent_a');
  });
  afterEach(() => temp.close());

  async function claim(engine: Engine, holder: string): Promise<ClaimedStep> {
    const claimed = await engine.claim(claimRequest({ holder, leaseMs }));
    if (!claimed) throw new Error('nothing to claim');
    return claimed;
  }
  const dueRow = async () =>
    (await temp.store.due(Number.MAX_SAFE_INTEGER, 10)).find(
      (row) => row.id === leaseDueId(run, 'task_1'),
    );
  const stepRow = async () => (await temp.store.steps(run))[0];

  it('[EN20] that is renewed while its timer rings is kept', async () => {
    const beat = { ...callOf(held), progress: null, note: null };
    let hasRung = false;
    between.afterDue = async () => {
      await other.heartbeat(beat);
      hasRung = true;
    };
    await ringNow();
    expect(hasRung).toBe(true);
    expect(await stepRow()).toMatchObject({ state: 'LEASED', attempt: 1, holder: 'agent_a' });
    expect((await dueRow())?.at).toBe(temp.clock.now() + leaseMs);
    await temp.engine.complete({ ...callOf(held), output: {} });
  });

  /** A short lease elsewhere makes this engine look at its timers until the time has come. */
  async function ringNow(): Promise<void> {
    await createRun(temp.engine, 'exec_race2', [leaf('task_1')]);
    const request = claimRequest({ holder: 'agent_b', run: 'exec_race2', leaseMs: 1 });
    await temp.engine.claim(request);
    temp.clock.advance(leaseMs);
    await until(async () => (await temp.store.steps('exec_race2'))[0]?.state === 'READY');
  }

  it('[EN20] that went elsewhere is not renewed by the late holder', async () => {
    const late = { ...callOf(held), progress: 90, note: 'nearly' };
    let again: ClaimedStep | null = null;
    between.beforeCommit = async () => {
      await other.fail({ ...callOf(held), class: 'logic', message: 'given up' });
      again = await claim(other, 'agent_b');
      temp.clock.advance(5);
    };
    await expect(temp.engine.heartbeat(late)).rejects.toMatchObject({ code: 'lease_lost' });
    expect(again).toMatchObject({ attempt: 2 });
    expect(await dueRow()).toMatchObject({ attempt: 2, at: temp.clock.now() - 5 + leaseMs });
    expect(await temp.store.telemetry(run)).toEqual([]);
  });

  it('[EN3] that went elsewhere between the look and the commit cannot be completed', async () => {
    between.beforeCommit = async () => {
      await other.fail({ ...callOf(held), class: 'logic', message: 'given up' });
      await claim(other, 'agent_b');
    };
    const late = temp.engine.complete({ ...callOf(held), output: {} });
    await expect(late).rejects.toMatchObject({ code: 'lease_lost' });
    expect(await stepRow()).toMatchObject({ state: 'LEASED', attempt: 2, holder: 'agent_b' });
  });
});
