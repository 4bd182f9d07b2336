// A command that is an operation as it stands: how its words and flags become the input.
import type { CommandHelp } from './commands.ts';

export interface OperationFlag {
  readonly flag: string;
  readonly field: string;
  readonly kind: 'switch' | 'number' | 'list' | 'json' | 'text';
  /** The value in the usage; empty for a switch. */
  readonly text: string;
  readonly required?: boolean;
  readonly description?: string;
}

export interface OperationCommand {
  readonly command: string;
  readonly operation: string;
  readonly group: CommandHelp['group'];
  readonly title: string;
  readonly description: string;
  readonly isRead: boolean;
  readonly words: readonly { readonly field: string; readonly text: string }[];
  readonly flags: readonly OperationFlag[];
  /** Called with the key of the person at this machine. */
  readonly asPerson?: boolean;
}
