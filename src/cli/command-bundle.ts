// planwright export and import: a run with its log and texts as one file, from here and to here.
import { once } from 'node:events';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { maxBundleBytes } from '../engine/bundle.ts';
import { exportRun } from '../engine/export.ts';
import { type ImportReport, importRun } from '../engine/import.ts';
import { openStore } from '../open-store.ts';
import { localTenant } from '../operations/principals.ts';
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

/** It is read twice, so it must be a file that stays. */
function fileToRead(args: Arguments): string {
  const [word] = args.words;
  if (word === undefined) {
    throw new PlanwrightError('INVALID_ARGUMENTS', 'Say which file: planwright import FILE');
  }
  const file = resolve(word);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) {
    throw new PlanwrightError('INVALID_ARGUMENTS', `There is no file ${file}.`);
  }
  if (found.size <= maxBundleBytes) return file;
  throw new PlanwrightError('too_large', 'The bundle is larger than what is taken in (1 GiB).');
}

function importLine({ run, events, contents, status, already_here }: ImportReport): string {
  if (already_here) return `${run} is here already, the same to the last event.`;
  return `Took in ${run}: ${events} events, ${contents} texts, ${status}.`;
}

export async function runImport(args: Arguments, config: Config, io: Io): Promise<number> {
  const file = fileToRead(args);
  const store = await openStore(config);
  try {
    const report = await importRun(store, localTenant, () => createReadStream(file));
    if (args.flags.json) printJson(io, report);
    else io.stdout.write(`${importLine(report)}\n`);
    return 0;
  } finally {
    await store.close();
  }
}
