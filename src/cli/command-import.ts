// planwright import: a plan that exists, as a file or a folder of whichever tool, or a run with its log
// and texts as `planwright export` wrote it. The first bytes tell a run from a plan; which plan it is is
// told by whoever keeps it.
import { closeSync, createReadStream, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { z } from 'zod';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { importFormats, type planImportOutput } from '../contract/plan-import.ts';
import { maxBundleBytes } from '../engine/bundle.ts';
import { type ImportReport, importRun } from '../engine/import.ts';
import { openStore } from '../open-store.ts';
import { localTenant } from '../operations/principals.ts';
import { maxSourceBytes } from '../plan/importing/source-limit.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { openCaller } from './caller.ts';
import { packedFolder } from './import-folder.ts';
import { importText } from './import-text.ts';
import { type Io, printJson } from './io.ts';

const wrong = (message: string): PlanwrightError =>
  new PlanwrightError('INVALID_ARGUMENTS', message);

interface Given {
  readonly path: string;
  readonly isFolder: boolean;
  readonly size: number;
}

/** A run is read twice, so it must be a file that stays. */
function givenOf(args: Arguments): Given {
  const [word] = args.words;
  if (word === undefined) throw wrong('Say which file: planwright import FILE');
  const path = resolve(word);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) return { path, isFolder: true, size: 0 };
  if (!found?.isFile()) throw wrong(`There is no file ${path}.`);
  return { path, isFolder: false, size: found.size };
}

function runLine({ run, events, contents, status, already_here }: ImportReport): string {
  if (already_here) return `${run} is here already, the same to the last event.`;
  return `Took in ${run}: ${events} events, ${contents} texts, ${status}.`;
}

async function importBundle(
  { path, size }: Given,
  args: Arguments,
  config: Config,
  io: Io,
): Promise<number> {
  if (size > maxBundleBytes) {
    throw new PlanwrightError('too_large', 'The bundle is larger than what is taken in (1 GiB).');
  }
  const store = await openStore(config);
  try {
    const report = await importRun(store, localTenant, () => createReadStream(path));
    if (args.flags.json) printJson(io, report);
    else io.stdout.write(`${runLine(report)}\n`);
    return 0;
  } finally {
    await store.close();
  }
}

const headBytes = 256;

/** An exported run says so in its first words. */
function isBundle({ path, isFolder }: Given): boolean {
  if (isFolder) return false;
  const handle = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    const head = bytes.toString('utf8', 0, readSync(handle, bytes, 0, headBytes, 0));
    return /^\s*\{\s*"format"\s*:\s*"planwright-run/.test(head);
  } finally {
    closeSync(handle);
  }
}

function bytesOf({ path, isFolder, size }: Given, io: Io): Uint8Array {
  if (isFolder) return packedFolder(path, (line) => io.stderr.write(`${line}\n`));
  if (size === 0) throw wrong(`${path} is empty.`);
  if (size <= maxSourceBytes) return readFileSync(path);
  const message = `${path} has ${Math.round(size / 2 ** 20)} MiB; at most ${maxSourceBytes / 2 ** 20} MiB are taken in.`;
  throw new PlanwrightError('too_large', message);
}

function formatOf(args: Arguments): { format?: string } {
  const format = textFlag(args, 'format');
  if (format === undefined) return {};
  if (importFormats.some((known) => known === format)) return { format };
  throw wrong(`--format is one of ${importFormats.join(', ')}.`);
}

type Taken = z.infer<typeof planImportOutput>;

async function importPlan(given: Given, args: Arguments, config: Config, io: Io): Promise<number> {
  const file_base64 = Buffer.from(bytesOf(given, io)).toString('base64');
  const input = { file_base64, name: basename(given.path).slice(0, 200), ...formatOf(args) };
  const caller = await openCaller(config);
  try {
    const taken = (await caller.call('plan_import', input)) as Taken;
    if (args.flags.json) printJson(io, taken);
    else io.stdout.write(importText(taken));
    return 0;
  } finally {
    await caller.close();
  }
}

export function runImport(args: Arguments, config: Config, io: Io): Promise<number> {
  const given = givenOf(args);
  const take = isBundle(given) ? importBundle : importPlan;
  return take(given, args, config, io);
}
