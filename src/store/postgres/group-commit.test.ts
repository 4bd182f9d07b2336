import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { CommitResult, WriteSet } from '../store.ts';
import { GroupCommit, type Lane } from './group-commit.ts';

interface Flight {
  readonly runs: string[];
  readonly lane: Lane;
  answer(result?: CommitResult[]): void;
  fail(error: Error): void;
}

/** A server whose answers the test gives by hand. */
function manualServer(inFlightMax = 2): { group: GroupCommit; flights: Flight[] } {
  const flights: Flight[] = [];
  const group = new GroupCommit((sets, lane) => {
    const { promise, resolve, reject } = Promise.withResolvers<CommitResult[]>();
    flights.push({
      runs: sets.map((set) => set.run ?? '-'),
      lane,
      answer: (result) => resolve(result ?? sets.map(() => ({ ok: true }))),
      fail: reject,
    });
    return promise;
  }, inFlightMax);
  return { group, flights };
}

const sent = (flights: readonly Flight[], count: number) =>
  vi.waitUntil(() => flights.length === count, { timeout: 60_000, interval: 1 });

const on = (run: string): WriteSet => ({ run, expectedSeq: 0 });
const runsOf = (flights: readonly Flight[]) => flights.map(({ runs }) => runs);
const refused = Object.assign(new Error('bad'), { code: '23502' });

describe('GroupCommit on PostgreSQL', () => {
  it('[ST14] sends what queued meanwhile as one statement, by run, and answers in order', async () => {
    const { group, flights } = manualServer(1);
    const first = group.commit([on('m')]);
    await nextTurn();
    const second = group.commit([on('z'), on('b')]);
    const third = group.commit([on('a')]);
    await nextTurn();
    flights[0]?.answer();
    await first;
    await sent(flights, 2);
    expect(runsOf(flights)).toEqual([['m'], ['a', 'b', 'z']]);
    const lost: CommitResult = { ok: false, conflict: 'due', key: 'z' };
    flights[1]?.answer([{ ok: true }, { ok: true }, lost]);
    expect(await second).toEqual([lost, { ok: true }]);
    expect(await third).toEqual([{ ok: true }]);
  });

  it('[ST37] whoever was alone goes at once, and waits for company where there was some', async () => {
    const { group, flights } = manualServer(2);
    const send = async (...runs: string[]): Promise<number> => {
      const calls = runs.map((run) => group.commit([on(run)]));
      const before = flights.length;
      // Before the turn is over.
      await Promise.resolve();
      const early = flights.length - before;
      await nextTurn();
      for (const flight of flights) flight.answer();
      await Promise.all(calls);
      await nextTurn();
      return early;
    };
    expect(await send('a')).toBe(0);
    expect(await send('a')).toBe(1);
    expect(await send('a', 'b')).toBe(1);
    expect(runsOf(flights).at(-1)).toEqual(['a', 'b']);
    expect(await send('a')).toBe(0);
  });

  it('[ST14] never has one run in two statements at once', async () => {
    const { group, flights } = manualServer(2);
    const calls = [group.commit([on('a')])];
    await nextTurn();
    calls.push(group.commit([on('a'), on('b')]), group.commit([on('b')]), group.commit([on('c')]));
    await nextTurn();
    expect(runsOf(flights)).toEqual([['a'], ['c']]);
    flights[0]?.answer();
    flights[1]?.answer();
    await sent(flights, 3);
    expect(runsOf(flights)).toEqual([['a'], ['c'], ['a', 'b', 'b']]);
    flights[2]?.answer();
    expect((await Promise.all(calls)).length).toBe(4);
  });

  it('[ST14] sends much at once without waiting for more, and in parts', async () => {
    const { group, flights } = manualServer(2);
    const large = (run: string): WriteSet => ({ ...on(run), rows: Array(600).fill({}) });
    const calls = ['a', 'b', 'c', 'd'].map((run) => group.commit([large(run)]));
    // In the same turn: the second was enough for a statement, and only so many go together.
    expect(runsOf(flights)).toEqual([['a'], ['b']]);
    flights[0]?.answer();
    await sent(flights, 3);
    expect(runsOf(flights)[2]).toEqual(['c']);
    flights[1]?.answer();
    await sent(flights, 4);
    flights[2]?.answer();
    flights[3]?.answer();
    expect(await Promise.all(calls)).toHaveLength(4);
    // All that waited is gone: a small one waits for its turn again.
    const last = group.commit([on('e')]);
    expect(flights).toHaveLength(4);
    await sent(flights, 5);
    flights[4]?.answer();
    await last;
  });

  it('[ST33] sends notes of deliveries beside the commits of runs, one at a time', async () => {
    const { group, flights } = manualServer(1);
    const note: WriteSet = { rows: [], outboxSent: [{ id: 'o', sent: 1, nextAt: 0, tries: 0 }] };
    const calls = [group.commit([on('a')]), group.commit([note]), group.commit([note, note])];
    await nextTurn();
    calls.push(group.commit([{ outboxRemove: ['o'] }]), group.commit([{ ...on('b'), ...note }]));
    await nextTurn();
    expect(flights.map(({ runs, lane }) => [lane, runs])).toEqual([
      ['work', ['a']],
      ['notes', ['-', '-', '-']],
    ]);
    flights[1]?.answer();
    await sent(flights, 3);
    flights[0]?.answer();
    await sent(flights, 4);
    expect(flights.slice(2).map(({ runs, lane }) => [lane, runs])).toEqual([
      ['notes', ['-']],
      ['work', ['b']],
    ]);
    for (const flight of flights) flight.answer();
    expect((await Promise.all(calls)).length).toBe(5);
  });

  it('[ST5] tries each caller alone after one of them was refused', async () => {
    const { group, flights } = manualServer();
    const calls = Promise.allSettled([group.commit([on('a')]), group.commit([on('b')])]);
    await nextTurn();
    flights[0]?.fail(refused);
    await sent(flights, 2);
    flights[1]?.fail(refused);
    await sent(flights, 3);
    flights[2]?.answer();
    expect((await calls).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(runsOf(flights)).toEqual([['a', 'b'], ['a'], ['b']]);
  });

  it('[ST20] tells all of them when the server is gone, and asks nothing again', async () => {
    const { group, flights } = manualServer();
    const calls = Promise.allSettled([group.commit([on('a')]), group.commit([on('b')])]);
    await nextTurn();
    flights[0]?.fail(Object.assign(new Error('gone'), { code: '57P01' }));
    const settled = await calls;
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { code: 'storage_failed' } },
      { status: 'rejected', reason: { code: 'storage_failed' } },
    ]);
    expect(flights.length).toBe(1);
  });

  it('[ST9] closes when all that it took is answered', async () => {
    const { group, flights } = manualServer(1);
    const calls = [group.commit([on('a')]), group.commit([on('b')])];
    await nextTurn();
    calls.push(group.commit([on('c')]));
    let isClosed = false;
    const closing = group.close().then(() => {
      isClosed = true;
    });
    await expect(group.commit([on('d')])).rejects.toMatchObject({ code: 'stopping' });
    flights[0]?.answer();
    await sent(flights, 2);
    expect(isClosed).toBe(false);
    flights[1]?.answer();
    await closing;
    expect((await Promise.all(calls)).length).toBe(3);
  });

  it('[ST14] keeps a statement within bounds', async () => {
    const { group, flights } = manualServer(1);
    const large = (run: string): WriteSet => ({
      ...on(run),
      content: [
        { id: run, tenant: '', owner: '', salt: new Uint8Array(), bytes: new Uint8Array(5 << 20) },
      ],
    });
    const calls = [group.commit([large('a')]), group.commit([large('b')]), group.commit([on('c')])];
    await nextTurn();
    expect(runsOf(flights)).toEqual([['a', 'c']]);
    flights[0]?.answer();
    await sent(flights, 2);
    flights[1]?.answer();
    expect((await Promise.all(calls)).length).toBe(3);
    expect(runsOf(flights)).toEqual([['a', 'c'], ['b']]);
  });
});
