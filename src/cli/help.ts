// What `planwright --help` prints.

import { type CommandGroup, commandGroups } from '../operations/operation.ts';
import type { CommandText } from './command-shapes.ts';
import { type CommandHelp, commands } from './commands.ts';

const nameWidth = Math.max(...commands.map(({ name }) => name.length)) + 2;

function groupText(group: CommandGroup): string {
  const lines = commands
    .filter((command) => command.group === group)
    .map((command) => `  ${command.name.padEnd(nameWidth)}${command.summary}`);
  return `${group}\n${lines.join('\n')}`;
}

export function helpText(): string {
  return `Planwright turns a goal into a checked plan and runs it with agents, tools and people.

  planwright                        what there is, and what to do next
  planwright serve                  start the server and the page
  planwright plan "Open a coffee shop in Copenhagen" --out out
  planwright demo                   see it move, in a minute

${commandGroups.map(groupText).join('\n\n')}

Every command takes --help; those that answer take --json. Commands work on the data in ~/.planwright
(PLANWRIGHT_HOME), or on a server given by --url (PLANWRIGHT_URL) with --key (PLANWRIGHT_KEY).
Settings are flags, PLANWRIGHT_… variables or config.json: see docs/configuration.md.
`;
}

export function commandHelp(command: CommandHelp, text: CommandText): string {
  const { summary = command.summary, usages, details } = text;
  const lines = usages.map((usage) => `  planwright ${usage} [--json]\n`).join('');
  return `${summary}\n\n${lines}${details ? `\n${details}\n` : ''}`;
}
