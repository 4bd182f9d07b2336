// Numbers as people write them: 80,000 and 80.000 and 1.2 million and "ten".
import { wordValue } from './number-words.ts';

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousand|thousands|tusind|tusen|tausend|tsd|mille|mil|тыс)$/iu, 1e3],
  [/^(?:lakh|lakhs)$/i, 1e5],
  [
    /^(?:m|mn|mm|mio|mill|million|millions|millionen|millioner|millones|millón|millon|milhões|milioni|miljoner|млн)$/iu,
    1e6,
  ],
  [/^(?:crore|crores)$/i, 1e7],
  [/^(?:b|bn|billion|billions|mia|mrd|milliard|milliards|milliarden|milliarder|млрд)$/iu, 1e9],
  [/^(?:t|tn|trillion|trillions|billionen|billones|billioner)$/i, 1e12],
];

/** Bounded, so that endless digits are not read again from each of them; longer ones are no amount. */
export const NUMBER = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,8}(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d{1,30}(?:[.,]\d{1,30})?`;
const LONG_SCALE =
  'thousand|tusind|tusen|tausend|mille|lakhs?|crores?|millions?|millionen|millioner|millones|millón|milhões|milioni|miljoner|milliard(?:s|en|er)?|billions?|billionen|billones|billioner|trillions?|mil(?!\\p{L})';
/** Words alone, as they follow a number that is a word too. */
export const SCALE_WORD = `(?:${LONG_SCALE})`;
export const SCALE = `(?:${LONG_SCALE}|(?:mio|mill|mrd|mia|tsd)\\.?|mn|bn|tn|mm|тыс|млн|млрд|[kKmMbBtT])`;

export function scaleOf(word: string | undefined): number {
  if (!word) return 1;
  return SCALES.find(([pattern]) => pattern.test(word.trim().replace(/\.$/, '')))?.[1] ?? 1;
}

/** A separator before exactly three digits groups thousands; but "1.250 million" is one and a quarter. */
export function parseNumber(raw: string, scaled = false, language = 'en'): number {
  const word = wordValue(raw, language);
  if (word !== undefined) return word;
  const digits = raw.replace(/['’\u00a0\u202f ]/g, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return Number(digits);
  const both = digits.includes('.') && digits.includes(',');
  const repeated = digits.split(digits.charAt(last)).length > 2;
  const tail = digits.length - last - 1;
  const groups =
    !both &&
    (repeated || (tail === 3 && !(scaled && digits[last] === '.') && !/^0[.,]/.test(digits)));
  if (groups) return Number(digits.replace(/[.,]/g, ''));
  return Number(`${digits.slice(0, last).replace(/[.,]/g, '')}.${digits.slice(last + 1)}`);
}
