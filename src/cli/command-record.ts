// planwright record PLAN: the recording itself, as PLANWRIGHT_RECORDING takes it, on standard output
// or in a file.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { type Cassette, formatCassette } from '../plan/brains/recorded/cassette.ts';
import { type Arguments, textFlag } from './arguments.ts';
import { openCaller } from './caller.ts';
import { createPrivate } from './command-data.ts';
import { type Io, printJson } from './io.ts';

export async function runRecord(args: Arguments, config: Config, io: Io): Promise<number> {
  const [plan_id] = args.words;
  if (plan_id === undefined) {
    const message = 'Which plan? planwright record PLAN [--out FILE]';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const caller = await openCaller(config);
  try {
    const recording = (await caller.call('plan_record', { plan_id })) as Cassette;
    const out = textFlag(args, 'out');
    if (out !== undefined) write(recording, resolve(out), args, io);
    else if (args.flags.json) printJson(io, recording);
    else io.stdout.write(formatCassette(recording));
    return 0;
  } finally {
    await caller.close();
  }
}

function write(recording: Cassette, file: string, args: Arguments, io: Io): void {
  createPrivate(file);
  writeFileSync(file, formatCassette(recording));
  const answers = recording.entries.length;
  if (args.flags.json) printJson(io, { file, answers });
  else io.stdout.write(`Wrote ${answers} answers to ${file}. Read it before you publish it.\n`);
}
