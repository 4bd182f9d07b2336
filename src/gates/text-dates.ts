// Dates in words, with day, month and year: 18 December 2026, December 18, 2026, 18. Dezember 2026,
// 2026年12月18日. The names of the months are those of the plan's language, and the English ones.

const monthNames = new Map<string, readonly string[]>();

function namesOf(language: string): readonly string[] {
  const [known] = language === 'und' ? [] : supported(language);
  if (known === undefined) return [];
  const format = new Intl.DateTimeFormat(`${known}-u-ca-gregory`, {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2026, month, 15));
    return (parts.find(({ type }) => type === 'month')?.value ?? '').toLowerCase();
  });
}

/** Empty for a language that is not known, or is none. */
export function supported(language: string): readonly string[] {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language);
  } catch {
    return [];
  }
}

function monthsOf(language: string): readonly string[] {
  const names = monthNames.get(language) ?? namesOf(language);
  // Languages come from outside: only so many are kept.
  if (monthNames.size < 100) monthNames.set(language, names);
  return names;
}

const dayFirst =
  /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th)?\s+(?:de\s+)?(\p{L}+)\.?,?\s+(?:de\s+)?(\d{4})(?!\d)/giu;
/** After the name of a month, which is looked for only where this is: names begin everywhere. */
const dayAndYear = /(?<=\s)(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)/giu;
const nameAtEnd = /(?<!\p{L})(\p{L}+)\.?\s+$/u;
/** No name of a month is longer, with the spaces after it. */
const NAME_CHARS = 60;
const signs = /(\d{4})年\s?(\d{1,2})月\s?(\d{1,2})日/gu;

const two = (value: string | number): string => String(value).padStart(2, '0');

const nameBefore = (text: string, index: number): string =>
  nameAtEnd.exec(text.slice(Math.max(0, index - NAME_CHARS), index))?.[1] ?? '';

/** As YYYY-MM-DD, once each. */
export function datesInWords(text: string, language: string): string[] {
  const monthOf = (name: string): number =>
    ['en', language]
      .map((one) => monthsOf(one).indexOf(name.toLowerCase()) + 1)
      .find((month) => month > 0) ?? 0;
  const found = [
    ...[...text.matchAll(dayFirst)].map(([, day = '', name = '', year = '']) => ({
      ...{ year, month: monthOf(name), day },
    })),
    ...[...text.matchAll(dayAndYear)].map(({ index, 1: day = '', 2: year = '' }) => ({
      ...{ year, month: monthOf(nameBefore(text, index)), day },
    })),
    ...[...text.matchAll(signs)].map(([, year = '', month = '', day = '']) => ({
      ...{ year, month: Number(month), day },
    })),
  ];
  const dates = found
    .filter(({ month, day }) => month > 0 && month <= 12 && Number(day) > 0 && Number(day) <= 31)
    .map(({ year, month, day }) => `${year}-${two(month)}-${two(Number(day))}`);
  return [...new Set(dates)];
}
