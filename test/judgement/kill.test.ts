// The kill switch in the middle of undo, on every face: within a second nothing more is undone, no step
// by halves; lifted, the rest is undone, each step once. Ending the run for good leaves the rest as it is.
import { describe, expect, it } from 'vitest';
import type { Ask, Held } from '../support/judged-run.ts';
import { noKey } from './face.ts';
import { places, shownFaces } from './matrix.ts';
import { stageAt } from './stage.ts';
import { Trial } from './trial.ts';

const write = (step_id: string, path: string, needs: readonly string[]) => ({
  ...{ step_id, title: `Write ${path}`, performer: 'tool', action: 'file_write', needs },
  ...{ params: { path, content: 'new\n' }, priority: 9 },
});

const act = {
  ...{ step_id: 'extra_2', title: 'Order flour', action: 'order', needs: ['extra_1'], priority: 9 },
  reversibility: 'compensable',
  undo: { performer: 'agent', action: 'cancel_order' },
};

/** Two files and an order in between: undone are the second file, then the order, then the first. */
const steps = [write('extra_1', 'a.txt', []), act, write('extra_3', 'b.txt', ['extra_2'])];
const undoOf = (step: string): string => `undo_${step}`;

interface Midway {
  readonly before: string;
  /** The undo of the order is in the worker's hands. */
  readonly held: Held;
}

async function cancelMidway(run: Trial): Promise<Midway> {
  const { agent, service } = run.cast;
  run.file('a.txt', 'old\n');
  const before = run.tree();
  await run.start(steps, run.policy({ pre_approved: ['T2'] }));
  await run.inState('READY', 'extra_2');
  const order = await run.take(agent, 'extra_2');
  await run.complete(order, agent, { ordered: true });
  await run.inState('VERIFIED', 'extra_3');
  await run.control('cancel', { drain_seconds: 0 }, service);
  await run.inState('COMPENSATED', 'extra_3');
  await run.inState('READY', undoOf('extra_2'));
  const held = await run.take(agent, undoOf('extra_2'));
  expect([run.text('a.txt'), run.text('b.txt')]).toEqual(['new\n', null]);
  return { before, held };
}

/** The undone, in order, and how often each undo was handed out. */
async function undoneIn(run: Trial): Promise<{ undone: string[]; leases: number[] }> {
  const undone = (await run.events('step.compensated')).map(({ data }) => data.step);
  const holders = await Promise.all(undone.map((step) => run.holders(undoOf(step))));
  return { undone, leases: holders.map(({ length }) => length) };
}

interface Sentry {
  readonly ask: Ask;
  readonly key: string;
  readonly lease_token: string;
}

/** Somebody with a lease at every process on the data, who hears when that has seen the switch. */
async function postSentries({ stage }: Trial): Promise<Sentry[]> {
  const { plain, players, faces } = stage;
  const stdio = faces.stdio;
  const post = async (ask: Ask, key: string): Promise<Sentry> => {
    const own = { plan_id: players.planId, policy: { pre_approved: ['T2'] } };
    const { body: made } = await plain('execution_create', own, players.service);
    const { execution_id } = made as { execution_id: string };
    const { body: claim } = await ask('work_claim', { execution_id }, key);
    return { ask, key, lease_token: (claim as { lease: { token: string } }).lease.token };
  };
  const here = await post(plain, players.critic);
  if (!stdio) return [here];
  return [here, await post((...said) => stdio.call(...said) ?? plain(...said), noKey)];
}

/** Every process has seen that it was thrown, or lifted. */
async function allHear(
  run: Trial,
  sentries: readonly Sentry[],
  signal: 'cancel' | 'continue',
): Promise<void> {
  for (const { ask, key, lease_token } of sentries) {
    await run.until(async () => {
      const { body } = await ask('work_heartbeat', { lease_token }, key);
      expect(body).toMatchObject({ signal });
    });
  }
}

const kill = (run: Trial, on: boolean, key: string) =>
  run.ask('admin_kill', { scope: 'tenant', on, reason: 'Smoke.' }, key);

describe.each(places)('killed while undoing: $at on $store', (place) => {
  const stage = stageAt(place);

  it.each(shownFaces(place, 'kill while undoing'))(
    '[FC23] %s: the switch stops undo within a second and between steps; lifted it goes on, each once',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, critic, person } = run.cast;
      const { before, held } = await cancelMidway(run);
      const sentries = await postSentries(run);
      expect((await kill(run, true, person)).code).toBeNull();
      try {
        await allHear(run, sentries, 'cancel');
        const heardAt = run.stage.now();
        const beat = { lease_token: held.token };
        expect(await run.must('work_heartbeat', beat, agent)).toMatchObject({ signal: 'cancel' });
        // What is in somebody's hands may be finished; what comes after it is not begun.
        expect((await run.complete(held, agent, { cancelled: true })).code).toBeNull();
        const claim = { execution_id: run.id, wait_seconds: 1 };
        for (const key of [agent, critic]) {
          expect(await run.must('work_claim', claim, key)).toMatchObject({ claimed: false });
        }
        // Whoever is stopped does not let itself go on.
        expect((await kill(run, false, agent)).code).toBe('forbidden');
        expect(await run.row(undoOf('extra_1'))).toMatchObject({ state: 'READY', attempt: 0 });
        expect([run.text('a.txt'), run.text('b.txt')]).toEqual(['new\n', null]);
        const late = ({ at }: { at: number }) => at > heardAt;
        expect((await run.events('step.leased')).filter(late)).toEqual([]);
      } finally {
        expect((await kill(run, false, person)).code).toBeNull();
      }
      await allHear(run, sentries, 'continue');
      await run.runInState('CANCELLED');
      expect(run.tree()).toBe(before);
      expect(await undoneIn(run)).toEqual({
        undone: ['extra_3', 'extra_2', 'extra_1'],
        leases: [1, 1, 1],
      });
      expect((await run.status()).uncompensated).toEqual([]);
      await run.close('admin_kill', 'work_heartbeat');
    },
  );

  it.each(shownFaces(place, 'kill while undoing'))(
    '[FC23] %s: a run that is killed while it is undone stays as it is, and lists what stands',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, service } = run.cast;
      const { held } = await cancelMidway(run);
      const tree = run.tree();
      expect((await run.control('kill', {}, service)).code).toBeNull();
      expect((await run.complete(held, agent, { cancelled: true })).code).toBe('lease_lost');
      expect(await run.claim(agent)).toBeNull();
      expect((await run.control('resume', {}, service)).code).not.toBeNull();
      expect((await run.stage.reader.run(run.id))?.status).toBe('CANCELLED');
      expect(await undoneIn(run)).toEqual({ undone: ['extra_3'], leases: [1] });
      expect((await run.status()).uncompensated).toEqual(['extra_1', 'extra_2']);
      expect(run.tree()).toBe(tree);
      await run.close('execution_control');
    },
  );
});
