// Approvals on every face: nobody approves its own, nobody approves what it was not shown, and what was
// approved is over in its time, by the clock of the store.
import { describe, expect, it } from 'vitest';
import { type Ask, mail } from '../support/judged-run.ts';
import { approveByHand } from './cli-face.ts';
import { places, shownFaces } from './matrix.ts';
import { stageAt } from './stage.ts';
import { Trial } from './trial.ts';

const changed = { to: 'everybody', count: 10_000 };
const change = [{ step_id: 'extra_1', params: changed }];
const lastsMs = 1_000;

/** A person looks at what is asked; something happens; it says yes to what it saw. Why it was refused. */
async function approveAfter(run: Trial, meanwhile: () => Promise<unknown>): Promise<string | null> {
  const { cli } = run.stage;
  if (run.face === 'CLI' && cli) {
    run.used.add('execution_control');
    const act = async (): Promise<void> => void (await meanwhile());
    const { code, seen } = await approveByHand(cli, run.id, 'extra_1', act);
    const isStale = code === 5 && seen.includes('hot leads') && seen.includes('Look again');
    return isStale ? 'stale_approval' : `exit ${code}: ${seen}`;
  }
  const { digest } = await run.asked();
  await meanwhile();
  return (await run.approve(digest, run.cast.person)).code;
}

describe.each(places)('approvals: $at on $store', (place) => {
  const stage = stageAt(place);

  it.each(shownFaces(place, 'own approval'))(
    '[FC1] %s: a worker approves neither its proposal nor a way around the approval',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent } = run.cast;
      await run.start([{ ...mail, risk_tier: 'T1' }]);
      const held = await run.take(agent);
      await run.must('work_propose', { lease_token: held.token, proposal: changed }, agent);
      const { digest } = await run.asked();
      expect((await run.approve(digest, agent)).code).toBe('forbidden');
      const about = { step_id: 'extra_1', reason: 'I say so.' };
      for (const action of ['accept_with_shortfall', 'reject']) {
        const said = await run.control(action, { ...about, digest }, agent);
        expect([action, said.code]).toEqual([action, 'forbidden']);
      }
      for (const light of [{ risk_tier: 'T1' }, { approval: false }, { params: {} }]) {
        // Whoever may edit at all makes another step of it, which asks anew.
        await run.patch({ change: [{ step_id: 'extra_1', ...light }] }, agent);
      }
      expect((await run.approve(digest, agent)).code).toBe('forbidden');
      const says = await run.events('approval.given');
      expect([says, await run.holders('extra_1')]).toEqual([[], [expect.any(String)]]);
      await run.close('execution_control');
    },
  );

  it.each(shownFaces(place, 'own approval').filter((face) => face !== 'stdio'))(
    '[FC8] %s: a person who held the step does not approve it either, another does, once',
    async (face) => {
      const run = new Trial(stage(), face);
      const { person, other } = run.cast;
      await run.start([{ ...mail, risk_tier: 'T1', performer: 'human' }]);
      const held = await run.take(person);
      await run.must('work_propose', { lease_token: held.token, proposal: changed }, person);
      const { digest } = await run.asked();
      expect((await run.approve(digest, person)).code).toBe('forbidden');
      expect(await run.row()).toMatchObject({ state: 'WAITING', wait_for: 'approval' });
      expect((await run.approve(digest, other)).code).toBeNull();
      await run.approve(digest, other);
      const given = await run.events('approval.given');
      expect(given.map(({ data }) => data.digest)).toEqual([digest]);
      await run.close('execution_control');
    },
  );

  it.each(shownFaces(place, 'changed arguments'))(
    '[FC3] %s: an approval of other arguments than those shown counts for nothing',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, person } = run.cast;
      await run.start([mail]);
      const shown = await run.row();
      expect(await approveAfter(run, () => run.patch({ change }))).toBe('stale_approval');
      expect(await run.events('approval.given')).toEqual([]);
      const row = await run.row();
      expect(row).toMatchObject({ state: 'WAITING', wait_for: 'approval' });
      expect(row.wait_key).not.toBe(shown.wait_key);
      const again = await run.asked();
      expect(again.digest).toBe(row.wait_key);
      expect((await run.approve(again.digest, person)).code).toBeNull();
      expect((await run.take(agent)).step.params).toEqual(changed);
      const given = await run.events('approval.given');
      expect(given.map(({ data }) => data.digest)).toEqual([again.digest]);
      await run.close('execution_control');
    },
  );

  it.each(shownFaces(place, 'changed arguments'))(
    '[FC3] %s: what changes after its approval is not done under it',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, person } = run.cast;
      await run.start([mail]);
      await run.approve((await run.asked()).digest, person);
      expect(await run.row()).toMatchObject({ state: 'READY' });
      await run.patch({ change });
      expect((await run.claim(agent))?.step.step_id).not.toBe('extra_1');
      expect(await run.row()).toMatchObject({ state: 'WAITING', wait_for: 'approval' });
      expect(await run.holders('extra_1')).toEqual([]);
      await run.close('execution_control');
    },
  );

  it.each(shownFaces(place, 'expired approval'))(
    '[FC6] %s: an approval is over by the clock of the store, and nothing is handed out under it',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, person } = run.cast;
      await run.start([{ ...mail, approval: { lasts_seconds: lastsMs / 1_000 } }]);
      const { digest } = await run.asked();
      // No flag of the command line says when.
      const ask: Ask = face === 'CLI' ? run.stage.plain : (...said) => run.ask(...said);
      const approve = { execution_id: run.id, action: 'approve', step_id: 'extra_1', digest };
      const longer = await ask('execution_control', { ...approve, until: 4e12, at: 4e12 }, person);
      expect(longer.code).toBe('INVALID_ARGUMENTS');
      expect((await run.approve(digest, person)).code).toBeNull();
      const [given] = await run.events('approval.given');
      const until = given?.data.until ?? 0;
      expect(until - (given?.at ?? 0)).toBe(lastsMs);
      // Asked for in the very moment, whether its timer has rung yet or not.
      await run.until(() => expect(run.stage.now()).toBeGreaterThan(until));
      expect((await run.claim(agent))?.step.step_id).not.toBe('extra_1');
      expect(await run.inState('WAITING')).toMatchObject({
        wait_for: 'approval',
        wait_key: digest,
      });
      expect(await run.holders('extra_1')).toEqual([]);
      await run.close('work_claim', 'execution_control');
    },
  );
});
