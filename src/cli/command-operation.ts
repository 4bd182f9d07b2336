// Calls the operation that a command is: words and flags become its input, the answer is shown.
import type { Config } from '../base/config.ts';
import { answerTexts } from './answer-text.ts';
import { type Arguments, wordAt } from './arguments.ts';
import { openCaller } from './caller.ts';
import { operationCommands } from './commands.generated.ts';
import { type Io, printHuman, printJson, widthOf } from './io.ts';
import type { OperationCommand, OperationFlag } from './operation-command.ts';
import { asPerson } from './person.ts';
import { budgetOf, jsonOf, policyOf } from './policy-flag.ts';

const listOf = (text: string): string[] => text.split(/[,\s]+/).filter((word) => word !== '');

/** What is no number stays a word: the operation says what it takes. */
function numberOf(text: string): number | string {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
}

/** Fields that may be said in fewer words than JSON. */
const shorter: Readonly<Record<string, (text: string) => unknown>> = {
  policy: policyOf,
  budget: budgetOf,
};

function flagValue({ kind, field, flag }: OperationFlag, value: string | boolean): unknown {
  if (typeof value === 'boolean') return value;
  if (shorter[field]) return shorter[field](value);
  switch (kind) {
    case 'number':
      return numberOf(value);
    case 'list':
      return listOf(value);
    case 'json':
      return jsonOf(value, `--${flag} is not valid JSON.`);
    case 'switch':
    case 'text':
      return value;
  }
}

function inputOf(command: OperationCommand, args: Arguments): object {
  const words = command.words.map(({ field }, index): [string, unknown] => [
    field,
    wordAt(args, index, command.command, field),
  ]);
  const flags = command.flags.flatMap((flag): [string, unknown][] => {
    const value = args.flags[flag.flag];
    return value === undefined ? [] : [[flag.field, flagValue(flag, value)]];
  });
  return Object.fromEntries([...words, ...flags]);
}

export async function runOperation(
  name: string,
  args: Arguments,
  config: Config,
  io: Io,
): Promise<number> {
  const command = operationCommands.find((candidate) => candidate.command === name);
  if (!command) throw new TypeError(`no operation for ${name}`);
  const input = inputOf(command, args);
  const asked = command.asPerson ? await asPerson(config) : config;
  const caller = await openCaller(asked, { withWorker: !command.isRead });
  try {
    const answer = await caller.call(command.operation, input);
    const text = answerTexts[command.operation];
    if (args.flags.json) printJson(io, answer);
    else if (text) io.stdout.write(text(answer, widthOf(io)));
    else printHuman(io, answer);
    return 0;
  } finally {
    await caller.close();
  }
}
