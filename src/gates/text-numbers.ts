// Numbers as people write them, in any language: 1,500 and 1.500 and 1 500, 12,5 and 12.5, 80 %, other
// digits. One writing may mean several values (1.500 is one and a half or fifteen hundred): all of
// them are given, since it is enough that one is meant.

export interface TextNumber {
  /** As it stands in the text. */
  readonly raw: string;
  /** What it may mean. */
  readonly values: readonly number[];
  /** Digits but for zeros at either end: how exactly it is told. */
  readonly significant: number;
  /** It is written without marks. */
  readonly isPlain: boolean;
  readonly isPercent: boolean;
}

/** Where the digits of a script begin; those of the others are rare enough to be no numbers here. */
const zeros = [
  ...[0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6],
  ...[0x0d66, 0x0e50, 0x0ed0, 0x0f20, 0x1040, 0x17e0, 0x1810, 0xff10],
] as const;

function asciiDigit(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? char : String(code - zero);
}

/** With the digits and marks of other scripts as 0 to 9, point and comma; of the same length. */
export const plainDigits = (text: string): string =>
  /[^\p{ASCII}\p{Script=Latin}\p{P}]/u.test(text) || text.includes('٫') || text.includes('٬')
    ? text
        .replace(/(?![0-9])\p{Nd}/gu, asciiDigit)
        .replaceAll('٫', '.')
        .replaceAll('٬', ',')
    : text;

const hasDigit = /\p{Nd}/u;

/** Digits with marks between them; what touches a letter before it (Q1, B2B, A3) is a name. */
const number =
  /(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\p{N}_.,'’-])(?:\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,'’]\d+)*)(?!\p{N})(\s?[%٪％])?/gu;

const isGrouped = (parts: readonly string[]): boolean =>
  parts.length > 1 &&
  (parts[0] ?? '').length <= 3 &&
  parts.slice(1, -1).every((part) => part.length === 2 || part.length === 3) &&
  parts.at(-1)?.length === 3;

function valuesOf(digits: string): number[] {
  const parts = digits.split(/[^\d]+/);
  const marks = digits.match(/[^\d]+/g) ?? [];
  const last = marks.at(-1) ?? '';
  const whole = parts.slice(0, -1).join('');
  const values: number[] = [];
  if (parts.length === 1 || isGrouped(parts)) values.push(Number(parts.join('')));
  // The last mark alone may be the one before the fraction; hardly anybody writes 1.500 for 1.5.
  const isFraction = /[.,]/.test(last) && marks.filter((mark) => mark === last).length === 1;
  if (isFraction && (values.length === 0 || !digits.endsWith('0'))) {
    values.push(Number(`${whole}.${parts.at(-1)}`));
  }
  // A list such as 3,5,7, or numbers that merely stand side by side.
  if (values.length === 0 || (marks.length > 0 && /\s/.test(last)))
    values.push(...parts.map(Number));
  return values.filter(Number.isFinite);
}

function textNumber(match: RegExpExecArray): TextNumber {
  const percent = match[1] ?? '';
  const digits = match[0].slice(0, match[0].length - percent.length);
  return {
    raw: match[0].trim(),
    values: valuesOf(digits),
    significant: digits.replace(/[^\d]/g, '').replace(/^0+|0+$/g, '').length,
    isPlain: /^\d+$/.test(digits),
    isPercent: percent !== '',
  };
}

const date = /\b(\d{4})-(\d{2})-(\d{2})(?:T[\d:]+(?:Z|[+-]\d\d:\d\d)?)?/g;

/** Dates as YYYY-MM-DD, once each. */
export const datesIn = (text: string): string[] =>
  hasDigit.test(text)
    ? [...new Set([...plainDigits(text).matchAll(date)].map(([whole]) => whole.slice(0, 10)))]
    : [];

/** Without dates, which are no quantities. */
export const numbersIn = (text: string): TextNumber[] => (hasDigit.test(text) ? foundIn(text) : []);

const foundIn = (text: string): TextNumber[] =>
  [...plainDigits(text).replaceAll(date, ' ').matchAll(number)].map((match) =>
    textNumber(match as RegExpExecArray),
  );
