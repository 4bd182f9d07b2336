import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { leaf } from '../../test/support/run-driver.ts';
import {
  callOf,
  claimRequest,
  createRun,
  openTempEngine,
  type TempEngine,
  tenant,
  turn,
  until,
} from '../../test/support/temp-engine.ts';
import { type StreamItem, streamRun } from './event-stream.ts';
import { RunWatch } from './run-watch.ts';

const longMs = 3_600_000;

describe('a stream of events', () => {
  let temp: TempEngine;
  let watch: RunWatch;
  let runs = 0;
  beforeEach(async () => {
    temp = await openTempEngine();
    watch = new RunWatch();
    temp.engine.onAdvance((advance) => watch.tell(advance));
  });
  afterEach(() => temp.close());

  async function newRun(count = 2): Promise<string> {
    runs += 1;
    const run = `exec_stream${runs}`;
    const steps = Array.from({ length: count }, (_, index) => leaf(`task_${index}`));
    await createRun(temp.engine, run, steps);
    return run;
  }
  const note = (run: string, text: string) =>
    temp.engine.note({
      tenant,
      run,
      by: 'agent_a',
      step: '',
      kind: 'remark',
      reportedAt: 0,
      note: { message: text },
    });
  const open = (run: string, after: number, signal: AbortSignal, beatMs = longMs) =>
    streamRun(temp.store, watch, { run, tenant, after, signal, beatMs });
  async function finish(run: string): Promise<void> {
    for (;;) {
      const claimed = await temp.engine.claim(claimRequest({ run }));
      if (!claimed) return;
      await temp.engine.complete({ ...callOf(claimed), output: { message: 'done' } });
    }
  }
  const seqsOf = (items: readonly StreamItem[]) =>
    items.flatMap((item) => (item.kind === 'event' ? [item.event.seq] : []));
  const upTo = (last: number, after = 0) =>
    Array.from({ length: last - after }, (_, index) => after + index + 1);

  async function readAll(run: string, after = 0): Promise<StreamItem[]> {
    const items: StreamItem[] = [];
    for await (const item of open(run, after, new AbortController().signal)) items.push(item);
    return items;
  }

  it('[EV1] gives a finished run from the cursor to the end, over many pages', async () => {
    const run = await newRun(1);
    await Promise.all(Array.from({ length: 250 }, (_, index) => note(run, `note ${index}`)));
    await finish(run);
    const last = (await temp.store.run(run))?.head_seq ?? 0;
    for (const after of [0, 1, 99, 100, 101, last - 1, last, last + 5]) {
      const items = await readAll(run, after);
      expect(seqsOf(items)).toEqual(last > after ? upTo(last, after) : []);
      expect(items.at(-1)).toEqual({ kind: 'end' });
    }
  });

  it('[EV1] events that come while the reader reads are neither lost nor repeated', async () => {
    const run = await newRun(3);
    const reading = readAll(run);
    for (let index = 0; index < 40; index += 1) {
      await Promise.all([note(run, 'a'), note(run, 'b')]);
      if (index % 7 === 0) await turn();
    }
    await finish(run);
    const items = await reading;
    expect(seqsOf(items)).toEqual(upTo((await temp.store.run(run))?.head_seq ?? 0));
  });

  it('[EV1] readers that drop out and come back anywhere miss nothing and see nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 20 }),
        async (drops, bursts) => {
          const run = await newRun(1);
          const writing = (async () => {
            for (const burst of bursts) {
              await Promise.all(Array.from({ length: burst }, () => note(run, 'x')));
              await turn();
            }
            await finish(run);
          })();
          const seen = await readWithDrops(run, drops);
          await writing;
          expect(seen).toEqual(upTo((await temp.store.run(run))?.head_seq ?? 0));
        },
      ),
      { numRuns: 40 },
    );
  });

  /** Reads so many events, hangs up, and comes back with the last number it saw. */
  async function readWithDrops(run: string, drops: readonly number[]): Promise<number[]> {
    const seen: number[] = [];
    for (let round = 0; ; round += 1) {
      const reader = new AbortController();
      let left = drops[round] ?? Number.POSITIVE_INFINITY;
      for await (const item of open(run, seen.at(-1) ?? 0, reader.signal)) {
        if (item.kind === 'end') return seen;
        if (item.kind === 'event') seen.push(item.event.seq);
        left -= 1;
        if (left === 0) break;
      }
      reader.abort();
    }
  }

  it('[EV1] hears of events that another process wrote', async () => {
    const run = await newRun(1);
    const other = await temp.beside();
    temp.store.onForeignCommit(() => watch.tell({ run: '', seq: 0 }));
    const reading = readAll(run);
    await turn();
    const claimed = await other.claim(claimRequest({ run }));
    if (!claimed) throw new Error('nothing to claim');
    await other.complete({ ...callOf(claimed), output: {} });
    expect(seqsOf(await reading)).toEqual(upTo((await temp.store.run(run))?.head_seq ?? 0));
  });

  it('[EV3] ends with the run, with the reader, and for a run that is not there', async () => {
    const run = await newRun(1);
    const reader = new AbortController();
    const items: StreamItem[] = [];
    const reading = (async () => {
      for await (const item of open(run, 0, reader.signal)) items.push(item);
    })();
    await until(() => items.length === 3);
    reader.abort();
    await reading;
    expect(items.map((item) => item.kind)).toEqual(['event', 'event', 'event']);
    expect(await readAll('exec_none1')).toEqual([{ kind: 'end' }]);
    expect(watch.size).toBe(0);
  });

  it('[EV3] gives a beat while nothing happens', async () => {
    const run = await newRun(1);
    const reader = new AbortController();
    const kinds: string[] = [];
    for await (const item of open(run, 3, reader.signal, 5)) {
      kinds.push(item.kind);
      if (kinds.length === 2) reader.abort();
    }
    expect(kinds).toEqual(['beat', 'beat']);
    expect(watch.size).toBe(0);
  });

  it('[EV2] progress comes at most once in ten seconds for a step, and the newest then', async () => {
    const run = await newRun(2);
    const reader = new AbortController();
    const seen: string[] = [];
    let beats = 0;
    const reading = (async () => {
      for await (const item of open(run, 0, reader.signal, 1)) {
        if (item.kind === 'telemetry') seen.push(`${item.data.step_id} ${item.data.progress}`);
        if (item.kind === 'beat') beats += 1;
      }
    })();
    const first = await temp.engine.claim(claimRequest({ run }));
    const second = await temp.engine.claim(claimRequest({ run }));
    if (!first || !second) throw new Error('nothing to claim');
    const beat = async (claimed: typeof first, progress: number) => {
      await temp.engine.heartbeat({ ...callOf(claimed), progress, note: null });
      const before = beats;
      await vi.waitUntil(() => beats >= before + 2, { timeout: 60_000, interval: 1 });
    };
    await beat(first, 10);
    await beat(second, 15);
    temp.clock.advance(9_000);
    await beat(first, 20);
    await beat(first, 30);
    expect(seen).toEqual(['task_0 10', 'task_1 15']);
    temp.clock.advance(1_000);
    await beat(first, 40);
    expect(seen).toEqual(['task_0 10', 'task_1 15', 'task_0 40']);
    reader.abort();
    await reading;
  });
});
