// What was there before an effect, written down before the effect and durable: by it an edit that is
// tried again counts once, and what a step did is put back. One journal for each key (run and step).
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PlanwrightError } from '../../base/errors.ts';
import { sha256Hex } from '../../base/hash.ts';
import { systemCode } from './failures.ts';
import { appendLog, makeFolder, readLog, syncPath } from './journal-log.ts';
import { createPathLocks, type PathLocks } from './path-locks.ts';
import type { Shape } from './shape.ts';

/** A place is `file:src/a.ts` (below the root) or `ref:HEAD`. */
export interface Change {
  readonly at: string;
  readonly before: Shape;
  readonly after: Shape;
}

/** Of everything below some folders, before a command was let loose on them. */
export interface Snapshot {
  readonly under: readonly string[];
  readonly shapes: Readonly<Record<string, Shape>>;
}

export interface EntryStart {
  readonly tool: string;
  /** Digest of tool and parameters: the same act has the same. */
  readonly op: string;
  readonly label: string;
  readonly root: string;
  readonly attempt: number;
  readonly at: number;
  /** Known beforehand, but for a command: that is a snapshot. */
  readonly changes: readonly Change[];
  readonly folders: readonly string[];
  readonly snapshot?: Snapshot;
  readonly output: unknown;
}

export interface Entry extends EntryStart {
  /** Void: it never happened, or was rolled back at once. */
  readonly state: 'open' | 'done' | 'void';
}

interface EntryEnd {
  readonly changes?: readonly Change[];
  readonly folders?: readonly string[];
  readonly output?: unknown;
}

/** Places where a crash would hurt, in the order in which a step passes them. */
export const effectPoints = [
  'blob-written',
  'begin-written',
  'folder-made',
  'temporary-written',
  'place-changed',
  'command-ended',
  'done-written',
  'close-written',
  'place-restored',
  'folder-removed',
  'undone-written',
] as const;
export type EffectPoint = (typeof effectPoints)[number];

const syncsAtOnce = 32;

const recordSchema = z.looseObject({
  kind: z.enum(['key', 'begin', 'done', 'void', 'closed', 'undone']),
  entry: z.int().min(0).optional(),
});

export interface JournalOptions {
  /** Called at each point; tests stop there. */
  readonly onPoint?: (point: EffectPoint) => void;
}

export interface JournalStore {
  /** Shared by all steps of this process. */
  readonly locks: PathLocks;
  open(key: string): Promise<Journal>;
  /** Of all steps that something was written down for. */
  keys(): Promise<readonly string[]>;
  /** For retention: after this nothing of the key can be undone. */
  forget(key: string): Promise<void>;
}

export class Journal {
  readonly key: string;
  readonly entries: Entry[] = [];
  /** Undo has begun: no more effects under this key. */
  isClosed = false;
  isUndone = false;
  readonly point: (point: EffectPoint) => void;
  readonly #folder: string;
  readonly #unsynced = new Set<string>();
  #validBytes = 0;

  constructor(key: string, folder: string, point: (point: EffectPoint) => void) {
    this.key = key;
    this.#folder = folder;
    this.point = point;
  }

  get #blobFolder(): string {
    return join(this.#folder, 'blobs');
  }

  get #logPath(): string {
    return join(this.#folder, 'log');
  }

  async load(): Promise<this> {
    const { records, validBytes } = await readLog(this.#logPath);
    this.#validBytes = validBytes;
    for (const record of records) this.#take(record);
    return this;
  }

  entry(index: number): Entry {
    const entry = this.entries[index];
    if (!entry) throw new PlanwrightError('log_corrupt', 'The journal ends what never began.');
    return entry;
  }

  /** What was kept is on the disk before the record that needs it. */
  async begin(start: EntryStart): Promise<number> {
    const entry = this.entries.length;
    await this.#syncKept();
    await this.#append({ kind: 'begin', entry, ...start });
    this.point('begin-written');
    return entry;
  }

  async done(entry: number, end: EntryEnd = {}): Promise<void> {
    await this.#append({ kind: 'done', entry, ...end });
    this.point('done-written');
  }

  async void(entry: number): Promise<void> {
    await this.#append({ kind: 'void', entry });
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    await this.#append({ kind: 'closed' });
    this.point('close-written');
  }

  async undone(): Promise<void> {
    await this.#append({ kind: 'undone' });
    this.point('undone-written');
  }

  /** Kept by its hash, so the same content is kept once. On the disk when an entry begins. */
  async keep(bytes: Uint8Array): Promise<void> {
    const path = join(this.#blobFolder, sha256Hex(bytes));
    this.#unsynced.add(path);
    if (await holds(path, bytes)) return;
    await makeFolder(this.#blobFolder);
    await writeFile(`${path}.tmp`, bytes, { mode: 0o600 });
    await rename(`${path}.tmp`, path);
    this.point('blob-written');
  }

  /** Side by side: one after another, 5,000 files would take a minute on a slow disk. */
  async #syncKept(): Promise<void> {
    const paths = [...this.#unsynced];
    this.#unsynced.clear();
    for (let from = 0; from < paths.length; from += syncsAtOnce) {
      await Promise.all(paths.slice(from, from + syncsAtOnce).map(syncPath));
    }
    if (paths.length > 0) await syncPath(this.#blobFolder);
  }

  async kept(sha256: string): Promise<Buffer> {
    const bytes = await readFile(join(this.#blobFolder, sha256));
    if (sha256Hex(bytes) === sha256) return bytes;
    throw new PlanwrightError('log_corrupt', 'A file kept for undo has rotted.');
  }

  async #append(record: Record<string, unknown>): Promise<void> {
    if (this.#validBytes === 0) {
      await makeFolder(this.#folder);
      this.#validBytes = await appendLog(this.#logPath, 0, { kind: 'key', key: this.key });
    }
    this.#validBytes = await appendLog(this.#logPath, this.#validBytes, record);
    this.#take(record);
  }

  #take(raw: unknown): void {
    const { kind, entry = 0, ...rest } = recordSchema.parse(raw);
    switch (kind) {
      case 'key':
        return;
      case 'begin':
        // Written by us, and its hash was checked.
        this.entries.push({ ...(rest as unknown as EntryStart), state: 'open' });
        return;
      case 'done':
      case 'void':
        this.#end(entry, kind, rest as EntryEnd);
        return;
      case 'closed':
        this.isClosed = true;
        return;
      case 'undone':
        this.isUndone = true;
        return;
    }
  }

  #end(index: number, state: 'done' | 'void', end: EntryEnd): void {
    this.entries[index] = { ...this.entry(index), ...end, state };
  }
}

/** By content: after a crash a file may have its size and not its bytes. */
async function holds(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    return (await readFile(path)).equals(bytes);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The first record of a journal says whose it is; one that was cut off before that has done nothing. */
async function keysIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  });
  const keys: string[] = [];
  for (const name of names) {
    const { records } = await readLog(join(folder, name, 'log'));
    const [first] = records as { key?: unknown }[];
    if (typeof first?.key === 'string') keys.push(first.key);
  }
  return keys;
}

export function openJournals(folder: string, options: JournalOptions = {}): JournalStore {
  const folderOf = (key: string): string => join(folder, sha256Hex(key).slice(0, 40));
  return {
    locks: createPathLocks(),
    open: (key) => new Journal(key, folderOf(key), options.onPoint ?? (() => undefined)).load(),
    keys: () => keysIn(folder),
    forget: (key) => rm(folderOf(key), { recursive: true, force: true }),
  };
}
