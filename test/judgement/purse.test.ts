// Money on every face: what has no known price is not begun where money is limited, and a purse is
// after a resume what it was before, to the micro-unit.
import { describe, expect, it } from 'vitest';
import { places, shownFaces } from './matrix.ts';
import { stageAt } from './stage.ts';
import { Trial } from './trial.ts';

const oven = { step_id: 'extra_1', title: 'Buy an oven', action: 'buy_oven', priority: 9 };
const nothing = { money: 0, tokens: 0, calls: 0 };

/** Only these steps are left, so that their failure is the failure of the run. */
async function onlyWith(run: Trial, budget: object, ...add: readonly object[]): Promise<void> {
  await run.start([], { pre_approved: ['T2'] }, budget);
  const cancel = (await run.stage.reader.steps(run.id)).map(({ step }) => step);
  const patched = await run.patch({ add, cancel });
  expect([patched.code, patched.text]).toEqual([null, patched.text]);
}

describe.each(places)('the purse: $at on $store', (place) => {
  const stage = stageAt(place);

  it.each(shownFaces(place, 'unknown price'))(
    '[FC20] %s: a step of unknown price is not begun, however much there is; one of price 0 is',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, person } = run.cast;
      const free = { ...oven, step_id: 'extra_2', cost: { usd: 0, tokens: 5 }, priority: 8 };
      await run.start([{ ...oven, cost: { tokens: 5 } }, free], undefined, { usd: 10 });
      expect((await run.take(agent, 'extra_2')).step.step_id).toBe('extra_2');
      expect(await run.row()).toMatchObject({ state: 'WAITING', wait_for: 'budget' });
      const { blocked } = await run.status();
      expect(blocked).toContainEqual(
        expect.objectContaining({ step_id: 'extra_1', waits_for: 'budget' }),
      );
      const more = { execution_id: run.id, budget: { usd: 1_000_000 } };
      expect((await run.ask('execution_fund', more, agent)).code).toBe('forbidden');
      await run.must('execution_fund', more, person);
      await run.claim(run.cast.critic);
      expect(await run.row()).toMatchObject({ state: 'WAITING', wait_for: 'budget' });
      expect(await run.holders('extra_1')).toEqual([]);
      const { spent, reserved } = await run.purse();
      expect({ spent, reserved }).toEqual({ spent: nothing, reserved: { ...nothing, tokens: 5 } });
      await run.close('work_claim', 'execution_create');
    },
  );

  it.each(shownFaces(place, 'purse after resume'))(
    '[FC20] %s: a resume after a pause or a failure fills nothing again, and gives nothing away',
    async (face) => {
      const run = new Trial(stage(), face);
      const { agent, service } = run.cast;
      const fails = { ...oven, cost: { usd: 2 }, attempts_max: 1 };
      const dear = { ...oven, step_id: 'extra_2', cost: { usd: 1.000001 }, needs: ['extra_1'] };
      await onlyWith(run, { usd: 3 }, fails, dear);
      const { token } = await run.take(agent);
      const usage = { usd: 0.999_999, calls: 3 };
      const failed = { lease_token: token, class: 'logic', message: 'It broke.', usage };
      await run.must('work_fail', failed, agent);
      const spent = { money: 999_999, tokens: 0, calls: 3 };
      expect((await run.stage.reader.run(run.id))?.status).toBe('FAILED');
      expect(await run.purse()).toMatchObject({ spent, reserved: nothing });
      await run.must('execution_control', { execution_id: run.id, action: 'resume' }, service);
      expect(await run.purse()).toMatchObject({ spent, reserved: nothing });

      // What is left pays for the second attempt, and not for what comes after it.
      const again = await run.take(agent);
      expect(again.step.attempt).toBe(2);
      expect(await run.purse()).toMatchObject({
        spent,
        reserved: { ...nothing, money: 2_000_000 },
      });
      const done = { lease_token: again.token, output: {}, usage: { usd: 1.000_001 } };
      await run.must('work_complete', done, agent);
      for (const action of ['pause', 'resume']) {
        await run.must('execution_control', { execution_id: run.id, action }, service);
      }
      expect(await run.claim(agent)).toBeNull();
      expect(await run.row('extra_2')).toMatchObject({ state: 'WAITING', wait_for: 'budget' });
      const total = { money: 2_000_000, tokens: 0, calls: 3 };
      expect(await run.purse()).toMatchObject({ spent: total, reserved: nothing });
      expect((await run.status()).usage).toMatchObject({ spent: { usd: 2 }, budget: { usd: 3 } });
      expect(await run.holders('extra_2')).toEqual([]);
      await run.close('execution_control');
    },
  );
});
