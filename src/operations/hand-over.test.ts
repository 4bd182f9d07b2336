// Taking over, giving back, reassigning and approving something else, as callers see it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import type { ExecutionStatus } from '../contract/executions.ts';

let bakery: Bakery;
let person: string;

beforeAll(async () => {
  bakery = await openBakery();
  person = await bakery.newPerson();
});
beforeEach(async () => {
  await bakery.start();
});
afterAll(() => bakery.close());

const add = (step: object) =>
  bakery.call('execution_patch', {
    ...{ execution_id: bakery.executionId, base_rev: 1 },
    add: [{ step_id: 'extra_1', title: 'Mail', action: 'send_email', priority: 9, ...step }],
  });
const say = (action: string, more: object = {}, key = person) =>
  bakery.control(action, { step_id: 'extra_1', ...more }, key);
const asked = async (): Promise<ExecutionStatus['approvals'][number]> => {
  const [first] = (await bakery.status()).approvals;
  if (!first) throw new Error('nothing waits for an approval');
  return first;
};
const lost = { status: 409, code: 'lease_lost' };

describe('an alternative', () => {
  it('[IB4] other parameters are approved in the place of those that were shown', async () => {
    await add({ approval: true, params: { mails: 10 } });
    const { digest } = await asked();
    const answer = await say('approve_alternative', { digest, alternative: { mails: 3 } });
    expect(answer).toMatchObject({ status: 200, body: { lease: null } });
    const { step } = await bakery.mustClaim();
    expect(step).toMatchObject({ step_id: 'extra_1', params: { mails: 3 }, title: 'Mail' });
  });

  it('[IB4] another proposal than that of the worker', async () => {
    await add({});
    const agent = await bakery.newAgent('Pia');
    const { token } = await bakery.mustClaim(agent.key);
    const proposal = { mails: 10, to: 'everybody' };
    await bakery.call('work_propose', { lease_token: token, proposal }, agent.key);
    const { digest } = await asked();
    await say('approve_alternative', { digest, alternative: { mails: 1 }, reason: 'Try one.' });
    const { step } = await bakery.mustClaim();
    expect(step).toMatchObject({ step_id: 'extra_1', approved_proposal: { mails: 1 } });
  });

  it('[IB4] is a person’s to say, of what was shown, and says what it lacks', async () => {
    await add({ approval: true });
    const { digest } = await asked();
    const wanted = { digest, alternative: { mails: 3 } };
    expect(await say('approve_alternative', wanted, bakery.key)).toMatchObject({ status: 403 });
    expect(await say('approve_alternative', { digest })).toMatchObject({ status: 400 });
    const stale = { ...wanted, digest: '00'.repeat(32) };
    expect(await say('approve_alternative', stale)).toMatchObject({ code: 'stale_approval' });
    expect(await asked()).toMatchObject({ digest });
  });
});

describe('a step in a person’s hands', () => {
  it('[IB5] is taken from an agent, ended with the lease that is answered', async () => {
    await add({});
    const agent = await bakery.newAgent('Ben');
    const { token } = await bakery.mustClaim(agent.key);
    const { body } = await say('take_over');
    const { lease } = body as { lease: { token: string; expires_at: string | null } };
    expect(lease.expires_at).toBeNull();
    expect(await bakery.ask('work_heartbeat', { lease_token: token }, agent.key)).toMatchObject(
      lost,
    );
    // Asked again, it is the same one.
    expect((await say('take_over')).body).toMatchObject({ lease });
    const done = { lease_token: lease.token, output: { message: 'Mailed by hand.' } };
    await bakery.call('work_complete', done, person);
    expect(await bakery.task('extra_1')).toMatchObject({ state: 'COMPLETE' });
  });

  it('[IB5] is given back, and then somebody else takes it', async () => {
    await add({});
    await say('take_over');
    expect(await say('give_back', {}, await bakery.newPerson())).toMatchObject({ status: 409 });
    expect(await say('give_back')).toMatchObject({ status: 200 });
    expect((await bakery.mustClaim()).step.step_id).toBe('extra_1');
  });

  it('[IB5] only a person takes a step over', async () => {
    await add({});
    const agent = await bakery.newAgent('Eve');
    for (const key of [bakery.key, agent.key]) {
      expect(await say('take_over', {}, key)).toMatchObject({ status: 403 });
      expect(await say('give_back', {}, key)).toMatchObject({ status: 403 });
    }
  });
});

describe('a step that is given to an agent', () => {
  it('[IB6] is taken from whoever has it, and comes with the next claim', async () => {
    await add({});
    const [ben, ida] = [await bakery.newAgent('Ben'), await bakery.newAgent('Ida')];
    const { token } = await bakery.mustClaim(ben.key);
    expect(await say('reassign', { to: ida.id }, bakery.key)).toMatchObject({ status: 200 });
    expect(await bakery.ask('work_heartbeat', { lease_token: token }, ben.key)).toMatchObject(lost);
    expect((await bakery.mustClaim(ida.key)).step.step_id).toBe('extra_1');
  });

  it('[IB6] only to an agent that is there and can do it', async () => {
    await add({});
    const made = await bakery.call('agent_register', { name: 'Cook', capabilities: ['cook'] });
    expect(await say('reassign', { to: made.agent_id })).toMatchObject({ code: 'not_allowed_now' });
    expect(await say('reassign', { to: 'agent_0000000000' })).toMatchObject({
      code: 'agent_not_found',
    });
    expect(await say('reassign')).toMatchObject({ status: 400 });
  });
});
