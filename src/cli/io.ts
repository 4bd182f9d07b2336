// Where output goes, and how an answer is shown: JSON for programs, lines for people.
import { inCommands } from './command-words.ts';
import { humanText } from './human-text.ts';

export interface Io {
  readonly stdout: { write(text: string | Uint8Array): unknown; readonly columns?: number };
  readonly stderr: {
    write(text: string): unknown;
    readonly isTTY?: boolean;
    readonly columns?: number;
  };
}

/** Of a terminal; for a file as wide as lines want to be read. */
export const widthOf = ({ stdout }: Io): number => stdout.columns || 100;

/** Raised when a shape that --json prints changes. */
export const jsonSchemaVersion = 1;

export function printJson(io: Io, value: object): void {
  io.stdout.write(`${JSON.stringify({ schema_version: jsonSchemaVersion, ...value }, null, 2)}\n`);
}

export function printHuman(io: Io, value: object): void {
  const { next_action: next } = value as { next_action?: unknown };
  const said = typeof next === 'string' ? { next_action: inCommands(next) } : {};
  io.stdout.write(humanText({ ...value, ...said }));
}
