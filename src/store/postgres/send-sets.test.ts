import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { sampleRows } from '../../../test/contract/sample-rows.ts';
import type { WriteSet } from '../store.ts';
import { queryOn } from './connection.ts';
import { type Ask, sendSets } from './send-sets.ts';

const failure = (code: string, more: object = {}): Error =>
  Object.assign(new Error(code), { code, ...more });

interface FakePool {
  readonly pool: pg.Pool;
  readonly names: string[];
  readonly sent: unknown[][];
  readonly released: boolean[];
}

/** Answers each statement with the next of `answers`: an error to throw, or a result. */
function fakePool(answers: (Error | object)[], connects: (Error | null)[] = []): FakePool {
  const sent: unknown[][] = [];
  const names: string[] = [];
  const released: boolean[] = [];
  const client = {
    query: async ({ name, values }: { name: string; values: unknown[] }) => {
      sent.push(values);
      names.push(name);
      const answer = answers[sent.length - 1];
      if (answer instanceof Error) throw answer;
      return { rows: answer === nothing ? [] : [{ conflicts: answer }] };
    },
    release: (isLost = false) => released.push(isLost),
  };
  const connect = async () => {
    const error = connects.shift();
    if (error) throw error;
    return client;
  };
  return { pool: { connect, ending: false } as unknown as pg.Pool, names, sent, released };
}

/** Answered where a statement of its own wrote no row. */
const nothing = {};

const moving: WriteSet = {
  run: sampleRows.runs.id,
  expectedSeq: 4,
  rows: [{ table: 'runs', put: sampleRows.runs }],
};

const on =
  ({ pool }: FakePool): Ask =>
  (statement) =>
    queryOn(pool, statement);

const send = (fake: FakePool) => sendSets(on(fake), [{}], () => 5);

describe('sendSets', () => {
  it('[ST14] sends again what was rolled back for a passing reason', async () => {
    const created = failure('23505', { constraint: 'events_pkey' });
    const fake = fakePool([failure('40P01'), failure('40001'), created, []]);
    expect(await send(fake)).toEqual([{ ok: true }]);
    expect(fake.sent).toEqual(Array(4).fill(['{"waves":[{}]}', 5, Buffer.alloc(0)]));
    expect(fake.released).toEqual(Array(4).fill(false));
  });

  it('[ST5] gives each conflict to its set', async () => {
    const conflict = { ok: false, conflict: 'slot', key: 'kind:model' } as const;
    const fake = fakePool([[[1, conflict]]]);
    const results = await sendSets(on(fake), [{}, {}, {}], () => 5);
    expect(results).toEqual([{ ok: true }, conflict, { ok: true }]);
  });

  it('[ST14] sends a set that only moves its run as a statement of its own', async () => {
    const fake = fakePool([failure('40001'), []]);
    expect(await sendSets(on(fake), [moving], () => 5)).toEqual([{ ok: true }]);
    expect(fake.names).toEqual(Array(2).fill('pw_move_0_0_0_0_0_0'));
    expect(fake.sent[0]?.slice(0, 2)).toEqual([sampleRows.runs.id, 4]);
  });

  it('[ST5] asks the batch why such a set was not written', async () => {
    const conflict = { ok: false, conflict: 'seq', head: { seq: 7, hash: 'h' } } as const;
    const fake = fakePool([nothing, [[0, conflict]]]);
    expect(await sendSets(on(fake), [moving], () => 5)).toEqual([conflict]);
    expect(fake.names).toEqual(['pw_move_0_0_0_0_0_0', 'pw_commit']);
  });

  it('[ST20] never sends such a set twice that may have been written', async () => {
    const fake = fakePool([failure('57P01'), []]);
    const sending = sendSets(on(fake), [moving], () => 5);
    await expect(sending).rejects.toMatchObject({ code: 'outcome_unknown' });
    expect(fake.sent.length).toBe(1);
  });

  it('[ST33] lets notes of deliveries not wait for the disk', async () => {
    const fake = fakePool([[]]);
    await sendSets(on(fake), [{ outboxRemove: ['o'] }], () => 5, 'notes');
    expect(fake.names).toEqual(['pw_commit_notes']);
  });

  it('[ST14] gives up after a few times', async () => {
    const fake = fakePool(Array(9).fill(failure('40P01')));
    await expect(send(fake)).rejects.toMatchObject({ code: '40P01' });
    expect(fake.sent.length).toBe(5);
  });

  it('[ST20] never sends twice what may have been done', async () => {
    const fake = fakePool([failure('57P01'), []]);
    await expect(send(fake)).rejects.toMatchObject({
      code: 'outcome_unknown',
      facts: { outcome: 'unknown' },
    });
    expect(fake.sent.length).toBe(1);
    expect(fake.released).toEqual([true]);
  });

  it('[ST20] waits for a server that is away before it sends anything', async () => {
    const fake = fakePool([[]], [failure('ECONNREFUSED'), failure('57P03'), null]);
    expect(await send(fake)).toEqual([{ ok: true }]);
    expect(fake.sent.length).toBe(1);
  });

  it('[ST19] does not wait where the login is refused', async () => {
    const fake = fakePool([], [failure('28P01'), null]);
    await expect(send(fake)).rejects.toMatchObject({ code: '28P01' });
  });
});
