// Calls the operation that a command is: words and flags become its input, the answer is shown.
import { type Config, loadConfig } from '../base/config.ts';
import { flagOf, settingNames } from '../base/config-table.ts';
import { scopeOf } from '../operations/operation.ts';
import { operations } from '../operations/table.ts';
import { answerTexts, exitCodes } from './answer-text.ts';
import { type Arguments, checkFlags, textFlag, wordAt } from './arguments.ts';
import { openCaller } from './caller.ts';
import type { CommandText } from './command-shapes.ts';
import { inCommands } from './command-words.ts';
import { commonFlags } from './commands.ts';
import { type Io, printHuman, printJson, widthOf } from './io.ts';
import { commandOf, detailsOf, type OperationCommand, usageOf } from './operation-command.ts';
import { asPerson } from './person.ts';
import { jsonOf, shortForms } from './short-forms.ts';

/** More than one where the id decides which operation it is. */
export const variantsOf = (name: string): OperationCommand[] =>
  operations.flatMap((operation) =>
    operation.cli
      .filter(({ command }) => command === name)
      .map((place) => commandOf(operation, place)),
  );

export const textOf = (variants: readonly OperationCommand[]): CommandText => ({
  usages: variants.map(usageOf),
  details: inCommands(detailsOf(variants)),
});

const prefixes: Readonly<Record<string, string>> = {
  ...{ plan_id: 'plan_', execution_id: 'exec_', purse_id: 'purse_' },
};

const prefixOf = ({ words }: OperationCommand): string | undefined =>
  prefixes[words[0]?.field ?? ''];

/** The one that the id is of, with as many words as were given. */
export function variantFor(variants: readonly OperationCommand[], args: Arguments) {
  const [id = '', ...others] = args.words;
  const named = variants.filter((variant) => id.startsWith(prefixOf(variant) ?? '\n'));
  const free = variants.filter((variant) => prefixOf(variant) === undefined);
  const fitting = [named, free, variants].find(({ length }) => length > 0) ?? [];
  const wordCount = others.length + 1;
  const found = fitting.find(({ words }) => words.length === wordCount) ?? fitting[0];
  if (!found) throw new TypeError('a command without an operation');
  return found;
}

type Field = Parameters<typeof fieldValue>[0];

const listOf = (text: string): string[] => text.split(/[,\s]+/).filter((word) => word !== '');

/** What is no number stays a word: the operation says what it takes. */
function numberOf(text: string): number | string {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) ? value : text;
}

function fieldValue(
  { kind, field = '' }: Pick<OperationCommand['flags'][number], 'kind' | 'field'>,
  text: string,
  name: string,
): unknown {
  const read = shortForms[field]?.read;
  if (read) return read(text);
  if (kind === 'number') return numberOf(text);
  if (kind === 'list') return listOf(text);
  return kind === 'json' ? jsonOf(text, `${name} is not valid JSON.`) : text;
}

/** Free text needs no quotes: it is the rest of the words. */
function wordsOf({ command, words }: OperationCommand, args: Arguments): [string, unknown][] {
  return words.map((word, index) => {
    const text = wordAt(args, index, command, word.text);
    const isRest = index === words.length - 1 && word.isFreeText;
    const whole = isRest ? args.words.slice(index).join(' ') : text;
    return [word.field, fieldValue(word as Field, whole, word.text)];
  });
}

export function inputOf(made: OperationCommand, args: Arguments): Record<string, unknown> {
  const flags = made.flags.flatMap(({ flag, field, sets, ...more }): [string, unknown][] => {
    const value = args.flags[flag];
    if (value === undefined) return [];
    if (sets) return Object.entries(sets);
    if (field === undefined) return [];
    const isText = typeof value === 'string';
    return [[field, isText ? fieldValue({ ...more, field }, value, `--${flag}`) : value]];
  });
  return Object.fromEntries([
    ...Object.entries(made.place.sets ?? {}),
    ...wordsOf(made, args),
    ...flags,
  ]);
}

/** Refuses flags that the command does not have, and reads the settings among the others. */
export function configFor(
  { flags }: OperationCommand,
  args: Arguments,
  more: readonly string[] = [],
) {
  const own = [...flags.map(({ flag }) => flag), ...more];
  checkFlags(args, [...own, ...commonFlags, ...settingNames.map(flagOf)], switchesOf(flags));
  return loadConfig({ env: process.env, flags: args.flags });
}

export const switchesOf = (flags: OperationCommand['flags']): ReadonlySet<string> =>
  new Set([...commonFlags, ...flags.filter(({ text }) => text === '').map(({ flag }) => flag)]);

const scopesOfPerson: readonly string[] = ['approve', 'admin'];

function callerFor({ operation, place }: OperationCommand, args: Arguments, input: object) {
  const isRead = operation.kind !== 'json' || operation.effect === 'read';
  const scope = scopeOf(operation, input as Record<string, unknown>);
  return {
    isForPerson: place.asPerson === true || scopesOfPerson.includes(scope),
    options: { withWorker: !isRead && !place.withoutWorker, tenant: textFlag(args, 'tenant') },
  };
}

/** Calls it and shows the answer; the exit code follows from it. */
export async function callAndShow(
  made: OperationCommand,
  input: object,
  args: Arguments,
  config: Config,
  io: Io,
): Promise<number> {
  const { name } = made.operation;
  const { isForPerson, options } = callerFor(made, args, input);
  const caller = await openCaller(isForPerson ? await asPerson(config) : config, options);
  try {
    const answer = await caller.call(name, input);
    const text = answerTexts[name];
    if (args.flags.json) printJson(io, answer);
    else if (text) io.stdout.write(text(answer, widthOf(io)));
    else printHuman(io, answer);
    return exitCodes[name]?.(answer) ?? 0;
  } finally {
    await caller.close();
  }
}

export async function runOperation(name: string, args: Arguments, io: Io): Promise<number> {
  const variants = variantsOf(name);
  const first = new Set(variants.flatMap(({ words }) => words[0]?.text ?? []));
  if (first.size > 0) wordAt(args, 0, name, [...first].join(' or '));
  const made = variantFor(variants, args);
  const config = configFor(made, args);
  return callAndShow(made, inputOf(made, args), args, config, io);
}
