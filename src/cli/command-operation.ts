// Any command that is an operation of the table: words and flags become its input.
import type { Config } from '../base/config.ts';
import { PlanwrightError } from '../base/errors.ts';
import { jsonOperations } from '../operations/table.ts';
import type { Arguments } from './arguments.ts';
import { openCaller } from './caller.ts';
import { commonFlags } from './commands.ts';
import { type Io, printHuman, printJson, widthOf } from './io.ts';
import { listTexts } from './list-text.ts';
import { shapedFlags } from './policy-flag.ts';

/** Shorter words for fields with long names. */
const shortFlags: Readonly<Record<string, string>> = { archived: 'include_archived' };

const fieldName = (flag: string): string => shortFlags[flag] ?? flag.replaceAll('-', '_');

export async function runOperation(
  command: string,
  args: Arguments,
  settings: readonly string[],
  config: Config,
  io: Io,
): Promise<number> {
  const operation = jsonOperations.find((candidate) => candidate.cli?.command === command);
  if (!operation?.cli) throw new TypeError(`no operation for ${command}`);
  const input: Record<string, unknown> = {};
  operation.cli.positional.forEach((field, index) => {
    const word = args.words[index];
    if (word === undefined) {
      const message = `planwright ${command} needs ${field}. See planwright ${command} --help.`;
      throw new PlanwrightError('INVALID_ARGUMENTS', message);
    }
    input[field] = word;
  });
  for (const [flag, value] of Object.entries(args.flags)) {
    if ((commonFlags as readonly string[]).includes(flag) || settings.includes(flag)) continue;
    const shape = typeof value === 'string' ? shapedFlags[flag] : undefined;
    input[fieldName(flag)] = shape ? shape(String(value)) : value;
  }
  const caller = await openCaller(config, { withWorker: operation.effect !== 'read' });
  try {
    const answer = await caller.call(operation.name, input);
    const text = listTexts[command];
    if (args.flags.json) printJson(io, answer);
    else if (text) io.stdout.write(text(answer, widthOf(io)));
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}
