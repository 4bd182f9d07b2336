// Dates as people write them in tables: in figures, where their order is that of the table, or with the
// month in a word.
export type DateOrder = 'dmy' | 'mdy';

const figures = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

/** What a column of dates says of their order; undefined where all of them could be both. */
export function orderOf(cells: readonly string[]): DateOrder | undefined {
  for (const cell of cells) {
    const [, first, mark, second] = figures.exec(cell.trim()) ?? [];
    if (first === undefined) continue;
    if (mark === '.' || Number(first) > 12) return 'dmy';
    if (Number(second) > 12) return 'mdy';
  }
  return undefined;
}

/** How the months begin in the five languages, without marks. */
const months: readonly RegExp[] = [
  /^(?:jan|ene)/,
  /^(?:feb|fev)/,
  /^(?:mar|mrz)/,
  /^(?:apr|avr|abr)/,
  /^ma[yij]/,
  /^jui?n/,
  /^jui?l/,
  /^(?:aug|aou|ago)/,
  /^sep/,
  /^o[ck]t/,
  /^nov/,
  /^d[ei][cz]/,
];

const weekday = String.raw`^(?:[a-z]{1,12}\.?,? +)?`;
const dayFirst = new RegExp(
  String.raw`${weekday}(\d{1,2})(?:st|nd|rd|th|er)?\.?[ -]*(?:de +|of +)?([a-z]{3,10})\.?,?[ -]*(?:del? +)?(\d{4}|\d{2})(?! ?[ap]m\b|[\d:a-z])`,
);
const monthFirst = new RegExp(
  String.raw`${weekday}([a-z]{3,10})\.? *(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})(?!\d)`,
);

const dateFrom = (year: string, month: string | number, day: string): string | undefined =>
  checked(
    `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`,
  );

/** 30 Jun 2026, Jun 30, 2026, 30. Juni 2026, 3 de mayo de 2026, 30-Jun-26. */
function namedDate(text: string): string | undefined {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const [, day = '', name = '', year = ''] = dayFirst.exec(plain) ?? [];
  const [, otherName = '', otherDay = '', otherYear = ''] = monthFirst.exec(plain) ?? [];
  const month = months.findIndex((begins) => begins.test(name || otherName)) + 1;
  return month === 0 ? undefined : dateFrom(year || otherYear, month, day || otherDay);
}

/** YYYY-MM-DD; a weekday in front and a time behind are left out. */
export function dateOf(text: string, order: DateOrder): string | undefined {
  const whole = text.trim().slice(0, 100);
  const plain = whole.replace(/^\p{L}{1,12}\.?,? +(?=\d)/u, '');
  const [, year, , month = '', day = ''] =
    /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(plain) ?? [];
  if (year !== undefined) return dateFrom(year, month, day);
  const [, first = '', , second = '', last = ''] = figures.exec(plain) ?? [];
  if (first === '') return namedDate(whole);
  return order === 'dmy' ? dateFrom(last, second, first) : dateFrom(last, first, second);
}

function checked(date: string): string | undefined {
  const at = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date) ? date : undefined;
}

const DAY_MS = 86_400_000;

/** Mondays to Fridays before a day; day 0, the first of 1970, was a Thursday. */
function workdaysBefore(day: number): number {
  const sinceMonday = day + 3;
  const weeks = Math.floor(sinceMonday / 7);
  return weeks * 5 + Math.min(5, sinceMonday - weeks * 7);
}

/** Both ends are counted. By a formula: a table may have 100,000 rows of many years each. */
export const workdaysBetween = (first: string, last: string): number =>
  workdaysBefore(Date.parse(last) / DAY_MS + 1) - workdaysBefore(Date.parse(first) / DAY_MS);
