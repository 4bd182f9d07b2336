// planwright call OPERATION: every operation of the table with its fields as flags, or with a JSON
// object from a file or standard input.
import { readFileSync } from 'node:fs';
import { PlanwrightError } from '../base/errors.ts';
import { suggest } from '../base/suggest.ts';
import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/table.ts';
import { type Arguments, parseArguments, textFlag } from './arguments.ts';
import { openCaller } from './caller.ts';
import { callAndShow, configFor, inputOf, switchesOf } from './command-operation.ts';
import type { CommandText } from './command-shapes.ts';
import { type Io, printJson } from './io.ts';
import {
  commandOf,
  detailsOf,
  type OperationCommand,
  type OperationFlag,
  usageOf,
} from './operation-command.ts';
import { asPerson } from './person.ts';
import { jsonOf } from './short-forms.ts';
import { writeNew } from './write-new.ts';

/** An event stream has no end; `events` reads it page by page. */
const callable = operations.filter(({ kind }) => kind !== 'stream');

const inputFlag: OperationFlag = {
  ...{ flag: 'json-input', text: 'FILE|-' },
  description: 'Read the fields from a JSON file or standard input; flags come on top.',
};
const outFlag: OperationFlag = {
  ...{ flag: 'out', text: 'FILE' },
  description: 'Write the bytes to a new file instead of standard output.',
};

function commandFor(operation: Operation): OperationCommand {
  const made = commandOf(operation, { command: `call ${operation.name}`, positional: [] });
  const more = operation.kind === 'raw' ? [inputFlag, outFlag] : [inputFlag];
  return { ...made, flags: [...made.flags, ...more] };
}

function operationNamed(name: string): Operation {
  const found = callable.find((operation) => operation.name === name);
  if (found) return found;
  if (operations.some((operation) => operation.name === name)) {
    const message = `${name} is an event stream, for HTTP only. Use planwright events or planwright wait.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const near = suggest(
    name,
    callable.map((operation) => operation.name),
  );
  const hint = near === undefined ? '' : ` Did you mean planwright call ${near}?`;
  const message = `There is no operation ${name.slice(0, 40)}.${hint} See planwright call --help.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

const nameWidth = Math.max(...callable.map(({ name }) => name.length)) + 2;

/** What the command alone shows, and what it shows of an operation. */
export function callText(name: string | undefined): CommandText {
  if (name !== undefined) {
    const operation = operationNamed(name);
    const made = [commandFor(operation)];
    return { summary: operation.title, usages: made.map(usageOf), details: detailsOf(made) };
  }
  const lines = callable.map(
    (operation) => `  ${operation.name.padEnd(nameWidth)}${operation.title}`,
  );
  return {
    usages: ['call OPERATION [--FIELD VALUE …] [--json-input FILE|-]'],
    details: `Operations; planwright call OPERATION --help shows the fields of one.\n${lines.join('\n')}`,
  };
}

function fromFile(args: Arguments): object {
  const file = textFlag(args, 'json-input');
  if (file === undefined) return {};
  const value = jsonOf(textIn(file), `--json-input: ${file} does not hold valid JSON.`);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  const message = `--json-input: ${file} must hold a JSON object with the fields of the input.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

function textIn(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    const message = `--json-input: ${file} cannot be read (${code}). Name a JSON file, or - for standard input.`;
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
}

/** The words are read again, with the switches of this operation. */
function readFor(argv: readonly string[]): { made: OperationCommand; args: Arguments } {
  const [, name] = parseArguments(argv).words;
  if (name === undefined) {
    const message =
      'Name an operation and give its fields as flags: planwright call plan_status --plan-id PLAN. See planwright call --help.';
    throw new PlanwrightError('INVALID_ARGUMENTS', message);
  }
  const made = commandFor(operationNamed(name));
  const args = parseArguments(argv, switchesOf(made.flags));
  const [, , extra] = args.words;
  if (extra === undefined) return { made, args: { ...args, words: [] } };
  const message = `${extra.slice(0, 60)} has no flag. Fields are given as flags: see planwright call ${name} --help.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

export async function runCall(argv: readonly string[], io: Io): Promise<number> {
  const { made, args } = readFor(argv);
  const { name } = made.operation;
  const config = configFor(made, args);
  const input = { ...fromFile(args), ...inputOf(made, args) };
  if (made.operation.kind === 'json') return callAndShow(made, input, args, config, io);
  const caller = await openCaller(await asPerson(config), { withWorker: false });
  try {
    const bytes = await caller.bytes(name, input);
    const out = textFlag(args, 'out');
    if (out === undefined) io.stdout.write(bytes);
    else {
      writeNew(out, bytes);
      if (args.flags.json) printJson(io, { file: out, bytes: bytes.byteLength });
      else io.stdout.write(`Wrote ${bytes.byteLength} bytes to ${out}.\n`);
    }
    return 0;
  } finally {
    await caller.close();
  }
}
