// How reports write numbers, dates and the names of things. One place, so that the two reports and
// all their sections say the same thing in the same words, by the habits of the plan's language.
import { filled, type Labels, labelsIn } from './labels.ts';

export interface Words {
  readonly locale: string;
  readonly labels: Labels;
  /** EUR 60,000; cents only where they are all there is. */
  readonly amount: (value: number, currency: string) => string;
  readonly amountRange: (low: number, high: number, currency: string) => string;
  /** An amount without its currency, for columns. */
  readonly whole: (value: number) => string;
  readonly compact: (value: number) => string;
  readonly figure: (value: number) => string;
  /** "76 of 100"; never 0 or 100 when it is not quite so. */
  readonly odds: (share: number) => string;
  /** 6 Sep 2027, of a date or of an instant. */
  readonly day: (iso: string) => string;
  /** 6 Sep, where the year is plain. */
  readonly shortDay: (iso: string) => string;
  /** 1 Mar to 6 Sep 2027. */
  readonly span: (start: string, finish: string) => string;
  /** Sep 2027, of 2027-09; other periods as they are. */
  readonly month: (period: string) => string;
  readonly shortMonth: (iso: string) => string;
}

const MOST_WRITERS = 100;
const writers = new Map<string, Intl.NumberFormat>();

/** Made once each: a report has thousands of numbers, and making one takes longer than using it. */
function numberWriter(locale: string, digits: number): Intl.NumberFormat {
  const key = `${locale} ${digits}`;
  const known = writers.get(key);
  if (known) return known;
  if (writers.size >= MOST_WRITERS) writers.clear();
  const writer = new Intl.NumberFormat(locale, {
    ...{ maximumFractionDigits: digits, numberingSystem: 'latn' },
  });
  writers.set(key, writer);
  return writer;
}

const grouped = (value: number, digits: number, locale = 'en-US'): string =>
  numberWriter(locale, digits).format(value);

const digitsOf = (value: number): number => (Math.abs(value) < 10 ? 2 : 0);

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

type DatePart = 'day' | 'month' | 'year';
type DateWriter = (iso: string, parts: readonly DatePart[]) => string;

function englishDate(iso: string, parts: readonly DatePart[]): string {
  const [year = '', month = '1', day = ''] = iso.slice(0, 10).split('-');
  const said = { day: `${Number(day)}`, month: monthNames[Number(month) - 1] ?? '', year };
  return parts.map((part) => said[part]).join(' ');
}

function dateWriter(locale: string): DateWriter {
  if (/^en\b/i.test(locale)) return englishDate;
  const writers = new Map<string, Intl.DateTimeFormat>();
  return (iso, parts) => {
    const date = new Date(`${iso.slice(0, 10)}T00:00Z`);
    if (Number.isNaN(date.getTime())) return englishDate(iso, parts);
    const key = parts.join();
    const writer = writers.get(key) ?? intlDate(locale, parts);
    writers.set(key, writer);
    return writer.format(date);
  };
}

/** Of every language the calendar of plan.json, which is the Gregorian one. */
const intlDate = (locale: string, parts: readonly DatePart[]): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, {
    ...{ timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' },
    ...(parts.includes('day') ? { day: 'numeric' } : {}),
    month: 'short',
    ...(parts.includes('year') ? { year: 'numeric' } : {}),
  });

/** A language that this machine can write in; English for all others. */
export function localeOf(language: string | undefined): string {
  const tag = language ?? '';
  if (!/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(tag) || /^und/i.test(tag)) return 'en';
  try {
    return Intl.DateTimeFormat.supportedLocalesOf([tag])[0] ?? 'en';
  } catch {
    return 'en';
  }
}

export function wordsIn(language: string | undefined): Words {
  const locale = localeOf(language);
  const isEnglish = /^en\b/i.test(locale);
  const numbers = isEnglish ? 'en-US' : locale;
  const labels = labelsIn(locale);
  const write = dateWriter(locale);
  const amount = (value: number, currency: string): string =>
    isEnglish
      ? `${currency} ${grouped(value, digitsOf(value))}`
      : `${grouped(value, digitsOf(value), numbers)}\u00a0${currency}`;
  const range = (low: number, high: number, currency: string): string =>
    isEnglish
      ? `${amount(low, currency)} ${labels.to} ${grouped(high, digitsOf(high))}`
      : `${grouped(low, digitsOf(low), numbers)} ${labels.to} ${amount(high, currency)}`;
  const day = (iso: string): string => write(iso, ['day', 'month', 'year']);
  const shortDay = (iso: string): string => write(iso, ['day', 'month']);
  return {
    ...{ locale, labels, amount, amountRange: range, day, shortDay },
    whole: (value) => grouped(value, digitsOf(value), numbers),
    compact: (value) =>
      Math.abs(value) < 1000
        ? grouped(value, 0, numbers)
        : value.toLocaleString(numbers, { notation: 'compact', maximumFractionDigits: 1 }),
    figure: (value) => grouped(value, Math.abs(value) < 10 ? 2 : 1, numbers),
    odds: (share) => filled(labels.odds, hundredths(share)),
    span: (start, finish) => {
      if (start === finish) return day(start);
      const isSameYear = start.slice(0, 4) === finish.slice(0, 4);
      return `${isSameYear ? shortDay(start) : day(start)} ${labels.to} ${day(finish)}`;
    },
    month: (period) =>
      /^\d{4}-\d{2}$/.test(period) ? write(`${period}-01`, ['month', 'year']) : period,
    shortMonth: (iso) => write(iso, ['month']),
  };
}

function hundredths(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 100 && share < 1) return '99';
  if (rounded === 0 && share > 0) return '1';
  return String(rounded);
}

/** For report.md, whose frame is English. */
export const english: Words = wordsIn('en');
export const { amount, figure, odds: oddsOf } = english;

const DAY_MS = 86_400_000;
export const dayNumber = (iso: string): number => Date.parse(iso.slice(0, 10)) / DAY_MS;

export function daysBetween(from: string, to: string): number {
  return Math.round(dayNumber(to) - dayNumber(from));
}

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count, 1)} ${count === 1 ? one : many}`;

/** A word of the contract as people write it. */
export const plain = (word: string): string => word.replaceAll('_', ' ');

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** At a word's end where there is one. */
export function clipped(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const space = cut.lastIndexOf(' ');
  return `${(space > most / 2 ? cut.slice(0, space) : cut).trimEnd()}…`.toWellFormed();
}
