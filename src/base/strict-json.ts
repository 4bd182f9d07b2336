// JSON that a caller sent. JSON.parse reads some texts in a way the sender cannot see: the last of two
// equal names wins, 1e999 becomes Infinity and later null, long integers lose digits, and invalid UTF-8
// becomes replacement characters. Such a text is refused here. The usual one costs one native parse, one
// scan that jumps over strings, and one walk through the values.
import { isUtf8 } from 'node:buffer';
import { PlanwrightError } from './errors.ts';
import { lookAt } from './json-shape.ts';

export type JsonReading =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** The text is no JSON at all. */
      readonly isUnreadable: boolean;
      readonly problem: string;
    };

const refusal = (problem: string, isUnreadable = false): JsonReading => ({
  ok: false,
  isUnreadable,
  problem,
});

/** `file` names it in a refusal. */
export function readStrictJson(bytes: Uint8Array, file?: string): JsonReading {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  if (isUtf8(bytes)) return parseStrictJson(text, file);
  const line = lineOf(text, text.indexOf('\uFFFD'));
  return refusal(`${file ?? 'The body'} is not valid UTF-8${line}.`, true);
}

const byteOrderMark = /^\uFEFF/;

export function parseStrictJson(given: string, file?: string): JsonReading {
  const text = file === undefined ? given : given.replace(byteOrderMark, '');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refusal(unreadable(file, error), true);
  }
  const problem = problemOf(text, value);
  return problem === undefined ? { ok: true, value } : refusal(`${file ?? 'The body'} ${problem}`);
}

/** The parser shows a part of the text, which is for the owner of a file and not for a log of requests. */
function unreadable(file: string | undefined, error: unknown): string {
  if (file === undefined) return 'The body is not valid JSON.';
  const why = error instanceof Error ? error.message.slice(0, 200) : '';
  return `${file} is not valid JSON: ${why}`;
}

export function jsonValue(reading: JsonReading): unknown {
  if (reading.ok) return reading.value;
  throw new PlanwrightError('INVALID_ARGUMENTS', reading.problem);
}

function problemOf(text: string, value: unknown): string | undefined {
  const look = lookAt(value);
  if (look.problem !== undefined) return look.problem;
  if (hasNul(text)) return 'has a NUL character (\\u0000), which no text here can hold.';
  if (look.hasWideNumber) {
    const found = findUnfit(text);
    if (found !== undefined) {
      return `has the number ${placed(text, found)}, which would not be kept as it is. Send it as a string.`;
    }
  }
  if (countNames(text) === look.names) return undefined;
  return `has the name ${placed(text, findRepeated(text))} twice in one object.`;
}

interface Found {
  readonly literal: string;
  readonly at: number;
}

/** Nothing for a text of one line. */
function lineOf(text: string, at: number): string {
  if (!text.trimEnd().includes('\n')) return '';
  return ` (line ${text.slice(0, Math.max(at, 0)).split('\n').length})`;
}

const placed = (text: string, { literal, at }: Found): string =>
  `${shown(literal)}${lineOf(text, at)}`;

const maxShown = 60;
const shown = (text: string): string =>
  text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;

/** Of valid JSON: where the string that begins here ends. */
function endOfString(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); ; end = text.indexOf('"', end + 1)) {
    let before = end - 1;
    while (text.charCodeAt(before) === backslash) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}

/** Of valid JSON, where a NUL can only be written as an escape, and an escaped backslash before it is none. */
const hasNul = (text: string): boolean =>
  text.includes(String.raw`\u0000`) && /(?<!\\)(?:\\\\)*\\u0000/.test(text);

/** Of valid JSON: each name of an object is followed by a colon. */
function countNames(text: string): number {
  let names = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === colon) names += 1;
  }
  return names;
}

/** A number that JSON.parse made something else of; of a text that is known to have wide ones. */
function findUnfit(text: string): Found | undefined {
  const literal = /[-\d][-+.\deE]*/y;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) === quote) {
      at = endOfString(text, at);
      continue;
    }
    literal.lastIndex = at;
    const [number] = literal.exec(text) ?? [];
    if (number === undefined) continue;
    if (!isFit(number)) return { literal: number, at };
    at += number.length - 1;
  }
  return undefined;
}

/** The digits that count and the power of ten of the last one: what is equal of two spellings of a number. */
function canonical(literal: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(literal) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const kept = digits.replace(/0+$/, '');
  return `${sign}${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}

/** Written out again it is the number that was sent, however either is spelled. */
const isFit = (literal: string): boolean => {
  const value = Number(literal);
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  return Number.isFinite(value) && canonical(String(value)) === canonical(literal);
};

/** The first name that its object has already; of a text that is known to have one. */
function findRepeated(text: string): Found {
  const open: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{') open.push(new Set());
    else if (char === '}') open.pop();
    else if (char === '"') {
      const end = endOfString(text, at);
      const literal = text.slice(at, end + 1);
      at = end;
      if (!isName(text, end + 1)) continue;
      const name = JSON.parse(literal) as string;
      if (open.at(-1)?.has(name)) return { literal, at: end };
      open.at(-1)?.add(name);
    }
  }
  return { literal: '', at: 0 };
}

/** Any white space may stand between a name and its colon. */
function isName(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text[at] ?? '')) at += 1;
  return text.charCodeAt(at) === colon;
}
