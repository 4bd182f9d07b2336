// Reads a unified diff and applies it. Every line of context must be there exactly; a hunk whose line
// number is off is taken only if its text stands at one place of the file and no other.
import { isPlanwrightError } from '../../base/errors.ts';
import { unfit } from '../safety/failures.ts';
import { linesOf } from './line-diff.ts';

export interface Hunk {
  /** From 1; 0 in a file that is not there. */
  readonly line: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface FilePatch {
  readonly path: string;
  /** Made, changed or removed. */
  readonly kind: 'make' | 'change' | 'remove';
  readonly hunks: readonly Hunk[];
}

const hunkHead = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;
const fileHead = /^(?:---|\+\+\+) (?:[ab]\/)?([^\t\n]+)/;
/** What git writes between files. */
const gitHead = /^(?:diff --git |index |new file mode |deleted file mode |old mode |new mode )/;

class Reader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#lines = linesOf(text);
  }

  get line(): string | undefined {
    return this.#lines[this.#at];
  }

  take(): string {
    const line = this.#lines[this.#at];
    if (line === undefined) throw this.wrong('ends too early');
    this.#at += 1;
    return line;
  }

  wrong(what: string): Error {
    return unfit(`The diff ${what} at line ${this.#at + 1}.`);
  }
}

export function parsePatch(text: string): FilePatch[] {
  const reader = new Reader(text);
  const files: FilePatch[] = [];
  for (;;) {
    while (reader.line !== undefined && (gitHead.test(reader.line) || reader.line.trim() === '')) {
      reader.take();
    }
    if (reader.line === undefined) break;
    files.push(readFile(reader));
  }
  if (files.length === 0) throw unfit('The diff names no file.');
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size < files.length) throw unfit('The diff names a file twice.');
  return files;
}

/** Why it is no diff; null if it is one. */
export function patchProblem(text: string): string | null {
  try {
    parsePatch(text);
    return null;
  } catch (error) {
    if (!isPlanwrightError(error)) throw error;
    return error.message;
  }
}

function readFile(reader: Reader): FilePatch {
  const from = readName(reader, '---');
  const to = readName(reader, '+++');
  const hunks: Hunk[] = [];
  while (reader.line?.startsWith('@@') === true) hunks.push(readHunk(reader));
  if (hunks.length === 0) throw reader.wrong('has a file without a hunk');
  if (from === null && to !== null) return { path: to, kind: 'make', hunks };
  if (to === null && from !== null) return { path: from, kind: 'remove', hunks };
  if (from === null || from !== to) throw reader.wrong('renames a file, which is not supported,');
  return { path: from, kind: 'change', hunks };
}

function readName(reader: Reader, sign: '---' | '+++'): string | null {
  const line = reader.line ?? '';
  const name = line.startsWith(`${sign} `) ? fileHead.exec(line)?.[1] : undefined;
  if (name === undefined) throw reader.wrong(`lacks "${sign} name"`);
  reader.take();
  return name === '/dev/null' ? null : name.trimEnd();
}

function readHunk(reader: Reader): Hunk {
  const head = hunkHead.exec(reader.line ?? '');
  if (!head) throw reader.wrong('has a hunk without its line numbers');
  reader.take();
  const counts = [Number(head[2] ?? 1), Number(head[4] ?? 1)] as const;
  const before: string[] = [];
  const after: string[] = [];
  const wrongCounts = (what: string): Error => {
    const said = `"${head[0]}" says ${counts[0]} lines before and ${counts[1]} after`;
    return reader.wrong(`${what} (${said}; there are ${before.length} and ${after.length})`);
  };
  while (before.length < counts[0] || after.length < counts[1]) {
    if (reader.line === undefined) throw wrongCounts('ends too early');
    readLine(reader, before, after);
  }
  if (before.length !== counts[0] || after.length !== counts[1]) {
    throw wrongCounts('has a hunk whose counts are wrong');
  }
  return { line: Number(head[1]), before, after };
}

function readLine(reader: Reader, before: string[], after: string[]): void {
  const raw = reader.take();
  const [sign, line] = raw === '\n' ? [' ', '\n'] : [raw[0], raw.slice(1)];
  const isLast = reader.line?.startsWith('\\') === true;
  if (isLast) reader.take();
  const text = isLast ? line.replace(/\n$/, '') : line.endsWith('\n') ? line : `${line}\n`;
  if (sign !== '+' && sign !== '-' && sign !== ' ') throw reader.wrong('has a line without a sign');
  if (sign !== '+') before.push(text);
  if (sign !== '-') after.push(text);
}

const standsAt = (lines: readonly string[], block: readonly string[], at: number): boolean =>
  at >= 0 &&
  at + block.length <= lines.length &&
  block.every((line, nth) => lines[at + nth] === line);

function placeOf(lines: readonly string[], hunk: Hunk, shift: number, from: number): number {
  const { before, line } = hunk;
  // With nothing to match the number is all there is; it names the line before.
  const named = before.length === 0 ? line + shift : line - 1 + shift;
  if (named >= from && standsAt(lines, before, named)) return named;
  const places: number[] = [];
  for (let at = from; before.length > 0 && at + before.length <= lines.length; at += 1) {
    if (standsAt(lines, before, at)) places.push(at);
  }
  const [only, second] = places;
  if (only !== undefined && second === undefined) return only;
  const why = only === undefined ? 'is not there' : 'is there more than once';
  throw unfit(`The text of the hunk at line ${line} ${why}.`, { line });
}

/** Hunks come in the order of the file and do not overlap. */
export function applyHunks(text: string, hunks: readonly Hunk[]): string {
  const lines = linesOf(text);
  let shift = 0;
  let from = 0;
  for (const hunk of hunks) {
    const at = placeOf(lines, hunk, shift, from);
    lines.splice(at, hunk.before.length, ...hunk.after);
    shift += hunk.after.length - hunk.before.length;
    from = at + hunk.after.length;
  }
  return lines.join('');
}

export interface Replacement {
  readonly old: string;
  readonly new: string;
}

/** Each text must stand in the file exactly once. */
export function applyReplacements(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((now, { old, new: fresh }, nth) => {
    const at = now.indexOf(old);
    if (at < 0) throw unfit(`The text to replace (number ${nth + 1}) is not in the file.`);
    if (now.indexOf(old, at + 1) >= 0) {
      throw unfit(`The text to replace (number ${nth + 1}) is in the file more than once.`);
    }
    return now.slice(0, at) + fresh + now.slice(at + old.length);
  }, text);
}
