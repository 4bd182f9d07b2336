// The log in the store: golden bytes, and verification that finds any change and says where.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../src/base/hash.ts';
import { fold } from '../../src/engine/apply.ts';
import { type EventDraft, eventVersions } from '../../src/engine/event-types.ts';
import {
  emptyHead,
  encodeEvent,
  type Head,
  type StoredEvent,
} from '../../src/engine/log-header.ts';
import { project } from '../../src/engine/projection.ts';
import { verifyAll, verifyRun } from '../../src/engine/verify.ts';
import { viewHash } from '../../src/engine/view.ts';
import type { ContentRow, Store } from '../../src/store/store.ts';
import type { Harness } from './harness.ts';
import { commitAll, type RunBuilder, tenant, wholeRun } from './run-builder.ts';
import { put } from './sample-rows.ts';

interface Golden {
  readonly run: string;
  readonly view: string;
  readonly events: readonly {
    readonly type: string;
    readonly at: number;
    readonly draft: EventDraft;
    readonly header: string;
    readonly hash: string;
  }[];
  readonly contents: readonly {
    readonly id: string;
    readonly salt: string;
    readonly bytes: string;
  }[];
}

const readGolden = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as Golden;

const goldens = ['golden-events', 'golden-judgement', 'golden-packed'].map(readGolden);

const storedOf = ({ events }: Golden): StoredEvent[] =>
  events.map(({ header, hash }, index) => ({ seq: index + 1, header, hash }));

const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

const contentsOf = ({ run, contents }: Golden): ContentRow[] =>
  contents.map(({ id, salt, bytes }) => ({
    ...{ id, tenant, owner: run },
    salt: fromBase64(salt),
    bytes: fromBase64(bytes),
  }));

/** The same value with its keys the other way round: the writer must not care. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

async function storeGolden(store: Store, golden: Golden): Promise<void> {
  const { run } = golden;
  const events = storedOf(golden);
  const drafts = golden.events.map(({ draft }) => draft);
  const { rows } = project(fold(run, events), drafts);
  await commitAll(store, [{ run, expectedSeq: 0, events, content: contentsOf(golden), rows }]);
}

async function storedRun(harness: Harness, run: string): Promise<[Store, RunBuilder]> {
  const store = await harness.open();
  const builder = wholeRun(run);
  await commitAll(store, builder.sets);
  return [store, builder];
}

const flipText = (text: string, at: number): string => {
  const bytes = Buffer.from(text);
  const place = at % bytes.length;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes.toString('utf8');
};

function flipByte(bytes: Uint8Array, at: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[at % copy.length] = (copy[at % copy.length] ?? 0) ^ 1;
  return copy;
}

/** Changes one byte below the store; gives the event that must be named, and a way back. */
async function damage(
  harness: Harness,
  builder: RunBuilder,
  where: 'header' | 'hash' | 'bytes' | 'salt',
  pick: number,
  at: number,
): Promise<{ readonly seq: number; readonly undo: () => Promise<unknown> }> {
  const run = builder.state.id;
  if (where === 'header' || where === 'hash') {
    const events = builder.sets.flatMap((set) => set.events ?? []);
    const event = events[pick % events.length] as StoredEvent;
    const text = `update events set ${where} = ? where run = ? and seq = ?`;
    await harness.sql(text, flipText(event[where], at), run, event.seq);
    return { seq: event.seq, undo: () => harness.sql(text, event[where], run, event.seq) };
  }
  const rows = builder.sets.flatMap((set) => set.content ?? []);
  const row = rows[pick % rows.length] as ContentRow;
  const text = `update content set ${where} = ? where id = ?`;
  await harness.sql(text, flipByte(row[where], at), row.id);
  const events = builder.sets.flatMap((set) => set.events ?? []);
  const seq = events.find((event) => event.header.includes(`"${row.id}"`))?.seq ?? 0;
  return { seq, undo: () => harness.sql(text, row[where], row.id) };
}

export function logContract(harness: () => Harness): void {
  describe('the log', () => {
    it('[LG1] has a golden event of every type', () => {
      const types = new Set(goldens.flatMap(({ events }) => events.map(({ type }) => type)));
      expect([...types].sort()).toEqual(Object.keys(eventVersions).sort());
    });

    it.each(goldens)('[LG1] is written as the golden events were, to the byte: $run', (golden) => {
      let head: Head = emptyHead;
      for (const { at, draft, header, hash } of golden.events) {
        const stored = encodeEvent(golden.run, head, at, reversed(draft) as EventDraft);
        expect(stored).toEqual({ seq: head.seq + 1, header, hash });
        head = stored;
      }
    });

    it.each(goldens)(
      '[LG1] gives the golden events back; they verify and fold to the same view: $run',
      async (golden) => {
        const store = await harness().open();
        await storeGolden(store, golden);
        const events = await store.events(golden.run, 0, 100);
        expect(events).toEqual(storedOf(golden));
        expect(viewHash(fold(golden.run, events))).toBe(golden.view);
        const report = await verifyRun(store, golden.run);
        expect(report).toEqual({
          run: golden.run,
          ok: true,
          events: golden.events.length,
          erased: 0,
          head: { seq: golden.events.length, hash: golden.events.at(-1)?.hash },
        });
      },
    );

    it('[LG2] with one byte changed anywhere is found, with run and number', async () => {
      const [store, builder] = await storedRun(harness(), 'exec_flip00000000001');
      await commitAll(store, wholeRun('exec_fine00000000001').sets);
      const place = fc.tuple(
        fc.constantFrom('header' as const, 'hash' as const, 'bytes' as const, 'salt' as const),
        fc.nat(10_000),
        fc.nat(10_000),
      );
      await fc.assert(
        fc.asyncProperty(place, async ([where, pick, at]) => {
          const { seq, undo } = await damage(harness(), builder, where, pick, at);
          const broken = (await verifyAll(store)).filter(({ ok }) => !ok);
          await undo();
          expect(broken.map(({ run }) => run)).toEqual(['exec_flip00000000001']);
          expect(broken[0]?.problem?.seq).toBe(seq);
        }),
        { numRuns: store.kind === 'sqlite' ? 120 : 60 },
      );
      expect(await verifyAll(store)).toMatchObject([
        { run: 'exec_fine00000000001', ok: true, events: 14 },
        { run: 'exec_flip00000000001', ok: true, events: 14 },
      ]);
    });

    it('[LG3] that lost its tail is found', async () => {
      const [store, { state }] = await storedRun(harness(), 'exec_tail00000000001');
      await harness().sql('delete from events where run = ? and seq > ?', state.id, state.seq - 2);
      const report = await verifyRun(store, state.id);
      expect(report).toMatchObject({ ok: false, problem: { seq: state.seq - 1 } });
    });

    it('[LG3] that goes on beyond the head of its run is found', async () => {
      const [store, { state }] = await storedRun(harness(), 'exec_more00000000001');
      const last = (await store.events(state.id, state.seq - 1, 1))[0] as StoredEvent;
      const text = 'insert into events (run, seq, header, hash) values (?, ?, ?, ?)';
      await harness().sql(text, state.id, state.seq + 1, last.header, last.hash);
      expect((await verifyRun(store, state.id)).problem?.seq).toBe(state.seq + 1);
    });

    it('[LG3] with a hole, or an event of another run, is found', async () => {
      const [store, { state }] = await storedRun(harness(), 'exec_hole00000000001');
      await harness().sql('delete from events where run = ? and seq = 4', state.id);
      expect((await verifyRun(store, state.id)).problem?.seq).toBe(4);
      const other = wholeRun('exec_hole00000000002');
      await commitAll(store, other.sets);
      await harness().sql("update events set run = 'exec_stolen' where run = ?", other.state.id);
      expect((await verifyRun(store, other.state.id)).problem?.seq).toBe(1);
      expect((await verifyRun(store, 'exec_stolen')).problem?.seq).toBe(1);
      expect((await verifyRun(store, 'exec_absent')).problem?.what).toBe('there is no such run');
    });

    it('[LG4] whose contents were erased is valid and says how many', async () => {
      const [store, builder] = await storedRun(harness(), 'exec_erase0000000001');
      await commitAll(store, [builder.erase()]);
      const report = await verifyRun(store, builder.state.id);
      expect(report).toMatchObject({ ok: true, erased: 6, events: builder.state.seq });
      expect(await verifyAll(store)).toEqual([report]);
    });

    it('[LG4] whose content is gone without a record is broken', async () => {
      const [store, builder] = await storedRun(harness(), 'exec_gone00000000001');
      await harness().sql('delete from content where owner = ?', builder.state.id);
      expect(await verifyRun(store, builder.state.id)).toMatchObject({
        ok: false,
        problem: { seq: 2 },
      });
    });

    it('[LG5] and the rows agree after every commit of a life', async () => {
      const store = await harness().open();
      const builder = wholeRun('exec_life00000000001');
      for (const set of builder.sets) {
        await commitAll(store, [set]);
        expect(await verifyRun(store, builder.state.id)).toMatchObject({ ok: true });
      }
    });

    it('[LG5] that grows while it is checked is no problem', async () => {
      const [store, builder] = await storedRun(harness(), 'exec_grow00000000001');
      let isChecking = true;
      const growing = (async () => {
        while (isChecking) await commitAll(store, [builder.note('more')]);
      })();
      const reports = [];
      for (let round = 0; round < 10; round += 1) {
        reports.push(await verifyRun(store, builder.state.id));
      }
      isChecking = false;
      await growing;
      expect(reports.filter(({ ok }) => !ok)).toEqual([]);
      expect(reports.at(-1)?.events).toBeGreaterThan(14);
    });

    it.each([
      ['runs', 'status', "update runs set status = 'COMPLETED ' where id = ?"],
      ['runs', 'steps_done', 'update runs set steps_done = 1 where id = ?'],
      ['steps', 'state', "update steps set state = 'READY' where step = 'task_2' and run = ?"],
      ['steps', 'attempt', "update steps set attempt = 9 where step = 'task_1' and run = ?"],
      ['steps', 'no row', "delete from steps where step = 'task_2' and run = ?"],
    ])('[LG5] says when %s is not what the events lead to: %s', async (_, column, text) => {
      const [store, builder] = await storedRun(harness(), 'exec_rows00000000001');
      expect(await verifyRun(store, builder.state.id)).toMatchObject({ ok: true, events: 14 });
      await harness().sql(text, builder.state.id);
      const report = await verifyRun(store, builder.state.id);
      expect(report).toMatchObject({ ok: false, problem: { seq: builder.state.seq } });
      expect(report.problem?.what).toContain(column);
    });

    it('[LG5] says when a file is not what was filed', async () => {
      const [store, builder] = await storedRun(harness(), 'exec_file00000000001');
      const content = builder.sets.flatMap((set) => set.content ?? []).at(-1) as ContentRow;
      const { id, bytes } = content;
      const file = { tenant, owner: 'plan_contract1', content: id, size: bytes.byteLength };
      await store.commit([{ rows: [put('artifacts', { ...file, sha256: sha256Hex(bytes) })] }]);
      expect(await verifyRun(store, builder.state.id)).toMatchObject({ ok: true });
      await store.commit([{ rows: [put('artifacts', { ...file, sha256: 'ab'.repeat(32) })] }]);
      const report = await verifyRun(store, builder.state.id);
      expect(report.problem?.what).toContain('report.md');
    });
  });
}
