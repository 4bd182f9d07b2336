// Numbers as people write them in tables. A comma is a decimal mark in one country and a thousands mark
// in the next; where a number alone does not tell, the table does.
import type { Language } from './columns.ts';

export type Decimal = '.' | ',';

/** Spreadsheets part cells by semicolons where the comma is the decimal mark. */
export const decimalOf = (language: Language, listMark?: string): Decimal =>
  listMark === ';' || language !== 'en' ? ',' : '.';

const maxChars = 60;

/** Thousands, and the hundreds of thousands of India. */
const grouped = /^\d{1,3}(?=([.,]))(?:\1\d{2,3})*\1\d{3}$/;

/** -1 where all marks are thousands marks. */
function decimalAt(digits: string, decimal: Decimal | null): number {
  const marks = digits.replace(/\d/g, '');
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  if (marks.length > 1) return new Set(marks).size === 1 ? -1 : last;
  const couldBeThousands = /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits);
  return couldBeThousands && digits[last] !== decimal ? -1 : last;
}

/** 1,5, 1,040.5, 1'000. Three digits behind the only mark are thousands, unless it is the decimal mark. */
export function figureOf(text: string, decimal: Decimal | null = '.'): number | undefined {
  if (text.length > maxChars) return undefined;
  const plain = text.trim().replace(/(?<=\d)[ '’\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  const [, sign, digits = ''] = /^([+-]?)([\d.,]*\d)$/.exec(plain) ?? [];
  if (digits === '') return undefined;
  const at = decimalAt(digits, decimal);
  const whole = at === -1 ? digits : digits.slice(0, at);
  if (!/^\d*$/.test(whole) && !grouped.test(whole)) return undefined;
  const value = Number(`${whole.replace(/[.,]/g, '')}.${at === -1 ? '0' : digits.slice(at + 1)}`);
  return sign === '-' ? -value : value;
}

/** 40 %, 0.4 and 40 are the same; 1 is all of it. No share has thousands. */
export function shareOf(text: string): number | undefined {
  const plain = text.replace('%', '').trim();
  const value = plain === '' ? Number.NaN : Number(plain.replace(',', '.'));
  if (!Number.isFinite(value) || value < 0) return undefined;
  return Math.min(1, text.includes('%') || value > 1 ? value / 100 : value);
}
