// planwright export PLAN --format F: a plan as a file that other programs open.
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Writable } from 'node:stream';
import type { z } from 'zod';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { suggest } from '../base/suggest.ts';
import {
  type ExportFormat,
  exportFormats,
  type planExportOutput,
} from '../contract/plan-export.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { type Caller, openCaller } from './caller.ts';
import { type Io, printJson } from './io.ts';
import { writeNew } from './write-new.ts';

const isFormat = (word: string): word is ExportFormat =>
  (exportFormats as readonly string[]).includes(word);

function formatOf(args: Arguments): ExportFormat {
  const word = textFlag(args, 'format') ?? '';
  if (isFormat(word)) return word;
  const near = suggest(word, exportFormats);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const message = `There is no format ${word.slice(0, 40)}.${hint} There are: ${exportFormats.join(', ')}.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

function planOf({ words }: Arguments): string {
  const [plan] = words;
  if (plan !== undefined && words.length === 1) return plan;
  const message = 'Name one plan: planwright export PLAN --format F [--out FILE|-]';
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

async function toStdout(bytes: Uint8Array, { stdout }: Io): Promise<void> {
  const isTaken = stdout.write(bytes);
  if (isTaken === false && stdout instanceof Writable) await once(stdout, 'drain');
}

/** Where it goes: null is standard output. Bytes that are no text are not put on a terminal unasked. */
async function targetOf(
  args: Arguments,
  caller: Caller,
  wish: { plan_id: string; format: ExportFormat },
): Promise<string | null> {
  const out = textFlag(args, 'out');
  if (out === '-') return null;
  if (out !== undefined) return resolve(out);
  const isText = wish.format !== 'docx' && wish.format !== 'zip';
  if (isText && !args.flags.json) return null;
  const { file_name } = (await caller.call('plan_export', wish)) as z.infer<
    typeof planExportOutput
  >;
  return resolve(file_name);
}

export async function runPlanExport(args: Arguments, config: Config, io: Io): Promise<number> {
  const wish = { plan_id: planOf(args), format: formatOf(args) };
  const caller = await openCaller(config, { withWorker: false });
  try {
    const target = await targetOf(args, caller, wish);
    const bytes = await caller.bytes('plan_export_file', wish);
    if (target === null) {
      await toStdout(bytes, io);
      return 0;
    }
    writeNew(target, bytes);
    if (args.flags.json) printJson(io, { ...wish, file: target, bytes: bytes.byteLength });
    else io.stdout.write(`Wrote ${wish.format} to ${target}.\n`);
    return 0;
  } finally {
    await caller.close();
  }
}
