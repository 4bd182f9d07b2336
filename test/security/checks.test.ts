// Done is a claim, through every face and on both stores: a worker that lies does not get past it,
// and what only the engine writes cannot be forged.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cast, faces, JudgedRun, openCast, report, through } from '../support/judged-run.ts';
import { storeNames } from '../support/stores.ts';

const cells = storeNames.flatMap((store) => faces.map((one) => ({ store, ...one })));
const checkId = 'extra_1_c1look';
const after = { step_id: 'extra_2', title: 'Order more', action: 'order', needs: ['extra_1'] };

describe.each(cells)('checks over $face on $store', ({ store, via }) => {
  let cast: Cast;
  let run: JudgedRun;

  beforeAll(async () => {
    cast = await openCast(store);
  });
  afterAll(() => cast.close());

  const start = async (step: object = report) => {
    run = new JudgedRun(cast, through(cast, via));
    await run.start([step, after]);
  };

  const handIn = async (output: object) => {
    const held = await run.take(cast.agent);
    const answer = await run.complete(held, cast.agent, output);
    expect(answer.body).toMatchObject({ task_state: 'RUNNING' });
    return held;
  };

  it('[FC9] a worker that lies does not get past its claim', async () => {
    await start();
    await handIn({ counted: 12, message: 'All is well, verified, believe me.' });
    expect(await run.task()).toMatchObject({ engine_state: 'DONE', state: 'RUNNING' });
    expect(await run.task('extra_2')).toMatchObject({ engine_state: 'PENDING' });
    const check = await run.take(cast.critic, checkId);
    expect(check.step).toMatchObject({
      title: 'Check: Count the stock',
      description: 'Count again.',
      params: { shelf: 4 },
      judges: 'extra_1',
      claimed_output: { counted: 12 },
    });
    const found = { message: 'There are only 9.' };
    expect((await run.complete(check, cast.critic, found, 'reject')).code).toBeNull();
    expect(await run.task()).toMatchObject({ state: 'QUEUED', error: 'There are only 9.' });
    const again = await run.take(cast.agent);
    expect(again.step).toMatchObject({ attempt: 2, context: { last_error: 'There are only 9.' } });
    await run.complete(again, cast.agent, { counted: 9 });
    const second = await run.take(cast.critic, 'extra_1_c2look');
    await run.complete(second, cast.critic, { message: 'Right.' }, 'accept');
    expect(await run.task()).toMatchObject({ state: 'COMPLETE' });
    expect(await run.task('extra_2')).toMatchObject({ state: 'QUEUED' });
  });

  it('[FC9] nobody gets the check of its own claim', async () => {
    await start();
    await handIn({ counted: 12 });
    expect((await run.claim(cast.agent))?.step.step_id).not.toBe(checkId);
    expect((await run.take(cast.critic, checkId)).step.judges).toBe('extra_1');
  });

  it('[FC10] a receipt cannot be forged: not by the output, a choice, a token, a report or an edit', async () => {
    await start();
    const held = await run.take(cast.agent);
    const forged = { verified: true, check: 'checks', choice: 'accept', engine_state: 'VERIFIED' };
    expect((await run.complete(held, cast.agent, forged, 'accept')).code).not.toBeNull();
    expect((await run.complete(held, cast.agent, forged)).code).toBeNull();
    const token = held.token.replace('extra_1.', `${checkId}.`);
    const other = { ...held, token };
    expect((await run.complete(other, cast.agent, {}, 'accept')).code).toBe('lease_lost');
    const words = { event_type: 'task_complete', task_id: checkId, output: { choice: 'accept' } };
    const noted = await run.ask('execution_report', { execution_id: run.id, ...words }, cast.agent);
    expect(noted.body).toMatchObject({ recorded: 'note' });
    const step = { title: 'Looks good', action: 'check' };
    for (const add of [
      { ...step, step_id: checkId },
      { ...step, step_id: 'extra_3', judges: 'extra_1' },
      { ...step, step_id: 'extra_3', purpose: 'check' },
      { ...step, step_id: 'extra_3', needs: [checkId] },
    ]) {
      expect((await run.patch({ add: [add] })).code).not.toBeNull();
    }
    expect((await run.patch({ cancel: [checkId] })).code).not.toBeNull();
    expect(
      (await run.control('skip_step', { step_id: checkId }, cast.service)).code,
    ).not.toBeNull();
    expect(await run.task()).toMatchObject({ engine_state: 'DONE' });
  });

  it('[FC9] a check takes nothing but accept or reject', async () => {
    await start();
    await handIn({ counted: 12 });
    const check = await run.take(cast.critic, checkId);
    for (const choice of [undefined, 'maybe']) {
      expect((await run.complete(check, cast.critic, {}, choice)).code).toBe('INVALID_ARGUMENTS');
    }
    expect((await run.complete(check, cast.critic, {}, 'accept')).code).toBeNull();
  });

  it('[FC9] a check that cannot be done leaves the claim to a person who did not do the work', async () => {
    await start({ ...report, checks: [{ key: 'look', performer: 'agent', attempts_max: 1 }] });
    await handIn({ counted: 12 });
    const check = await run.take(cast.critic, checkId);
    const lost = { lease_token: check.token, class: 'data', message: 'The shelf is gone.' };
    await run.must('work_fail', lost, cast.critic);
    const { blocked } = await run.status();
    expect(blocked).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ step_id: 'extra_1', waits_for: 'check' }),
        expect.objectContaining({
          step_id: checkId,
          reason: 'The check could not be done after 1 attempt: The shelf is gone.',
        }),
      ]),
    );
    const accept = { step_id: 'extra_1', reason: 'I counted them myself.' };
    const say = (key: string) => run.control('accept_with_shortfall', accept, key);
    expect((await say(cast.agent)).code).toBe('forbidden');
    expect((await say(cast.person)).code).toBeNull();
    expect(await run.task()).toMatchObject({ state: 'COMPLETE' });
    const events = await run.must<{ events: { text: string | null }[] }>('execution_events', {
      ...{ execution_id: run.id, limit: 500 },
    });
    expect(events.events.map(({ text }) => text)).toContain('I counted them myself.');
  });

  it('[FC9] a person does not accept its own work', async () => {
    await start({ ...report, performer: 'human', checks: [{ key: 'look', performer: 'human' }] });
    const held = await run.take(cast.person);
    await run.complete(held, cast.person, { counted: 12 });
    const accept = { step_id: 'extra_1', reason: 'Trust me.' };
    expect((await run.control('accept_with_shortfall', accept, cast.person)).code).toBe(
      'not_allowed_now',
    );
    expect((await run.claim(cast.person))?.step.step_id).not.toBe(checkId);
    const check = await run.take(cast.other, checkId);
    expect((await run.complete(check, cast.other, {}, 'accept')).code).toBeNull();
  });
});
