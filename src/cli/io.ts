// Where output goes, and how an answer is shown: JSON for programs, lines for people.
import { safeText } from './safe-text.ts';

export interface Io {
  readonly stdout: { write(text: string): unknown; readonly columns?: number };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

/** Raised when a shape that --json prints changes. */
export const jsonSchemaVersion = 1;

export function printJson(io: Io, value: object): void {
  io.stdout.write(`${JSON.stringify({ schema_version: jsonSchemaVersion, ...value }, null, 2)}\n`);
}

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

/** A cell or a value on a line of its own; what is nested shows as JSON. */
function textOf(value: unknown, maxChars = 2_000): string {
  if (value === null || value === undefined || value === '') return '–';
  return safeText(typeof value === 'string' ? value : JSON.stringify(value), maxChars);
}

function tableLines(rows: readonly Record<string, unknown>[]): string[] {
  const columns = Object.keys(rows[0] ?? {}).filter((name) =>
    rows.every((row) => isScalar(row[name])),
  );
  const cells = rows.map((row) => columns.map((name) => textOf(row[name], 60)));
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(columns), ...cells.map(line)];
}

/** Lists become tables, the rest `name: value` lines; good enough for every answer of ours. */
export function printHuman(io: Io, value: object): void {
  for (const [name, item] of Object.entries(value)) {
    if (Array.isArray(item)) {
      const rows = item as Record<string, unknown>[];
      if (rows.length === 0) io.stdout.write(`${name}: none\n`);
      else if (isScalar(rows[0]))
        io.stdout.write(`${name}: ${rows.map((row) => textOf(row)).join(', ')}\n`);
      else io.stdout.write(`${tableLines(rows).join('\n')}\n`);
    } else io.stdout.write(`${name}: ${textOf(item)}\n`);
  }
}
