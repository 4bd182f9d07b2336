// How much a command writes: what it may write is measured while it runs and when it has ended. A step
// could fill the disk of the server otherwise.
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Program } from './sandbox-wrap.ts';

export interface Size {
  readonly bytes: number;
  readonly files: number;
}

interface Sum {
  bytes: number;
  files: number;
}

/** Names without bytes fill a disk too. */
const maxNewFiles = 200_000;

/** What is gone, or was put in its place meanwhile, is not counted: the next look sees it. */
async function add(path: string, sum: Sum, isEnough: (sum: Sum) => boolean): Promise<void> {
  const found = await lstat(path).catch(() => null);
  if (!found) return;
  sum.files += 1;
  if (found.isFile()) sum.bytes += found.size;
  if (!found.isDirectory()) return;
  const entries: Dirent[] = await readdir(path, { withFileTypes: true }).catch(() => []);
  for (const { name } of entries) {
    if (isEnough(sum)) return;
    await add(join(path, name), sum, isEnough);
  }
}

async function sizeOf(paths: readonly string[], isEnough: (sum: Sum) => boolean): Promise<Size> {
  const sum = { bytes: 0, files: 0 };
  for (const path of paths) await add(path, sum, isEnough);
  return sum;
}

export class WriteWatch {
  readonly #paths: readonly string[];
  readonly #maxBytes: number;
  readonly #maxFiles: number;

  private constructor(paths: readonly string[], before: Size, maxBytes: number) {
    this.#paths = paths;
    this.#maxBytes = before.bytes + maxBytes;
    this.#maxFiles = before.files + maxNewFiles;
  }

  static async begin(paths: readonly string[], maxBytes: number): Promise<WriteWatch> {
    return new WriteWatch(paths, await sizeOf(paths, () => false), maxBytes);
  }

  /** Looks no further than it has to. */
  async isOver(): Promise<boolean> {
    const isOver = ({ bytes, files }: Sum): boolean =>
      bytes > this.#maxBytes || files > this.#maxFiles;
    return isOver(await sizeOf(this.#paths, isOver));
  }
}

/** Larger than what may be written, so that a file that was cut there is seen to be too large. */
const roomBytes = 1_048_576;
const blockBytes = 512;

/** The system lets no process of it make a larger file, between two looks or outside of its places. */
export function withFileLimit({ file, args }: Program, maxBytes: number): Program {
  const blocks = Math.ceil((maxBytes + roomBytes) / blockBytes);
  const script = 'ulimit -f "$1" 2>/dev/null; shift; exec "$@"';
  return { file: '/bin/sh', args: ['-c', script, 'sh', String(blocks), file, ...args] };
}
