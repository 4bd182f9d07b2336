// Counts the disk syncs of a process by a small preloaded library, built on demand with cc.
// A figure made of it is null where there is no C compiler or no preloading (other than Linux).
import { execFileSync } from 'node:child_process';
import { chmodSync, closeSync, openSync, readSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SyncCounter {
  /** Environment for the process to watch; it is inherited by the processes it starts. */
  readonly env: Readonly<Record<string, string>>;
  /** Syncs since the counter was made, by all watched processes. */
  readonly read: () => number;
}

export interface SyncCounterOptions {
  readonly dir: string;
  /** Each sync takes this much longer. */
  readonly delayUs?: number;
}

const counterBytes = 8;

/** Undefined where syncs cannot be counted. */
export function createSyncCounter(options: SyncCounterOptions): SyncCounter | undefined {
  const library = buildLibrary(options.dir);
  if (library === undefined) return undefined;
  const file = path.join(options.dir, `sync-count-${process.pid}-${performance.now()}`);
  writeFileSync(file, Buffer.alloc(counterBytes));
  // Root's PostgreSQL runs as another user, who must get at the library and the counter.
  if (process.getuid?.() === 0) chmodSync(options.dir, 0o755);
  chmodSync(file, 0o666);
  const delay = options.delayUs === undefined ? {} : { SYNC_DELAY_US: String(options.delayUs) };
  return {
    env: { LD_PRELOAD: library, SYNC_COUNT_FILE: file, ...delay },
    read: () => readCounter(file),
  };
}

/** For a process that runs under a counter itself; null if it does not. */
export function watchedSyncs(): (() => number) | null {
  const file = process.env.SYNC_COUNT_FILE;
  return file === undefined ? null : () => readCounter(file);
}

function buildLibrary(dir: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const source = fileURLToPath(new URL('./sync-count.c', import.meta.url));
  const library = path.join(dir, 'sync-count.so');
  const draft = `${library}.${process.pid}`;
  try {
    execFileSync('cc', ['-O2', '-shared', '-fPIC', '-o', draft, source, '-ldl'], { stdio: 'pipe' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  renameSync(draft, library);
  return library;
}

function readCounter(file: string): number {
  const bytes = Buffer.alloc(counterBytes);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes, 0, counterBytes, 0);
  } finally {
    closeSync(descriptor);
  }
  return Number(bytes.readBigUInt64LE());
}
