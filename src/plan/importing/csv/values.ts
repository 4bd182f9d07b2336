// Lengths as people write them in tables.
import type { Column, Language } from './columns.ts';
import { type Decimal, decimalOf, figureOf } from './numbers.ts';

export interface Length {
  readonly hours: number;
  /** By the clock, not by working time. */
  readonly isElapsed: boolean;
}

const HOURS_A_DAY = 8;
const HOURS_A_WEEK = 40;
const HOURS_A_MONTH = 160;

const unitWords: readonly (readonly [RegExp, number, elapsed: number])[] = [
  [/^(?:m|min|mins|minutes?|minuten?|minutos?|minutter?)$/, 1 / 60, 1 / 60],
  [/^(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|timer?|t)$/, 1, 1],
  [/^(?:d|days?|tage?|jours?|j|jrs?|dias?|dage?)$/, HOURS_A_DAY, 24],
  [/^(?:w|wks?|weeks?|wochen?|semaines?|sem|semanas?|uger?)$/, HOURS_A_WEEK, 168],
  [/^(?:mo|mon|mons|months?|monate?|mois|mes|meses|maneder?|maaneder?)$/, HOURS_A_MONTH, 720],
];

const plainUnits = { minutes: 1 / 60, hours: 1, days: HOURS_A_DAY, weeks: HOURS_A_WEEK } as const;

/** A t alone is a day in German, and an hour in Danish. 3d, 8 h, 1,5 Tage, 2 ed (elapsed), PT8H, 1d 4h; a number alone is in the unit of the column. */
export function lengthOf(
  text: string,
  unit: Column['unit'] = 'days',
  language: Language = 'en',
  decimal: Decimal = decimalOf(language),
): Length | undefined {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('?', '')
    .trim();
  if (plain === '' || plain.length > 60) return undefined;
  const alone = figureOf(plain, decimal);
  if (alone !== undefined) {
    return alone < 0 ? undefined : { hours: alone * plainUnits[unit], isElapsed: false };
  }
  const iso = isoHours(plain);
  if (iso !== undefined) return { hours: iso, isElapsed: false };
  return partsOf(language === 'de' ? plain.replace(/(?<=\d ?)t(?= |$)/g, 'd') : plain, decimal);
}

const isoParts = [
  ['y', HOURS_A_MONTH * 12],
  ['m', HOURS_A_MONTH],
  ['w', HOURS_A_WEEK],
  ['d', HOURS_A_DAY],
  ['h', 1],
  ['m', 1 / 60],
  ['s', 1 / 3600],
] as const;
const isoPart = (letter: string): string => String.raw`(?:(\d{1,7}(?:[.,]\d{1,6})?)${letter})?`;
const isoDate = isoParts.slice(0, 4).map(([letter]) => isoPart(letter));
const isoTime = isoParts.slice(4).map(([letter]) => isoPart(letter));
const isoShape = new RegExp(`^p(?=.*\\d)${isoDate.join('')}t?${isoTime.join('')}$`);

/** P2W, PT1.5H, P1DT4H (ISO 8601), in working time. A comma there is always a decimal mark. */
function isoHours(plain: string): number | undefined {
  const found = isoShape.exec(plain)?.slice(1);
  return found?.reduce((sum, amount, at) => {
    const value = Number((amount ?? '0').replace(',', '.'));
    return sum + value * (isoParts[at]?.[1] ?? 0);
  }, 0);
}

function partsOf(text: string, decimal: Decimal): Length | undefined {
  const plain = text.replace(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  if (!/^(?:\d[\d.,]{0,15} ?[a-z]+\.? ?)+$/.test(plain)) return undefined;
  let [hours, isElapsed] = [0, false];
  for (const [, figure = '', word = ''] of plain.matchAll(/(\d[\d.,]*) ?([a-z]+)/g)) {
    const usual = unitWords.find(([pattern]) => pattern.test(word));
    const elapsed = word.startsWith('e')
      ? unitWords.find(([pattern]) => pattern.test(word.slice(1)))
      : undefined;
    const found = usual ?? elapsed;
    const amount = figureOf(figure, decimal);
    if (found === undefined || amount === undefined) return undefined;
    if (usual === undefined) isElapsed = true;
    hours += amount * (usual === undefined ? found[2] : found[1]);
  }
  return { hours, isElapsed };
}
