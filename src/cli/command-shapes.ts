// What the list of commands and the help have of a command.
import type { CommandGroup } from '../operations/operation.ts';

/** What `planwright COMMAND --help` shows below the summary. */
export interface CommandText {
  /** In place of the line that the list of commands has. */
  readonly summary?: string;
  readonly usages: readonly string[];
  readonly details: string;
}

/** A command that calls operations, as far as the list of commands needs it. */
export interface OperationCommandLine {
  readonly name: string;
  readonly group: CommandGroup;
  readonly summary: string;
  /** Operations that are this command where a text for people names them. */
  readonly standsFor: readonly string[];
}
