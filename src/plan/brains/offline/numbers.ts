// Numbers as people write them: 80,000 and 80.000 and 1.2 million and "ten".
const WORDS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  eighteen: 18,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  hundred: 100,
  dozen: 12,
};

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousand|thousands|tusind|tusen|tausend|mille|mil|тыс)$/iu, 1e3],
  [/^(?:lakh|lakhs)$/i, 1e5],
  [
    /^(?:m|mn|mm|mio|mill|million|millions|millionen|millioner|millones|millón|milhões|milioni|miljoner|млн)$/iu,
    1e6,
  ],
  [/^(?:crore|crores)$/i, 1e7],
  [/^(?:b|bn|billion|billions|mia|mrd|milliard|milliards|milliarden|milliarder|млрд)$/iu, 1e9],
  [/^(?:t|tn|trillion|trillions)$/i, 1e12],
];

/** Bounded, so that endless digits are not read again from each of them; longer ones are no amount. */
export const NUMBER = String.raw`\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,8}(?![\d])(?:[.,]\d{1,2}(?!\d))?|\d{1,30}(?:[.,]\d{1,30})?`;
export const SCALE =
  '(?:thousand|tusind|tusen|tausend|mille|lakhs?|crores?|millions?|millionen|millioner|millones|milhões|milioni|miljoner|milliard(?:s|en|er)?|billions?|trillions?|mio|mill|mrd|mia|mn|bn|tn|mm|тыс|млн|млрд|[kKmMbBtT])';
export const NUMBER_WORD = Object.keys(WORDS).join('|');

export function scaleOf(word: string | undefined): number {
  if (!word) return 1;
  return SCALES.find(([pattern]) => pattern.test(word.trim().replace(/\.$/, '')))?.[1] ?? 1;
}

/** A separator before exactly three digits groups thousands; but "1.250 million" is one and a quarter. */
export function parseNumber(raw: string, scaled = false): number {
  const word = WORDS[raw.toLowerCase()];
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
