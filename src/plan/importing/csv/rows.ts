// A table as text: rows of cells between commas, semicolons, tabs or bars, with quotes as in RFC 4180.
// Spreadsheets of other languages use other marks, so the first row tells which it is.
import { PlanwrightError } from '../../../base/errors.ts';

const maxRows = 100_001;
const maxColumns = 200;
const maxCellChars = 20_000;

const marks = [',', ';', '\t', '|'] as const;
type Mark = (typeof marks)[number];

/** Outside of quotes. */
function countOf(line: string, mark: Mark): number {
  let [count, isQuoted] = [0, false];
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted;
    else if (char === mark && !isQuoted) count += 1;
  }
  return count;
}

/** Some programs say it in a line of its own. */
const saidMark = /^sep=([,;\t|])\r?\n/i;

export function firstLine(text: string): string {
  const plain = text
    .replace(/^\uFEFF/, '')
    .replace(saidMark, '')
    .trimStart();
  const end = plain.search(/\r|\n/);
  return end === -1 ? plain : plain.slice(0, end);
}

export function markOf(text: string): Mark | undefined {
  const said = marks.find((mark) => mark === saidMark.exec(text.replace(/^\uFEFF/, ''))?.[1]);
  if (said !== undefined) return said;
  const line = firstLine(text);
  const counts = marks.map((mark) => ({ mark, count: countOf(line, mark) }));
  const best = counts.reduce((most, one) => (one.count > most.count ? one : most));
  return best.count === 0 ? undefined : best.mark;
}

const tooMuch = (what: string): PlanwrightError =>
  new PlanwrightError('limit_exceeded', `The table has ${what}; so much is not taken in.`);

interface Cell {
  readonly text: string;
  readonly end: number;
}

/** From behind the opening quote; one that is never closed goes to the end. */
function quotedCell(text: string, start: number): Cell {
  const parts: string[] = [];
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { text: parts.join('') + text.slice(from), end: text.length };
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') return { text: parts.join(''), end: quote + 1 };
    parts.push('"');
    from = quote + 2;
  }
}

function endOfPlain(text: string, start: number, mark: Mark): number {
  let at = start;
  while (at < text.length && text[at] !== mark && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

export function tableRows(source: string, mark: Mark): string[][] {
  const text = source.replace(/^\uFEFF/, '').replace(saidMark, '');
  const rows: string[][] = [];
  let row: string[] = [];
  const endRow = (): void => {
    if (row.some((cell) => cell.trim() !== '')) rows.push(row);
    if (rows.length > maxRows) throw tooMuch(`more than ${maxRows - 1} rows`);
    row = [];
  };
  for (let at = 0; at < text.length; ) {
    const isQuoted = text[at] === '"';
    const quoted = isQuoted ? quotedCell(text, at + 1) : { text: '', end: at };
    const end = endOfPlain(text, quoted.end, mark);
    const cell = quoted.text + text.slice(quoted.end, end);
    row.push(cell.slice(0, maxCellChars));
    if (row.length > maxColumns) throw tooMuch(`more than ${maxColumns} columns`);
    at = end + 1;
    if (text[end] === mark) continue;
    if (text[end] === '\r' && text[end + 1] === '\n') at += 1;
    endRow();
  }
  endRow();
  return rows;
}
