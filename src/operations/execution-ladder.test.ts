import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mcpCall } from '../../test/security/faces.ts';
import { type Bakery, openBakery } from '../../test/support/execution.ts';

let bakery: Bakery;
beforeAll(async () => {
  bakery = await openBakery();
});
afterAll(() => bakery.close());
beforeEach(() => bakery.start());

const fragile = {
  ...{ step_id: 'extra_1', title: 'Ask for an offer', action: 'send_form', priority: 9 },
  ...{ attempts_max: 1, params: { to: 'form' } },
};
const byMail = { strategy: 'alternate', action: 'send_email', params: { to: 'mail' } };

const patch = (more: object, base_rev = 1) =>
  bakery.ask('execution_patch', { execution_id: bakery.executionId, base_rev, ...more });

async function failNext(): Promise<void> {
  const { token } = await bakery.mustClaim();
  const why = { class: 'logic', message: 'Nobody answers.' };
  await bakery.call('work_fail', { lease_token: token, ...why });
}

describe('a ladder that an edit gives to a step', () => {
  it('[RC11] [DG7] is climbed: an alternate with its own parameters, then whoever plans anew', async () => {
    const recovery = [byMail, { strategy: 'replan', action: 'find_other' }];
    expect((await patch({ add: [{ ...fragile, recovery }] })).status).toBe(200);
    await failNext();
    const alternate = await bakery.mustClaim();
    expect(alternate.step).toMatchObject({
      ...{ step_id: 'extra_1_ar1', action: 'send_email', params: { to: 'mail' } },
    });
    const why = { class: 'logic', message: 'Still nobody.' };
    await bakery.call('work_fail', { lease_token: alternate.token, ...why });
    expect(await bakery.task('extra_1_ar1')).toMatchObject({ error_class: 'logic' });
    const helper = await bakery.task('extra_1_ar1_h1');
    expect(helper).toMatchObject({ performer: 'agent', action: 'find_other', state: 'QUEUED' });
  });

  it('[RC11] is changed with the alternate that took its place, and keeps what it does not name', async () => {
    await patch({ add: [{ ...fragile, recovery: [byMail] }] });
    await failNext();
    const { rev } = await bakery.status();
    const change = [{ step_id: 'extra_1_ar1', title: 'Ask once more' }];
    expect((await patch({ change }, rev)).status).toBe(200);
    const { step } = await bakery.mustClaim();
    expect(step).toMatchObject({ title: 'Ask once more', params: { to: 'mail' } });
  });

  it('[RC11] is taken away by an empty list', async () => {
    await patch({ add: [{ ...fragile, recovery: [byMail] }] });
    const { rev } = await bakery.status();
    expect((await patch({ change: [{ step_id: 'extra_1', recovery: [] }] }, rev)).status).toBe(200);
    await failNext();
    const isFailed = async () => (await bakery.task('extra_1'))?.state === 'ERROR';
    await vi.waitUntil(isFailed, { timeout: 60_000, interval: 20 });
    expect(await bakery.task('extra_1_ar1')).toBeUndefined();
  });

  it('[RC10] asks for the approval of an alternate that is riskier than its step', async () => {
    await bakery.start({ tiers: { send_email: 'T2' } });
    await patch({ add: [{ ...fragile, recovery: [byMail] }] });
    await failNext();
    const { approvals } = await bakery.status();
    expect(approvals).toMatchObject([
      { step_id: 'extra_1_ar1', action: 'send_email', what: { params: { to: 'mail' } } },
    ]);
  });

  it.each([
    ['extra_1: recovery 1: abort takes no action', [{ strategy: 'abort', action: 'x' }]],
    ['extra_1: recovery 1: an alternate says', [{ strategy: 'alternate' }]],
    ['extra_1: recovery 1: file_write', [{ strategy: 'alternate', action: 'file_write' }]],
    ['recovery', [{ strategy: 'hope' }]],
    ['recovery', Array.from({ length: 9 }, () => ({ strategy: 'person' }))],
  ])('[RC11] is refused where it cannot be, over REST and MCP: %s', async (words, recovery) => {
    const add = [{ ...fragile, recovery }];
    const refused = await patch({ add });
    expect([refused.status, refused.code]).toEqual([400, 'INVALID_ARGUMENTS']);
    expect(refused.text).toContain(words);
    const input = { execution_id: bakery.executionId, base_rev: 1, add };
    const told = await mcpCall(bakery.app, 'execution_patch', input, bakery.key);
    expect([told.code, told.text.includes(words)]).toEqual(['INVALID_ARGUMENTS', true]);
    expect(await bakery.task('extra_1')).toBeUndefined();
  });

  it('[TL59] parameters of a tool are looked at when the step is said', async () => {
    const tool = { ...fragile, performer: 'tool', action: 'file_write', params: { path: 'a' } };
    const refused = await patch({ add: [tool] });
    expect([refused.status, refused.text.includes('extra_1: file_write')]).toEqual([400, true]);
  });
});
