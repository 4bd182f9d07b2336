// A command that is an operation as it stands, in words: what --help shows of it.

export const groups = ['Plan', 'Run', 'Serve', 'Data'] as const;

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
  readonly group: (typeof groups)[number];
  readonly title: string;
  readonly description: string;
  readonly isRead: boolean;
  readonly words: readonly { readonly field: string; readonly text: string }[];
  readonly flags: readonly OperationFlag[];
  /** Called with the key of the person at this machine. */
  readonly asPerson?: boolean;
}

const flagUsage = ({ flag, text }: OperationFlag): string =>
  text === '' ? `--${flag}` : `--${flag} ${text}`;

export function usageOf({ command, words, flags }: OperationCommand): string {
  const needed = flags.filter(({ required }) => required);
  const free = flags.filter(({ required }) => !required);
  return [
    command,
    ...words.map(({ text }) => text),
    ...needed.map(flagUsage),
    ...free.map((flag) => `[${flagUsage(flag)}]`),
  ].join(' ');
}

/** What it does, then a line for each flag that has words of its own. */
export function detailsOf({ description, flags }: OperationCommand): string {
  const lines = flags.flatMap((flag) =>
    flag.description === undefined ? [] : [`  ${flagUsage(flag)}: ${flag.description}`],
  );
  return [description, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}
