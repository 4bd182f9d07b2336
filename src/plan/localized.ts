// Figures as people write them in the language of the plan. Digits and calendar stay those of the
// plan, so that whoever compares a text with the plan finds them again.
import { keptByText } from '../base/kept-by-text.ts';
import { supported } from '../gates/text-dates.ts';
import { money as inEnglish } from './brains/offline/money.ts';

/** Making one takes 200 µs, and a plan is told with forty figures, several times. */
const dateFormat = keptByText(
  100,
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
);
const percentFormat = keptByText(
  100,
  (locale) => new Intl.NumberFormat(locale, { style: 'percent' }),
);
const numberFormat = keptByText(
  100,
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false }),
);

/** Null where the language is not known: then figures are written as plan.json does. */
function localeOf(language: string): string | null {
  const [known] = language === 'und' ? [] : supported(language);
  return known === undefined ? null : `${known}-u-ca-gregory-nu-latn`;
}

/** Marks of direction are no part of a figure. */
const plain = (text: string): string => text.replaceAll(/[\u200e\u200f\u061c]/g, '');

/** In English too the day comes first, as in the tables and charts of the report. */
export function dateText(date: string, language: string): string {
  const locale = localeOf(language === 'en' ? 'en-GB' : language);
  const time = Date.parse(date);
  if (locale === null || !Number.isFinite(time)) return date;
  return plain(dateFormat(locale).format(time));
}

/** The sign stands behind, as a number with it is read everywhere. */
export function percentText(share: number, language: string): string {
  const usual = `${Math.round(share * 100)}%`;
  const locale = localeOf(language);
  if (locale === null) return usual;
  const text = plain(percentFormat(locale).format(share));
  return /^\d+\s?%$/u.test(text) ? text : usual;
}

/** With the code of the currency: a sign may be that of several. */
export function amountText(amount: number, currency: string, language: string): string {
  const locale = language === 'en' ? null : localeOf(language);
  if (locale === null) return inEnglish(amount, currency);
  return plain(
    new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency, currencyDisplay: 'code', maximumFractionDigits: 0 },
    }).format(Math.round(amount)),
  );
}

export function numberText(value: number, language: string): string {
  const locale = localeOf(language) ?? 'en';
  return numberFormat(locale).format(value);
}
