// Where output goes, and how an answer is shown: JSON for programs, lines for people.
import { humanText } from './human-text.ts';

export interface Io {
  readonly stdout: { write(text: string): unknown; readonly columns?: number };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Raised when a shape that --json prints changes. */
export const jsonSchemaVersion = 1;

export function printJson(io: Io, value: object): void {
  io.stdout.write(`${JSON.stringify({ schema_version: jsonSchemaVersion, ...value }, null, 2)}\n`);
}

export function printHuman(io: Io, value: object): void {
  io.stdout.write(humanText(value));
}
