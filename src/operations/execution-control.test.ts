import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import { executionControlOutput } from '../contract/execution-control.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
beforeEach(async () => {
  await bakery.start();
});
afterAll(() => bakery.close());

describe('pause and resume', () => {
  it('[OP5] a paused execution hands out nothing and says so', async () => {
    const paused = await bakery.control('pause');
    expect(paused.body).toMatchObject({ state: 'QUEUED', condition: 'PAUSED', held: true });
    expect(executionControlOutput.strict().parse(paused.body)).toEqual(paused.body);
    expect(await bakery.claim()).toBeNull();
    expect(await bakery.status()).toMatchObject({ condition: 'PAUSED', held: true });
    const resumed = await bakery.control('resume');
    expect(resumed.body).toMatchObject({ held: false });
    expect(await bakery.claim()).not.toBeNull();
  });

  it('[OP5] pausing twice is no mistake, resuming what runs is one', async () => {
    await bakery.control('pause');
    expect((await bakery.control('pause')).status).toBe(200);
    await bakery.control('resume');
    expect(await bakery.control('resume')).toMatchObject({ status: 409, code: 'not_allowed_now' });
  });

  it('[OP6] every answer to a holder carries the signal', async () => {
    const { token } = await bakery.mustClaim();
    const beat = () => bakery.call('work_heartbeat', { lease_token: token });
    expect(await beat()).toMatchObject({ signal: 'continue', messages: [] });
    await bakery.control('pause');
    expect(await beat()).toMatchObject({ signal: 'pause' });
    await bakery.control('resume');
    await bakery.control('cancel', { drain_seconds: 60 });
    expect(await beat()).toMatchObject({ signal: 'cancel' });
  });

  it('[OP6] a lost lease tells its holder to stop', async () => {
    const { token } = await bakery.mustClaim();
    await bakery.control('cancel', { drain_seconds: 0 });
    const late = await bakery.ask('work_complete', { lease_token: token, output: { done: true } });
    expect(late).toMatchObject({ status: 409, code: 'lease_lost' });
    expect(late.body).toMatchObject({ facts: { signal: 'cancel' } });
  });
});

describe('the end by hand', () => {
  it('[OP5] cancel ends at once when nobody works', async () => {
    const ended = await bakery.control('cancel');
    expect(ended.body).toMatchObject({ state: 'CANCELLED', condition: null, uncompensated: [] });
    expect(await bakery.status()).toMatchObject({ state: 'CANCELLED', blocked: [], ending: null });
  });

  it('[OP5] cancel lets those at work finish within the drain', async () => {
    const { token } = await bakery.mustClaim();
    const ending = await bakery.control('cancel', { drain_seconds: 60 });
    expect(ending.body).toMatchObject({ state: 'RUNNING', ending: 'CANCELLED' });
    expect(await bakery.claim()).toBeNull();
    const done = await bakery.call('work_complete', { lease_token: token, output: { done: true } });
    expect(done).toMatchObject({ task_state: 'COMPLETE', execution_state: 'CANCELLED' });
  });

  it('[OP5] kill ends at once', async () => {
    await bakery.mustClaim();
    const ended = await bakery.control('kill');
    expect(ended.body).toMatchObject({ state: 'CANCELLED', ending: null });
    expect(await bakery.control('resume')).toMatchObject({ status: 409 });
  });

  it('[OP7] execution_wait gives the end as soon as it is there', async () => {
    const input = { execution_id: bakery.executionId, timeout_seconds: 50 };
    const waiting = bakery.call('execution_wait', input);
    await bakery.control('kill');
    expect(await waiting).toMatchObject({ state: 'CANCELLED' });
  });

  it('[OP7] execution_wait gives the status when the time is up', async () => {
    const input = { execution_id: bakery.executionId, timeout_seconds: 0 };
    expect(await bakery.call('execution_wait', input)).toMatchObject({ state: 'QUEUED' });
  });
});

describe('single steps', () => {
  it('[OP5] a skipped step lets the next one begin', async () => {
    const { token, step } = await bakery.mustClaim();
    await bakery.call('work_fail', {
      lease_token: token,
      class: 'policy',
      message: 'Not allowed.',
    });
    const status = await bakery.status();
    expect(status.blocked).toContainEqual(
      expect.objectContaining({
        step_id: step.step_id,
        waits_for: '',
        reason: 'Failed after 1 attempt: Not allowed.',
        how: expect.stringContaining('retry_step') as string,
      }),
    );
    const skipped = await bakery.control('skip_step', { step_id: step.step_id });
    expect(skipped.status).toBe(200);
    expect(await bakery.task(step.step_id)).toMatchObject({ state: 'SKIPPED' });
  });

  it('[OP5] a failed step is tried again when told so', async () => {
    const { token, step } = await bakery.mustClaim();
    await bakery.call('work_fail', {
      lease_token: token,
      class: 'policy',
      message: 'Not allowed.',
    });
    await bakery.control('retry_step', { step_id: step.step_id });
    expect(await bakery.task(step.step_id)).toMatchObject({ state: 'QUEUED', attempt: 1 });
  });

  it.each([
    ['retry_step', 'step_id'],
    ['skip_step', 'step_id'],
    ['answer', 'step_id'],
    ['signal', 'key'],
  ])('[OP5] %s without %s says what is missing', async (action, field) => {
    const refused = await bakery.control(action, action === 'answer' ? { answer: 'Yes.' } : {});
    expect(refused).toMatchObject({ status: 400, code: 'INVALID_ARGUMENTS' });
    expect(refused.text).toContain(field);
  });
});

describe('a question', () => {
  it('[OP8] is shown with who can answer, and the answer comes with the step', async () => {
    const { token, step } = await bakery.mustClaim();
    const question = 'Which street do you prefer?';
    const asked = await bakery.call('work_ask', { lease_token: token, question });
    expect(asked).toMatchObject({ task_state: 'BLOCKED', step_id: step.step_id });
    expect((await bakery.status()).blocked).toContainEqual({
      step_id: step.step_id,
      title: step.title,
      waits_for: 'answer',
      reason: question,
      who_can_unblock: 'a person',
      how: 'execution_control answer, with step_id and answer.',
    });
    await bakery.control('answer', { step_id: step.step_id, answer: 'Rue Mercière.' });
    const again = await bakery.mustClaim();
    expect(again.step).toMatchObject({ step_id: step.step_id, attempt: 2 });
    expect(again.step.context).toMatchObject({ answer: 'Rue Mercière.' });
    const { events } = await bakery.call('execution_events', { execution_id: bakery.executionId });
    const texts = (events as { text: string | null }[]).map((event) => event.text);
    expect(texts).toEqual(expect.arrayContaining([question, 'Rue Mercière.']));
  });

  it('[OP8] an answer that nobody asked for is refused', async () => {
    const { step } = await bakery.mustClaim();
    const refused = await bakery.control('answer', { step_id: step.step_id, answer: 'Yes.' });
    expect(refused).toMatchObject({ status: 409, code: 'not_allowed_now' });
  });
});
