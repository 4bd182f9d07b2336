// Lengths, dates and amounts as people write them in tables.
import type { Column, Language } from './columns.ts';

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

export function numberOf(text: string): number | undefined {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined;
}

/** A t alone is a day in German, and an hour in Danish. 3d, 8 h, 1,5 Tage, 2 ed (elapsed), PT8H, 1d 4h; a number alone is in the unit of the column. */
export function lengthOf(
  text: string,
  unit: Column['unit'] = 'days',
  language: Language = 'en',
): Length | undefined {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('?', '')
    .trim();
  if (plain === '' || plain.length > 60) return undefined;
  const alone = numberOf(plain);
  if (alone !== undefined) {
    return alone < 0 ? undefined : { hours: alone * plainUnits[unit], isElapsed: false };
  }
  const [, isoDays = '0', isoHours = '0', isoMinutes = '0'] =
    /^p(?:(\d{1,5})d)?t?(?:(\d{1,7})h)?(?:(\d{1,7})m)?(?:\d{1,7}s)?$/.exec(plain) ?? [];
  if (plain.startsWith('p') && /\d/.test(plain)) {
    const hours = Number(isoDays) * HOURS_A_DAY + Number(isoHours) + Number(isoMinutes) / 60;
    return { hours, isElapsed: false };
  }
  return partsOf(language === 'de' ? plain.replace(/(?<=\d ?)t(?= |$)/g, 'd') : plain);
}

function partsOf(plain: string): Length | undefined {
  if (!/^(?:\d{1,9}(?:[.,]\d{1,6})? ?[a-z]+\.? ?)+$/.test(plain)) return undefined;
  let [hours, isElapsed] = [0, false];
  for (const [, amount = '', word = ''] of plain.matchAll(/(\d+(?:[.,]\d+)?) ?([a-z]+)/g)) {
    const usual = unitWords.find(([pattern]) => pattern.test(word));
    const elapsed = word.startsWith('e')
      ? unitWords.find(([pattern]) => pattern.test(word.slice(1)))
      : undefined;
    const found = usual ?? elapsed;
    if (found === undefined) return undefined;
    if (usual === undefined) isElapsed = true;
    hours += (numberOf(amount) ?? 0) * (usual === undefined ? found[2] : found[1]);
  }
  return { hours, isElapsed };
}

export type DateOrder = 'dmy' | 'mdy';

const parts = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

/** What a column of dates says of their order; undefined where all of them could be both. */
export function orderOf(cells: readonly string[]): DateOrder | undefined {
  for (const cell of cells) {
    const [, first, mark, second] = parts.exec(cell.trim()) ?? [];
    if (first === undefined) continue;
    if (mark === '.' || Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return undefined;
}

/** YYYY-MM-DD; a weekday in front and a time behind are left out. */
export function dateOf(text: string, order: DateOrder): string | undefined {
  const plain = text.trim().replace(/^\p{L}{1,12}\.?,? +(?=\d)/u, '');
  const [, iso] = /^(\d{4}-\d\d-\d\d)(?!\d)/.exec(plain) ?? [];
  if (iso !== undefined) return checked(iso);
  const [, first = '', , second = '', year = ''] = parts.exec(plain) ?? [];
  if (first === '') return undefined;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const full = year.length === 2 ? `20${year}` : year;
  return checked(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function checked(date: string): string | undefined {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}

const signs: Readonly<Record<string, string>> = { '€': 'EUR', $: 'USD', '£': 'GBP', '¥': 'JPY' };

export interface Amount {
  readonly value: number;
  readonly currency?: string;
}

/** 1,234.50, 1.234,50 €, EUR 1'000. */
export function amountOf(text: string): Amount | undefined {
  const plain = text.trim().slice(0, 60);
  const [sign] = /[€$£¥]/u.exec(plain) ?? [];
  const [code] = /\b[A-Z]{3}\b/.exec(plain) ?? [];
  const digits = plain.replace(/[^\d.,-]/g, '').replace(/^[.,]+|[.,]+$/g, '');
  if (!/^-?\d[\d.,]*$/.test(digits)) return undefined;
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const behind = last === -1 ? '' : digits.slice(last + 1);
  const marks = new Set(digits.replace(/[^.,]/g, ''));
  const hasMany = digits.replace(/[^.,]/g, '').length > 1 && marks.size === 1;
  // Three digits behind the only kind of mark are thousands.
  const isWhole = last === -1 || hasMany || (marks.size === 1 && behind.length === 3);
  const whole = (isWhole ? digits : digits.slice(0, last)).replace(/[.,]/g, '');
  const value = Number(isWhole ? whole : `${whole}.${behind}`);
  const currency = code ?? (sign === undefined ? undefined : signs[sign]);
  return Number.isFinite(value) ? { value, ...(currency ? { currency } : {}) } : undefined;
}

/** 40 %, 0.4 and 40 are the same; 1 is all of it. */
export function shareOf(text: string): number | undefined {
  const value = numberOf(text.replace('%', ''));
  if (value === undefined || value < 0) return undefined;
  return Math.min(1, text.includes('%') || value > 1 ? value / 100 : value);
}
