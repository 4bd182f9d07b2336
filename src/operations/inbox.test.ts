import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import { type InboxItem, inboxListOutput } from '../contract/approvals.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
}, 30_000);
beforeEach(async () => {
  await bakery.start();
});
afterAll(() => bakery.close());

const add = (...steps: object[]) =>
  bakery.call('execution_patch', {
    ...{ execution_id: bakery.executionId, base_rev: 1 },
    add: steps.map((step, index) => ({
      ...{ step_id: `extra_${index + 1}`, title: `Step ${index + 1}`, action: 'taste_bread' },
      ...{ priority: 9, ...step },
    })),
  });

/** Of the execution that the test is about. */
async function itemsOf(run = bakery.executionId): Promise<InboxItem[]> {
  const answer = await bakery.call('inbox_list', {});
  expect(inboxListOutput.strict().parse(answer)).toEqual(answer);
  return (answer.items as InboxItem[]).filter(({ execution_id }) => execution_id === run);
}

/** What agents may do, until nothing of it is left. */
async function finishAll(): Promise<void> {
  for (let taken = await bakery.claim(); taken; taken = await bakery.claim()) {
    await bakery.call('work_complete', { lease_token: taken.token, output: { done: true } });
  }
}

const about = (step_id: string) => ({ execution_id: bakery.executionId, step_id });

describe('the inbox', () => {
  it('[FC13] is empty while only agents are needed', async () => {
    expect(await itemsOf()).toEqual([]);
  });

  it('[FC13] has an approval with the call that gives it', async () => {
    await add({ approval: true });
    const [item] = await itemsOf();
    expect(item).toMatchObject({
      kind: 'approval',
      step_id: 'extra_1',
      plan_title: expect.stringContaining('bakery') as string,
      settle: {
        operation: 'execution_control',
        command: `planwright approve ${bakery.executionId} extra_1`,
      },
    });
    expect(item?.settle.input).toEqual({
      ...{ ...about('extra_1'), action: 'approve', digest: item?.digest },
    });
    const person = await bakery.newPerson();
    await bakery.call(item?.settle.operation ?? '', item?.settle.input ?? {}, person);
    expect(await itemsOf()).toEqual([]);
  });

  it('[FC13] has a question as it was asked', async () => {
    await add({});
    const { token } = await bakery.mustClaim();
    await bakery.call('work_ask', { lease_token: token, question: 'Rye or wheat?' });
    expect(await itemsOf()).toMatchObject([
      { kind: 'question', text: 'Rye or wheat?', settle: { input: { action: 'answer' } } },
    ]);
  });

  it('[FC13] has tasks for people, until one takes them', async () => {
    await add({ performer: 'human', description: 'Taste it all.' });
    expect(await itemsOf()).toMatchObject([
      { kind: 'task', text: 'Taste it all.', settle: { operation: 'work_claim' } },
    ]);
    await bakery.mustClaim(await bakery.newPerson());
    expect(await itemsOf()).toEqual([]);
  });

  it('[FC13] has the check that a person is to do', async () => {
    await add({ checks: [{ key: 'look', performer: 'human' }] });
    const { token } = await bakery.mustClaim();
    await bakery.call('work_complete', { lease_token: token, output: { done: true } });
    expect(await itemsOf()).toMatchObject([
      { kind: 'check', step_id: 'extra_1_c1look', title: 'Check: Step 1' },
    ]);
  });

  it('[FC13] has a check that failed, and what may count without it', async () => {
    await add({ checks: [{ key: 'look', performer: 'agent', attempts_max: 1 }] });
    const { token } = await bakery.mustClaim();
    await bakery.call('work_complete', { lease_token: token, output: { done: true } });
    const critic = await bakery.newAgent('Cai');
    const check = await bakery.mustClaim(critic.key);
    const failed = { lease_token: check.token, class: 'data', message: 'No bread.' };
    await bakery.call('work_fail', failed, critic.key);
    const found = (await itemsOf()).map(({ kind, step_id, settle }) => [
      kind,
      step_id,
      settle.input.action,
    ]);
    const inOrder = found.toSorted(([, one], [, other]) =>
      String(one).localeCompare(String(other)),
    );
    expect(inOrder).toEqual([
      ['check', 'extra_1', 'accept_with_shortfall'],
      ['check', 'extra_1_c1look', 'retry_step'],
    ]);
  });

  it('[FC13] has what failed, and an undo that did not work out', async () => {
    await add(
      { reversibility: 'compensable', undo: { performer: 'agent', action: 'untaste' } },
      { attempts_max: 1 },
    );
    const [one, two] = [await bakery.mustClaim(), await bakery.mustClaim()];
    await bakery.call('work_complete', { lease_token: one.token, output: { done: true } });
    const policy = { class: 'policy', message: 'Not allowed.' };
    await bakery.call('work_fail', { lease_token: two.token, ...policy });
    expect(await itemsOf()).toMatchObject([{ kind: 'failure', step_id: two.step.step_id }]);
    await bakery.control('cancel', { drain_seconds: 0 });
    const undo = await bakery.mustClaim();
    await bakery.call('work_fail', { lease_token: undo.token, ...policy });
    expect((await itemsOf()).filter(({ kind }) => kind === 'undo')).toMatchObject([
      { text: expect.stringContaining('Not allowed.') as string },
    ]);
  });

  it('[FC13] says by when it was planned, and whether it is late', async () => {
    await bakery.start({});
    expect(await itemsOf()).toEqual([]);
    // All of the first tasks done: what comes then waits for people.
    await finishAll();
    const waiting = await itemsOf();
    expect(new Set(waiting.map(({ kind }) => kind))).toEqual(new Set(['approval', 'task']));
    for (const { due_at, is_late } of waiting) {
      expect(due_at).toMatch(/^\d{4}-\d\d-\d\dT23:59:59.000Z$/);
      expect(is_late).toBe(false);
    }
    const sinces = waiting.map(({ since }) => since);
    expect(sinces).toEqual([...sinces].sort());
    const old = { prompt: 'Open a small bakery in Lyon', start_date: '2020-01-06' };
    const { plan_id } = await bakery.call('plan_create', old);
    await bakery.call('plan_wait', { plan_id, timeout_seconds: 50 });
    bakery.executionId = String((await bakery.call('execution_create', { plan_id })).execution_id);
    await finishAll();
    expect((await itemsOf()).map(({ is_late }) => is_late)).toContain(true);
  });

  it('[FC13] goes on where a page ended, and leaves out what has ended', async () => {
    const runs: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      runs.push(await bakery.start(), bakery.executionId);
      await add({ approval: true }, { approval: true });
    }
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page = { limit: 1, ...(cursor === null ? {} : { cursor }) };
      const answer = await bakery.call('inbox_list', page);
      expect((answer.items as InboxItem[]).length).toBeLessThanOrEqual(1);
      found.push(...(answer.items as InboxItem[]).map(({ execution_id }) => execution_id));
      cursor = answer.next_cursor as string | null;
    } while (cursor !== null);
    expect(found.filter((run) => runs.includes(run)).sort()).toEqual(runs.sort());
    await bakery.control('kill');
    expect(await itemsOf()).toEqual([]);
  });
});
