// An answer as lines for people: a list is a table, what is nested stands on one line where it is
// short and indented below its name where it is not. Sentences are never cut.
import { safeText } from './safe-text.ts';

type Fields = Readonly<Record<string, unknown>>;

const wholeChars = 2_000;
const cellChars = 60;
const deepest = 4;

/** Columns of sentences, which say what to do: too long for a cell they stand below their row. */
const sentences = new Set(['reason', 'how', 'why_not', 'summary', 'asks_because', 'message']);

const isScalar = (value: unknown): boolean => value === null || typeof value !== 'object';

const isFields = (value: unknown): value is Fields => !isScalar(value) && !Array.isArray(value);

const isFlat = (value: unknown): value is Fields =>
  isFields(value) && Object.values(value).every(isScalar);

const isRows = (value: unknown): value is Fields[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFields);

function textOf(value: unknown, maxChars = wholeChars): string {
  if (value === null || value === undefined || value === '') return '–';
  return safeText(typeof value === 'string' ? value : JSON.stringify(value), maxChars);
}

const flatText = (value: Fields): string =>
  Object.entries(value)
    .map(([name, item]) => `${name} ${textOf(item)}`)
    .join(' · ') || 'none';

const inlineText = (value: unknown): string => (isFlat(value) ? flatText(value) : textOf(value));

const isLong = (value: unknown): boolean => inlineText(value).length > cellChars;

function columnsOf(rows: readonly Fields[]): { cells: string[]; below: string[] } {
  const names = Object.keys(rows[0] ?? {});
  const all = (name: string, is: (value: unknown) => boolean): boolean =>
    rows.every((row) => is(row[name]));
  const below = names.filter(
    (name) =>
      (sentences.has(name) && !all(name, (value) => !isLong(value))) ||
      rows.some((row) => isRows(row[name])),
  );
  const fits = (value: unknown): boolean =>
    isScalar(value) || (isFlat(value) && flatText(value).length <= cellChars);
  return { cells: names.filter((name) => !below.includes(name) && all(name, fits)), below };
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

function belowLines(row: Fields, names: readonly string[], depth: number): string[] {
  return names.flatMap((name) => {
    const value = row[name];
    if (isRows(value)) return depth > deepest ? [] : tableLines(value, depth + 1);
    return isScalar(value) && value !== null && value !== '' ? [`${name}: ${textOf(value)}`] : [];
  });
}

function tableLines(rows: readonly Fields[], depth: number): string[] {
  const { cells: columns, below } = columnsOf(rows);
  const cells = rows.map((row) =>
    columns.map((name) => safeText(inlineText(row[name]), cellChars)),
  );
  const widths = columns.map((name, index) =>
    Math.max(name.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = rows.flatMap((row, index) => [
    line(cells[index] ?? []),
    ...indented(belowLines(row, below, depth)),
  ]);
  return [line(columns), ...lines];
}

function itemLines(name: string, item: unknown, depth: number): string[] {
  if (isRows(item))
    return depth === 0 ? tableLines(item, 0) : [`${name}:`, ...indented(tableLines(item, depth))];
  if (Array.isArray(item)) {
    return [`${name}: ${item.map((one) => textOf(one)).join(', ') || 'none'}`];
  }
  if (!isFields(item) || isFlat(item) || depth >= deepest) return [`${name}: ${inlineText(item)}`];
  return [`${name}:`, ...indented(linesOf(item, depth + 1))];
}

const linesOf = (value: Fields, depth: number): string[] =>
  Object.entries(value).flatMap(([name, item]) => itemLines(name, item, depth));

export const humanText = (value: object): string => `${linesOf(value as Fields, 0).join('\n')}\n`;
