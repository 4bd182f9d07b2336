// planwright import: a plan.json that was written by hand or made elsewhere, or a run with its log and
// texts as `planwright export` wrote it. Its first bytes tell which.
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { z } from 'zod';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import type { planImportOutput } from '../contract/plan-import.ts';
import { maxBundleBytes } from '../engine/bundle.ts';
import { type ImportReport, importRun } from '../engine/import.ts';
import { openStore } from '../open-store.ts';
import { localTenant } from '../operations/principals.ts';
import type { Arguments } from './arguments.ts';
import { openCaller } from './caller.ts';
import { type Io, printJson } from './io.ts';
import { safeText } from './safe-text.ts';
import { readPlanFile } from './schedule-file.ts';

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

async function importBundle(
  file: string,
  args: Arguments,
  config: Config,
  io: Io,
): Promise<number> {
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

const headBytes = 4_096;

/** A bundle says so in its first words; a plan.json is one object and named so, or says its phases. */
function isPlanFile(file: string): boolean {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(headBytes);
    const head = bytes.toString('utf8', 0, readSync(handle, bytes, 0, headBytes, 0));
    if (!/^\uFEFF?\s*\{/.test(head) || /^\s*\{\s*"format"/.test(head)) return false;
    return file.toLowerCase().endsWith('.json') || head.includes('"phases"');
  } finally {
    closeSync(handle);
  }
}

type Taken = z.infer<typeof planImportOutput>;

function takenLines({ plan_id, title, steps, warnings }: Taken): string {
  return [
    `${safeText(title, 200)}: ${steps} steps.`,
    ...warnings.map(({ message }) => `  warning: ${safeText(message, 600)}`),
    `  next: planwright run ${plan_id}`,
    '',
  ].join('\n');
}

async function importPlan(file: string, args: Arguments, config: Config, io: Io): Promise<number> {
  const plan = readPlanFile(file);
  const caller = await openCaller(config);
  try {
    const taken = (await caller.call('plan_import', { plan })) as Taken;
    if (args.flags.json) printJson(io, taken);
    else io.stdout.write(takenLines(taken));
    return 0;
  } finally {
    await caller.close();
  }
}

export function runImport(args: Arguments, config: Config, io: Io): Promise<number> {
  const file = fileToRead(args);
  const take = isPlanFile(file) ? importPlan : importBundle;
  return take(file, args, config, io);
}
