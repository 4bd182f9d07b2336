// Answers and errors name operations, since agents read them too. People at a terminal type commands:
// the names are put into those words.
import { commands } from './commands.ts';

const words: ReadonlyMap<string, string> = new Map(
  commands.flatMap(({ name, standsFor }) =>
    Object.entries(standsFor).map(([operation, more]) => [
      operation,
      `planwright ${name} ${more}`.trim(),
    ]),
  ),
);

const named = new RegExp(
  `(?<![\\w-]|planwright call )(${[...words.keys()].join('|')})(?![\\w-])`,
  'g',
);

/** The id that follows needs no name before it. */
const idWords = /(planwright [a-z]+(?: --json)?),? (?:with|and) (?:plan_id|execution_id) (\w+)/g;

export const inCommands = (text: string): string =>
  text
    .replace(named, (name) => words.get(name) ?? name)
    .replace(/\b[Cc]all (?=planwright )/g, (call) => (call.startsWith('C') ? 'Run ' : 'run '))
    .replace(idWords, '$1 $2');
