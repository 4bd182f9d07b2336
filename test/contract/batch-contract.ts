// A batch is written as its sets would be one after another, whatever they have to do with each other:
// the same sets, committed together here and singly to SQLite, give the same answers and leave the
// same rows.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../src/base/clock.ts';
import type { Requirement, Store, WriteSet } from '../../src/store/store.ts';
import { type Harness, type SqlRow, sqliteHarness } from './harness.ts';
import { append, move, openRun, put, sampleDue } from './sample-rows.ts';

const name = fc.constantFrom('a', 'b');
const place = fc.constantFrom('p1', 'p2', 'p3');
const small = fc.integer({ min: 0, max: 3 });
const until = 1_700_000_000_500;

const requirement: fc.Arbitrary<Requirement> = fc.oneof(
  fc.record({ unique: name, value: name, until: fc.constant(until) }),
  fc.record({ due: name }),
  fc.record({ due: name, attempt: small }),
  fc.record({
    slot: name,
    max: fc.integer({ min: 1, max: 2 }),
    place,
    tenant: fc.constant('t'),
    run: fc.constant('a'),
  }),
);

const rowWrite = fc.oneof(
  fc.tuple(name, name).map(([id, by]) => put('agents', { id, name: by })),
  name.map((id) => ({ table: 'agents' as const, remove: { id } })),
  fc.tuple(name, name, small).map(([run, step, tier]) => put('steps', { run, step, tier })),
  fc.tuple(name, name).map(([run, step]) => ({ table: 'steps' as const, remove: { run, step } })),
  fc.tuple(name, name, small).map(([run, step, tier]) => move({ run, step, tier, attempt: tier })),
);

const dueWrite = fc.oneof(
  fc.tuple(name, small).map(([id, attempt]) => ({ set: { ...sampleDue, id, attempt } })),
  name.map((clear) => ({ clear })),
);

const few = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { minLength: 1, maxLength: 2 });
const part = (weight: number, parts: { [Key in keyof WriteSet]: fc.Arbitrary<WriteSet[Key]> }) => ({
  weight,
  arbitrary: fc.record(parts) as fc.Arbitrary<WriteSet>,
});

/** One or two things at once, so that most sets hold and many meet in a wave. */
const looseSet: fc.Arbitrary<WriteSet> = fc
  .array(
    fc.oneof(
      part(6, { require: few(requirement) }),
      part(3, { rows: few(rowWrite) }),
      part(5, { due: few(dueWrite) }),
      // Not the outbox: a row that is pending is moved on PostgreSQL and left alone on SQLite.
      part(4, { freeSlots: few(place) }),
      part(2, {
        snapshot: fc.record({
          run: name,
          seq: small,
          hash: name,
          machine: small,
          bytes: fc.uint8Array({ maxLength: 2 }),
        }),
      }),
      part(1, { erase: fc.record({ owners: few(name), at: small }) }),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((parts) => Object.assign({}, ...parts) as WriteSet);

/** Some build on a run, at a head that may be right. */
const anySet = fc
  .tuple(looseSet, fc.option(fc.tuple(name, small), { nil: undefined }))
  .map(([set, head]) => {
    if (!head) return set;
    const [run, seq] = head;
    return append(run, { seq, hash: 'f'.repeat(64) }, set);
  });

/** PostgreSQL takes the sets of a batch by run, so they come like that. */
const batch = fc
  .array(anySet, { minLength: 1, maxLength: 6 })
  .map((sets) => [...sets].sort((left, right) => ((left.run ?? '') < (right.run ?? '') ? -1 : 1)));

const orders = {
  runs: 'id',
  steps: 'run, step',
  agents: 'id',
  due: 'id',
  outbox: 'id',
  slots: 'place',
  uniques: 'key',
  snapshots: 'run, seq',
  events: 'run, seq',
};

/** PostgreSQL's driver gives large integers as text, and bytes as its own kind. */
const plain = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value);

const plainRow = (row: SqlRow): object =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)]));

async function tablesOf({ sql }: Harness): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const [table, order] of Object.entries(orders)) {
    const rows = await sql(`select * from ${table} order by ${order}`);
    found.push([table, rows.map(plainRow)]);
  }
  return found;
}

const start: WriteSet = {
  rows: [openRun('a', { head_seq: 1 }), openRun('b', { head_seq: 2 })],
  due: [{ set: { ...sampleDue, id: 'a' } }],
};

export function batchContract(harness: () => Harness): void {
  const clock = new ManualClock(1_700_000_000_000);
  let store: Store;
  let plainHarness: Harness;
  let plainStore: Store;
  beforeEach(async () => {
    store = await harness().open({ clock });
    plainHarness = await sqliteHarness();
    plainStore = await plainHarness.open({ clock });
  });
  afterEach(() => plainHarness.drop());

  const together = async (sets: readonly WriteSet[]): Promise<unknown> => {
    for (const table of Object.keys(orders)) await harness().sql(`delete from ${table}`);
    await store.commit([start]);
    return { results: await store.commit(sets), tables: await tablesOf(harness()) };
  };
  const singly = async (sets: readonly WriteSet[]): Promise<unknown> => {
    for (const table of Object.keys(orders)) await plainHarness.sql(`delete from ${table}`);
    await plainStore.commit([start]);
    const results: unknown[] = [];
    for (const set of sets) results.push(...(await plainStore.commit([set])));
    return { results, tables: await tablesOf(plainHarness) };
  };

  describe('a batch', () => {
    it('[ST30] is written as its sets would be one after another, and as on SQLite', async () => {
      await fc.assert(
        fc.asyncProperty(batch, async (sets) => {
          expect(await together(sets)).toEqual(await singly(sets));
        }),
        { numRuns: 60 },
      );
    });

    it('[ST30] lets one set require what another has just written', async () => {
      const { id } = sampleDue;
      const claim: WriteSet = { require: [{ due: id }], due: [{ clear: id }] };
      const results = await store.commit([claim, { due: [{ set: sampleDue }] }, claim, claim]);
      expect(results.map(({ ok }) => ok)).toEqual([false, true, true, false]);
    });

    it('[ST30] of which one set conflicts keeps all the others', async () => {
      const sets = Array.from({ length: 9 }, (_, index) =>
        append(`exec_${index}`, index === 4 ? { seq: 9, hash: '' } : undefined, {
          rows: [put('steps', { run: `exec_${index}` })],
          outbox: [{ id: `${index}`, tenant: 't', run: '', seq: 1, topic: '', sent: 0 }],
        }),
      );
      const results = await store.commit(sets);
      expect(results.map(({ ok }) => ok)).toEqual(sets.map((_, index) => index !== 4));
      expect(await store.steps('exec_4')).toEqual([]);
      expect((await store.steps('exec_5')).length).toBe(1);
      expect((await store.outboxPending(0, 99)).length).toBe(8);
    });

    it('[ST30] takes ten thousand steps in one set', async () => {
      const rows = Array.from({ length: 10_000 }, (_, index) =>
        put('steps', { run: 'exec_wide', step: `task_${index}`, position: index }),
      );
      expect(await store.commit([append('exec_wide', undefined, { rows })])).toEqual([
        { ok: true },
      ]);
      const steps = await store.steps('exec_wide');
      expect(steps.map(({ position }) => position)).toEqual(rows.map((_, index) => index));
    });
  });
}
