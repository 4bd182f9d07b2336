import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitFor } from '../../scripts/lib/wait-for.ts';
import { type Bakery, openBakery } from '../../test/support/execution.ts';
import { watchdogMs } from '../../test/support/watchdog.ts';
import { type InboxItem, inboxListOutput } from '../contract/approvals.ts';
import type { PublicEvent } from '../contract/executions.ts';

let bakery: Bakery;

beforeAll(async () => {
  bakery = await openBakery();
});
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

const hourMs = 3_600_000;

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
      { kind: 'task', text: 'Taste it all.', settle: { input: { action: 'take_over' } } },
    ]);
    const person = await bakery.newPerson();
    await bakery.mustClaim(person);
    expect(await itemsOf()).toEqual([]);
    // Whoever took it still sees it.
    const own = (await bakery.call('inbox_list', {}, person)).items as InboxItem[];
    expect(own.filter(({ yours }) => yours)).toMatchObject([{ kind: 'task', step_id: 'extra_1' }]);
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

  it('[IB1] [IB3] a task is due when it was planned, all else within a day', async () => {
    await bakery.start({});
    expect(await itemsOf()).toEqual([]);
    // All of the first tasks done: what comes then waits for people.
    await finishAll();
    const waiting = await itemsOf();
    expect(new Set(waiting.map(({ kind }) => kind))).toEqual(new Set(['approval', 'task']));
    const [tasks = [], others = []] = [true, false].map((isTask) =>
      waiting.filter(({ kind }) => (kind === 'task') === isTask),
    );
    for (const { due_at } of tasks) expect(due_at).toMatch(/^\d{4}-\d\d-\d\dT23:59:59.000Z$/);
    for (const { opened_at, due_at } of others) {
      expect(Date.parse(due_at) - Date.parse(opened_at)).toBe(24 * hourMs);
    }
    expect(waiting.filter(({ overdue }) => overdue)).toEqual([]);
    const old = { prompt: 'Open a small bakery in Lyon', start_date: '2020-01-06' };
    const { plan_id } = await bakery.call('plan_create', old);
    await bakery.call('plan_wait', { plan_id, timeout_seconds: 50 });
    bakery.executionId = String((await bakery.call('execution_create', { plan_id })).execution_id);
    await finishAll();
    const late = (await itemsOf()).filter(({ overdue }) => overdue);
    expect(late.length).toBeGreaterThan(0);
    expect(new Set(late.map(({ kind }) => kind))).toEqual(new Set(['task']));
    const step = late[0]?.step_id;
    const told = async () => {
      const input = { execution_id: bakery.executionId, limit: 500 };
      const { events } = await bakery.call('execution_events', input);
      return (events as PublicEvent[]).filter(
        ({ type, step_id }) => type === 'note.recorded' && step_id === step,
      );
    };
    await waitFor(async () => (await told()).length > 0, {
      what: 'the note',
      timeoutMs: watchdogMs,
    });
    expect(await told()).toMatchObject([{ text: expect.stringContaining('Overdue') as string }]);
  });

  it('[IB1] the policy of an execution, or the step itself, says how long a person has', async () => {
    await bakery.start({ due_hours: 2 });
    await add({ approval: true }, { approval: true, due_hours: 0.5 });
    const spans = (await itemsOf()).map(({ step_id, opened_at, due_at }) => [
      step_id,
      (Date.parse(due_at) - Date.parse(opened_at)) / hourMs,
    ]);
    // What is due first comes first.
    expect(spans).toEqual([
      ['extra_2', 0.5],
      ['extra_1', 2],
    ]);
  });

  it('[IB2] has what is due first on top, and what is overdue or of one kind alone', async () => {
    await add({ approval: true, due_hours: 9 }, { performer: 'human', due_hours: 8 });
    const all = (await bakery.call('inbox_list', {})).items as InboxItem[];
    const dues = all.map(({ due_at }) => due_at);
    expect(dues).toEqual([...dues].sort());
    const late = await bakery.call('inbox_list', { only: 'overdue' });
    expect((late.items as InboxItem[]).every(({ overdue }) => overdue)).toBe(true);
    expect(late.overdue).toBe(all.filter(({ overdue }) => overdue).length);
    const asked = (await bakery.call('inbox_list', { only: 'approval' })).items as InboxItem[];
    expect(new Set(asked.map(({ kind }) => kind))).toEqual(new Set(['approval']));
  });

  it('[IB2] has what waits for a budget, with the call that gives one', async () => {
    const poor = { plan_id: bakery.planId, policy: { pre_approved: ['T2'] }, budget: { usd: 1 } };
    bakery.executionId = String((await bakery.call('execution_create', poor)).execution_id);
    await add({ cost: { usd: 2 } });
    await bakery.claim();
    const [item] = await itemsOf();
    expect(item).toMatchObject({ kind: 'budget', settle: { operation: 'execution_fund' } });
    const person = await bakery.newPerson();
    const input = { ...item?.settle.input, budget: { usd: 5 } };
    await bakery.call(item?.settle.operation ?? '', input, person);
    expect((await itemsOf()).map(({ kind }) => kind)).not.toContain('budget');
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

  it('[IB7] [IB8] asks as often as without them, and drops nothing, with 10,500 executions open', async () => {
    await add({ approval: true });
    const { engine, reader, now } = bakery.app.services;
    const run = await reader.run(bakery.executionId);
    if (!run) throw new Error('there is no run');
    // By their ids they come before all others.
    const others = Array.from({ length: 10_500 }, (_, index) => ({
      ...run,
      id: `exec_0${String(index).padStart(20, '0')}`,
      created_at: now(),
    }));
    const rows = others.map((put) => ({ table: 'runs', put }) as const);
    await engine.commit([{ rows }]);
    onTestFinished(async () => {
      const gone = others.map(({ id }) => ({ table: 'runs', remove: { id } }) as const);
      await engine.commit([{ rows: gone }]);
    });
    let reads = 0;
    for (const [name, read] of Object.entries(reader)) {
      const count = (...values: never[]): unknown => {
        reads += 1;
        return (read as (...given: never[]) => unknown)(...values);
      };
      vi.spyOn(reader, name as 'run').mockImplementation(count as never);
    }
    onTestFinished(() => void vi.restoreAllMocks());
    expect((await itemsOf()).map(({ step_id }) => step_id)).toEqual(['extra_1']);
    expect(reads).toBeLessThan(20);
  });

  it('[IB8] comes page by page with everything once, in order', async () => {
    await add(
      ...Array.from({ length: 9 }, (_, index) => ({ approval: true, due_hours: index + 1 })),
    );
    const seen: InboxItem[] = [];
    let cursor: unknown;
    do {
      const page = await bakery.call('inbox_list', { limit: 4, ...(cursor ? { cursor } : {}) });
      seen.push(...(page.items as InboxItem[]));
      cursor = page.next_cursor;
    } while (cursor);
    const all = (await bakery.call('inbox_list', { limit: 500 })).items as InboxItem[];
    expect(seen.map(({ execution_id, step_id }) => `${execution_id}/${step_id}`)).toEqual(
      all.map(({ execution_id, step_id }) => `${execution_id}/${step_id}`),
    );
    const own = seen.filter(({ execution_id }) => execution_id === bakery.executionId);
    expect(own.length).toBe(9);
  });

  it('[IB7] has nothing of an execution that is over, and again what failed when it goes on', async () => {
    await add({ attempts_max: 1 });
    const { token } = await bakery.mustClaim();
    await bakery.call('work_fail', { lease_token: token, class: 'policy', message: 'No.' });
    expect(await itemsOf()).toMatchObject([{ kind: 'failure' }]);
    await bakery.control('kill');
    expect(await itemsOf()).toEqual([]);
  });
});
