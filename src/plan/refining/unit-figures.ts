// Numbers of a text with what they count: 2,500 EUR a month, €2.500, 2 500 euros, ٢٥٠٠ units. Languages
// differ in marks, digits and places of the unit; nothing here knows words of any of them.
import { numbersIn, plainDigits, type TextNumber } from '../../gates/text-numbers.ts';

export interface UnitFigure extends TextNumber {
  /** What stands right beside it, in small letters; empty where there is nothing. */
  readonly unit: string;
  /** Where it stands in the text. */
  readonly at: number;
  readonly end: number;
}

const unitBefore = /(\p{Sc}|(?<!\p{L})\p{Lu}{3})\s?$/u;
const unitAfter = /^\s?(%|\p{Sc}|\p{L}[\p{L}\p{M}²³]*)/u;
/** Writings without spaces between words: the first signs are the unit. */
const withoutSpaces = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const FEW_SIGNS = 2;

const asUnit = (word: string): string =>
  (withoutSpaces.test(word) ? [...word].slice(0, FEW_SIGNS).join('') : word).toLowerCase();

function unitBeside(text: string, at: number, end: number): string {
  const before = unitBefore.exec(text.slice(Math.max(0, at - 5), at))?.[1];
  return asUnit(before ?? unitAfter.exec(text.slice(end, end + 40))?.[1] ?? '');
}

/** In the order of the text. */
export function figuresWithUnits(said: string): UnitFigure[] {
  const text = plainDigits(said);
  let from = 0;
  return numbersIn(said).flatMap((found) => {
    const at = text.indexOf(found.raw, from);
    if (at < 0) return [];
    from = at + found.raw.length;
    const end = found.isPercent ? from - 1 : from;
    return [{ ...found, at, end: from, unit: unitBeside(text, at, end) }];
  });
}

type Display = 'narrowSymbol' | 'symbol' | 'name';

function nameOfMoney(currency: string, display: Display, language: string): string {
  try {
    const format = new Intl.NumberFormat(language, {
      ...{ style: 'currency', currency, currencyDisplay: display },
    });
    return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? '';
  } catch {
    return '';
  }
}

/** What a unit may be written as: a currency has a sign and a name, too. */
export function writingsOf(unit: string, language: string): string[] {
  const word = unitAfter.exec(unit.trim())?.[1] ?? '';
  if (!/^\p{Lu}{3}$/u.test(word)) return word === '' ? [] : [asUnit(word)];
  const displays: readonly Display[] = ['narrowSymbol', 'symbol', 'name'];
  const names = ['en', language].flatMap((one) =>
    displays.map((display) => nameOfMoney(word, display, one).split(/\s/).at(-1) ?? ''),
  );
  return [...new Set([word, ...names].filter(Boolean).map(asUnit))];
}

const LEAST_ROOT = 3;

const isSameWord = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) >= LEAST_ROOT &&
    (one.startsWith(other) || other.startsWith(one)));

/** A job or jobs, Euro or Euros. */
export const hasUnit = ({ unit }: Pick<UnitFigure, 'unit'>, writings: readonly string[]): boolean =>
  unit !== '' && writings.some((writing) => isSameWord(unit, writing));

const LEAST_WORD = 4;

/** What else a unit says, such as the month in “EUR per month”. */
export const furtherWords = (unit: string): string[] =>
  (unit.match(/\p{L}+/gu) ?? [])
    .slice(1)
    .filter((word) => word.length >= LEAST_WORD || withoutSpaces.test(word))
    .map((word) => word.toLowerCase());
