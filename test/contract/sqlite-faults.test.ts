// What can go wrong around a SQLite file: a full disk, company, a copy while writing, an erase that
// must reach every byte, a folder that cannot be written.
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyAll } from '../../src/engine/verify.ts';
import { openSqliteReader, openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts';
import type { ContentRow, Store, WriteSet } from '../../src/store/store.ts';
import { leaf } from '../support/run-driver.ts';
import { runTogether, startChild } from './child.ts';
import { commitAll, RunBuilder, tenant, wholeRun } from './run-builder.ts';
import { append, put } from './sample-rows.ts';

let folder: string;
let opened: Store[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planwright-faults-'));
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((store) => store.close()));
  rmSync(folder, { recursive: true, force: true });
});

function open(options: { file?: string; pagesMax?: number } = {}): Store {
  const { file = 'planwright.db', ...rest } = options;
  const store = openSqliteStore({ path: join(folder, file), synchronous: 'NORMAL', ...rest });
  opened.push(store);
  return store;
}

const big = (id: string, owner: string): ContentRow => ({
  id,
  tenant,
  owner,
  salt: new Uint8Array(16),
  bytes: new Uint8Array(64 * 1024).fill(7),
});

const setWithBig = (index: number): WriteSet =>
  append(`exec_big_${index}`, undefined, { content: [big(`ct_${index}`, 'exec_fill')] });

/** Commits until the store says no; gives the number of sets that were taken, and the error. */
async function fill(store: Store): Promise<{ taken: number; error: unknown }> {
  for (let taken = 0; ; taken += 1) {
    try {
      await store.commit([setWithBig(taken)]);
    } catch (error) {
      return { taken, error };
    }
  }
}

describe('a SQLite store', () => {
  it('[ST16] that is full says so, writes nothing by halves, and works again with space', async () => {
    const store = open({ pagesMax: 400 });
    await commitAll(store, wholeRun('exec_whole0000000001').sets);
    const { taken, error } = await fill(store);
    expect(error).toMatchObject({ code: 'storage_full' });
    expect(taken).toBeGreaterThan(3);
    expect(await store.content(`ct_${taken}`)).toBeNull();
    expect(await store.run(`exec_big_${taken}`)).toBeNull();
    expect(await store.events(`exec_big_${taken}`, 0, 5)).toEqual([]);
    expect((await store.contentIds('exec_fill')).length).toBe(taken);
    expect(await store.commit([{ erase: { owners: ['exec_fill'], at: 1 } }])).toEqual([
      { ok: true },
    ]);
    expect(await store.commit([setWithBig(taken)])).toEqual([{ ok: true }]);
    const [whole] = await store.runIds('exec_whole', 1);
    expect(whole).toBe('exec_whole0000000001');
  });

  it('[ST17] opens in many threads at the same instant', async () => {
    const [threads, rounds] = [4, 30];
    const arrivals = new Int32Array(new SharedArrayBuffer(4 * rounds));
    const script = new URL('./fixtures/open-worker.ts', import.meta.url);
    const workers = Array.from(
      { length: threads },
      () => new Worker(script, { workerData: { folder, rounds, threads, arrivals } }),
    );
    const problems = await Promise.all(workers.map((worker) => once(worker, 'message')));
    await Promise.all(workers.map((worker) => worker.terminate()));
    expect(problems.flat(2)).toEqual([]);
  });

  it('[ST17] takes the appends of several processes without a gap', async () => {
    const store = open();
    const address = join(folder, 'planwright.db');
    const children = [1, 2, 3].map((index) =>
      startChild({
        kind: 'sqlite',
        address,
        append: { runs: ['exec_shared', `exec_own_${index}`], count: 40 },
      }),
    );
    expect(await runTogether(children)).toEqual([0, 0, 0]);
    for (const [run, count] of [['exec_shared', 120] as const, ['exec_own_2', 40] as const]) {
      const events = await store.events(run, 0, 1_000);
      const acked = children
        .flatMap(({ lines }) => lines.filter((line) => line.run === run))
        .sort((left, right) => (left.seq ?? 0) - (right.seq ?? 0));
      expect(events.map(({ seq, hash }) => ({ seq, hash }))).toEqual(
        acked.map(({ seq, hash }) => ({ seq, hash })),
      );
      expect(events.length).toBe(count);
    }
  });

  it('[ST17] is read through a connection that cannot write', async () => {
    const store = open();
    const reader = openSqliteReader(join(folder, 'planwright.db'));
    await store.commit([append('exec_seen')]);
    expect(await reader.runIds('', 5)).toEqual(['exec_seen']);
    expect(await reader.events('exec_seen', 0, 5)).toEqual(await store.events('exec_seen', 0, 5));
    reader.close();
    expect(() => openSqliteReader(join(folder, 'absent.db'))).toThrow(
      expect.objectContaining({ code: 'storage_failed' }),
    );
  });

  it('[ST18] copied while it is written gives a valid prefix', async () => {
    const store = open();
    const builder = new RunBuilder('exec_copy00000000001');
    await commitAll(store, [builder.create([leaf('task_1')])]);
    let isCopying = true;
    const writing = (async () => {
      while (isCopying || builder.state.seq < 300) {
        await commitAll(store, [builder.note(`note ${builder.state.seq}`)]);
      }
    })();
    try {
      // Again and again: on the writer's own connection every third copy failed.
      for (let copies = 0; copies < 20; copies += 1) {
        await store.backup(join(folder, `copy${copies}.db`));
      }
    } finally {
      isCopying = false;
      await writing;
    }
    const copy = open({ file: 'copy19.db' });
    const [report] = await verifyAll(copy);
    expect(report).toMatchObject({ ok: true, run: builder.state.id });
    expect(report?.events).toBeGreaterThanOrEqual(3);
    const original = await store.events(builder.state.id, 0, 100_000);
    const copied = await copy.events(builder.state.id, 0, 100_000);
    expect(copied).toEqual(original.slice(0, copied.length));
  });

  it('[LG4] that erased holds the canary in no byte of its folder', async () => {
    const store = open();
    const canary = 'canary-5d41402abc4b2a76';
    const builder = new RunBuilder('exec_canary000000001');
    await commitAll(store, [builder.create([leaf('task_1')]), builder.note(canary)]);
    const note = { run: builder.state.id, step: 'task_1', note: canary };
    const goal = { id: 'plan_contract1', run: builder.state.id, goal: canary, title: canary };
    const run = builder.state.id;
    const bytes = Buffer.from(`a state with ${canary}`);
    await store.commit([
      {
        rows: [
          put('telemetry', note),
          put('plans', goal),
          put('messages', { run, sender: canary }),
        ],
        snapshot: { run, seq: 1, hash: '', machine: 1, bytes },
        require: [{ unique: 'once', value: `{"answer":"${canary}"}`, until: 9, owner: run }],
      },
    ]);
    expect(filesWith(canary)).not.toEqual([]);
    await commitAll(store, [builder.erase(), { erase: { owners: ['plan_contract1'], at: 5 } }]);
    await store.scrub();
    expect(filesWith(canary)).toEqual([]);
    expect(await verifyAll(store)).toMatchObject([{ ok: true, erased: 2 }]);
    await store.close();
    expect(filesWith(canary)).toEqual([]);
  });

  it('[ST19] in a folder that cannot be written says what to check', async () => {
    const data = join(folder, 'data');
    mkdirSync(data);
    chmodSync(folder, 0o755);
    chmodSync(data, 0o555);
    for (const address of [join(data, 'planwright.db'), join(data, 'deeper', 'planwright.db')]) {
      const child = startChild({ kind: 'sqlite', address, unprivileged: true });
      expect(await runTogether([child])).toEqual([1]);
      expect(child.lines.at(-1)).toMatchObject({
        error: 'storage_failed',
        message: expect.stringContaining('permissions'),
      });
    }
  });

  it('[ST19] on a file that is no database says so', async () => {
    writeFileSync(join(folder, 'planwright.db'), 'this is not a database, '.repeat(400));
    expect(() => open()).toThrow(expect.objectContaining({ code: 'storage_failed' }));
  });
});

function filesWith(text: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(text));
}
