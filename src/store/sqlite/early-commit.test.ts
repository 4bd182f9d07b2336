import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, sqliteHarness } from '../../../test/contract/harness.ts';
import { append, headAfter } from '../../../test/contract/sample-rows.ts';
import type { Store, WriteSet } from '../store.ts';
import { openSqliteReader, openSqliteStore } from './sqlite-store.ts';
import { SyncMark } from './sync-mark.ts';
import type { DiskSync } from './wal-sync.ts';

/** A disk that has what was there at the last sync, as a machine that loses its power would leave it. */
class Disk implements DiskSync {
  readonly #path: string;
  /** Syncs that were waited for, and those in the background. */
  waited = 0;
  begun = 0;
  #images = 0;
  /** Syncs in the background that have not ended yet. */
  readonly pending: ((error: Error | null) => void)[] = [];
  isBroken = false;
  isClosed = false;

  constructor(path: string) {
    this.#path = path;
  }

  /** What another machine would find. */
  get image(): string {
    return join(this.#folder, basename(this.#path));
  }

  get #folder(): string {
    return join(dirname(this.#path), `disk-${this.#images}`);
  }

  /** By another process: to close a file of the database here would drop the locks on it. */
  take(): void {
    this.#images += 1;
    mkdirSync(this.#folder);
    const files = [this.#path, `${this.#path}-wal`].filter((file) => existsSync(file));
    execFileSync('cp', [...files, this.#folder]);
  }

  now(): void {
    this.waited += 1;
    if (this.isBroken) throw new Error('EIO');
    this.take();
  }

  later(done: (error: Error | null) => void): void {
    this.begun += 1;
    this.pending.push((error) => {
      if (!error) this.take();
      done(error);
    });
  }

  close(): void {
    this.isClosed = true;
  }
}

describe('commits that are answered before they are synced', () => {
  const run = 'exec_early1';
  let harness: Harness;
  let disk: Disk;
  let mark: SyncMark;
  let store: Store;

  beforeEach(async () => {
    harness = await sqliteHarness();
    disk = new Disk(harness.address);
    mark = new SyncMark();
    const place = { path: harness.address, synchronous: 'FULL' } as const;
    store = openSqliteStore({ ...place, syncMark: mark, diskSync: disk });
    disk.take();
  });
  afterEach(async () => {
    await store.close().catch(() => undefined);
    await harness.drop();
  });

  const soon = (isSo: () => boolean): Promise<unknown> =>
    vi.waitUntil(isSo, { timeout: 60_000, interval: 1 });
  const early = (set: WriteSet) => store.commit([set], { isEarly: true });
  const eventsOnDisk = async (): Promise<number> => {
    const found = openSqliteStore({ path: disk.image, synchronous: 'NORMAL' });
    const events = await found.events(run, 0, 100);
    await found.close();
    return events.length;
  };
  const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
    let isDone = false;
    void promise.then(
      () => (isDone = true),
      () => (isDone = true),
    );
    await new Promise(setImmediate);
    return isDone;
  };

  const endSyncsUntil = async (promise: Promise<unknown>): Promise<void> => {
    while (!(await isSettled(promise))) {
      await soon(() => disk.pending.length > 0);
      disk.pending.shift()?.(null);
    }
  };

  it('[ST35] are seen at once, and told by nobody before they are synced', async () => {
    const first = append(run);
    expect(await early(first)).toEqual([{ ok: true }]);
    await early(append(run, headAfter(first)));
    expect(await store.events(run, 0, 100)).toHaveLength(2);
    expect(await eventsOnDisk()).toBe(0);
    const kept = store.kept();
    const beside = openSqliteReader(harness.address, mark);
    const told = beside.events(run, 0, 100);
    await soon(() => disk.pending.length === 1);
    expect([await isSettled(kept), await isSettled(told)]).toEqual([false, false]);
    await endSyncsUntil(kept);
    expect(await told).toHaveLength(2);
    expect(await eventsOnDisk()).toBe(2);
    beside.close();
  });

  it('[ST35] are counted as written before anybody can see them', async () => {
    const seen: number[] = [];
    const beside = new DatabaseSync(harness.address, { readOnly: true });
    const events = beside.prepare('select count(*) as count from log');
    class Watched extends SyncMark {
      override write(): number {
        seen.push(Number(events.get()?.count));
        return super.write();
      }
    }
    await store.close();
    const place = { path: harness.address, synchronous: 'FULL' } as const;
    store = openSqliteStore({ ...place, syncMark: new Watched(), diskSync: disk });
    const first = append(run);
    await early(first);
    await early(append(run, headAfter(first)));
    expect(seen).toEqual([0, 1]);
    beside.close();
  });

  it('[ST36] a sync that cannot be begun fails like one that ends badly', async () => {
    disk.later = () => {
      throw new Error('EMFILE');
    };
    await early(append(run));
    await expect(store.kept()).rejects.toMatchObject({ code: 'storage_failed' });
  });

  it('[ST36] a close whose sync fails still closes', async () => {
    await early(append(run));
    disk.isBroken = true;
    await expect(store.close()).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(store.meta('secret')).rejects.toThrow();
  });

  it('[ST35] one sync serves all that were written while another was under way', async () => {
    let last = append(run);
    await early(last);
    await soon(() => disk.pending.length === 1);
    for (let count = 0; count < 5; count += 1) {
      last = append(run, headAfter(last));
      await early(last);
    }
    expect(disk.begun).toBe(1);
    const kept = store.kept();
    disk.pending.shift()?.(null);
    expect(await isSettled(kept)).toBe(false);
    await endSyncsUntil(kept);
    expect([disk.begun, mark.isBehind]).toEqual([2, false]);
    expect(await eventsOnDisk()).toBe(6);
  });

  it('[ST35] a commit that must be on the disk takes along all before it', async () => {
    const first = append(run);
    await early(first);
    const kept = store.kept();
    await store.commit([append(run, headAfter(first))]);
    expect(await eventsOnDisk()).toBe(2);
    await kept;
    expect([disk.waited, mark.isBehind]).toEqual([1, false]);
    // With nothing before it SQLite syncs by itself.
    await store.commit([append('exec_alone1')]);
    expect(disk.waited).toBe(1);
  });

  it('[ST35] so does one that changes nothing, for which SQLite would not sync', async () => {
    await early(append(run));
    const [refused] = await store.commit([append(run)]);
    expect(refused).toMatchObject({ ok: false, conflict: 'seq' });
    expect(await eventsOnDisk()).toBe(1);
    expect(disk.waited).toBe(1);
  });

  it('[ST35] in one group with a commit that must be on the disk all wait for it', async () => {
    const both = [early(append(run)), store.commit([append('exec_strict1')])];
    await Promise.all(both);
    expect([disk.waited, mark.isBehind]).toEqual([0, false]);
  });

  it('[ST35] a sync that ends late does not take back what a later one kept', async () => {
    const first = append(run);
    await early(first);
    await soon(() => disk.pending.length === 1);
    const second = append(run, headAfter(first));
    await early(second);
    await store.commit([append(run, headAfter(second))]);
    expect(mark.isBehind).toBe(false);
    disk.pending.shift()?.(null);
    expect(mark.isBehind).toBe(false);
  });

  it('[ST35] a close brings them to the disk', async () => {
    await early(append(run));
    await store.close();
    expect(disk.isClosed).toBe(true);
    const found = openSqliteStore({ path: harness.address, synchronous: 'FULL' });
    expect(await found.events(run, 0, 100)).toHaveLength(1);
    await found.close();
    expect(disk.waited).toBe(1);
  });

  it('[ST35] without a sync for each commit there is nothing to wait for', async () => {
    const place = { path: `${harness.address}.normal`, synchronous: 'NORMAL' } as const;
    const normal = openSqliteStore({ ...place, syncMark: mark, diskSync: disk });
    await normal.commit([append(run)], { isEarly: true });
    expect(mark.isBehind).toBe(false);
    await normal.kept();
    await normal.close();
    expect(disk.waited).toBe(0);
  });

  it('[ST36] a disk that fails is told to all that wait, and nothing more is written or read beside', async () => {
    await early(append(run));
    const kept = store.kept();
    const beside = openSqliteReader(harness.address, mark);
    const told = beside.events(run, 0, 100);
    await soon(() => disk.pending.length === 1);
    disk.pending.shift()?.(new Error('EIO'));
    await expect(kept).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(told).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(store.kept()).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(store.commit([append('exec_after1')])).rejects.toMatchObject({
      code: 'storage_failed',
    });
    expect(await store.run('exec_after1')).toBeNull();
    beside.close();
  });

  it('[ST36] so is one that fails when it is waited for', async () => {
    await early(append(run));
    disk.isBroken = true;
    const strict = store.commit([append('exec_strict1')]);
    await expect(strict).rejects.toMatchObject({ code: 'storage_failed' });
    await expect(early(append('exec_after1'))).rejects.toMatchObject({ code: 'storage_failed' });
  });

  it('[ST35] keeps them on the real disk too', async () => {
    const path = join(dirname(harness.address), 'real.db');
    const real = openSqliteStore({ path, synchronous: 'FULL', syncMark: new SyncMark() });
    let head: ReturnType<typeof headAfter> | undefined;
    for (let count = 0; count < 50; count += 1) {
      const set = append(run, head);
      await real.commit([set], { isEarly: true });
      head = headAfter(set);
    }
    await real.kept();
    await real.close();
    const found = openSqliteStore({ path, synchronous: 'FULL' });
    expect(await found.events(run, 0, 100)).toHaveLength(50);
    await found.close();
  });
});
