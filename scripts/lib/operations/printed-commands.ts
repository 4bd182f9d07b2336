// The list of commands that call operations: what `--help` shows without loading the table. Words and
// flags follow from the descriptors when such a command runs.

import type { OperationCommandLine } from '../../../src/cli/command-shapes.ts';
import { commandOf } from '../../../src/cli/operation-command.ts';
import type { CliPlace, CommandGroup, Operation } from '../../../src/operations/operation.ts';
import type { FoundOperation } from './find-operations.ts';
import { header } from './printed-client.ts';

const groups: Readonly<Record<string, CommandGroup>> = {
  ...{ Plans: 'Plan', Examples: 'Plan', Prompts: 'Plan' },
  ...{ Executions: 'Run', Inbox: 'Run', Agents: 'Run', Work: 'Run', Purses: 'Run', Admin: 'Run' },
  ...{ Models: 'Serve', Webhooks: 'Serve', Keys: 'Serve', Tenants: 'Serve', Usage: 'Serve' },
};

function groupOf({ name, rest: { tag } }: Operation, { group = groups[tag] }: CliPlace) {
  if (group) return group;
  const message = `${name}: the help has no group for ${tag}. Give its cli a group, or add the tag to ${import.meta.filename}.`;
  throw new TypeError(message);
}

/** A command that sets fields is not the whole operation. */
const standsFor = ({ name }: Operation, place: CliPlace): string[] => [
  ...(place.sets ? [] : [name]),
  ...(place.standsFor ?? []),
];

export function commandsText(found: readonly FoundOperation[]): string {
  const lines = new Map<string, OperationCommandLine>();
  const switches = new Set<string>();
  for (const { operation } of found) {
    for (const place of operation.cli) {
      const before = lines.get(place.command);
      lines.set(place.command, {
        name: place.command,
        group: before?.group ?? groupOf(operation, place),
        summary: before?.summary ?? place.summary ?? operation.title,
        standsFor: [...(before?.standsFor ?? []), ...standsFor(operation, place)],
      });
      for (const { flag, text } of commandOf(operation, place).flags) {
        if (text === '') switches.add(flag);
      }
    }
  }
  const rows = [...lines.values()].map((line) => `  ${JSON.stringify(line)},`);
  return `${header}import type { OperationCommandLine } from './command-shapes.ts';

export const operationCommands: readonly OperationCommandLine[] = [
${rows.join('\n')}
];

/** Their flags that never take a value. */
export const operationSwitches: readonly string[] = ${JSON.stringify([...switches].sort())};
`;
}
