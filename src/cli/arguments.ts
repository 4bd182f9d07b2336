// Command-line words: flags with or without `=`, positional words, and what each command allows.
import { PlanwrightError } from '../base/errors.ts';
import { suggest } from '../base/suggest.ts';
import { switches as everySwitch } from './commands.ts';

export interface Arguments {
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean>>;
}

/** Flags that may be given several times, and the mark that parts their values. */
const repeated = new Set(['slip']);
const parting = '\n';

const isFlag = (word: string): boolean => word.startsWith('--') && word.length > 2;

export function parseArguments(
  argv: readonly string[],
  switches: ReadonlySet<string> = everySwitch,
): Arguments {
  const words: string[] = [];
  // Without a prototype: --__proto__ is an unknown flag like any other.
  const flags = Object.create(null) as Record<string, string | boolean>;
  for (let index = 0; index < argv.length; index += 1) {
    const word = argv[index] ?? '';
    if (word === '--') {
      words.push(...argv.slice(index + 1));
      break;
    }
    if (word === '-h') flags.help = true;
    else if (!isFlag(word)) words.push(word);
    else index += readFlag(word.slice(2), argv[index + 1], flags, switches);
  }
  return { words, flags };
}

/** How many further words the flag used up. */
function readFlag(
  text: string,
  next: string | undefined,
  flags: Record<string, string | boolean>,
  switches: ReadonlySet<string>,
): number {
  const equals = text.indexOf('=');
  if (equals !== -1) {
    setFlag(flags, text.slice(0, equals), text.slice(equals + 1));
    return 0;
  }
  if (switches.has(text)) {
    flags[text] = true;
    return 0;
  }
  if (next === undefined || isFlag(next)) {
    // Said later: a flag that does not exist needs no value.
    flags[text] = true;
    return 0;
  }
  setFlag(flags, text, next);
  return 1;
}

function setFlag(flags: Record<string, string | boolean>, name: string, value: string): void {
  const before = flags[name];
  const isMore = repeated.has(name) && typeof before === 'string';
  flags[name] = isMore ? before + parting + value : value;
}

export function checkFlags(
  args: Arguments,
  known: readonly string[],
  switches: ReadonlySet<string> = everySwitch,
): void {
  for (const [name, value] of Object.entries(args.flags)) {
    if (known.includes(name)) {
      const isSwitch = switches.has(name);
      if (isSwitch === (value === true)) continue;
      const what = isSwitch ? 'takes no value' : 'needs a value';
      throw new PlanwrightError('INVALID_ARGUMENTS', `--${name} ${what}.`);
    }
    const near = suggest(name, known);
    const hint = near === undefined ? '' : ` Did you mean --${near}?`;
    throw new PlanwrightError('INVALID_ARGUMENTS', `There is no flag --${name}.${hint}`);
  }
}

export function wordAt(args: Arguments, index: number, command: string, what: string): string {
  const word = args.words[index];
  if (word !== undefined) return word;
  const message = `planwright ${command} needs ${what}. See planwright ${command} --help.`;
  throw new PlanwrightError('INVALID_ARGUMENTS', message);
}

export function textFlag(args: Arguments, name: string): string | undefined {
  const value = args.flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** All values of a flag that may be given several times. */
export const textFlags = (args: Arguments, name: string): string[] =>
  textFlag(args, name)?.split(parting) ?? [];
