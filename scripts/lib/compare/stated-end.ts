// The last day that a text names as its end: a date (2027-11-02, 2027-November-02, 1 May 2027,
// May 1, 2027, May 2027) or a span counted from the start (within 18 months, a 14-month timeline).
// Months are known by their English names and those of the plan's language. A text without a year
// names no day.

const dayMs = 86_400_000;
const monthMs = 30.4375 * dayMs;
const spanMs: Readonly<Record<string, number>> = {
  day: dayMs,
  week: 7 * dayMs,
  month: monthMs,
  year: 12 * monthMs,
};

const lower = (text: string): string => text.normalize('NFKC').toLowerCase();

function monthNames(language: string): Map<string, number> {
  const names = new Map<string, number>();
  for (const style of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, {
      month: style,
      day: 'numeric',
      timeZone: 'UTC',
    });
    for (let month = 0; month < 12; month += 1) {
      const parts = format.formatToParts(Date.UTC(2026, month, 1));
      const name = lower(parts.find(({ type }) => type === 'month')?.value ?? '').replace(
        /\.$/,
        '',
      );
      if (/^\p{L}{3,}$/u.test(name)) names.set(name, month);
    }
  }
  return names;
}

const known = (language: string | undefined): Map<string, number> => {
  const english = monthNames('en');
  try {
    return new Map([...english, ...monthNames(language ?? 'en')]);
  } catch {
    return english;
  }
};

const year = '(20\\d\\d)';

type Read = (match: RegExpExecArray) => number;

const found = (text: string, pattern: string, read: Read): number[] =>
  [...text.matchAll(new RegExp(pattern, 'gu'))].map(read).filter(Number.isFinite);

const namesPattern = (months: ReadonlyMap<string, number>): string =>
  [...months.keys()].sort((one, other) => other.length - one.length).join('|');

function fullDates(text: string, months: ReadonlyMap<string, number>): number[] {
  const name = namesPattern(months);
  const day = (y?: string, m?: number, d?: string) =>
    Date.UTC(Number(y), m ?? Number.NaN, Number(d));
  return [
    ...found(text, `${year}-(\\d\\d)-(\\d\\d)`, ([, y, m, d]) => day(y, Number(m) - 1, d)),
    ...found(text, `${year}-(${name})-(\\d\\d?)`, ([, y, m, d]) => day(y, months.get(m ?? ''), d)),
    ...found(text, `(?<!\\p{L})(${name})\\.? (\\d\\d?),? ${year}`, ([, m, d, y]) =>
      day(y, months.get(m ?? ''), d),
    ),
    ...found(text, `(\\d\\d?)\\.? (${name})\\.? ${year}`, ([, d, m, y]) =>
      day(y, months.get(m ?? ''), d),
    ),
  ];
}

/** The last day of each month that is told without a day. */
const monthEnds = (text: string, months: ReadonlyMap<string, number>): number[] =>
  found(text, `(?<!\\d\\.? |\\p{L})(${namesPattern(months)})\\.? ${year}`, ([, m, y]) =>
    Date.UTC(Number(y), (months.get(m ?? '') ?? Number.NaN) + 1, 0),
  );

const squeezed = (text: string): string => lower(text).replace(/\s+/g, ' ');

/** The days that a text names, in milliseconds. */
export const datesIn = (text: string, language?: string): number[] =>
  fullDates(squeezed(text), known(language));

const spansIn = (text: string): number[] =>
  [...text.matchAll(/(?<![\d.,–-])(\d{1,3})[\s-](day|week|month|year)s?(?!\p{L})/gu)].map(
    ([, count, unit]) => Number(count) * (spanMs[unit ?? ''] ?? 0),
  );

/** In milliseconds; null where the text names no day. */
export function statedEnd(text: string, startMs: number, language?: string): number | null {
  const plain = squeezed(text);
  const months = known(language);
  const spans = spansIn(plain).map((ms) => startMs + ms);
  const ends = [...fullDates(plain, months), ...monthEnds(plain, months), ...spans];
  return ends.length === 0 ? null : Math.max(...ends);
}
