// Snapshots, single events, keys that keep answers, and what an erase takes of all of them.
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/base/clock.ts';
import type { SnapshotWrite, Store, WriteSet } from '../../src/store/store.ts';
import type { Harness } from './harness.ts';
import { append, headAfter, put, sampleRows } from './sample-rows.ts';

const run = sampleRows.runs.id;

const snapshot = (seq: number, of = run): SnapshotWrite => ({
  run: of,
  seq,
  hash: `hash ${seq}`,
  machine: 3,
  bytes: Uint8Array.from([0, 255, seq]),
});

export function snapshotContract(harness: () => Harness): void {
  const clock = new ManualClock(1_700_000_000_000);
  let store: Store;
  beforeEach(async () => {
    store = await harness().open({ clock });
  });
  const ok = async (...sets: WriteSet[]): Promise<void> => {
    expect(await store.commit(sets)).toEqual(sets.map(() => ({ ok: true })));
  };

  describe('a snapshot', () => {
    it('[ST28] is the newest of its run, and the newest two are kept', async () => {
      for (const seq of [5, 20, 9]) await ok({ snapshot: snapshot(seq) });
      await ok({ snapshot: snapshot(7, 'exec_other') });
      const { run: _, ...newest } = snapshot(20);
      expect(await store.snapshot(run)).toEqual(newest);
      const kept = await harness().sql(
        'select cast(seq as integer) as seq from snapshots where run = ? order by seq',
        run,
      );
      expect(kept).toEqual([{ seq: 9 }, { seq: 20 }]);
      await ok({ snapshot: { ...snapshot(20), machine: 4 } });
      expect((await store.snapshot(run))?.machine).toBe(4);
      expect(await store.snapshot('exec_absent')).toBeNull();
    });

    it('[ST28] of a set that conflicts is not written', async () => {
      const [result] = await store.commit([{ run, expectedSeq: 4, snapshot: snapshot(4) }]);
      expect(result?.ok).toBe(false);
      expect(await store.snapshot(run)).toBeNull();
    });
  });

  it('[ST10] one event is read by its number', async () => {
    const first = append(run);
    const second = append(run, headAfter(first));
    await ok(first, second);
    expect(await store.event(run, 2)).toEqual(second.events?.[0]);
    expect(await store.event(run, 3)).toBeNull();
  });

  describe('a unique key', () => {
    const until = clock.now() + 1_000;

    it('[ST3] keeps an answer of 64 KiB, and gives it to the second', async () => {
      const value = JSON.stringify({ answer: randomBytes(48 * 1024 - 32).toString('base64') });
      expect(value.length).toBeGreaterThan(65_000);
      await ok({ require: [{ unique: 'once', value, until, owner: run }] });
      const again: WriteSet = { require: [{ unique: 'once', value: 'other', until }] };
      const [conflict] = await store.commit([again]);
      expect(conflict).toEqual({ ok: false, conflict: 'unique', key: 'once', value });
    });

    it('[ST29] is forgotten after its time, a few at once', async () => {
      const at = (unique: string, ms: number) => ({ unique, value: '', until: ms });
      await ok({ require: [at('a', 10), at('b', 20), at('c', 30), at('d', until)] });
      expect(await store.purgeUniques(30, 1)).toBe(1);
      expect(await store.taken('a')).toBeNull();
      expect(await store.purgeUniques(30, 9)).toBe(1);
      expect(await store.taken('c')).not.toBeNull();
      expect(await store.purgeUniques(clock.now(), 9)).toBe(1);
      expect(await store.taken('d')).not.toBeNull();
    });
  });

  it('[ST8] an erase takes snapshots, messages, slots and keys of its owner alone, and leaves what must be delivered', async () => {
    const until = clock.now() + 1_000;
    const slot = (of: string) => ({
      slot: 's',
      max: 9,
      place: `${of}/task_1`,
      tenant: 't',
      run: of,
    });
    const key = (unique: string, value: string, owner?: string) =>
      owner === undefined ? { unique, value, until } : { unique, value, until, owner };
    for (const of of [run, 'exec_other']) {
      await ok({
        snapshot: snapshot(1, of),
        rows: [put('messages', { id: `msg_${of}`, run: of })],
        outbox: [{ id: `out_${of}`, tenant: 't', run: of, seq: 1, topic: '', sent: 0 }],
        require: [slot(of), key(`owned ${of}`, '{"answer":1}', of), key(`value ${of}`, of)],
      });
    }
    await ok({ require: [key('nobody', '')] });
    await ok({ erase: { owners: [run], at: 1 } });
    const left = async (table: string, column: string): Promise<unknown[]> =>
      (await harness().sql(`select ${column} as x from ${table} order by 1`)).map(({ x }) => x);
    expect(await left('snapshots', 'run')).toEqual(['exec_other']);
    expect(await left('messages', 'run')).toEqual(['exec_other']);
    expect(await left('outbox', 'run')).toHaveLength(2);
    expect(await left('slots', 'run')).toEqual(['exec_other']);
    expect(await left('uniques', 'key')).toEqual([
      'nobody',
      'owned exec_other',
      'value exec_other',
    ]);
    await store.scrub();
  });
}
