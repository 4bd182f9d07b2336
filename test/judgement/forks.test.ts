// A fork that tries to mail, on every face: nothing in it acts, nobody gets anything of it, and what it
// tried still asks when a person makes the change.
import { describe, expect, it } from 'vitest';
import { places, shownFaces } from './matrix.ts';
import { stageAt } from './stage.ts';
import { Trial } from './trial.ts';

const mail = {
  ...{ step_id: 'extra_1', title: 'Mail the offer', action: 'send_email', priority: 9 },
  ...{ params: { to: 'everybody' }, risk_tier: 'T2' },
};

/** By an agent, over the network and on the disk. */
const waysToAct = (url: string) => [
  mail,
  {
    ...{ step_id: 'extra_2', title: 'Post the offer', performer: 'tool', action: 'fetch_url' },
    params: { url: `${url}send?to=everybody` },
  },
  {
    ...{ step_id: 'extra_3', title: 'Write it down', performer: 'tool', action: 'file_write' },
    params: { path: 'sent.txt', content: 'sent' },
  },
];

describe.each(places)('forks: $at on $store', (place) => {
  const stage = stageAt(place);

  it.each(shownFaces(place, 'fork that mails'))(
    '[FC21] %s: nothing is mailed, called or written from a fork, and mail still asks when it is promoted',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, critic, service, person } = run.cast;
      const { canary, reader } = run.stage;
      const calls = canary.calls();
      await run.start([], run.policy({ hosts: [canary.host], pre_approved: ['fetch_url'] }));
      const input = { execution_id: run.id, add: waysToAct(canary.url) };
      const made = await run.must<{ execution_id: string }>('execution_fork', input, service);
      const fork = made.execution_id;
      for (const key of [agent, critic]) {
        const claim = await run.must('work_claim', { execution_id: fork }, key);
        expect(claim).toMatchObject({ claimed: false });
      }
      const edit = { execution_id: fork, base_rev: 1, add: [{ ...mail, step_id: 'extra_4' }] };
      expect((await run.ask('execution_patch', edit, service)).code).toBe('not_allowed_now');
      const promote = { execution_id: fork };
      for (const key of [agent, service]) {
        expect((await run.ask('execution_promote', promote, key)).code).toBe('forbidden');
      }
      await run.runInState('COMPLETED', fork);
      // Whoever held a step of it is the engine itself, and none of them could act.
      const leases = await run.events('step.leased', fork);
      expect(leases.filter(({ data }) => !data.holder.startsWith('worker_'))).toEqual([]);
      const performers = (await reader.steps(fork)).map(({ performer }) => performer);
      expect(new Set(performers)).toEqual(new Set(['engine']));
      expect([canary.calls() - calls, run.text('sent.txt')]).toEqual([0, null]);

      // The very same steps do act where they are real, and the mail waits for a person.
      await run.must('execution_promote', promote, person);
      await run.inState('VERIFIED', 'extra_2');
      await run.inState('VERIFIED', 'extra_3');
      expect([canary.calls() - calls > 0, run.text('sent.txt')]).toEqual([true, 'sent']);
      expect((await run.claim(agent))?.step.step_id).not.toBe('extra_1');
      expect(await run.row('extra_1')).toMatchObject({ state: 'WAITING', wait_for: 'approval' });
      expect(await run.holders('extra_1')).toEqual([]);
      await run.close('execution_fork', 'work_claim');
    },
  );
});
