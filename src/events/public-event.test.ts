import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  tenant,
} from '../../test/support/temp-engine.ts';
import { publicEvent, taskStates } from '../contract/executions.ts';
import { decodeEvent } from '../engine/log-header.ts';
import { stepStates } from '../engine/state.ts';
import type { Reader } from '../store/store.ts';
import { excerpt, ReaderNames, taskStateOf, toPublicEvent } from './public-event.ts';

describe('public names of states', () => {
  it.each([
    ['PENDING', 'QUEUED'],
    ['READY', 'QUEUED'],
    ['LEASED', 'RUNNING'],
    ['DONE', 'RUNNING'],
    ['VERIFIED', 'COMPLETE'],
    ['FAILED', 'ERROR'],
    ['SKIPPED', 'SKIPPED'],
    ['CANCELLED', 'CANCELLED'],
  ] as const)('[EV4] %s shows as %s', (state, shown) => {
    expect(taskStateOf(state, '')).toBe(shown);
  });

  it('[EV4] a wait for time shows as queued, any other as blocked', () => {
    expect(taskStateOf('WAITING', 'time')).toBe('QUEUED');
    for (const reason of ['event', 'answer', 'approval', 'capability', 'budget', 'gate']) {
      expect(taskStateOf('WAITING', reason)).toBe('BLOCKED');
    }
  });

  it('[EV4] every state has a public name', () => {
    for (const state of stepStates) expect(taskStates).toContain(taskStateOf(state, ''));
  });
});

describe('an excerpt', () => {
  it.each([
    ['plain text', 'plain text'],
    [{ message: 'the message', other: 1 }, 'the message'],
    [{ message: '', summary: 'the summary' }, 'the summary'],
    [{ error_message: 'it broke' }, 'it broke'],
    [null, 'null'],
    [7, '7'],
  ])('[EV4] of %j is one readable line', (value, line) => {
    expect(excerpt(value)).toBe(line);
  });

  it('[EV4] is never longer than 400 characters', () => {
    const long = 'x'.repeat(5_000);
    for (const value of [long, { message: long }, { long }])
      expect(excerpt(value)).toHaveLength(400);
  });
});

describe('events as people and agents see them', () => {
  let temp: TempEngine;
  const run = 'exec_public1';
  beforeEach(async () => {
    temp = await openTempEngine();
    const agent = {
      id: 'agent_ada1',
      tenant,
      name: 'Ada',
      role: '',
      capabilities: '[]',
      capacity: 0,
      created_at: 0,
      seen_at: 0,
    };
    await temp.store.commit([{ rows: [{ table: 'agents', put: agent }] }]);
    await createRun(temp.engine, run, [leaf('task_1'), leaf('task_2', ['task_1'])]);
  });
  afterEach(() => temp.close());

  async function events() {
    const names = new ReaderNames(temp.store, tenant);
    const stored = await temp.store.events(run, 0, 100);
    return Promise.all(
      stored.map((row) => toPublicEvent(temp.store, names, decodeEvent(row.header))),
    );
  }
  async function live(): Promise<void> {
    const holder = 'agent_ada1';
    const first = await temp.engine.claim(claimRequest({ holder }));
    if (!first) throw new Error('nothing to claim');
    await temp.engine.fail({ ...callOf(first, holder), class: 'transient', message: 'it rained' });
    temp.clock.advance(1_000);
    await temp.beside();
    const second = await temp.engine.claim(claimRequest({ holder, waitMs: 60_000 }));
    if (!second) throw new Error('nothing to claim');
    await temp.engine.complete({ ...callOf(second, holder), output: { summary: 'all dry' } });
  }

  it('[EV4] say who did what to which task, and what became of it', async () => {
    await live();
    const all = await events();
    expect(all.map((event) => event.seq)).toEqual(all.map((_, index) => index + 1));
    for (const event of all) expect(publicEvent.parse(event)).toEqual(event);
    const byType = (type: string) => all.find((event) => event.type === type);
    expect(byType('step.leased')).toMatchObject({
      step_id: 'task_1',
      actor: 'agent_ada1',
      actor_name: 'Ada',
      attempt: 1,
      changes: [{ step_id: 'task_1', state: 'RUNNING' }],
    });
    expect(byType('attempt.ended')).toMatchObject({
      text: 'it rained',
      changes: [{ step_id: 'task_1', state: 'QUEUED' }],
    });
    expect(byType('step.verified')).toMatchObject({
      text: 'all dry',
      changes: [
        { step_id: 'task_1', state: 'COMPLETE' },
        { step_id: 'task_2', state: 'QUEUED' },
      ],
    });
    expect(all.flatMap((event) => event.run_state ?? [])).toEqual(['CREATED', 'QUEUED', 'RUNNING']);
  });

  it('[EV4] an erased text says that it was erased', async () => {
    await live();
    await temp.engine.erase({ tenant, plan: 'plan_temp1' });
    const texts = (await events()).flatMap((event) => event.text ?? []);
    expect(texts).toEqual(['(erased)', '(erased)']);
  });
});

/** Gives up long before the memory of the machine does. */
const maxReads = 100;

function countReads(reader: Reader): { readonly reader: Reader; readonly reads: string[] } {
  const reads: string[] = [];
  const get = (target: Reader, name: keyof Reader) => {
    const read = target[name] as (...values: unknown[]) => unknown;
    return (...values: unknown[]) => {
      reads.push(name);
      if (reads.length > maxReads) throw new Error('too many reads');
      return read.apply(target, values);
    };
  };
  return { reader: new Proxy(reader, { get } as ProxyHandler<Reader>), reads };
}

describe('whose work steps are', () => {
  it('[EV6] is read once for 10,000 steps that are ready at once', async () => {
    const temp = await openTempEngine();
    try {
      const ids = Array.from({ length: 10_000 }, (_, index) => `task_${index + 1}`);
      const steps = ids.map((id, index) =>
        index < 2 ? { ...leaf(id), performer: 'human' as const } : leaf(id),
      );
      await createRun(temp.engine, 'exec_public1', steps);
      const stored = await temp.store.events('exec_public1', 0, 100);
      const { reader, reads } = countReads(temp.store);
      const names = new ReaderNames(reader, tenant);
      const shown = await Promise.all(
        stored.map((row) => toPublicEvent(reader, names, decodeEvent(row.header))),
      );
      const states = shown.flatMap((event) => event.changes.map(({ state }) => state));
      expect(states.filter((state) => state === 'QUEUED')).toHaveLength(9_998);
      expect(states.filter((state) => state === 'BLOCKED')).toHaveLength(2);
      expect(reads.filter((name) => name === 'humanSteps')).toHaveLength(1);
      expect(reads).not.toContain('steps');
    } finally {
      await temp.close();
    }
  });

  it('[EV6] is read again where a read failed or the graph changed after it', async () => {
    let reads = 0;
    let head = 1;
    const reader = {
      run: async () => ({ head_seq: head }),
      humanSteps: async () => {
        reads += 1;
        if (reads === 1) throw new Error('busy');
        return [`task_${reads}`];
      },
    } as unknown as Reader;
    const names = new ReaderNames(reader, tenant);
    const twice = await Promise.allSettled([
      names.forPersons('exec_1'),
      names.forPersons('exec_1'),
    ]);
    expect(twice.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([...(await names.forPersons('exec_1'))]).toEqual(['task_2']);
    // The rows that were read know that event already.
    await names.forgetBefore('exec_1', 1);
    expect([...(await names.forPersons('exec_1'))]).toEqual(['task_2']);
    head = 7;
    await names.forgetBefore('exec_1', 7);
    expect([...(await names.forPersons('exec_1'))]).toEqual(['task_3']);
    expect(reads).toBe(3);
  });

  it('[EV6] names of actors are read once for all who ask at once, a failed read again', async () => {
    let reads = 0;
    const reader = {
      agent: async () => {
        reads += 1;
        if (reads === 1) throw new Error('busy');
        return { name: 'Ada' };
      },
    } as unknown as Reader;
    const names = new ReaderNames(reader, tenant);
    await expect(names.nameOf('agent_a')).rejects.toThrow('busy');
    const asked = Array.from({ length: 50 }, () => names.nameOf('agent_a'));
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['Ada']));
    expect(reads).toBe(2);
  });
});
