// planwright export: a run with its log and texts as one file. command-import.ts takes it in elsewhere.
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../base/config.ts';
import { exportRun } from '../engine/export.ts';
import { openStore } from '../open-store.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { createPrivate } from './command-data.ts';
import { findRun } from './find-run.ts';
import { type Io, printJson } from './io.ts';

/** A slow reader is waited for: a large run must not pile up in memory. */
async function writeOut(lines: AsyncIterable<string>, { stdout }: Io): Promise<void> {
  for await (const line of lines) {
    const isTaken = stdout.write(line);
    if (isTaken === false && stdout instanceof Writable) await once(stdout, 'drain');
  }
}

/** All of it or no file. */
async function writeFile(lines: AsyncIterable<string>, target: string): Promise<void> {
  createPrivate(target);
  try {
    await pipeline(Readable.from(lines), createWriteStream(target, { flush: true }));
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}

export async function runExport(args: Arguments, config: Config, io: Io): Promise<number> {
  const out = textFlag(args, 'out');
  const store = await openStore(config);
  try {
    const run = await findRun(store, args, 'export RUN [--out FILE]');
    const lines = exportRun(store, run, store.now());
    if (out === undefined) {
      await writeOut(lines, io);
      return 0;
    }
    const file = resolve(out);
    await writeFile(lines, file);
    if (args.flags.json) printJson(io, { run, file });
    else io.stdout.write(`Wrote ${run} to ${file}.\n`);
    return 0;
  } finally {
    await store.close();
  }
}
